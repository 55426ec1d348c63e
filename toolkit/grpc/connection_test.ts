/** Calls of gRPC beside what a server says of its connection. */
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { joinedBytes } from "../joined_bytes.ts";
import { FLAG, FRAME, frameOfNumbers, SETTING, settingsFrame } from "../http2/frame.ts";
import { FakeSocket } from "../http2/testdata/fake_socket.ts";
import { data, headers } from "../http2/testdata/peer.ts";
import { GrpcConnection } from "./connection.ts";
import { frame } from "./frames.ts";
import type { GrpcError } from "./grpc_error.ts";

const TEN_SECONDS = { timeoutMs: 10_000 };

function connected(socket = new FakeSocket()) {
  const connection = new GrpcConnection({
    name: "a keeper",
    authority: "https://127.0.0.1:1",
    dial: () => Promise.resolve(socket as unknown as Socket),
    messageLimitBytes: 1000,
  }, new FakeClock());
  const send = async (...frames: Uint8Array[]) => {
    await setImmediate();
    socket.emit("data", joinedBytes(frames));
    await setImmediate();
  };
  return { connection, send };
}

const answered = (id: number) => [
  headers(id, { ":status": "200", "content-type": "application/grpc" }, FLAG.endHeaders),
  data(id, frame(Uint8Array.of(id))),
  headers(id, { "grpc-status": "0" }),
];

Deno.test("calls wait for a server that takes none at the moment", async () => {
  const { connection, send } = connected();
  await send(settingsFrame([[SETTING.maxConcurrentStreams, 0]]));
  const call = connection.unary("/a/b", Uint8Array.of(1), TEN_SECONDS);
  assert(connection.usable);
  await send(settingsFrame([[SETTING.maxConcurrentStreams, 1]]));
  await send(...answered(1));
  assertEquals(await call, Uint8Array.of(1));
  connection.destroy();
});

Deno.test("a server that goes away has its last call end, and takes no other", async () => {
  const { connection, send } = connected();
  await send(settingsFrame([]));
  const call = connection.unary("/a/b", Uint8Array.of(1), TEN_SECONDS);
  await send(frameOfNumbers(FRAME.goAway, 0, [1, 0]));
  assert(!connection.usable);
  const late = connection.unary("/a/b", Uint8Array.of(1), TEN_SECONDS);
  const error = await assertRejects(() => late, "the server is going away") as GrpcError;
  assert(!error.mayHaveActed);
  await send(...answered(1));
  assertEquals(await call, Uint8Array.of(1));
  assert(connection.closed);
});

Deno.test("a connection that was lost before its first call says so", async () => {
  const socket = new FakeSocket();
  socket.destroy();
  const { connection } = connected(socket);
  const call = connection.unary("/a/b", Uint8Array.of(1), TEN_SECONDS);
  const error = await assertRejects(() => call, "a keeper: the connection was closed") as GrpcError;
  assert(!error.mayHaveActed);
  assert(connection.closed && !connection.usable);
});
