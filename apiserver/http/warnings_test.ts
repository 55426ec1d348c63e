import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { warningHeaders } from "./warnings.ts";

/** What clients read of a text: they take the bytes of a header for UTF-8. */
const utf8 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

Deno.test("warningHeaders() quotes each text once, in what a header can hold", () => {
  const cases: [texts: string[], headers: string[]][] = [
    [[], []],
    [["a", "b", "a"], ['299 - "a"', '299 - "b"']],
    [['unknown field "x"'], ['299 - "unknown field \\"x\\""']],
    [["back\\slash"], ['299 - "back\\\\slash"']],
    [["a\r\nSet-Cookie: b"], ['299 - "a Set-Cookie: b"']],
    [["snow ☃ man"], [utf8('299 - "snow ☃ man"')]],
    [["überholt: “v1”", "überholt: “v1”"], [utf8('299 - "überholt: “v1”"')]],
    [["next\u0085line"], ['299 - "next line"']],
    [["", "a", ""], ['299 - "a"']],
  ];
  for (const [texts, headers] of cases) assertEquals(warningHeaders(texts), headers);
});

Deno.test("warningHeaders() cuts texts only where all together are too long", () => {
  assertEquals(warningHeaders(["x".repeat(4000)])[0]!.length, 4000 + '299 - ""'.length);
  const many = warningHeaders(Array.from({ length: 100 }, (_, at) => `${at} ${"y".repeat(300)}`));
  assertEquals(many.length, 16);
  for (const header of many) assertEquals(header.length, 256 + '299 - ""'.length);
  const [smiles = ""] = warningHeaders(["😀".repeat(5000)]);
  assertEquals(smiles, utf8(`299 - "${"😀".repeat(256)}"`), "no letter is cut in two");
  const escaped = warningHeaders(['"'.repeat(5000)])[0]!;
  assert(/^299 - "(?:\\")+"$/.test(escaped));
});

Deno.test("warningHeaders() makes no more headers than clients take", () => {
  const texts = Array.from({ length: 200 }, (_, at) => `w${at}`);
  const headers = warningHeaders(texts);
  assert(headers.length <= 32, `${headers.length}`);
  assertEquals(headers.join(", "), texts.map((text) => `299 - "${text}"`).join(", "));
});
