import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { silentLogger } from "../logger.ts";
import { type ClientOptions, ConfigMap } from "../mod.ts";
import { connected } from "./connected.ts";

const GROUPS = JSON.stringify({ kind: "APIGroupList", groups: [{ name: "apps" }] });

/** Connects to a server that answers as `answer` says, counting requests and what is logged. */
function connecting(answer: (request: Request) => Promise<Response>) {
  const clock = new FakeClock();
  const stop = new AbortController();
  const warned: [message: string, waitMs: unknown][] = [];
  const [paths, told]: [string[], PromiseWithResolvers<void>[]] = [[], []];
  const logger = {
    ...silentLogger,
    warning(message: string, pairs: Readonly<Record<string, unknown>> = {}) {
      warned.push([message, pairs.waitMs]);
      told.shift()?.resolve();
    },
  };
  const options: ClientOptions = {
    config: new URL("http://server"),
    transport: {
      fetch(request) {
        paths.push(new URL(request.url).pathname);
        return answer(request);
      },
    },
    clock,
    random: () => 0,
  };
  const client = connected(options, { clock, logger, signal: stop.signal, random: () => 0 });
  const warning = () => {
    const next = Promise.withResolvers<void>();
    told.push(next);
    return next.promise;
  };
  return { clock, stop, warned, paths, client, warning };
}

const refusing = () => Promise.reject(new TypeError("connection refused"));

Deno.test("connected() says at once that nobody answers, and each time that it asks again", async () => {
  let isThere = false;
  const made = connecting(({ url }) => {
    if (!isThere) return refusing();
    return Promise.resolve(new Response(GROUPS, { status: url.endsWith("/apis") ? 200 : 404 }));
  });
  const first = made.warning();
  await first;
  assertEquals(made.warned, [["The server does not answer yet", 250]]);
  assertEquals(made.paths, ["/apis"]);
  const second = made.warning();
  await made.clock.advance(250);
  await second;
  assertEquals(made.warned.map(([, waitMs]) => waitMs), [250, 500]);
  isThere = true;
  await made.clock.advance(500);
  await using client = await made.client;
  assertEquals(client.dialect, "kubernetes");
  assertEquals(made.paths, ["/apis", "/apis", "/apis"]);
  // Whoever waited has still something to do when it is told to end.
  made.stop.abort();
  assertEquals(await client.find(ConfigMap, { namespace: "a", name: "b" }), undefined);
});

Deno.test("connected() waits no longer than its signal, and for no refusal", async () => {
  const made = connecting(refusing);
  await made.warning();
  made.stop.abort(new Error("told to end"));
  await assertRejects(() => made.client, "told to end");
  const refused = connecting(() => Promise.resolve(new Response("{}", { status: 403 })));
  await assertRejects(() => refused.client);
  assert(refused.warned.length === 0, "no waiting");
});
