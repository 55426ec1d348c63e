import { assertEquals } from "../../deps/assert.ts";
import { decodeHuffman, mostDecoded } from "./huffman.ts";

function decoded(hex: string): string | undefined {
  const bytes = Uint8Array.fromHex(hex.replaceAll(" ", ""));
  const into = new Uint8Array(mostDecoded(bytes.length));
  const length = decodeHuffman(bytes, 0, bytes.length, into);
  return length === undefined ? undefined : String.fromCharCode(...into.subarray(0, length));
}

const EVERY_CHARACTER =
  "ffc7fffd8fffffe2fffffe3fffffe4fffffe5fffffe6fffffe7fffffe8ffffeafffffff3fffffa7fffffabffff" +
  "ffdfffffebfffffecfffffedfffffeefffffefffffff0ffffff1ffffff2fffffffbfffffcffffffd3fffffd7ff" +
  "fffdbfffffdffffffe3fffffe7fffffebfffffed4fe3f9ffaffcabf1febfafefe7fdfd2cbb00089969b71d79fb" +
  "9f7fff20ffbff3ff50ddbd7f061c58f265cd9f469d5af66dddbf871e5f9cff7ff7fffc3ff9ffe45fff4719242c" +
  "b34e6e9d68a6a3d7dac426defe3cfaf7fffbfe7ffbffdffffffcfffe6ffff4bfff9ffffa3fffd3ffff53fffd5f" +
  "fffb3fffeb7fffdaffffb7ffff73fffeeffffdeffffebffffbfffffd9ffffdbfffebffffe0ffffeeffffc3ffff" +
  "8bffff1ffffe4fffee7fffb1ffff97fffd9ffffcdffff9fffffbffffdafffeeffff4ffffb7fffee7fffe8ffffd" +
  "3fffdeffffd5fffeeffffbdffffe1fffdfffff7fffff5ffffecffff07fff87fffe0ffff17fffedffff87ffff77" +
  "fffeffffeaffff8bfffe3ffff93ffff87fffcbffff37ffff1fffff83ffffe1fffebfffe3ffff3fffff2ffffa3f" +
  "fffd9fffff17ffffc7fffff27ffffdefffffbffffff2fffff8fffffb7fff97fff8fffffe6fffffc1fffff87fff" +
  "fe7fffffc5ffffe5fffe4ffff2fffffd1fffff4ffffffefffffe3fffffc9fffff97fffb3ffffcffffb7fffcdff" +
  "ff4ffff9ffffd1ffffcffffeaffffafffffddffffeffffff4fffff5fffffabffffa7ffffd7fffff9bffffecfff" +
  "ffb7fffff3fffffe8fffffd3fffffabfffff5fffffff7ffffecfffffdbfffffbbfffff7ffffff0fffffbbf";

/** The examples of RFC 7541, and what is no text. */
const CASES: readonly [name: string, hex: string, text: string | undefined][] = [
  ["nothing", "", ""],
  ["a host", "f1e3 c2e5 f23a 6ba0 ab90 f4ff", "www.example.com"],
  ["a word", "a8eb 1064 9cbf", "no-cache"],
  ["a name", "25a8 49e9 5ba9 7d7f", "custom-key"],
  ["a value", "25a8 49e9 5bb8 e8b4 bf", "custom-value"],
  [
    "a date",
    "d07a be94 1054 d444 a820 0595 040b 8166 e082 a62d 1bff",
    "Mon, 21 Oct 2013 20:13:21 GMT",
  ],
  ["a URL", "9d29 ad17 1863 c78f 0b97 c8e9 ae82 ae43 d3", "https://www.example.com"],
  ["codes of 8 bits and none after", "f8", "&"],
  [
    "every character, as another program wrote it",
    EVERY_CHARACTER,
    String.fromCharCode(...Array(256).keys()),
  ],
  ["a null, of 13 bits", "ffc7", "\0"],
  ["padding of eight bits", "a8eb 1064 9cbf ff", undefined],
  ["padding that is not of ones", "a8eb 1064 9cb0", undefined],
  ["padding alone", "ff", undefined],
  ["the end of all texts", "ffff fffc", undefined],
  ["a code that is cut off", "ffff", undefined],
];

for (const [name, hex, text] of CASES) {
  Deno.test(`decodeHuffman() reads ${name}`, () => assertEquals(decoded(hex), text));
}
