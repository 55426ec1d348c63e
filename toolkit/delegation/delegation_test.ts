import { makeAuthority, makeCertificate, USAGE } from "../certificates/mod.ts";
import type { Client } from "../client/client.ts";
import { FakeClock, systemClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { forbidden } from "../errors/mod.ts";
import { type Logger, silentLogger } from "../logger.ts";
import { Registry } from "../metrics/mod.ts";
import { NAMES } from "../names.ts";
import { fixedTls, serve } from "../serving/mod.ts";
import { askHttp1 } from "../serving/testdata/client.ts";
import { jane, localhost, NOW, proxyAuthority, userAuthority } from "../serving/testdata/pki.ts";
import { reviewedAccess } from "./access_reviews.ts";
import { type DelegationFlagValues, openDelegation, prepareDelegation } from "./open.ts";

/** What an API server says, as far as delegation asks. */
interface Said {
  /** By token: who it is. */
  readonly tokens?: Readonly<Record<string, object>>;
  /** Who may use /metrics. */
  readonly metrics?: readonly string[];
  /** The config map; an error: it can't be read. */
  readonly settings?: Readonly<Record<string, string>> | Error;
  /** It does not answer. */
  readonly gone?: boolean;
}

/** A client of such a server, and what it was asked. */
function clientOf(said: () => Said) {
  const asked: string[] = [];
  const client = {
    names: NAMES.kubernetes,
    create(kind: { kind: string }, { spec }: { spec: Record<string, unknown> }) {
      asked.push(kind.kind);
      const { tokens = {}, metrics = [], gone = false } = said();
      if (gone) return Promise.reject(new TypeError("connection refused"));
      if (kind.kind === "TokenReview") {
        const user = tokens[spec.token as string];
        return Promise.resolve({ status: user ? { authenticated: true, user } : {} });
      }
      const { path } = spec.nonResourceAttributes as { path: string };
      const allowed = path === "/metrics" && metrics.includes(spec.user as string);
      return Promise.resolve({ status: { allowed } });
    },
    find() {
      const { settings = {} } = said();
      return settings instanceof Error
        ? Promise.reject(settings)
        : Promise.resolve({ data: settings });
    },
    watch: (_: unknown, { signal }: { signal: AbortSignal }) => ({
      async *[Symbol.asyncIterator]() {
        yield { type: "SYNCED" };
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    }),
  };
  return { client: client as unknown as Client, asked };
}

const FLAGS: DelegationFlagValues = {
  "authentication-kubeconfig": "config",
  "authentication-skip-lookup": false,
  "authentication-token-webhook-cache-ttl": 10_000,
  "authentication-tolerate-lookup-failure": false,
  "client-ca-file": "",
  "requestheader-allowed-names": [],
  "requestheader-client-ca-file": "",
  "requestheader-extra-headers-prefix": ["x-remote-extra-"],
  "requestheader-group-headers": ["x-remote-group"],
  "requestheader-username-headers": ["x-remote-user"],
  "authorization-always-allow-paths": ["/healthz", "/open/*"],
  "authorization-kubeconfig": "config",
  "authorization-webhook-cache-authorized-ttl": 10_000,
  "authorization-webhook-cache-unauthorized-ttl": 10_000,
};

const SETTINGS = {
  "client-ca-file": userAuthority.certificate,
  "requestheader-client-ca-file": proxyAuthority.certificate,
  "requestheader-allowed-names": '["front-proxy"]',
  "requestheader-username-headers": '["X-Remote-User"]',
  "requestheader-group-headers": '["X-Remote-Group"]',
  "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
};

/** Delegation over such a server. */
function opened(
  said: () => Said,
  { flags = {}, signal, logger = silentLogger }: {
    flags?: Partial<DelegationFlagValues>;
    signal: AbortSignal;
    logger?: Logger;
  },
) {
  const { client, asked } = clientOf(said);
  const delegation = openDelegation({
    values: { ...FLAGS, ...flags },
    names: NAMES.kubernetes,
    clock: systemClock,
    logger,
    metrics: new Registry(),
    signal,
    clientOf: () => Promise.resolve(client),
  });
  return { delegation, asked };
}

const client = (commonName: string, changes: object = {}, authority = userAuthority) =>
  makeCertificate({ commonName, usages: [USAGE.client], now: NOW, ...changes }, authority);

const root = await client("root", { organizations: ["system:masters"] });
const expired = await client("root", {
  organizations: ["system:masters"],
  now: new Date(NOW.getTime() - 400 * 24 * 3600_000),
});
const forged = await client(
  "root",
  { organizations: ["system:masters"] },
  await makeAuthority("user authority", NOW),
);
const serverOnly = await client("root", {
  organizations: ["system:masters"],
  usages: [USAGE.server],
});
const proxy = await client("front-proxy", {}, proxyAuthority);
const otherProxy = await client("other-proxy", {}, proxyAuthority);

const AS_ROOT = { "x-remote-user": "root", "x-remote-group": "system:masters" };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

Deno.test("openDelegation() lets through who may, and nobody else", async (t) => {
  let said: Said = {};
  const there: Said = {
    tokens: { good: { username: "jane", groups: [] }, nameless: { groups: ["system:masters"] } },
    metrics: ["jane"],
    settings: SETTINGS,
  };
  const gone: Said = { ...there, gone: true };
  said = there;
  const stop = new AbortController();
  const { delegation } = opened(() => said, {
    signal: stop.signal,
    flags: { "authentication-token-webhook-cache-ttl": 0 },
  });
  const guard = await delegation;
  const tls = guard.withAuthorities(fixedTls({ main: localhost, named: [] }));
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0, shared: false }, tls },
    guard.guard(() => ({ status: 200, body: "in" })),
  );
  const cases: [name: string, said: Said, ask: Parameters<typeof askHttp1>[1], status: number][] = [
    ["nobody, an open path", there, { path: "/healthz" }, 200],
    ["nobody, below an open path", there, { path: "/healthz/x" }, 403],
    ["nobody, below an open prefix", there, { path: "/open/x" }, 200],
    ["nobody, another path", there, { path: "/metrics" }, 403],
    ["nobody, an open path written otherwise", there, { path: "/%68ealthz" }, 403],
    ["a token", there, { path: "/metrics", headers: bearer("good") }, 200],
    ["a forged token, an open path", there, { path: "/healthz", headers: bearer("bad") }, 401],
    ["a token of nobody", there, { path: "/metrics", headers: bearer("nameless") }, 401],
    [
      "a token longer than anybody reads",
      there,
      { path: "/healthz", headers: bearer("x".repeat(200_000)) },
      401,
    ],
    ["a user who may", there, { path: "/metrics", pair: jane }, 200],
    ["a master", there, { path: "/anything", pair: root }, 200],
    ["an expired certificate", there, { path: "/healthz", pair: expired }, 401],
    ["a certificate of another authority", there, { path: "/healthz", pair: forged }, 401],
    ["a certificate for servers", there, { path: "/healthz", pair: serverOnly }, 401],
    ["headers without a certificate", there, { path: "/metrics", headers: AS_ROOT }, 403],
    ["headers with a user's", there, { path: "/other", headers: AS_ROOT, pair: jane }, 403],
    ["headers with a proxy's", there, { path: "/other", headers: AS_ROOT, pair: proxy }, 200],
    [
      "headers with another's",
      there,
      { path: "/healthz", headers: AS_ROOT, pair: otherProxy },
      401,
    ],
    ["a proxy without headers", there, { path: "/healthz", pair: proxy }, 401],
    ["gone: nobody, an open path", gone, { path: "/healthz" }, 200],
    ["gone: nobody, a path that is not known yet", gone, { path: "/debug" }, 500],
    ["gone: a token", gone, { path: "/healthz", headers: bearer("good") }, 401],
    ["gone: a master", gone, { path: "/debug", pair: root }, 200],
    ["gone: what was allowed a moment ago", gone, { path: "/metrics", pair: jane }, 200],
  ];
  for (const [name, now, ask, status] of cases) {
    await t.step(name, async () => {
      said = now;
      const answer = await askHttp1(server, ask);
      assertEquals(answer.status, status, answer.body);
      assertEquals(answer.body === "in", status === 200);
      assert(!answer.body.includes("refused"), "why it could not be asked is nobody's business");
    });
  }
  stop.abort();
});

Deno.test("prepareDelegation() answers what everybody may use before there is an API server", async () => {
  const stop = new AbortController();
  const { client } = clientOf(() => ({ settings: SETTINGS, metrics: ["jane"] }));
  const reached = Promise.withResolvers<Client>();
  const delegation = await prepareDelegation({
    values: FLAGS,
    names: NAMES.kubernetes,
    clock: systemClock,
    logger: silentLogger,
    metrics: new Registry(),
    signal: stop.signal,
    clientOf: () => reached.promise,
  });
  const tls = delegation.withAuthorities(fixedTls({ main: localhost, named: [] }));
  const pod = { group: "", version: "v1", resource: "pods", namespace: "", name: "" };
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0, shared: false }, tls },
    delegation.guard(
      () => ({ status: 200, body: "in" }),
      ({ path }) => ({ verb: "get", path, resource: path === "/open/pods" ? pod : undefined }),
    ),
  );
  const asked = async (path: string) => (await askHttp1(server, { path, pair: jane })).status;
  const known = delegation.look();
  assertEquals([await asked("/healthz"), await asked("/open/x")], [200, 200]);
  assertEquals([await asked("/metrics"), await asked("/open/pods")], [503, 503]);
  assertEquals((await askHttp1(server, { path: "/metrics" })).headers["retry-after"], "1");
  reached.resolve(client);
  await known;
  assertEquals([await asked("/healthz"), await asked("/metrics"), await asked("/x")], [
    200,
    200,
    403,
  ]);
  stop.abort();
});

Deno.test("openDelegation() follows who is trusted, and is strict about what it looks up", async () => {
  const refused = forbidden(undefined, "", "you may not");
  const cases: [name: string, settings: Said["settings"], flags: object, error?: RegExp][] = [
    ["none", {}, {}],
    ["not allowed", refused, {}, /can't be looked up: .*you may not.*reader/],
    ["not allowed, tolerated", refused, { "authentication-tolerate-lookup-failure": true }],
    ["not allowed, not asked", refused, { "authentication-skip-lookup": true }],
    ["no PEM", { "client-ca-file": "x" }, {}, /client-ca-file/],
    [
      "no list",
      { ...SETTINGS, "requestheader-allowed-names": "front-proxy" },
      {},
      /requestheader-allowed-names is no JSON list/,
    ],
    ["no list of texts", { ...SETTINGS, "requestheader-allowed-names": "[1]" }, {}, /no JSON list/],
    [
      "a path",
      {},
      { "authorization-always-allow-paths": ["/a*b"] },
      /\* may stand at its end only/,
    ],
    ["a file", {}, { "client-ca-file": "/nowhere" }, /^--client-ca-file: \/nowhere/],
  ];
  for (const [, settings, flags, error] of cases) {
    const stop = new AbortController();
    const open = () =>
      opened(() => (settings === undefined ? {} : { settings }), { flags, signal: stop.signal })
        .delegation;
    if (error) await assertRejects(open, error);
    else await open();
    stop.abort();
  }
});

Deno.test("openDelegation() without configs looks at no token, and allows what needs no question", async () => {
  const stop = new AbortController();
  const { delegation, asked } = opened(() => ({ tokens: { good: { username: "jane" } } }), {
    flags: { "authentication-kubeconfig": "", "authorization-kubeconfig": "" },
    signal: stop.signal,
  });
  const guard = await delegation;
  const tls = guard.withAuthorities(fixedTls({ main: localhost, named: [] }));
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0, shared: false }, tls },
    guard.guard(() => ({ status: 200 })),
  );
  const status = async (path: string, token = "good") =>
    (await askHttp1(server, { path, headers: bearer(token) })).status;
  assertEquals([await status("/healthz"), await status("/metrics")], [200, 403]);
  assertEquals(asked, []);
  stop.abort();
});

Deno.test("reviewedAccess() remembers answers for as long as it is told, and no failure", async () => {
  const clock = new FakeClock();
  let gone = true;
  const { client, asked } = clientOf(() => ({ metrics: ["jane"], gone }));
  const authorizer = reviewedAccess({
    client,
    alwaysAllowPaths: [],
    authorizedTtlMs: 10_000,
    unauthorizedTtlMs: 1_000,
    clock,
  });
  const { signal } = new AbortController();
  const ask = async (name: string, path = "/metrics") => {
    const user = { name, uid: "", groups: [], extra: {} };
    const { decision } = await authorizer.authorize({ user, verb: "get", path }, signal);
    return decision;
  };
  await assertRejects(() => ask("jane"), /connection refused/);
  gone = false;
  assertEquals([await ask("jane"), await ask("jack")], ["allow", "no opinion"]);
  assertEquals([await ask("jane"), await ask("jack"), asked.length], ["allow", "no opinion", 3]);
  await clock.advance(1_000);
  assertEquals([await ask("jane"), await ask("jack"), asked.length], ["allow", "no opinion", 4]);
  await clock.advance(9_000);
  assertEquals([await ask("jane"), asked.length], ["allow", 5]);
  // What is long is asked about each time: it would fill the memory.
  const long = `/${"x".repeat(20_000)}`;
  await ask("jane", long);
  await ask("jane", long);
  assertEquals(asked.length, 7);
});
