/** Controllers of tokens that lie in secrets, on a server of their own: signing takes time of the machine. */
import { Buffer } from "node:buffer";
import { createLegacyTokenCleaner } from "../../controllers/legacy_serviceaccount_token_cleaner.ts";
import { type LoopParts, SharedInformers } from "../../controllers/loop/mod.ts";
import { createServiceAccountTokens } from "../../controllers/serviceaccount_token.ts";
import { startApiServer } from "../../server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { FakeClock, systemClock } from "../../toolkit/clock.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { type Client, ConfigMap, Pod, Secret, ServiceAccount } from "../../mod.ts";
import { type Dialect, DIALECTS, NAMES } from "../../toolkit/names.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import type { TokenKey } from "../../toolkit/tokens/json_web_token.ts";

const AUTHORITIES = "-----BEGIN CERTIFICATE-----\n";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const textOf = (base64 = "") => Buffer.from(base64, "base64").toString();

async function testKey(): Promise<TokenKey> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  return { key: privateKey, algorithm: "ES256", id: "test" };
}

/** A server on which one controller runs. */
async function startWith(dialect: Dialect, make: (parts: LoopParts) => Runnable, clock: Clock) {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await startApiServer({ dialect, groups: "all" }));
  const client = server.client();
  const stop = new AbortController();
  const informers = stack.use(new SharedInformers(client));
  const running = make({
    client: client.with({ writesSeenBy: client }),
    informers,
    metrics: new Registry(),
    clock,
    logger: silentLogger,
    random: Math.random,
  }).run({ signal: stop.signal, started() {} });
  stack.defer(async () => {
    stop.abort();
    await running;
  });
  return { client, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function makeSecret(client: Client, name: string, account: string, uid?: string) {
  const names = NAMES[client.dialect];
  await client.create(Secret, {
    metadata: {
      name,
      annotations: {
        [names.annotationServiceAccountName]: account,
        [names.annotationLastApplied]: "{}",
        ...(uid && { [`${names.domain}/service-account.uid`]: uid }),
      },
    },
    type: names.secretTypeServiceAccountToken,
  });
}

const SOON = { timeout: "120s" } as const;
const gone = (client: Client, name: string) =>
  client.waitFor(Secret, name, (secret) => secret === undefined, SOON);

for (const dialect of DIALECTS) {
  Deno.test(`secrets that name an account are given its token (${dialect})`, async () => {
    const make = (parts: LoopParts) =>
      createServiceAccountTokens(parts, { key: testKey, authorities: AUTHORITIES });
    await using running = await startWith(dialect, make, systemClock);
    const { client } = running;
    const names = NAMES[dialect];
    const account = await client.create(ServiceAccount, {
      metadata: { name: "robot" },
      secrets: [{ name: "t" }, { name: "x" }],
    });
    await makeSecret(client, "t", "robot");
    await makeSecret(client, "of-nobody", "nobody");
    await makeSecret(client, "of-an-older-one", "robot", "other-uid");
    const isFull = (secret: { data?: Record<string, string> } | undefined) =>
      ["token", "namespace", "ca.crt"].every((key) => secret?.data?.[key]);
    const { data, metadata } = (await client.waitFor(Secret, "t", isFull, SOON))!;
    await gone(client, "of-nobody");
    await gone(client, "of-an-older-one");
    assertEquals(metadata.annotations, {
      [names.annotationServiceAccountName]: "robot",
      [`${names.domain}/service-account.uid`]: account.metadata.uid,
      [names.annotationLastApplied]: "{}",
    });
    assertEquals([textOf(data?.namespace), textOf(data?.["ca.crt"])], ["default", AUTHORITIES]);
    const claims = JSON.parse(atob(textOf(data?.token).split(".")[1]!));
    const claim = (what: string) => `${names.tokenClaimsKey}/serviceaccount/${what}`;
    assertEquals(claims, {
      iss: `${names.clusterName}/serviceaccount`,
      [claim("namespace")]: "default",
      [claim("secret.name")]: "t",
      [claim("service-account.name")]: "robot",
      [claim("service-account.uid")]: account.metadata.uid,
      sub: "system:serviceaccount:default:robot",
    });
    // What somebody takes out is put in again; the token stays as it is.
    const spoiled = { "ca.crt": base64("mine"), namespace: null };
    await client.patch(Secret, "t", { data: spoiled } as never);
    const isMended = (secret: { data?: Record<string, string> } | undefined) =>
      isFull(secret) && secret?.data?.["ca.crt"] === data?.["ca.crt"];
    const mended = await client.waitFor(Secret, "t", isMended, SOON);
    assertEquals(mended?.data, data);
    await client.delete(Secret, "t");
    const left = await client.waitFor(
      ServiceAccount,
      "robot",
      (one) => one?.secrets?.length === 1,
      SOON,
    );
    assertEquals(left?.secrets, [{ name: "x" }]);
    await makeSecret(client, "u", "robot");
    await client.waitFor(Secret, "u", isFull, SOON);
    await client.delete(ServiceAccount, "robot");
    await gone(client, "u");
  });
}

const DAY_MS = 24 * 60 * 60_000;

Deno.test("tokens that nobody has used for a year end, and go after another", async () => {
  const start = Date.now();
  const clock = new FakeClock(start);
  await using running = await startWith("kubernetes", createLegacyTokenCleaner, clock);
  const { client } = running;
  const names = NAMES.kubernetes;
  const day = (days: number) => new Date(start + days * DAY_MS).toISOString().slice(0, 10);
  await client.create(ServiceAccount, {
    metadata: { name: "robot" },
    secrets: ["unused", "used", "mounted", "strange"].map((name) => ({ name })),
  });
  const used = "kubernetes.io/legacy-token-last-used";
  const invalid = "kubernetes.io/legacy-token-invalid-since";
  for (const name of ["unused", "used", "mounted", "strange", "by-hand"]) {
    await makeSecret(client, name, "robot");
  }
  const labelled = (name: string, labels: Record<string, string>) =>
    client.patch(Secret, name, { metadata: { labels } });
  await labelled("unused", { [used]: day(9) });
  await labelled("used", { [used]: day(500) });
  await labelled("strange", { [used]: "yesterday" });
  await client.create(Pod, {
    metadata: { name: "p" },
    spec: {
      containers: [{ name: "c", image: "i" }],
      volumes: [{ name: "v", secret: { secretName: "mounted" } }],
    },
  });
  const place = { namespace: names.namespaceSystem, name: names.configMapTokenTracking };
  const tracking = { metadata: place, data: { since: day(0) } };
  await client.apply(ConfigMap, tracking, { fieldManager: "test", force: true });
  const marksOf = async (days: number) => {
    // It has looked when it waits for the next day.
    while (clock.pending === 0) await client.list(Secret);
    await clock.advance(start + days * DAY_MS - clock.now());
    while (clock.pending === 0) await client.list(Secret);
    const { items } = await client.list(Secret);
    return items.map(({ metadata: { name, labels = {} } }) => labels[invalid] ? `${name}!` : name)
      .join(" ");
  };
  assertEquals(await marksOf(365), "by-hand mounted strange unused used");
  assertEquals(await marksOf(374), "by-hand mounted strange unused used");
  assertEquals(await marksOf(376), "by-hand mounted strange unused! used");
  assertEquals(await marksOf(741), "by-hand mounted strange unused! used");
  assertEquals(await marksOf(743), "by-hand mounted strange used");
  assert(!(await client.get(Secret, "strange")).metadata.labels?.[invalid]);
});
