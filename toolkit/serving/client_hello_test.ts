import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { parseClientHello } from "./client_hello.ts";

const uint16 = (value: number) => [value >> 8, value & 255];
const uint24 = (value: number) => [value >> 16, ...uint16(value & 0xffff)];
const ascii = (text: string) => [...new TextEncoder().encode(text)];

function extension(type: number, data: readonly number[]): number[] {
  return [...uint16(type), ...uint16(data.length), ...data];
}

function serverName(name: string, type = 0): number[] {
  const entry = [type, ...uint16(name.length), ...ascii(name)];
  return extension(0, [...uint16(entry.length), ...entry]);
}

/** The message of a hello with `extensions`, without a record around it. */
function hello(extensions: readonly number[] | undefined): number[] {
  const body = [
    ...[3, 3, ...new Array(32).fill(7)],
    ...[4, 1, 2, 3, 4],
    ...[...uint16(2), 0x13, 0x01],
    ...[1, 0],
    ...(extensions === undefined ? [] : [...uint16(extensions.length), ...extensions]),
  ];
  return [1, ...uint24(body.length), ...body];
}

/** `message` in records of at most `size` bytes. */
function records(message: readonly number[], size = 16384): Uint8Array {
  const all: number[] = [];
  for (let at = 0; at < message.length; at += size) {
    const piece = message.slice(at, at + size);
    all.push(22, 3, 1, ...uint16(piece.length), ...piece);
  }
  return new Uint8Array(all);
}

const other = extension(43, [2, 3, 4]);

const HELLOS: readonly [name: string, bytes: Uint8Array, expected: unknown][] = [
  ["a name", records(hello(serverName("a.example"))), { is: "hello", serverName: "a.example" }],
  ["a name among others", records(hello([...other, ...serverName("A.Example."), ...other])), {
    is: "hello",
    serverName: "a.example",
  }],
  ["no name", records(hello(other)), { is: "hello" }],
  ["no extensions", records(hello(undefined)), { is: "hello" }],
  ["records of one byte", records(hello(serverName("a.b")), 1), { is: "hello", serverName: "a.b" }],
  ["a name of another type", records(hello(serverName("a.b", 9))), { is: "other" }],
  ["a name with a null", records(hello(serverName("a\0b"))), { is: "other" }],
  ["an empty name", records(hello(serverName(""))), { is: "other" }],
  ["a long name", records(hello(serverName("a".repeat(300)))), { is: "other" }],
  ["nothing yet", new Uint8Array(0), { is: "incomplete" }],
  ["plain HTTP", new Uint8Array(ascii("GET / HTTP/1.1")), { is: "other" }],
  ["one byte of something", new Uint8Array([71]), { is: "other" }],
  ["an alert", new Uint8Array([21, 3, 1, 0, 2, 1, 0]), { is: "other" }],
  ["SSL 2", new Uint8Array([0x80, 0x2e, 1, 3, 1]), { is: "other" }],
  ["an empty record", new Uint8Array([22, 3, 1, 0, 0]), { is: "other" }],
  ["a record over its limit", new Uint8Array([22, 3, 1, 0xff, 0xff]), { is: "other" }],
  ["another message", records([2, 0, 0, 1, 0]), { is: "other" }],
  ["a hello of 16 MB", records([1, 0xff, 0xff, 0xff]), { is: "other" }],
  ["extensions longer than they are", records(hello([]).slice(0, -1).concat(9)), { is: "other" }],
];

for (const [name, bytes, expected] of HELLOS) {
  Deno.test(`parseClientHello() reads ${name}`, () => {
    assertEquals(parseClientHello(bytes) as unknown, expected);
  });
}

Deno.test("parseClientHello() reads on until a hello is whole, however it is cut", () => {
  const message = hello([...other, ...serverName("some.name.example")]);
  for (const size of [1, 2, 3, 7, 50, 16384]) {
    const bytes = records(message, size);
    for (let end = 0; end < bytes.length; end++) {
      assertEquals(parseClientHello(bytes.subarray(0, end)).is, "incomplete", `${size}, ${end}`);
    }
    assertEquals(parseClientHello(bytes), { is: "hello", serverName: "some.name.example" });
  }
});

Deno.test("parseClientHello() ends on any bytes, quickly, with one of its three answers", () => {
  const whole = records(hello([...other, ...serverName("a.example"), ...other]));
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 5 }),
      (noise, changes) => {
        const changed = whole.slice();
        for (const [at, byte] of changes) changed[at] = byte;
        for (const bytes of [noise, new Uint8Array([22, 3, 1, ...noise]), changed]) {
          const { is } = parseClientHello(bytes);
          assert(is === "incomplete" || is === "hello" || is === "other");
        }
      },
    ),
    { numRuns: runs(500) },
  );
});
