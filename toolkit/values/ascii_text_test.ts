import { assertEquals } from "../deps/assert.ts";
import { asciiText } from "./ascii_text.ts";

const encoder = new TextEncoder();

for (
  const [name, text, expected] of [
    ["nothing", "", ""],
    ["a name", "web-7d4b9c6f5d-x2k8p", "web-7d4b9c6f5d-x2k8p"],
    ["control characters", "a\0\u007f", "a\0\u007f"],
    ["a letter that is not ASCII", "w\u00e9b", undefined],
    ["256 bytes", "x".repeat(256), "x".repeat(256)],
    ["257 bytes", "x".repeat(257), undefined],
  ] as const
) {
  Deno.test(`asciiText() is what a decoder makes, or undefined, when it gets ${name}`, () => {
    const bytes = encoder.encode(`<${text}>`);
    assertEquals(asciiText(bytes, 1, bytes.length - 1), expected);
  });
}
