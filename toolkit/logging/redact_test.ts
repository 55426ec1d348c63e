import { assertEquals } from "../deps/assert.ts";
import { REDACTED } from "../logger.ts";
import { redactText } from "./redact.ts";

const [HEAD, BODY, SIGNATURE] = ["eyJhbGciOiJSUzI1NiJ9", "eyJzdWIiOiJ4In0", "c2lnbmF0dXJl"];

const CASES: Record<string, [text: string, shown: string]> = {
  "a signed token": [`of ${HEAD}.${BODY}.${SIGNATURE}, says`, `of ${REDACTED}, says`],
  "one that lost its signature": [`${HEAD}.${BODY}`, REDACTED],
  "one behind a name": [`v1.a-${HEAD}.${BODY}.${SIGNATURE}.log`, `v1.a-${REDACTED}.log`],
  "two in a row": [
    `${HEAD}.${BODY}.${SIGNATURE}.${HEAD}.${BODY}.${SIGNATURE}`,
    `${REDACTED}.${REDACTED}`,
  ],
  "what only begins like one": [`${HEAD} ${HEAD}.x eyJ.abcdefgh`, `${HEAD} ${HEAD}.x eyJ.abcdefgh`],
  "the middle of a word": [`x${HEAD}.${BODY}`, `x${HEAD}.${BODY}`],
};

for (const [name, [text, shown]] of Object.entries(CASES)) {
  Deno.test(`redactText() of ${name}`, () => assertEquals(redactText(text), shown));
}

Deno.test("redactText() of many beginnings of tokens comes to an end", () => {
  // From each of them to the end of the text there and back would be an hour.
  for (const part of ["eyJ-", "eyJaaaaaa-", "eyJaaaaaa."]) {
    const text = `${part.repeat(150_000)}!`;
    assertEquals(redactText(text).endsWith("!"), true, part);
  }
});
