import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { BodySink, HttpResponse, PushBody } from "../../toolkit/serving/mod.ts";
import { lasts, whenOver } from "./response_end.ts";

/** A pushed body, its client, and what happened to either, in order. */
function pushed(over: () => void | Promise<void>) {
  const log: string[] = [];
  let sink: BodySink | undefined;
  const body: PushBody = {
    start(given) {
      sink = given;
      log.push("started");
    },
    cancel: () => void log.push("cancelled"),
  };
  const response: HttpResponse = { status: 200, body };
  const wrapped = whenOver(response, () => {
    log.push("over");
    return over();
  }).body as PushBody;
  const client: BodySink = {
    write: (piece) => log.push(`wrote ${piece.length}`) > 0,
    onDrain: (callback) => callback(),
    end: () => void log.push("ended"),
    fail: (error) => void log.push(`failed: ${(error as Error).message}`),
  };
  return { log, wrapped, client, sink: () => sink! };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** What becomes of a pushed body, and what is seen of it. */
const ENDS: readonly [
  name: string,
  over: () => void | Promise<void>,
  run: (one: ReturnType<typeof pushed>) => void,
  seen: readonly string[],
][] = [
  ["sent to its end", () => {}, ({ wrapped, client, sink }) => {
    wrapped.start(client);
    sink().write(new Uint8Array(2));
    sink().end();
  }, ["started", "wrote 2", "over", "ended"]],
  ["failed", () => {}, ({ wrapped, client, sink }) => {
    wrapped.start(client);
    sink().fail(new Error("broken"));
  }, ["started", "over", "failed: broken"]],
  ["given up before it began", () => {}, ({ wrapped }) => wrapped.cancel(), ["cancelled", "over"]],
  ["given up by its client", () => {}, ({ wrapped, client }) => {
    wrapped.start(client);
    wrapped.cancel();
  }, ["started", "cancelled", "over"]],
  ["left by its client while its end is recorded", () => {}, ({ wrapped, client, sink }) => {
    wrapped.start(client);
    sink().end();
    wrapped.cancel();
  }, ["started", "over", "ended"]],
  ["ended twice", () => {}, ({ wrapped, client, sink }) => {
    wrapped.start(client);
    sink().end();
    sink().end();
    sink().fail(new Error("late"));
  }, ["started", "over", "ended"]],
  [
    "not to be recorded",
    () => Promise.reject(new Error("disk full")),
    ({ wrapped, client, sink }) => {
      wrapped.start(client);
      sink().end();
    },
    ["started", "over", "failed: disk full"],
  ],
];

for (const [name, over, run, seen] of ENDS) {
  Deno.test(`whenOver() is called once, before the end is sent: a pushed body that is ${name}`, async () => {
    const one = pushed(over);
    run(one);
    await settled();
    assertEquals(one.log, seen);
  });
}

Deno.test("lasts() tells answers that go on from those that are there", () => {
  const body: PushBody = { start() {}, cancel() {} };
  const bodies: [HttpResponse["body"], boolean][] = [
    [undefined, false],
    ["text", false],
    [new Uint8Array(1), false],
    [body, true],
    [(async function* () {})(), true],
  ];
  for (const [given, expected] of bodies) {
    assertEquals(lasts({ status: 200, ...(given !== undefined && { body: given }) }), expected);
  }
});
