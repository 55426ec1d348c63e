import { assertEquals } from "../deps/assert.ts";
import { type Logger, silentLogger } from "../logger.ts";
import { WarningSender } from "./warnings.ts";

/** What is logged of answers with these headers, one after the other. */
async function logged(headers: readonly (string | readonly string[] | undefined)[]) {
  const texts: unknown[] = [];
  const logger: Logger = {
    ...silentLogger,
    warning: (_, pairs) => void texts.push(pairs?.warning),
    with: () => logger,
  };
  const left = [...headers];
  const sender = new WarningSender({
    send() {
      const warning = left.shift();
      return Promise.resolve({
        status: 200,
        headers: warning === undefined ? {} : { warning },
        body: { discard() {}, async *[Symbol.asyncIterator]() {} },
      });
    },
    webSocket: () => Promise.reject(new Error("none is asked for")),
  }, logger);
  for (let at = 0; at < headers.length; at++) await sender.send({ method: "GET", path: "/" });
  return texts;
}

for (
  const [name, headers, expected] of [
    ["none", [undefined, ""], []],
    ["one", ['299 - "use v1"'], ["use v1"]],
    ["each text once", ['299 - "a"', '299 - "b"', '299 - "a"'], ["a", "b"]],
    ["several in one header", ['299 - "a, \\"b\\"",299 agent "c\\\\d"'], ['a, "b"', "c\\d"]],
    ["several headers", [['299 - "a"', '299 - "b"']], ["a", "b"]],
    ["one with a date", ['299 - "a" "Sat, 25 Aug 2012 23:34:45 GMT", 299 - "b"'], ["a", "b"]],
    ["those that last alone", ['199 - "a", 299 - "b", 299 - ""'], ["b"]],
    ["text as it was before it was bytes", ['299 - "gr\u00c3\u00bc\u00c3\u009fe"'], ["grüße"]],
    ["no more than what can be read", ['299 - "a", 299 - b, 299 - "c"', '299 - "d'], ["a"]],
  ] as const
) {
  Deno.test(`a WarningSender logs ${name}`, async () => {
    assertEquals(await logged(headers), [...expected]);
  });
}
