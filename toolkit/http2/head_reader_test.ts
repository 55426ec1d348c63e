import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { ConnectionError, FLAG, FRAME } from "./frame.ts";
import { HeadReader } from "./head_reader.ts";

/** `:method GET` and `:path /`, of the table that both sides know. */
const BLOCK = [0x82, 0x84];
const RAW = [":method", "GET", ":path", "/"];
const reader = () => new HeadReader({ bytes: 20, fields: 100 });

const begin = (flags: number, payload: readonly number[], stream = 1) => ({
  type: FRAME.headers,
  flags,
  stream,
  payload: Uint8Array.from(payload),
});
const more = (flags: number, payload: readonly number[]) => ({
  ...begin(flags, payload),
  type: FRAME.continuation,
});

const { endStream, endHeaders, padded, priority } = FLAG;

const WHOLE: readonly [name: string, flags: number, payload: readonly number[], last: boolean][] = [
  ["plain", endHeaders, BLOCK, false],
  ["of a request without a body", endHeaders | endStream, BLOCK, true],
  ["filled up", endHeaders | padded, [2, ...BLOCK, 0, 0], false],
  ["with a priority", endHeaders | priority, [0, 0, 0, 3, 9, ...BLOCK], false],
  ["with both", endHeaders | padded | priority, [1, 0x80, 0, 0, 3, 9, ...BLOCK, 0], false],
];

for (const [name, flags, payload, last] of WHOLE) {
  Deno.test(`begin() returns fields that come in one frame: ${name}`, () => {
    const heads = reader();
    assertEquals(heads.begin(begin(flags, payload)), { stream: 1, raw: RAW, last });
    assertEquals(heads.unfinished, undefined);
  });
}

for (const last of [false, true]) {
  Deno.test(`goOn() returns fields of several frames, and what the first says of a body: ${last}`, () => {
    const heads = reader();
    assertEquals(heads.begin(begin(last ? endStream : 0, BLOCK.slice(0, 1), 5)), undefined);
    assertEquals(heads.unfinished, 5);
    assertEquals(heads.goOn(more(0, [])), undefined);
    assertEquals(heads.unfinished, 5);
    assertEquals(heads.goOn(more(endHeaders, BLOCK.slice(1))), { stream: 5, raw: RAW, last });
    assertEquals(heads.unfinished, undefined);
  });
}

const BROKEN: readonly [name: string, flags: number, payload: readonly number[]][] = [
  ["a stream that depends on itself", endHeaders | priority, [0, 0, 0, 1, 9, ...BLOCK]],
  ["half a priority", endHeaders | priority, [0, 0, 0, 3]],
  ["more filling than there is", endHeaders | padded, [3, ...BLOCK]],
  ["filling of nothing", endHeaders | padded, []],
  ["what nobody compressed so", endHeaders, [0x80]],
];

for (const [name, flags, payload] of BROKEN) {
  Deno.test(`begin() ends the connection for ${name}`, () => {
    endsConnection(() => reader().begin(begin(flags, payload)));
  });
}

Deno.test("goOn() ends the connection for fields that never began, and for too many of them", () => {
  endsConnection(() => reader().goOn(more(endHeaders, BLOCK)));
  const heads = reader();
  heads.begin(begin(0, BLOCK));
  endsConnection(() => heads.goOn(more(0, new Array(19).fill(0x82))));
});

function endsConnection(read: () => unknown): void {
  const error = assertThrows(read);
  assert(error instanceof ConnectionError, String(error));
}
