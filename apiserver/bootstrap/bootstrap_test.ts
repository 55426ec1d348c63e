/** What a server makes in its store, and several of them together. */
import type { AnyObject } from "../../testing/api_client.ts";
import {
  errorsKept,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "../../testing/api_server.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { makeAuthority } from "../../toolkit/certificates/mod.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { forbidden } from "../../toolkit/errors/mod.ts";
import type { AdmissionPlugin } from "../admission/admission.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import { Unavailable } from "../storage/errors.ts";
import { MemoryStore, type Store } from "../storage/mod.ts";
import { LEASE_MS } from "./leases.ts";
import type { BootstrapSettings } from "./mod.ts";

const [A, B, V6] = ["192.0.2.1", "192.0.2.2", "2001:db8::1"] as const;

const SETTINGS: Omit<BootstrapSettings, "storePrefix"> = {
  advertiseAddress: A,
  serviceRanges: ["10.0.0.0/24"],
  nodePorts: { first: 30000, last: 32767 },
  serviceNodePort: 0,
  endpointReconciler: "lease",
};

/** Starts a server that makes what it needs, and does not wait for it. */
function start(
  settings: Partial<typeof SETTINGS> = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  const bootstrap = { ...SETTINGS, ...settings };
  return startTestServer({ withNamespace: false, ...options, bootstrap });
}

function paths(dialect: Dialect) {
  const names = NAMES[dialect];
  const [name, discovery] = [names.serviceApiServer, names.group("discovery")];
  const namespace = "namespaces/default";
  return {
    service: `/api/v1/${namespace}/services/${name}`,
    endpoints: `/api/v1/${namespace}/endpoints/${name}`,
    slice: `/apis/${discovery}/v1/${namespace}/endpointslices/${name}`,
    priorities: `/apis/${names.group("scheduling")}/v1/priorityclasses`,
  };
}

const { service: SERVICE, endpoints: ENDPOINTS, slice: SLICE } = paths("kubernetes");

/** The addresses in both kinds of endpoints. */
async function addressesOf(
  { client }: TestServer,
): Promise<[endpoints: string[], slice: string[]]> {
  const [endpoints, slice] = await Promise.all([client.get(ENDPOINTS), client.get(SLICE)]);
  const { subsets = [] } = endpoints.json;
  return [
    subsets.flatMap(({ addresses }: AnyObject) => addresses.map(({ ip }: AnyObject) => ip)),
    slice.json.endpoints.flatMap(({ addresses }: AnyObject) => addresses),
  ];
}

for (const dialect of ["kubernetes", "orch"] as const) {
  Deno.test(`a server of ${dialect} makes namespaces, priorities and its service`, async () => {
    await using server = await start({}, { dialect });
    await server.server.ready;
    const { client } = server;
    const get = async (path: string) => (await client.get(path)).json;
    const names = (list: AnyObject) => list.items.map(({ metadata }: AnyObject) => metadata.name);
    const { namespaceSystem, namespacePublic, namespaceNodeLeases } = NAMES[dialect];
    const { service, endpoints, slice, priorities } = paths(dialect);
    assertEquals(
      names(await get("/api/v1/namespaces")),
      ["default", namespaceNodeLeases, namespacePublic, namespaceSystem].sort(),
    );
    assertEquals(
      (await get(priorities)).items.map(({ metadata, value }: AnyObject) => [metadata.name, value]),
      [["system-cluster-critical", 2_000_000_000], ["system-node-critical", 2_000_001_000]],
    );
    const { port } = server.server.address as { port: number };
    const { spec } = await get(service);
    assertEquals([spec.clusterIP, spec.ports[0].targetPort], ["10.0.0.1", port]);
    const ports = [{ name: "https", port, protocol: "TCP" }];
    assertEquals((await get(endpoints)).subsets, [{ addresses: [{ ip: A }], ports }]);
    const { addressType, endpoints: ends, ports: slicePorts } = await get(slice);
    assertEquals([addressType, ends, slicePorts], [
      "IPv4",
      [{ addresses: [A], conditions: { ready: true } }],
      ports,
    ]);
    assertEquals((await client.get("/readyz")).status, 200);
  });
}

Deno.test("what users changed of a server's objects stays, and what they deleted is made anew", async () => {
  const store = new MemoryStore();
  const clock = new FakeClock();
  {
    await using server = await start({}, { store, keepStore: true });
    await server.server.ready;
    const { client } = server;
    await client.patch(SERVICE, "merge", { metadata: { labels: { mine: "1" } } });
    await client.patch(ENDPOINTS, "merge", { metadata: { labels: { mine: "2" } } });
    await client.patch("/api/v1/namespaces/kube-public", "merge", {
      metadata: { labels: { mine: "3" } },
    });
    const made = await client.get("/api/v1/namespaces/kube-system");
    await client.delete(
      "/apis/scheduling.k8s.io/v1/priorityclasses?fieldSelector=metadata.name%3Dsystem-node-critical",
    );
    assertEquals(made.status, 200);
    // What the server does by itself after its start is done.
    const ranges = "/apis/networking.k8s.io/v1/servicecidrs";
    const filter = "fieldSelector=metadata.name%3Dkubernetes";
    const watch = await client.watch(`${ranges}?watch=1&${filter}`);
    const isReady = async () =>
      (await client.get(`${ranges}/kubernetes`)).json.status?.conditions?.[0].status === "True";
    while (!await isReady()) await watch.take(1);
  }
  const before = await store.revision();
  await using server = await start({ advertiseAddress: B }, { store, clock });
  await server.server.ready;
  const { client } = server;
  for (
    const [path, mine] of [[SERVICE, "1"], [ENDPOINTS, "2"], [
      "/api/v1/namespaces/kube-public",
      "3",
    ]]
  ) {
    assertEquals((await client.get(path!)).json.metadata.labels.mine, mine, path);
  }
  const path = "/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical";
  assertEquals((await client.get(path)).status, 200);
  assertEquals(await addressesOf(server), [[B], [B]]);
  // A class, the service with the new server's port, a lease, and both kinds of endpoints: what is
  // right is not written.
  assertEquals(await store.revision(), before + 5);

  const watch = await client.watch(`${SERVICE.slice(0, SERVICE.lastIndexOf("/"))}?watch=1`);
  await watch.take(1);
  await client.delete(SERVICE);
  assertEquals(await passTimeUntil(clock, watch.take(2)), [
    "DELETED kubernetes",
    "ADDED kubernetes",
  ]);
});

Deno.test("replicas that start at once are all in the endpoints, and the one that stops leaves", async () => {
  for (let round = 0; round < 5; round++) {
    const store = new MemoryStore();
    const { logger, errors } = errorsKept();
    const options = { store, keepStore: true, logger };
    await using one = await start({ advertiseAddress: A }, options);
    await using two = await start({ advertiseAddress: B }, options);
    await Promise.all([one.server.ready, two.server.ready]);
    assertEquals(await addressesOf(one), [[A, B], [A, B]]);
    assertEquals(await addressesOf(two), [[A, B], [A, B]]);
    await one.server.close(0);
    assertEquals(await addressesOf(two), [[B], [B]]);
    await two.server.close(0);
    assertEquals(errors, []);
  }
});

/** The store as a replica has it whose writes of some keys wait. */
function withHeldWrites(store: Store, key: string, until: Promise<void>): Store {
  return {
    ownRevision: undefined,
    revision: (options) => store.revision(options),
    get: (key, options) => store.get(key, options),
    range: (prefix, options) => store.range(prefix, options),
    async commit(ops, options) {
      if (ops.some((op) => op.key.includes(key))) await until;
      return await store.commit(ops, options);
    },
    changes: (since, options) => store.changes(since, options),
    compact: (revision, options) => store.compact(revision, options),
    status: (options) => store.status(options),
    close: () => store.close(),
  };
}

for (const key of ["/endpoints/", "/endpointslices/"]) {
  Deno.test(`a replica that is slow to write ${key} leaves out none that came meanwhile`, async () => {
    const store = new MemoryStore();
    const release = Promise.withResolvers<void>();
    const slow = withHeldWrites(store, key, release.promise);
    await using one = await start({ advertiseAddress: A }, { store: slow, keepStore: true });
    await using two = await start({ advertiseAddress: B }, { store, keepStore: true });
    await two.server.ready;
    release.resolve();
    await one.server.ready;
    assertEquals(await addressesOf(two), [[A, B], [A, B]]);
  });
}

Deno.test("a replica that died leaves the endpoints after the time of its lease", async () => {
  const store = new MemoryStore();
  // What one has left behind that was killed.
  await store.commit([{
    type: "put",
    key: `/registry/masterleases/${B}`,
    value: new Uint8Array(),
  }]);
  const clock = new FakeClock();
  await using server = await start({}, { store, clock });
  await server.server.ready;
  assertEquals(await addressesOf(server), [[A, B], [A, B]]);
  const { resourceVersion } = (await server.client.get(SLICE)).json.metadata;
  const collection = SLICE.slice(0, SLICE.lastIndexOf("/"));
  const watch = await server.client.watch(
    `${collection}?watch=1&resourceVersion=${resourceVersion}`,
  );
  const before = clock.monotonic();
  await passTimeUntil(clock, watch.take(1));
  const tookMs = clock.monotonic() - before;
  assert(tookMs >= LEASE_MS && tookMs <= LEASE_MS + 10_000, `it took ${tookMs} ms`);
  assertEquals(await addressesOf(server), [[A], [A]]);
});

const FAMILIES: readonly (readonly [addresses: string[], type: string, slice: string[]])[] = [
  [[V6], "IPv6", [V6]],
  [[A, V6], "IPv4", [A]],
];

for (const [addresses, type, slice] of FAMILIES) {
  Deno.test(`a slice of endpoints at ${addresses.join(" and ")} is of ${type}`, async () => {
    const store = new MemoryStore();
    const [own, ...others] = addresses;
    for (const other of others) {
      const key = `/registry/masterleases/${other}`;
      await store.commit([{ type: "put", key, value: new Uint8Array() }]);
    }
    await using server = await start({ advertiseAddress: own! }, { store });
    await server.server.ready;
    assertEquals(await addressesOf(server), [addresses, slice]);
    assertEquals((await server.client.get(SLICE)).json.addressType, type);
  });
}

Deno.test("a server without a reconciler writes no endpoints", async () => {
  const store = new MemoryStore();
  await using server = await start({ endpointReconciler: "none" }, { store });
  await server.server.ready;
  assertEquals((await server.client.get(SERVICE)).status, 200);
  assertEquals((await server.client.get(ENDPOINTS)).status, 404);
  assertEquals((await server.client.get(SLICE)).status, 404);
  assertEquals((await store.range("/registry/masterleases/")).items, []);
});

Deno.test("replicas that are counted are in the endpoints until they stop, no more than there are", async () => {
  const store = new MemoryStore();
  const settings = { endpointReconciler: "master-count", replicas: 2 } as const;
  const options = { store, keepStore: true };
  await using one = await start({ ...settings, advertiseAddress: A }, options);
  await one.server.ready;
  await using two = await start({ ...settings, advertiseAddress: B }, options);
  await two.server.ready;
  assertEquals(await addressesOf(one), [[A, B], [A, B]]);
  {
    // One too many: the one after it, in their order, goes.
    const C = "192.0.2.3";
    await using three = await start({ ...settings, advertiseAddress: C }, options);
    await three.server.ready;
    assertEquals(await addressesOf(one), [[B, C], [B, C]]);
  }
  assertEquals(await addressesOf(one), [[B], [B]]);
  await two.server.close(0);
  assertEquals((await one.client.get(ENDPOINTS)).json.subsets, undefined);
  assertEquals((await store.range("/registry/masterleases/")).items, []);
});

Deno.test("the service has its port on every node as long as the flag says so", async () => {
  const store = new MemoryStore();
  const seen: AnyObject[] = [];
  for (const serviceNodePort of [0, 30443, 30444, 0]) {
    await using server = await start({ serviceNodePort }, { store, keepStore: true });
    await server.server.ready;
    const { spec } = (await server.client.get(SERVICE)).json;
    const { items } = await store.range("/registry/servicenodeports/");
    seen.push([
      spec.clusterIP,
      spec.type,
      spec.ports[0].nodePort,
      items.map(({ key }) => key.split("/").at(-1)),
    ]);
  }
  assertEquals(seen, [
    ["10.0.0.1", "ClusterIP", undefined, []],
    ["10.0.0.1", "NodePort", 30443, ["30443"]],
    ["10.0.0.1", "NodePort", 30444, ["30444"]],
    ["10.0.0.1", "ClusterIP", undefined, []],
  ]);
});

Deno.test("a range that is not what the flag says stays, and the log says so", async () => {
  const store = new MemoryStore();
  const warnings: string[] = [];
  const logger: Logger = {
    ...errorsKept().logger,
    warning: (message) => void warnings.push(message),
  };
  for (const range of ["10.0.0.0/24", "10.1.0.0/24"]) {
    const settings = { serviceRanges: [range] };
    await using server = await start(settings, { store, keepStore: true, logger });
    await server.server.ready;
    const path = "/apis/networking.k8s.io/v1/servicecidrs/kubernetes";
    assertEquals((await server.client.get(path)).json.spec.cidrs, ["10.0.0.0/24"]);
  }
  assertEquals(warnings, ["The stored service range differs from --service-cluster-ip-range"]);
});

const SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";

/** A store in memory whose writes wait until so many wait that begin with a prefix. */
class GroupingStore extends MemoryStore {
  readonly #groups: ReadonlyMap<string, { readonly size: number; readonly keys: string[] }>;
  readonly #full: ReadonlyMap<string, PromiseWithResolvers<void>>;

  constructor(sizes: Readonly<Record<string, number>>) {
    super();
    const entries = Object.entries(sizes);
    this.#groups = new Map(entries.map(([prefix, size]) => [prefix, { size, keys: [] }]));
    this.#full = new Map(entries.map(([prefix]) => [prefix, Promise.withResolvers<void>()]));
  }

  override async commit(...args: Parameters<Store["commit"]>): Promise<number> {
    for (const [prefix, { size, keys }] of this.#groups) {
      const key = args[0].map((op) => op.key).find((key) => key.startsWith(prefix));
      if (key === undefined) continue;
      keys.push(key);
      if (keys.length >= size) this.#full.get(prefix)!.resolve();
      await this.#full.get(prefix)!.promise;
    }
    return await super.commit(...args);
  }
}

Deno.test("what a server makes goes to its store at once, for it to write together", async () => {
  // A server that wrote one after the other would wait for ever.
  const store = new GroupingStore({
    "/registry/core/namespaces/": 4,
    "/registry/scheduling.k8s.io/priorityclasses/": 2,
    "/registry/apiregistration.k8s.io/apiservices/": 15,
  });
  await using server = await start({}, { store });
  await server.server.ready;
  const { resourceVersion } = (await server.client.get(SERVICES)).json.metadata;
  const watch = await server.client.watch(`${SERVICES}?watch=1&resourceVersion=${resourceVersion}`);
  while ((await server.client.get(SERVICES)).json.items.length < 20) await watch.take(1);
});

/** A store in memory that takes no writes until it is told to. */
class SleepingStore extends MemoryStore {
  asleep = true;

  override commit(...args: Parameters<Store["commit"]>): Promise<number> {
    if (!this.asleep) return super.commit(...args);
    return Promise.reject(new Unavailable("writing", "nothing written", "asleep"));
  }
}

Deno.test("a server is ready soon after a store that took no writes takes them", async () => {
  const store = new SleepingStore();
  const clock = new FakeClock();
  await using server = await start({}, { store, clock });
  const { status, text } = await server.client.get("/readyz");
  assertEquals(status, 500);
  assert(text.includes("[-]poststarthook/bootstrap-controller failed"), text);
  store.asleep = false;
  const before = clock.monotonic();
  // Small steps: on a busy machine what is done takes more turns of the event loop.
  await passTimeUntil(clock, server.server.ready, 10);
  assert(clock.monotonic() - before <= 2000);
  assertEquals((await server.client.get("/readyz")).status, 200);
});

Deno.test("a server stops while its store takes no writes", async () => {
  const store = new SleepingStore();
  const server = await start({}, { store, clock: new FakeClock() });
  await server[Symbol.asyncDispose]();
});

Deno.test("a server stops soon while its store does not answer", async () => {
  const store = new MemoryStore();
  const answer = Promise.withResolvers<void>();
  const silent = withHeldWrites(store, "/masterleases/", answer.promise);
  const clock = new FakeClock();
  const server = await start({}, { store: silent, clock });
  const before = clock.monotonic();
  await passTimeUntil(clock, server[Symbol.asyncDispose](), 100);
  assert(clock.monotonic() - before < 5000);
  answer.resolve();
});

Deno.test("a server that is started again is ready although everything is refused, and tries again", async () => {
  const store = new MemoryStore();
  const portOf = async ({ client }: TestServer) =>
    (await client.get(SERVICE)).json.spec.ports[0].targetPort;
  // It stands for the one before: what that has made is there.
  await using before = await start({}, { store, clock: new FakeClock() });
  await before.server.ready;
  const port = await portOf(before);
  let refuses = true;
  const guard: AdmissionPlugin = {
    validate({ resource, name }) {
      if (refuses) throw forbidden(resource, name, "nobody answers");
    },
  };
  const { certificate } = await makeAuthority("new", new Date());
  const clock = new FakeClock(Date.now());
  const authentication = () => Promise.resolve({ clientAuthorities: certificate });
  await using server = await start({ authentication }, { store, clock, admission: [guard] });
  const { client } = server;
  const until = async (holds: () => Promise<boolean>) => {
    while (!await holds()) await clock.advance(0);
  };
  const isReady = until(async () => (await client.get("/readyz")).status === 200);
  await passTimeUntil(clock, Promise.all([isReady, server.server.ready]), 10);
  assertEquals(await portOf(server), port);
  refuses = false;
  await passTimeUntil(clock, until(async () => await portOf(server) !== port), 10);
  const settings = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
  await passTimeUntil(
    clock,
    until(async () => (await client.get(settings)).json.data?.["client-ca-file"] === certificate),
    10,
  );
});

Deno.test("extension servers are told of authorities that come while a server runs, beside those that others have told of", async () => {
  const now = new Date();
  const [first, second] = [await makeAuthority("first", now), await makeAuthority("second", now)];
  const clock = new FakeClock(now.getTime());
  let authorities = first.certificate;
  const headers = {
    allowedNames: ["proxy"],
    usernameHeaders: ["X-Remote-User"],
    uidHeaders: [],
    groupHeaders: ["X-Remote-Group"],
    extraPrefixes: ["X-Remote-Extra-"],
  };
  const authentication = () =>
    Promise.resolve({
      clientAuthorities: authorities,
      requestHeader: { ...headers, authorities },
    });
  await using server = await start({ authentication }, { clock });
  await server.server.ready;
  const path = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
  const told = async () => (await server.client.get(path)).json;
  const map = await told();
  assertEquals(map.data["client-ca-file"], first.certificate);
  // Another server with the same store has another proxy.
  map.data["requestheader-allowed-names"] = '["other"]';
  const { resourceVersion } = (await server.client.put(path, map)).json.metadata;
  const maps = path.slice(0, path.lastIndexOf("/"));
  const watch = await server.client.watch(
    `${maps}?watch=1&fieldSelector=metadata.name%3Dextension-apiserver-authentication&resourceVersion=${resourceVersion}`,
  );
  authorities = second.certificate;
  await passTimeUntil(clock, watch.take(1));
  const { data } = await told();
  assertEquals(data, {
    "client-ca-file": first.certificate + second.certificate,
    "requestheader-allowed-names": '["other","proxy"]',
    "requestheader-client-ca-file": first.certificate + second.certificate,
    "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
    "requestheader-group-headers": '["X-Remote-Group"]',
    "requestheader-username-headers": '["X-Remote-User"]',
  });
});
