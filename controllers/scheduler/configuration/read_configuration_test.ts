import { assert, assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import { readSchedulerConfiguration } from "./read_configuration.ts";

function read(more: object, dialect: Dialect = "kubernetes") {
  return readSchedulerConfiguration(
    JSON.stringify({
      apiVersion: `${NAMES[dialect].configGroupScheduler}/v1`,
      kind: "KubeSchedulerConfiguration",
      ...more,
    }),
    dialect,
  );
}

const args = (name: string, args: object) => ({ profiles: [{ pluginConfig: [{ name, args }] }] });

Deno.test("readSchedulerConfiguration() completes what is not said", () => {
  for (const dialect of ["orch", "kubernetes"] as const) {
    const { profiles, document: _, ...rest } = read({}, dialect);
    assertEquals(profiles.map(({ schedulerName }) => schedulerName), ["default-scheduler"]);
    assertEquals(rest, {
      extenders: [],
      initialBackoffMs: 1000,
      maxBackoffMs: 10_000,
      percentageOfNodesToScore: 0,
      notices: [],
      client: {
        config: "",
        qps: 50,
        burst: 100,
        contentType: NAMES[dialect].protobufMediaType,
      },
      enableProfiling: true,
      delaysCache: false,
      election: {
        namespace: NAMES[dialect].namespaceSystem,
        name: NAMES[dialect].processScheduler,
        leaseMs: 15_000,
        renewMs: 10_000,
        retryMs: 2_000,
      },
    });
  }
});

Deno.test("readSchedulerConfiguration() says what has no effect", () => {
  const { notices } = read({
    parallelism: 4,
    enableProfiling: true,
    enableContentionProfiling: true,
    delayCacheUntilActive: true,
    clientConnection: {
      contentType: "application/json",
      acceptContentTypes: "application/json",
      qps: 1,
    },
  });
  assertEquals(notices.map((notice) => notice.split(" ")[0]), [
    "parallelism",
    "clientConnection.acceptContentTypes",
    "enableContentionProfiling",
  ]);
});

Deno.test("readSchedulerConfiguration() reads profiles, and what plugins are told", () => {
  const { profiles, election } = read({
    leaderElection: { leaderElect: false },
    profiles: [
      { schedulerName: "a", plugins: { score: { disabled: [{ name: "*" }] } } },
      {
        schedulerName: "b",
        percentageOfNodesToScore: 30,
        plugins: { multiPoint: { enabled: [{ name: "ImageLocality", weight: 5 }] } },
        pluginConfig: [
          {
            name: "NodeResourcesFit",
            args: {
              scoringStrategy: {
                type: "RequestedToCapacityRatio",
                resources: [{ name: "cpu", weight: 3 }],
                requestedToCapacityRatio: { shape: [{ utilization: 0, score: 10 }] },
              },
            },
          },
          { name: "Own", args: { any: ["thing"] } },
          { name: "DynamicResources", args: { filterTimeout: "0s" } },
        ],
      },
    ],
  });
  assertEquals(election, undefined);
  const [a, b] = profiles;
  assert(a && b, "two profiles");
  assertEquals(a.points?.score, { enabled: [], disabled: ["*"] });
  assertEquals(b.percentageOfNodesToScore, 30);
  assertEquals(b.multiPoint?.enabled, [{ name: "ImageLocality", weight: 5 }]);
  assertEquals(b.args?.get("NodeResourcesFit"), {
    ignoredResources: [],
    ignoredResourceGroups: [],
    scoringStrategy: {
      type: "RequestedToCapacityRatio",
      resources: [{ name: "cpu", weight: 3 }],
      shape: [{ utilization: 0, score: 100 }],
    },
  });
  assertEquals(b.args?.get("Own"), { any: ["thing"] });
  assertEquals(b.args?.get("DynamicResources"), { filterTimeoutMs: 0, bindingTimeoutMs: 600_000 });
});

const refused: Readonly<Record<string, readonly [more: object, said: RegExp]>> = {
  "no workers": [{ parallelism: -1 }, /parallelism.*greater than zero/],
  "a share that is none": [{ percentageOfNodesToScore: 101 }, /percentageOfNodesToScore.*0-100/],
  "a rest that gets shorter": [
    { podInitialBackoffSeconds: 5, podMaxBackoffSeconds: 4 },
    /podMaxBackoffSeconds/,
  ],
  "a field that nobody knows": [{ speed: 5 }, /unknown field "speed"/],
  "two profiles of a name": [
    { profiles: [{ schedulerName: "a" }, { schedulerName: "a" }] },
    /profiles\[1\]\.schedulerName: Duplicate/,
  ],
  "profiles that sort differently": [
    {
      profiles: [
        { schedulerName: "a" },
        { schedulerName: "b", plugins: { queueSort: { enabled: [{ name: "X" }] } } },
      ],
    },
    /queueSort/,
  ],
  "another lock": [{ leaderElection: { resourceLock: "endpoints" } }, /must be "leases"/],
  "a lease that is too short": [
    { leaderElection: { leaseDuration: "5s" } },
    /leaseDuration.*greater than renewDeadline/,
  ],
  "times of an election that go back": [
    { leaderElection: { renewDeadline: "-5s", retryPeriod: "-10s" } },
    /renewDeadline: .*"-5s": must be greater than zero.*retryPeriod: .*"-10s": must be greater than zero/,
  ],
  "a lease of no whole second": [
    { leaderElection: { leaseDuration: "500ms", renewDeadline: "300ms", retryPeriod: "100ms" } },
    /leaseDuration: .*"500ms": must be a second at least/,
  ],
  "an extender without an address": [
    { extenders: [{ urlPrefix: "localhost" }] },
    /extenders\[0\]\.urlPrefix: .*must be an http or https address/,
  ],
  "an extender whose scores count for nothing": [
    { extenders: [{ urlPrefix: "http://h", prioritizeVerb: "p" }] },
    /extenders\[0\]\.weight: .*must have a positive weight/,
  ],
  "two extenders that bind": [
    {
      extenders: [{ urlPrefix: "http://h", bindVerb: "b" }, {
        urlPrefix: "http://i",
        bindVerb: "b",
      }],
    },
    /only one extender can implement bind/,
  ],
  "an extender that manages what all nodes have": [
    { extenders: [{ urlPrefix: "http://h", managedResources: [{ name: "cpu" }] }] },
    /managedResources\[0\]\.name: .*is an invalid extended resource name/,
  ],
  "a certificate of an extender without its key": [
    { extenders: [{ urlPrefix: "https://h", tlsConfig: { certFile: "f" } }] },
    /a certificate and its key go together/,
  ],
  "an argument that nobody knows": [
    args("InterPodAffinity", { weight: 5 }),
    /pluginConfig\[0\]\.args.*unknown field "weight"/,
  ],
  "arguments that are a number": [
    { profiles: [{ pluginConfig: [{ name: "InterPodAffinity", args: 5 }] }] },
    /pluginConfig\[0\]\.args: .*has to be an object/,
  ],
  "arguments that are a list": [
    { profiles: [{ pluginConfig: [{ name: "NodeResourcesFit", args: [] }] }] },
    /pluginConfig\[0\]\.args: .*has to be an object/,
  ],
  "a weight past its end": [
    args("InterPodAffinity", { hardPodAffinityWeight: 101 }),
    /hardPodAffinityWeight.*\[0, 100\]/,
  ],
  "a shape that goes back": [
    args("NodeResourcesFit", {
      scoringStrategy: {
        type: "RequestedToCapacityRatio",
        requestedToCapacityRatio: {
          shape: [{ utilization: 50, score: 1 }, { utilization: 40, score: 11 }],
        },
      },
    }),
    /sorted in increasing order.*\[0, 10\]/,
  ],
  "less than no time to find devices": [
    args("DynamicResources", { filterTimeout: "-1s" }),
    /filterTimeout: .*must be zero or positive/,
  ],
  "no time for devices to be ready": [
    args("DynamicResources", { bindingTimeout: "999ms" }),
    /bindingTimeout: .*must be at least 1 second/,
  ],
  "a ratio that is not asked for": [
    args("NodeResourcesFit", {
      scoringStrategy: {
        type: "MostAllocated",
        requestedToCapacityRatio: { shape: [{ utilization: 0, score: 1 }] },
      },
    }),
    /requestedToCapacityRatio: .*must be nil when type is not RequestedToCapacityRatio/,
  ],
  "a strategy that does not say which": [
    args("NodeResourcesFit", { scoringStrategy: { resources: [{ name: "cpu", weight: 3 }] } }),
    /scoringStrategy\.type: Unsupported value: ""/,
  ],
  "resources to ignore that are none": [
    args("NodeResourcesFit", { ignoredResources: ["a b"], ignoredResourceGroups: ["c d"] }),
    /ignoredResources\[0\]: .*a b.*ignoredResourceGroups\[0\]: .*c d/,
  ],
  "a resource that is balanced twice": [
    args("NodeResourcesBalancedAllocation", { resources: [{ name: "cpu" }, { name: "cpu" }] }),
    /resources\[1\]\.name: Duplicate/,
  ],
  "an affinity for all that nothing can match": [
    args("NodeAffinity", {
      addedAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            {},
            { matchExpressions: [{ key: "cores", operator: "Gt", values: ["1", "2"] }] },
          ],
        },
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, preference: { matchFields: [{ key: "metadata.uid", operator: "In" }] } },
        ],
      },
    }),
    /\.nodeSelectorTerms\[1\]\.matchE\w+\[0\]: .*cores.*\[0\]\.preference\.matchFields\[0\]/,
  ],
  "constraints that say too little, or the same": [
    args("PodTopologySpread", {
      defaultingType: "List",
      defaultConstraints: [
        { maxSkew: 1 },
        { maxSkew: 1, topologyKey: "a b", whenUnsatisfiable: "Maybe" },
        { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" },
        { maxSkew: 2, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" },
      ],
    }),
    new RegExp(
      [
        "\\[0\\]\\.topologyKey: Required",
        "\\[0\\]\\.whenUnsatisfiable: Required",
        "\\[1\\]\\.topologyKey: Invalid",
        "\\[1\\]\\.whenUnsatisfiable: Unsupported",
        "\\[3\\]: Duplicate",
      ].join(".*"),
    ),
  ],
  "constraints beside those of the system": [
    args("PodTopologySpread", { defaultConstraints: [{ maxSkew: 1, topologyKey: "zone" }] }),
    /must be empty when .defaultingType is System/,
  ],
};

for (const [name, [more, said]] of Object.entries(refused)) {
  Deno.test(`readSchedulerConfiguration() refuses ${name}`, () => {
    assertThrows(() => read(more), said);
  });
}

Deno.test("readSchedulerConfiguration() takes profiles of which only some say something of plugins", () => {
  const disabled = { filter: { disabled: [{ name: "NodePorts" }] } };
  const { profiles } = read({
    profiles: [{ schedulerName: "a" }, { schedulerName: "b", plugins: disabled }],
  });
  assertEquals(profiles.map(({ schedulerName }) => schedulerName), ["a", "b"]);
});

Deno.test("readSchedulerConfiguration() leaves resources to extenders", () => {
  const managedResources = [{ name: "example.com/gpu", ignoredByScheduler: true }];
  const { profiles } = read({ extenders: [{ urlPrefix: "http://h", managedResources }] });
  const fit = profiles[0]!.args?.get("NodeResourcesFit") as { ignoredResources: string[] };
  assertEquals(fit.ignoredResources, ["example.com/gpu"]);
});
