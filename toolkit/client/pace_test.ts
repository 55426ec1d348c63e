import { FakeClock } from "../clock.ts";
import { assertEquals, assertRejects } from "../deps/assert.ts";
import type { TransportResponse } from "../transport/exchange.ts";
import { PacedSender } from "./pace.ts";

const ANSWER: TransportResponse = {
  status: 200,
  headers: {},
  body: { discard() {}, async *[Symbol.asyncIterator]() {} },
};

/** A sender of two requests a second, one at once, and when each of its requests went out. */
function paced() {
  const clock = new FakeClock();
  const sent: [string, number][] = [];
  const sender = new PacedSender(
    {
      send({ path }) {
        sent.push([path, clock.monotonic()]);
        return Promise.resolve(ANSWER);
      },
      webSocket: () => Promise.reject(new Error("none is asked for")),
    },
    { qps: 2, burst: 1 },
    clock,
  );
  const send = (path: string, signal?: AbortSignal) => sender.send({ method: "GET", path, signal });
  return { clock, sent, send };
}

Deno.test("PacedSender.send() sends in the order in which requests came, at the pace", async () => {
  const { clock, sent, send } = paced();
  const all = ["/a", "/b", "/c"].map((path) => send(path));
  await clock.advance(1000);
  await Promise.all(all);
  assertEquals(sent, [["/a", 0], ["/b", 500], ["/c", 1000]]);
});

Deno.test("PacedSender.send() waits for none that was given up", async () => {
  const { clock, sent, send } = paced();
  await send("/first");
  const givenUp = new AbortController();
  const lost = Array.from(
    { length: 100 },
    (_, at) => assertRejects(() => send(`/lost/${at}`, givenUp.signal)),
  );
  const kept = send("/kept");
  await clock.advance(100);
  givenUp.abort(new Error("no longer wanted"));
  await Promise.all(lost);
  const late = send("/late");
  await clock.advance(900);
  await Promise.all([kept, late]);
  assertEquals(sent, [["/first", 0], ["/kept", 500], ["/late", 1000]]);
});
