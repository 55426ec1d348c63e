import { HttpsPeer, type PeerHandler } from "../../testing/https_peer.ts";
import { drained, VirtualClock } from "../../testing/virtual_clock.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { openConfiguredWebhook, type WebhookOptions } from "./configured_webhook.ts";

const NEVER = new AbortController().signal;

async function asking(
  handler: PeerHandler,
  changes: Partial<WebhookOptions>,
  body: (ask: () => Promise<unknown>, peer: HttpsPeer, config: string) => Promise<void>,
  path = "/review",
) {
  const folder = await Deno.makeTempDir();
  const stop = new AbortController();
  await using peer = await HttpsPeer.start(handler);
  const config = `${folder}/config`;
  try {
    await Deno.writeTextFile(config, peer.clientConfig(path));
    const webhook = await openConfiguredWebhook({
      source: "--hook-file",
      path: config,
      clock: systemClock,
      logger: silentLogger,
      signal: stop.signal,
      random: () => 0,
      backoff: { firstMs: 1, mostMs: 1 },
      ...changes,
    });
    await body(() => webhook.ask({ kind: "Review" }, NEVER), peer, config);
  } finally {
    stop.abort();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("openConfiguredWebhook() names flag and file when the file is none", async () => {
  const open = (path: string) =>
    openConfiguredWebhook({
      source: "--hook-file",
      path,
      clock: systemClock,
      logger: silentLogger,
      signal: NEVER,
      random: () => 0,
    });
  await assertRejects(() => open("/nowhere/config"), /^--hook-file: \/nowhere\/config: /);
});

Deno.test("ask() posts the object to the path of the address and gives the answer", async () => {
  for (const path of ["/review", "", "/"]) {
    await asking(() => ({ body: { status: "fine" } }), {}, async (ask, { requests }) => {
      assertEquals(await ask(), { status: "fine" });
      const [{ method, path: asked, body }] = requests as [typeof requests[0]];
      assertEquals([method, asked, body], [
        "POST",
        `${path || "/"}?timeout=30s`,
        '{"kind":"Review"}',
      ]);
    }, path);
  }
});

Deno.test("ask() asks again after faults, five times at most, and not after a refusal", async () => {
  const cases: [name: string, statuses: (number | undefined)[], asked: number, ends: RegExp | 0][] =
    [
      ["a fault, then an answer", [500, 503, 200], 3, 0],
      ["a lost connection, then an answer", [undefined, 200], 2, 0],
      ["too many requests, then an answer", [429, 200], 2, 0],
      ["faults only", [500, 500, 500, 500, 500, 200], 5, /with the status 500$/],
      ["a refusal", [403, 200], 1, /with the status 403$/],
    ];
  for (const [name, statuses, asked, ends] of cases) {
    const left = [...statuses];
    const handler = () => {
      const status = left.shift();
      return status === undefined ? undefined : { status, body: {} };
    };
    await asking(handler, {}, async (ask, { requests }) => {
      if (ends === 0) assertEquals(await ask(), {}, name);
      else await assertRejects(ask, ends);
      assertEquals(requests.length, asked, name);
    });
  }
});

Deno.test("ask() gives up on an answer that is no JSON, is too long, or does not come", async () => {
  await asking(() => ({ body: "{" }), {}, async (ask, { requests }) => {
    await assertRejects(ask, /^the webhook's answer can't be read/);
    assertEquals(requests.length, 1);
  });
  await asking(() => ({ body: "x".repeat(2 << 20) }), { attempts: 1 }, async (ask) => {
    await assertRejects(ask, /1048576/);
  });
  // The certificate is of today.
  const clock = new VirtualClock(Date.now());
  const came = Promise.withResolvers<void>();
  const silent = () => {
    came.resolve();
    return new Promise<undefined>(() => {});
  };
  await asking(silent, { attempts: 1, clock }, async (ask) => {
    const asked = ask();
    asked.catch(() => {});
    await came.promise;
    await drained();
    await clock.run(30_000);
    await assertRejects(() => asked, /^no answer within 30 s$/);
  });
});

Deno.test("ask() does not ask again whom it can't reach, and who did not answer in time", async () => {
  /** One is worked out after each failure. */
  let waits = 0;
  const backoff = { firstMs: 1, mostMs: 1, jitter: 1, random: () => waits++ && 0 };
  await asking(() => ({ body: {} }), { backoff }, async (ask, peer) => {
    await peer[Symbol.asyncDispose]();
    await assertRejects(ask, /refused/);
  });
  assertEquals(waits, 1);
  const clock = new VirtualClock(Date.now());
  const came = Promise.withResolvers<void>();
  const silent = () => {
    came.resolve();
    return new Promise<undefined>(() => {});
  };
  await asking(silent, { backoff, clock, timeoutMs: 3000 }, async (ask, { requests }) => {
    const asked = ask();
    asked.catch(() => {});
    await came.promise;
    await drained();
    await clock.run(3000);
    await clock.run(10);
    await drained();
    assertEquals([requests.length, waits], [1, 2]);
    await assertRejects(() => asked, /^no answer within 3 s$/);
  });
});

Deno.test("ask() believes no other authority than the file's", async () => {
  await using other = await HttpsPeer.start(() => ({ body: {} }));
  await asking(() => ({ body: {} }), { attempts: 1 }, async (_ask, peer, config) => {
    const text = other.clientConfig().replace(other.url, peer.url);
    await Deno.writeTextFile(config, text);
    const webhook = await openConfiguredWebhook({
      source: "--hook-file",
      path: config,
      attempts: 1,
      clock: systemClock,
      logger: silentLogger,
      signal: NEVER,
      random: () => 0,
    });
    await assertRejects(() => webhook.ask({}, NEVER), /certificate/);
    assertEquals(peer.requests.length, 0);
  });
});
