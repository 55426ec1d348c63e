import { Buffer } from "node:buffer";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Duplex } from "node:stream";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import { Connections } from "./connections.ts";
import { completeLimits } from "./limits.ts";
import type { WebSocketConnection } from "./upgrade.ts";
import { acceptWebSocket } from "./websocket.ts";

/** One that no system buffers: what is pushed has come, unless the server has stopped to read. */
class Wire extends Duplex {
  override _read(): void {}
  override _write(_bytes: Uint8Array, _encoding: string, done: () => void): void {
    done();
  }
}

/** A connection over `wire` whose handshake is done. */
async function open(wire: Wire): Promise<WebSocketConnection> {
  const clock = new FakeClock();
  const incoming = new IncomingMessage(new Socket());
  incoming.method = "GET";
  incoming.headers = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
  };
  const opened = Promise.withResolvers<WebSocketConnection>();
  const serving = { clock, connections: new Connections(clock, completeLimits()) };
  await acceptWebSocket(serving, incoming, wire, new Uint8Array(), {}, { open: opened.resolve });
  return await opened.promise;
}

Deno.test("empty messages that nobody reads have their client wait, too, until they are read", async () => {
  await using wire = new Wire();
  const { messages } = await open(wire);
  const burst = 1000;
  const empty = Buffer.from([0x82, 0x80, 0, 0, 0, 0]);
  let sent = 0;
  for (; !wire.isPaused() && sent < 100 * burst; sent += burst) {
    wire.push(Buffer.alloc(burst * empty.length, empty));
    await turn();
  }
  assert(sent < 20 * burst, `${sent} empty messages were taken in`);
  let read = 0;
  for await (const { data } of messages) {
    assertEquals(data.length, 0);
    if (++read === sent) break;
  }
  assert(!wire.isPaused());
});

/** One round of the event loop: what was pushed has come. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
