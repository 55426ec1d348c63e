import { FakeClock, systemClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import type { HttpRequest, HttpResponse } from "../serving/http.ts";
import { isPushed, pulled } from "../serving/push.ts";
import { isOfProfiles, PPROF_PREFIX, profilingHandler } from "./mod.ts";

const request = (name: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: "GET",
  path: PPROF_PREFIX + name.split("?")[0],
  query: name.split("?")[1] ?? "",
  headers: {},
  version: "1.1",
  peer: { address: "127.0.0.1", port: 1 },
  signal: new AbortController().signal,
  sentBy() {},
  cancel() {},
  async *body() {},
  ...more,
});

const handler = profilingHandler({ clock: systemClock, commandLine: ["prog", "--v=2"] });

async function bytes(response: HttpResponse): Promise<string> {
  const { body } = response;
  if (body === undefined || typeof body === "string") return body ?? "";
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of isPushed(body) ? pulled(body) : body) {
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

Deno.test("the index links to every page", async () => {
  const text = await bytes(await handler(request("")));
  for (const name of ["heap", "profile", "cmdline", "goroutine", "trace", "symbol", "allocs"]) {
    assert(text.includes(`href="${name}"`), name);
  }
});

const ANSWERS: [name: string, method: string, status: number][] = [
  ["cmdline", "GET", 200],
  ["goroutine", "GET", 501],
  ["allocs?seconds=0", "GET", 400],
  ["unknown", "GET", 404],
  ["constructor", "GET", 404],
  ["heap", "POST", 405],
  ["profile?seconds=0", "GET", 400],
  ["profile?seconds=-1", "GET", 400],
  ["profile?seconds=x", "GET", 400],
  ["profile?seconds=1e9", "GET", 400],
];

Deno.test("each page answers with its own status", async () => {
  for (const [name, method, status] of ANSWERS) {
    assertEquals((await handler(request(name, { method }))).status, status, name);
  }
});

Deno.test("heap is a snapshot that tools can read", async () => {
  const response = await handler(request("heap"));
  const snapshot = JSON.parse(await bytes(response));
  assert(snapshot.snapshot.meta.node_fields.length > 0);
});

Deno.test("heap is taken once at a time, and again when its reader has left", async () => {
  const first = (await handler(request("heap"))).body as AsyncIterable<Uint8Array>;
  const late = (await handler(request("heap"))).body as AsyncIterable<Uint8Array>;
  for await (const _ of first) {
    const second = await handler(request("heap"));
    assertEquals(second.status, 500);
    assert((await bytes(second)).includes("heap profiling already in use"));
    await assertRejects(() => bytes({ status: 200, body: late }), "already in use");
    break;
  }
  assertEquals((await handler(request("heap"))).status, 200);
});

Deno.test("whoever forgets the slash is led to the index", async () => {
  const { status, headers } = await handler(request("", { path: "/debug/pprof" }));
  assertEquals([status, headers?.location], [302, "/debug/pprof/"]);
  assert(!isOfProfiles("/debug/pprofile") && isOfProfiles("/debug/pprof"));
});

for (const name of ["profile", "allocs"]) {
  Deno.test(`${name} is taken once at a time, and ends with its client`, async () => {
    const clock = new FakeClock();
    const timed = profilingHandler({ clock, commandLine: [] });
    const first = Promise.resolve(timed(request(`${name}?seconds=2`)));
    await clock.advance(0);
    const second = await timed(request(name));
    assertEquals(second.status, 500);
    assert((await bytes(second)).includes("already in use"));
    while (clock.pending === 0) await new Promise((resolve) => setTimeout(resolve));
    await clock.advance(2000);
    assertEquals((await first).status, 200);

    const gone = new AbortController();
    const ended = Promise.resolve(timed(request(name, { signal: gone.signal })));
    gone.abort(new Error("client left"));
    await assertRejects(() => ended, "client left");
    const again = Promise.resolve(timed(request(`${name}?seconds=1`)));
    while (clock.pending === 0) await new Promise((resolve) => setTimeout(resolve));
    await clock.advance(1000);
    assertEquals((await again).status, 200);
  });
}

Deno.test("profile says where time was spent", async () => {
  const clock = new FakeClock();
  const timed = profilingHandler({ clock, commandLine: [] });
  const taken = Promise.resolve(timed(request("profile?seconds=1")));
  while (clock.pending === 0) await new Promise((resolve) => setTimeout(resolve));
  await clock.advance(1000);
  assert(JSON.parse(await bytes(await taken)).nodes.length > 0);
});

interface Allocated {
  callFrame: { functionName: string };
  selfSize: number;
  children: Allocated[];
}

Deno.test("allocs says by which function what was allocated that nobody has any more", async () => {
  const clock = new FakeClock();
  const timed = profilingHandler({ clock, commandLine: [] });
  const taken = Promise.resolve(timed(request("allocs?seconds=1")));
  while (clock.pending === 0) await new Promise((resolve) => setTimeout(resolve));
  let last: unknown;
  const allocateMuch = () => {
    for (let i = 0; i < 300_000; i++) last = [i, i, i, i];
  };
  allocateMuch();
  await clock.advance(1000);
  assert(last !== undefined);
  const bytesOf = (name: string, { callFrame, selfSize, children }: Allocated): number =>
    children.reduce(
      (sum, child) => sum + bytesOf(name, child),
      callFrame.functionName === name ? selfSize : 0,
    );
  const { head } = JSON.parse(await bytes(await taken));
  assert(bytesOf("allocateMuch", head) > 300_000 * 4 * 4);
});
