/** The names of health checks, and what each of those that belong to the start waits for. */
import { TEST_BOOTSTRAP } from "../../testing/bootstrap_settings.ts";
import { Unavailable } from "../../apiserver/storage/errors.ts";
import { MemoryStore, type Store } from "../../apiserver/storage/mod.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Dialect, DIALECTS } from "../../toolkit/names.ts";
import { definitionOf, DEFINITIONS } from "./extending/definitions.ts";

const BOOTSTRAP = {
  ...TEST_BOOTSTRAP,
  authentication: () => Promise.resolve({ clientAuthorities: "an authority" }),
};

/** The checks that clients of each dialect look for; `shutdown` is of readiness only. */
const EXPECTED: Readonly<Record<Dialect, readonly string[]>> = {
  orch: [
    "ping",
    "log",
    "store",
    "poststarthook/start-orch-apiserver-admission-initializer",
    "poststarthook/generic-apiserver-start-informers",
    "poststarthook/start-apiextensions-informers",
    "poststarthook/start-apiextensions-controllers",
    "poststarthook/crd-informer-synced",
    "poststarthook/bootstrap-controller",
    "poststarthook/rbac/bootstrap-roles",
    "poststarthook/scheduling/bootstrap-system-priority-classes",
    "poststarthook/start-cluster-authentication-info-controller",
    "poststarthook/start-orch-aggregator-informers",
    "poststarthook/apiservice-registration-controller",
    "poststarthook/apiservice-status-available-controller",
    "poststarthook/orch-apiserver-autoregistration",
    "autoregister-completion",
    "poststarthook/apiservice-openapi-controller",
  ],
  kubernetes: [
    "ping",
    "log",
    "etcd",
    "poststarthook/start-apiserver-admission-initializer",
    "poststarthook/generic-apiserver-start-informers",
    "poststarthook/start-apiextensions-informers",
    "poststarthook/start-apiextensions-controllers",
    "poststarthook/crd-informer-synced",
    "poststarthook/bootstrap-controller",
    "poststarthook/start-system-namespaces-controller",
    "poststarthook/start-service-ip-repair-controllers",
    "poststarthook/start-legacy-token-tracking-controller",
    "poststarthook/start-kubernetes-service-cidr-controller",
    "poststarthook/rbac/bootstrap-roles",
    "poststarthook/scheduling/bootstrap-system-priority-classes",
    "poststarthook/start-cluster-authentication-info-controller",
    "poststarthook/start-kube-aggregator-informers",
    "poststarthook/apiservice-registration-controller",
    "poststarthook/apiservice-status-local-available-controller",
    "poststarthook/apiservice-status-remote-available-controller",
    "poststarthook/kube-apiserver-autoregistration",
    "autoregister-completion",
    "poststarthook/apiservice-openapi-controller",
  ],
};

/** What can't be done while the store takes no writes. */
const WRITING: Readonly<Record<Dialect, readonly string[]>> = {
  orch: [
    "autoregister-completion",
    "poststarthook/apiservice-status-available-controller",
    "poststarthook/bootstrap-controller",
    "poststarthook/orch-apiserver-autoregistration",
    "poststarthook/scheduling/bootstrap-system-priority-classes",
    "poststarthook/start-cluster-authentication-info-controller",
    "poststarthook/start-legacy-token-tracking-controller",
    "poststarthook/start-orch-service-cidr-controller",
    "poststarthook/start-service-ip-repair-controllers",
    "poststarthook/start-system-namespaces-controller",
  ],
  kubernetes: [
    "autoregister-completion",
    "poststarthook/apiservice-status-local-available-controller",
    "poststarthook/bootstrap-controller",
    "poststarthook/kube-apiserver-autoregistration",
    "poststarthook/scheduling/bootstrap-system-priority-classes",
    "poststarthook/start-cluster-authentication-info-controller",
    "poststarthook/start-kubernetes-service-cidr-controller",
    "poststarthook/start-legacy-token-tracking-controller",
    "poststarthook/start-service-ip-repair-controllers",
    "poststarthook/start-system-namespaces-controller",
  ],
};

/** A store in memory that takes no writes until it is told to. */
class SleepingStore extends MemoryStore {
  asleep = true;

  override commit(...args: Parameters<Store["commit"]>): Promise<number> {
    if (!this.asleep) return super.commit(...args);
    return Promise.reject(new Unavailable("writing", "nothing written", "asleep"));
  }
}

/** The checks of an endpoint by whether they pass. */
async function checksOf({ client }: TestServer, endpoint: string) {
  const { text } = await client.get(`/${endpoint}?verbose`);
  const found = [...text.matchAll(/^\[([+-])\](\S+) (?:ok|failed.*)$/gm)];
  const names = (sign: string) => found.filter((one) => one[1] === sign).map((one) => one[2]!);
  return { passed: names("+"), failed: names("-") };
}

/** Settles once everything of the start is done. */
async function untilReady(server: TestServer): Promise<void> {
  while ((await server.client.get("/readyz")).status !== 200);
}

for (const dialect of DIALECTS) {
  Deno.test(`health has the checks that clients of ${dialect} look for, each at its path`, async () => {
    const logProblem = () => undefined;
    const options = { dialect, bootstrap: BOOTSTRAP, withNamespace: false, logProblem };
    await using server = await startTestServer(options);
    const { client } = server;
    await untilReady(server);
    for (const endpoint of ["healthz", "livez", "readyz"]) {
      const { passed, failed } = await checksOf(server, endpoint);
      const more = endpoint === "readyz" ? ["shutdown", "informer-sync"] : [];
      const expected = [...EXPECTED[dialect], ...more];
      assertEquals(expected.filter((name) => !passed.includes(name)), [], endpoint);
      assertEquals([failed, new Set(passed).size], [[], passed.length], endpoint);
      if (more.length === 0) assert(!passed.includes("shutdown"));
      for (const name of passed) {
        const one = await client.get(`/${endpoint}/${name}`);
        assertEquals([one.status, one.text], [200, "ok"], name);
        const { text } = await client.get(`/${endpoint}?verbose&exclude=${name}`);
        assert(text.includes(`[+]${name} excluded: ok\n`), text);
        assert(text.endsWith(`${endpoint} check passed\n`), text);
      }
    }
  });

  Deno.test(`what the start of a server of ${dialect} has to write keeps it unready until it is done`, async () => {
    const store = new SleepingStore();
    const clock = new FakeClock();
    const options = { dialect, store, clock, bootstrap: BOOTSTRAP, withNamespace: false };
    await using server = await startTestServer({ ...options, livezGraceMs: 60_000 });
    const { client } = server;
    const { failed } = await checksOf(server, "readyz");
    assertEquals(failed.sort(), WRITING[dialect]);
    assertEquals((await client.get("/readyz")).status, 500);
    const all = WRITING[dialect].map((name) => `exclude=${name}`).join("&");
    assertEquals((await client.get(`/readyz?${all}`)).status, 200);
    for (const name of WRITING[dialect]) {
      assertEquals((await client.get(`/readyz/${name}`)).status, 500, name);
      assertEquals((await client.get(`/livez/${name}`)).status, 200, `${name} has time`);
    }
    assertEquals((await client.get("/livez")).status, 200);
    await clock.advance(60_000);
    assertEquals((await checksOf(server, "livez")).failed.sort(), WRITING[dialect]);
    store.asleep = false;
    await passTimeUntil(clock, untilReady(server), 100);
    assertEquals((await checksOf(server, "livez")).failed, []);
  });
}

/** A store in memory in which changes of some resource's objects wait. */
class HeldStore extends MemoryStore {
  gate: Promise<void> = Promise.resolve();
  readonly #held: RegExp;

  constructor(held: RegExp) {
    super();
    this.#held = held;
  }

  override async commit(...args: Parameters<Store["commit"]>): Promise<number> {
    const [ops] = args;
    const isHeld = ops.some(({ key, revision = 0 }) => this.#held.test(key) && revision > 0);
    if (isHeld) await this.gate;
    return await super.commit(...args);
  }
}

const EXTENSION_SERVICE = {
  metadata: { name: "v1.far.example.com" },
  spec: {
    group: "far.example.com",
    version: "v1",
    groupPriorityMinimum: 100,
    versionPriority: 100,
    insecureSkipTLSVerify: true,
    service: { namespace: "default", name: "nowhere" },
  },
};

/** What a server notes about what others made, the checks that wait for it, and what it notes. */
const NOTED: readonly {
  readonly name: string;
  readonly path: string;
  readonly object: { readonly metadata: { readonly name: string } };
  readonly checks: readonly string[];
  readonly condition: readonly [type: string, status: string];
}[] = [
  {
    name: "the state of its extension servers",
    path: "/apis/apiregistration.k8s.io/v1/apiservices",
    object: EXTENSION_SERVICE,
    checks: [
      "poststarthook/apiservice-openapi-controller",
      "poststarthook/apiservice-status-remote-available-controller",
    ],
    condition: ["Available", "False"],
  },
  {
    name: "the state of definitions",
    path: DEFINITIONS,
    object: definitionOf() as { metadata: { name: string } },
    checks: ["poststarthook/start-apiextensions-controllers"],
    condition: ["Established", "True"],
  },
];

for (const { name, path, object, checks, condition } of NOTED) {
  Deno.test(`a server is unready until it has noted ${name}`, async () => {
    const store = new HeldStore(new RegExp(`/${path.split("/").at(-1)}/`));
    store.gate = Promise.reject(new Unavailable("writing", "nothing written", "held"));
    store.gate.catch(() => {});
    {
      await using first = await startTestServer({ store, keepStore: true });
      const made = await first.client.post(path, object);
      assertEquals(made.status, 201, made.text);
    }
    const gate = Promise.withResolvers<void>();
    store.gate = gate.promise;
    await using server = await startTestServer({ store, withNamespace: false });
    const { failed } = await checksOf(server, "readyz");
    gate.resolve();
    await untilReady(server);
    assertEquals(failed.sort(), checks);
    const { json } = await server.client.get(`${path}/${object.metadata.name}`);
    const found = json.status.conditions.find(({ type }: { type: string }) =>
      type === condition[0]
    );
    assertEquals(found?.status, condition[1]);
  });
}
