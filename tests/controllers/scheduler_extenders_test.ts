/** Extenders of the scheduler, as peers that answer over HTTP, well and badly. */
import { openExtenders } from "../../controllers/scheduler/extenders/open_extenders.ts";
import { ClusterCache } from "../../controllers/scheduler/cluster/cluster_cache.ts";
import { type LiveNode, nodeViewOf } from "../../controllers/scheduler/cluster/node_info.ts";
import { readSchedulerConfiguration } from "../../controllers/scheduler/configuration/read_configuration.ts";
import type { NodeExtender, SchedulerHandle } from "../../controllers/scheduler/framework/mod.ts";
import { type LivePod, pendingPodOf, podInfoOf } from "../../controllers/scheduler/pod/pod_info.ts";
import { FakeClock, silentLogger } from "../../mod.ts";
import { ConnectProxy } from "../../testing/connect_proxy.ts";
import { makeAuthority, makeCertificate } from "../../toolkit/certificates/mod.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";

function livePod(name: string, more: object = {}): LivePod {
  const metadata = { namespace: "n", name, uid: `uid-${name}`, resourceVersion: "1" };
  return { metadata, spec: { containers: [{ name: "c" }], ...more } } as unknown as LivePod;
}

const NODES = ["a", "b"].map((name) => ({ metadata: { name }, status: {} }) as unknown as LiveNode);
const VICTIM = livePod("victim", { nodeName: "a" });
const POD = pendingPodOf(livePod("p"));

/** What is asked: the path and the question. */
type Asked = readonly [path: string, question: Record<string, unknown>];

/** Somebody who answers so, and what he was asked. */
class Peer implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #scheme: string;

  constructor(answer: () => Response | Promise<Response>, tls?: { cert: string; key: string }) {
    this.#scheme = tls === undefined ? "http" : "https";
    const options = { hostname: "127.0.0.1", port: 0, onListen() {}, ...tls };
    this.#server = Deno.serve(options, async (request) => {
      this.asked.push([new URL(request.url).pathname, await request.json()]);
      return await answer();
    });
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.#server.addr.port}/base/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

const VERBS = {
  filterVerb: "filter",
  prioritizeVerb: "score",
  preemptVerb: "preempt",
  bindVerb: "bind",
};

/** The extender of a configuration. */
async function extenderOf(
  settings: object,
  signal: AbortSignal,
  clock: FakeClock | typeof systemClock = systemClock,
  environment: Readonly<Record<string, string>> = {},
): Promise<NodeExtender> {
  const file = {
    apiVersion: "kubescheduler.config.k8s.io/v1",
    kind: "KubeSchedulerConfiguration",
    extenders: [{ weight: 3, ...VERBS, ...settings }],
  };
  const { extenders } = readSchedulerConfiguration(JSON.stringify(file), "kubernetes");
  const cache = new ClusterCache();
  for (const node of NODES) cache.putNode(nodeViewOf(node, NAMES.kubernetes));
  cache.putPod(podInfoOf(VICTIM));
  const maker = await openExtenders(extenders, { clock, environment, signal });
  const objects = new Map<string, unknown>([
    ...NODES.map((node) => [node.metadata.name, node] as const),
    ["n/victim", VICTIM],
  ]);
  const lister = { get: (key: string) => objects.get(key) };
  const handle = {
    informers: { of: () => ({ lister }) },
    snapshot: () => cache.snapshot(),
    logger: silentLogger,
  } as unknown as SchedulerHandle;
  return maker(handle)[0]!;
}

/** Uses an extender whose peer answers so. */
async function withPeer(
  answer: unknown,
  use: (extender: NodeExtender, peer: Peer) => Promise<void>,
  settings: object = {},
): Promise<void> {
  await using peer = new Peer(() =>
    answer instanceof Response ? answer.clone() : Response.json(answer)
  );
  const end = new AbortController();
  const extender = await extenderOf({ urlPrefix: peer.url, ...settings }, end.signal);
  try {
    await use(extender, peer);
  } finally {
    end.abort();
  }
}

const cluster = new ClusterCache();
for (const node of NODES) cluster.putNode(nodeViewOf(node, NAMES.kubernetes));
const { nodes } = cluster.snapshot();
const victims = new Map([["a", { pods: [podInfoOf(VICTIM)], violations: 1 }]]);

async function filtered(extender: NodeExtender): Promise<unknown[]> {
  const { nodes: left, rejections } = await extender.filter(POD, nodes);
  return [left.map(({ name }) => name), Object.fromEntries(rejections)];
}

Deno.test("an extender filters by names, or by whole nodes", async () => {
  const failed = {
    FailedNodes: { a: "busy", b: "busy" },
    FailedAndUnresolvableNodes: { b: "broken" },
  };
  const wanted = [["b"], {
    a: { code: "Unschedulable", reasons: ["busy"] },
    b: { code: "UnschedulableAndUnresolvable", reasons: ["broken"] },
  }];
  await withPeer({ NodeNames: ["b"], ...failed }, async (extender, { asked }) => {
    assertEquals(await filtered(extender), wanted);
    const [[path, { Pod, Nodes, NodeNames }]] = asked as [Asked];
    assertEquals([path, Nodes, NodeNames], ["/base/filter", null, ["a", "b"]]);
    assertEquals((Pod as LivePod).metadata.uid, "uid-p");
  }, { nodeCacheCapable: true });
  const answer = { nodes: { items: [{ metadata: { name: "b" } }] }, ...failed };
  await withPeer(answer, async (extender, { asked }) => {
    assertEquals(await filtered(extender), wanted);
    const { Nodes, NodeNames } = asked[0]![1];
    assertEquals([(Nodes as { items: unknown[] }).items, NodeNames], [NODES, null]);
  });
  // Who names none leaves none.
  await withPeer({}, async (extender) => assertEquals(await filtered(extender), [[], {}]));
});

const bad: Readonly<Record<string, readonly [answer: unknown, message: RegExp]>> = {
  "an error": [{ Error: "no idea" }, /^no idea$/],
  "a node that it was not asked about": [{ NodeNames: ["c"] }, /claims a filtered node "c"/],
  "another code": [new Response("{}", { status: 500 }), /failed filter with extender .* code 500/],
  "a redirect": [new Response("", { status: 302, headers: { location: "/" } }), /code 302/],
  "what is no JSON": [new Response("<html>"), /JSON|json/],
  "names that are no list": [{ NodeNames: "b" }, /its NodeNames is no list/],
  "reasons that are no texts": [{ NodeNames: [], FailedNodes: { a: 1 } }, /has what is no text/],
};

for (const [name, [answer, message]] of Object.entries(bad)) {
  Deno.test(`an extender that answers with ${name} fails the attempt, unless it may be ignored`, async () => {
    const settings = { nodeCacheCapable: true };
    await withPeer(answer, async (extender) => {
      await assertRejects(() => filtered(extender), message);
    }, settings);
    await withPeer(answer, async (extender) => {
      assertEquals(await filtered(extender), [["a", "b"], {}]);
    }, { ...settings, ignorable: true });
  });
}

Deno.test("an extender scores: times its weight, and no score where it can't", async () => {
  const scores = [{ Host: "a", Score: 10 }, { host: "b", score: 1 }];
  await withPeer(scores, async (extender, { asked }) => {
    const given = await extender.prioritize(POD, nodes);
    assertEquals([...given], [["a", 300], ["b", 30]]);
    assertEquals(asked[0]![0], "/base/score");
  });
  for (const answer of [{}, [{ Host: "a", Score: 0.5 }], new Response("", { status: 404 })]) {
    await withPeer(answer, async (extender) => {
      assertEquals([...await extender.prioritize(POD, nodes)], []);
    });
  }
});

Deno.test("an extender says who may go", async () => {
  const agreed = { a: { Pods: [{ UID: "uid-victim" }], NumPDBViolations: 2 } };
  const told = { Pods: [{ UID: "uid-victim" }], NumPDBViolations: 1 };
  for (const nodeCacheCapable of [true, false]) {
    await withPeer({ NodeNameToMetaVictims: agreed }, async (extender, { asked }) => {
      const left = await extender.preempt(POD, victims);
      assertEquals(
        [...left].map(([name, { pods, violations }]) => [name, pods[0]!.key, violations]),
        [["a", "n/victim", 2]],
      );
      const { NodeNameToVictims, NodeNameToMetaVictims } = asked[0]![1];
      const whole = { a: { ...told, Pods: [VICTIM] } };
      assertEquals(
        [NodeNameToVictims, NodeNameToMetaVictims],
        nodeCacheCapable ? [null, { a: told }] : [whole, null],
      );
    }, { nodeCacheCapable });
  }
  await withPeer(
    {},
    async (extender) => assertEquals((await extender.preempt(POD, victims)).size, 0),
  );
  const wrong: [unknown, RegExp][] = [
    [{ a: { Pods: [{ UID: "x" }] } }, /claims to preempt pod \(UID: x\) on node: a/],
    [{ z: { Pods: [] } }, /names the node "z", which is not there/],
    [{ a: { Pods: [] } }, /expected at least one victim pod on node "a"/],
  ];
  for (const [answer, message] of wrong) {
    await withPeer({ NodeNameToMetaVictims: answer }, async (extender) => {
      await assertRejects(() => extender.preempt(POD, victims), message);
    });
  }
  await withPeer({ NodeNameToMetaVictims: { a: { Pods: [] } } }, async (extender) => {
    assertEquals((await extender.preempt(POD, victims)).size, 0);
  }, { ignorable: true });
});

Deno.test("an extender binds, or says why not, unless it may be ignored", async () => {
  await withPeer({}, async (extender, { asked }) => {
    assertEquals(await extender.bind(POD, "a"), true);
    const question = { PodName: "p", PodNamespace: "n", PodUID: "uid-p", Node: "a" };
    assertEquals(asked, [["/base/bind", question]]);
  });
  await withPeer({ Error: "taken" }, async (extender) => {
    await assertRejects(() => extender.bind(POD, "a"), /^taken$/);
  });
  await withPeer({ Error: "taken" }, async (extender) => {
    assertEquals(await extender.bind(POD, "a"), false);
  }, { ignorable: true });
});

Deno.test("an extender is asked of pods that want what it manages", async () => {
  const managedResources = [{ name: "example.com/gpu" }];
  await withPeer({}, (extender) => {
    const wants = (field: string, amounts: object) =>
      extender.isInterested(pendingPodOf(livePod("q", {
        [field]: [{ name: "c", resources: amounts }],
        ...(field !== "containers" && { containers: [] }),
      })));
    const gpu = { "example.com/gpu": "1" };
    assertEquals([
      extender.isInterested(POD),
      wants("containers", { requests: { cpu: "1" } }),
      wants("containers", { requests: gpu }),
      wants("containers", { limits: gpu }),
      wants("initContainers", { requests: gpu }),
    ], [false, false, true, true, true]);
    return Promise.resolve();
  }, { managedResources });
  await withPeer({}, (extender) => {
    assertEquals(extender.isInterested(POD), true);
    return Promise.resolve();
  });
});

Deno.test("an extender over TLS is the one that is trusted, by the name that is said", async () => {
  const now = new Date();
  const [ours, others] = await Promise.all(["one", "two"].map((name) => makeAuthority(name, now)));
  const pair = await makeCertificate({ commonName: "x", hosts: ["extender.example"], now }, ours!);
  await using peer = new Peer(() => Response.json({ NodeNames: ["a"] }), {
    cert: pair.certificate,
    key: pair.key,
  });
  const end = new AbortController();
  const by = async (settings: object) => {
    const urlPrefix = peer.url;
    const extender = await extenderOf(
      { urlPrefix, enableHTTPS: true, nodeCacheCapable: true, ...settings },
      end.signal,
    );
    return (await filtered(extender))[0];
  };
  const serverName = "extender.example";
  const ca = (authority: typeof ours) => btoa(authority!.certificate);
  assertEquals(await by({ tlsConfig: { caData: ca(ours), serverName } }), ["a"]);
  await assertRejects(() => by({ tlsConfig: { caData: ca(others), serverName } }));
  await assertRejects(() => by({ tlsConfig: { caData: ca(ours) } }));
  await assertRejects(() => by({ enableHTTPS: false }));
  // As in the reference: without authorities any certificate will do.
  assertEquals(await by({}), ["a"]);
  await assertRejects(() => by({ tlsConfig: { caFile: "/nowhere" } }), /\/nowhere/);
  end.abort();
});

Deno.test("an extender is asked through the proxy of the environment", async () => {
  const { certificate, key } = await makeCertificate(
    { commonName: "x", now: new Date() },
    await makeAuthority("x", new Date()),
  );
  await using peer = new Peer(() => Response.json({ NodeNames: ["a"] }), {
    cert: certificate,
    key,
  });
  const peerPort = Number(new URL(peer.url).port);
  await using proxy = await ConnectProxy.start({ leadsTo: () => peerPort });
  const end = new AbortController();
  const extender = await extenderOf(
    { urlPrefix: "https://extender.invalid/base", enableHTTPS: true, nodeCacheCapable: true },
    end.signal,
    systemClock,
    { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` },
  );
  assertEquals((await filtered(extender))[0], ["a"]);
  assertEquals(proxy.targets, ["extender.invalid:443"]);
  end.abort();
});

Deno.test("an extender that does not answer is given up in time", async () => {
  const clock = new FakeClock();
  const silent = Promise.withResolvers<Response>();
  const begun = Promise.withResolvers<void>();
  await using peer = new Peer(() => {
    begun.resolve();
    return silent.promise;
  });
  const end = new AbortController();
  const extender = await extenderOf({ urlPrefix: peer.url, httpTimeout: "3s" }, end.signal, clock);
  try {
    const over = assertRejects(() => filtered(extender), /no answer within 3000 ms/);
    await begun.promise;
    await clock.advance(3000);
    await over;
  } finally {
    silent.resolve(new Response());
    end.abort();
  }
});
