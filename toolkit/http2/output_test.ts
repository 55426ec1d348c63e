import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { assert, assertEquals } from "../deps/assert.ts";
import { Output } from "./output.ts";

/** Holds what is written until it is told how the write went. */
class SlowSocket extends EventEmitter {
  writable = true;
  readonly writes: { readonly bytes: Uint8Array; readonly done?: (error?: Error) => void }[] = [];

  write(bytes: Uint8Array, done?: (error?: Error) => void): boolean {
    this.writes.push({ bytes, ...(done !== undefined && { done }) });
    return true;
  }
}

const start = () => {
  const socket = new SlowSocket();
  return { socket, output: new Output(socket as unknown as Socket) };
};
const pieces = (letter: number) => [new Uint8Array(10_000).fill(letter), Uint8Array.of(letter)];

Deno.test("Output sends what comes in one task in one write, in order", async () => {
  const { socket, output } = start();
  for (const byte of [1, 2, 3]) output.send(Uint8Array.of(byte));
  assertEquals(socket.writes.length, 0);
  await Promise.resolve();
  assertEquals(socket.writes.map(({ bytes }) => [...bytes]), [[1, 2, 3]]);
  socket.writable = false;
  output.send(Uint8Array.of(4));
  await Promise.resolve();
  assertEquals(socket.writes.length, 1);
});

Deno.test("Output sends large amounts before the task is over", () => {
  const { socket, output } = start();
  for (let at = 0; at < 20; at++) output.send(new Uint8Array(16 * 1024));
  assertEquals(socket.writes.map(({ bytes }) => bytes.length), [128 * 1024, 128 * 1024]);
});

Deno.test("Output uses a buffer again once its write is done, and never that of one that broke off", async () => {
  const { socket, output } = start();
  const send = async (letter: number) => {
    for (const piece of pieces(letter)) output.send(piece);
    await Promise.resolve();
    return socket.writes.at(-1)!;
  };
  const first = await send(1);
  const second = await send(2);
  assert(first.bytes.buffer !== second.bytes.buffer, "the first write is not done");
  first.done!(new Error("broken"));
  const third = await send(3);
  assert(third.bytes.buffer !== first.bytes.buffer, "who knows who reads it still");
  second.done!();
  const fourth = await send(4);
  assert(fourth.bytes.buffer === second.bytes.buffer);
  assertEquals([fourth.bytes.length, fourth.bytes[0], first.bytes[0]], [10_001, 4, 1]);
});
