import { InProcessCalls } from "./in_process_calls.ts";
import type { WebhookCalls } from "./callouts.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";

const HERE = { host: "here.invalid", port: 443 };
const POST = { method: "POST", path: "/judge?timeout=1s", body: new Uint8Array([1, 2, 3]) };

function calls(answer: (request: Request) => Promise<Response>): WebhookCalls {
  return new InProcessCalls({
    url: "https://here.invalid",
    answer,
    others: {
      call: ({ host }) =>
        Promise.resolve({ status: 200, headers: {}, body: new TextEncoder().encode(host) }),
    },
  });
}

Deno.test("InProcessCalls asks what is at its host here, and others elsewhere", async () => {
  const asked: [string, string, number[]][] = [];
  const client = calls(async (request) => {
    asked.push([request.method, request.url, [...await request.bytes()]]);
    return new Response("yes", { status: 201, headers: { "x-said": "so" } });
  });
  const answer = await client.call(HERE, POST);
  assertEquals([answer.status, answer.headers["x-said"]], [201, "so"]);
  assertEquals(new TextDecoder().decode(answer.body), "yes");
  const pieces = (async function* () {
    yield* [new Uint8Array([4]), new Uint8Array([5, 6])];
  })();
  await client.call({ ...HERE, port: 8443 }, { ...POST, body: pieces });
  assertEquals(asked, [
    ["POST", "https://here.invalid/judge?timeout=1s", [1, 2, 3]],
    ["POST", "https://here.invalid/judge?timeout=1s", [4, 5, 6]],
  ]);
  const there = await client.call({ host: "there.invalid", port: 443 }, POST);
  assertEquals(new TextDecoder().decode(there.body), "there.invalid");
  assertEquals(asked.length, 2);
});

Deno.test("InProcessCalls ends with the signal where the answer never comes", async (t) => {
  const reason = new Error("too late");
  const never = new Promise<never>(() => {});
  await t.step("before it is asked", async () => {
    const client = calls(() => {
      throw new Error("asked all the same");
    });
    const call = client.call(HERE, { ...POST, signal: AbortSignal.abort(reason) });
    assertEquals(await call.catch((error) => error), reason);
  });
  for (
    const [what, answer] of [
      ["while it is asked", () => never],
      [
        "while the answer's body comes",
        () => Promise.resolve(new Response(new ReadableStream({ pull: () => never }))),
      ],
    ] as const
  ) {
    await t.step(what, async () => {
      const stop = new AbortController();
      const asked = Promise.withResolvers<AbortSignal>();
      const client = calls((request) => {
        asked.resolve(request.signal);
        return answer();
      });
      const call = client.call(HERE, { ...POST, signal: stop.signal });
      const signal = await asked.promise;
      assert(!signal.aborted);
      stop.abort(reason);
      assertEquals(await call.catch((error) => error), reason);
      assert(signal.aborted);
    });
  }
});

Deno.test("InProcessCalls takes no more of an answer than the request allows", async () => {
  const client = calls(() => Promise.resolve(new Response("0123456789")));
  const limited = (bodyLimitBytes: number) =>
    client.call(HERE, { ...POST, limits: { bodyLimitBytes } });
  assertEquals((await limited(10)).body.length, 10);
  await assertRejects(() => limited(9), /longer than 9 bytes/);
});

Deno.test("InProcessCalls rejects with what the answer rejects with", async () => {
  const client = calls(() => Promise.reject(new Error("gone")));
  await assertRejects(() => client.call(HERE, POST), /gone/);
});
