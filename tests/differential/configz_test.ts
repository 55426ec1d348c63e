/** What the controller manager and the scheduler tell of their configuration: as the reference's, whatever flags say. */
import { eventually } from "../../testing/eventually.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { isObject } from "../../toolkit/values/json.ts";
import { MeasuredProcesses, PROCESS_NAMES, type ProcessName } from "./measured_processes.ts";

const NAME = "configz: the other processes tell of their configuration as the reference's do";

/** A flag, a value that is not its default one, and what of the configuration tells of it. */
type Row = readonly [flag: string, value: string, ...members: string[]];

const HPA = "HPAController.HorizontalPodAutoscaler";
const VOLUMES = "PersistentVolumeBinderController.VolumeConfiguration";
const RECYCLER = `${VOLUMES}.PersistentVolumeRecyclerConfiguration`;

const ELECTION = [
  ["leader-elect-lease-duration", "40s", "leaseDuration"],
  ["leader-elect-renew-deadline", "30s", "renewDeadline"],
  ["leader-elect-retry-period", "1500ms", "retryPeriod"],
  ["leader-elect-resource-name", "another", "resourceName"],
  ["leader-elect-resource-namespace", "default", "resourceNamespace"],
] as const;

const CLIENT = [
  ["kube-api-qps", "7.5", "qps"],
  ["kube-api-burst", "9", "burst"],
  ["kube-api-content-type", "application/json", "contentType"],
] as const;

const ROWS: Readonly<Record<ProcessName, readonly Row[]>> = {
  "controller manager": [
    ...ELECTION.map(([flag, value, name]) =>
      [flag, value, `Generic.LeaderElection.${name}`] as const
    ),
    ...CLIENT.map(([flag, value, name]) =>
      [flag, value, `Generic.ClientConnection.${name}`] as const
    ),
    ["min-resync-period", "90m", "Generic.MinResyncPeriod"],
    ["controller-start-interval", "1500ms", "Generic.ControllerStartInterval"],
    ["controllers", "*,-ttl-after-finished-controller", "Generic.Controllers[1]"],
    ["profiling", "false", "Generic.Debugging.enableProfiling"],
    ["use-service-account-credentials", "true", "KubeCloudShared.UseServiceAccountCredentials"],
    ["node-monitor-period", "6s", "KubeCloudShared.NodeMonitorPeriod"],
    ["cluster-name", "other", "KubeCloudShared.ClusterName"],
    ["allocate-node-cidrs", "true", "KubeCloudShared.AllocateNodeCIDRs"],
    ["cluster-cidr", "10.244.0.0/16,fd00:1::/48", "KubeCloudShared.ClusterCIDR"],
    ["route-reconciliation-period", "11s", "KubeCloudShared.RouteReconciliationPeriod"],
    ["configure-cloud-routes", "false", "KubeCloudShared.ConfigureCloudRoutes"],
    [
      "service-cluster-ip-range",
      "10.96.0.0/16,fd00:2::/112",
      "NodeIPAMController.ServiceCIDR",
      "NodeIPAMController.SecondaryServiceCIDR",
    ],
    ["node-cidr-mask-size-ipv4", "25", "NodeIPAMController.NodeCIDRMaskSizeIPv4"],
    ["node-cidr-mask-size-ipv6", "63", "NodeIPAMController.NodeCIDRMaskSizeIPv6"],
    ["node-eviction-rate", "0.25", "NodeLifecycleController.NodeEvictionRate"],
    ["secondary-node-eviction-rate", "0.5", "NodeLifecycleController.SecondaryNodeEvictionRate"],
    ["node-startup-grace-period", "61s", "NodeLifecycleController.NodeStartupGracePeriod"],
    ["node-monitor-grace-period", "62s", "NodeLifecycleController.NodeMonitorGracePeriod"],
    ["large-cluster-size-threshold", "51", "NodeLifecycleController.LargeClusterSizeThreshold"],
    ["unhealthy-zone-threshold", "0.75", "NodeLifecycleController.UnhealthyZoneThreshold"],
    [
      "attach-detach-reconcile-sync-period",
      "2m",
      "AttachDetachController.ReconcilerSyncLoopPeriod",
    ],
    [
      "disable-attach-detach-reconcile-sync",
      "true",
      "AttachDetachController.DisableAttachDetachReconcilerSync",
    ],
    ["cluster-signing-duration", "100h", "CSRSigningController.ClusterSigningDuration"],
    ...[
      ["deployment", "DeploymentController.ConcurrentDeploymentSyncs"],
      ["statefulset", "StatefulSetController.ConcurrentStatefulSetSyncs"],
      ["endpoint", "EndpointController.ConcurrentEndpointSyncs"],
      ["service-endpoint", "EndpointSliceController.ConcurrentServiceEndpointSyncs"],
      ["gc", "GarbageCollectorController.ConcurrentGCSyncs"],
      ["namespace", "NamespaceController.ConcurrentNamespaceSyncs"],
      ["replicaset", "ReplicaSetController.ConcurrentRSSyncs"],
      ["rc", "ReplicationController.ConcurrentRCSyncs"],
      ["resource-quota", "ResourceQuotaController.ConcurrentResourceQuotaSyncs"],
      ["serviceaccount-token", "SAController.ConcurrentSATokenSyncs"],
      ["service", "ServiceController.ConcurrentServiceSyncs"],
      ["ttl-after-finished", "TTLAfterFinishedController.ConcurrentTTLSyncs"],
    ].map(([what, member]) => [`concurrent-${what}-syncs`, "3", member!] as const),
    ["endpoint-updates-batch-period", "1s", "EndpointController.EndpointUpdatesBatchPeriod"],
    [
      "endpointslice-updates-batch-period",
      "2s",
      "EndpointSliceController.EndpointUpdatesBatchPeriod",
    ],
    ["max-endpoints-per-slice", "99", "EndpointSliceController.MaxEndpointsPerSlice"],
    [
      "mirroring-concurrent-service-endpoint-syncs",
      "4",
      "EndpointSliceMirroringController.MirroringConcurrentServiceEndpointSyncs",
    ],
    [
      "mirroring-max-endpoints-per-subset",
      "98",
      "EndpointSliceMirroringController.MirroringMaxEndpointsPerSubset",
    ],
    [
      "mirroring-endpointslice-updates-batch-period",
      "3s",
      "EndpointSliceMirroringController.MirroringEndpointUpdatesBatchPeriod",
    ],
    ["enable-garbage-collector", "false", "GarbageCollectorController.EnableGarbageCollector"],
    ["horizontal-pod-autoscaler-sync-period", "16s", `${HPA}SyncPeriod`],
    [
      "horizontal-pod-autoscaler-downscale-stabilization",
      "6m",
      `${HPA}DownscaleStabilizationWindow`,
    ],
    ["horizontal-pod-autoscaler-tolerance", "0.25", `${HPA}Tolerance`],
    [
      "horizontal-pod-autoscaler-cpu-initialization-period",
      "7m",
      `${HPA}CPUInitializationPeriod`,
    ],
    ["horizontal-pod-autoscaler-initial-readiness-delay", "31s", `${HPA}InitialReadinessDelay`],
    ["namespace-sync-period", "8m", "NamespaceController.NamespaceSyncPeriod"],
    ["resource-quota-sync-period", "9m", "ResourceQuotaController.ResourceQuotaSyncPeriod"],
    ["terminated-pod-gc-threshold", "12", "PodGCController.TerminatedPodGCThreshold"],
    [
      "pvclaimbinder-sync-period",
      "17s",
      "PersistentVolumeBinderController.PVClaimBinderSyncPeriod",
    ],
    ["enable-hostpath-provisioner", "true", `${VOLUMES}.EnableHostPathProvisioning`],
    ["enable-dynamic-provisioning", "false", `${VOLUMES}.EnableDynamicProvisioning`],
    ["flex-volume-plugin-dir", "/tmp/plugins", `${VOLUMES}.FlexVolumePluginDir`],
    ["pv-recycler-minimum-timeout-nfs", "301", `${RECYCLER}.MinimumTimeoutNFS`],
    ["pv-recycler-increment-timeout-nfs", "32", `${RECYCLER}.IncrementTimeoutNFS`],
    ["pv-recycler-minimum-timeout-hostpath", "63", `${RECYCLER}.MinimumTimeoutHostPath`],
    ["pv-recycler-timeout-increment-hostpath", "34", `${RECYCLER}.IncrementTimeoutHostPath`],
    ["root-ca-file", "{folder}/ca.crt", "SAController.RootCAFile"],
    [
      "service-account-private-key-file",
      "{folder}/server.key",
      "SAController.ServiceAccountKeyFile",
    ],
  ],
  scheduler: [
    ...ELECTION.map(([flag, value, name]) => [flag, value, `leaderElection.${name}`] as const),
    ...CLIENT.map(([flag, value, name]) => [flag, value, `clientConnection.${name}`] as const),
    ["profiling", "false", "enableProfiling"],
  ],
};

/** A file of the scheduler that says something of most there is to say. */
const SCHEDULER_FILE = {
  apiVersion: "kubescheduler.config.k8s.io/v1",
  kind: "KubeSchedulerConfiguration",
  clientConnection: { kubeconfig: "{folder}/config", qps: 7 },
  leaderElection: { leaseDuration: "20s" },
  parallelism: 8,
  percentageOfNodesToScore: 33,
  podInitialBackoffSeconds: 2,
  podMaxBackoffSeconds: 20,
  delayCacheUntilActive: true,
  enableContentionProfiling: false,
  profiles: [
    {
      schedulerName: "default-scheduler",
      percentageOfNodesToScore: 50,
      plugins: {
        multiPoint: {
          enabled: [{ name: "ImageLocality", weight: 5 }],
          disabled: [{ name: "NodePorts" }],
        },
        score: { enabled: [{ name: "NodeAffinity", weight: 7 }], disabled: [{ name: "*" }] },
      },
      pluginConfig: [
        { name: "VolumeBinding", args: { bindTimeoutSeconds: 300 } },
        {
          name: "NodeResourcesFit",
          args: {
            ignoredResources: ["example.com/x"],
            scoringStrategy: { type: "MostAllocated", resources: [{ name: "cpu", weight: 3 }] },
          },
        },
        {
          name: "PodTopologySpread",
          args: {
            defaultingType: "List",
            defaultConstraints: [{
              maxSkew: 1,
              topologyKey: "kubernetes.io/hostname",
              whenUnsatisfiable: "ScheduleAnyway",
            }],
          },
        },
        {
          name: "NodeAffinity",
          args: {
            addedAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }],
              },
            },
          },
        },
        { name: "DefaultPreemption", args: { minCandidateNodesPercentage: 20 } },
        { name: "InterPodAffinity", args: { hardPodAffinityWeight: 5 } },
        { name: "DynamicResources", args: { filterTimeout: "5s" } },
      ],
    },
    {
      schedulerName: "other",
      plugins: {
        multiPoint: {
          enabled: ["PrioritySort", "NodeResourcesFit", "DefaultBinder"].map((name) => ({ name })),
          disabled: [{ name: "*" }],
        },
      },
      pluginConfig: [{
        name: "NodeResourcesFit",
        args: {
          scoringStrategy: {
            type: "RequestedToCapacityRatio",
            resources: [{ name: "memory" }],
            requestedToCapacityRatio: {
              shape: [{ utilization: 0, score: 0 }, { utilization: 100, score: 10 }],
            },
          },
        },
      }],
    },
  ],
  extenders: [{
    urlPrefix: "http://127.0.0.1:1/",
    filterVerb: "filter",
    weight: 2,
    httpTimeout: "5s",
    ignorable: true,
    managedResources: [{ name: "example.com/y", ignoredByScheduler: true }],
  }],
};

/** What only the reference tells of, or each in another way. */
const LEFT_OUT: readonly (readonly [members: RegExp, why: string])[] = [
  [/^Generic\.(Port|Address)$/, "where it serves is what flags say, and nothing there"],
  [/kubeconfig$/, "each has a folder of its own"],
  [/^SAController\.(RootCAFile|ServiceAccountKeyFile)$/, "in that folder"],
  [/^Generic\.LeaderMigration\./, "what is migrated is not told of"],
  [
    /^KubeCloudShared\.(AllowUntaggedCloud|NodeSyncPeriod)$|^DeprecatedController|\.MaximumRetry$/,
    "no flag says so any more, there or here",
  ],
  [/\.GCIgnoredResources\[\d\]\.Group$/, "in the order of a map there"],
  [
    /Concurrent(DaemonSet|EphemeralVolume|HorizontalPodAutoscaler|Job|CronJob|Policy)Syncs$/,
    "there is no such flag",
  ],
  [/^(DeviceTaintEviction|ResourceClaim)Controller\.ConcurrentSyncs$/, "there is no such flag"],
  [/disableForceDetachOnTimeout$|^LegacySATokenCleaner/, "there is no such flag"],
  [/PodEvictionTimeout$/, "a flag of old, which is still one here"],
];

/** The defaults of flags that are others than there. */
const OTHER_DEFAULTS =
  /^(NodeIPAMController\.NodeCIDRMaskSizeIPv[46]|NodeLifecycleController\.NodeMonitorGracePeriod)$/;

type Members = ReadonlyMap<string, unknown>;

async function compare(t: Deno.TestContext): Promise<void> {
  const byDefault = await toldByBoth({});
  for (const name of PROCESS_NAMES) {
    await t.step(`${name}, by default`, () => {
      const [ours, theirs] = byDefault[name].map((told) => without(told, OTHER_DEFAULTS));
      assertEquals(ours, theirs);
    });
  }
  const changed = await toldByBoth(
    Object.fromEntries(
      PROCESS_NAMES.map((name) => [name, ROWS[name].map(([flag, value]) => `--${flag}=${value}`)]),
    ),
  );
  for (const name of PROCESS_NAMES) {
    await t.step(`${name}, with flags`, () => {
      const [ours, theirs] = changed[name];
      assertEquals(without(ours), without(theirs));
      for (const [flag, , ...members] of ROWS[name]) {
        for (const member of members) {
          const [before, after] = [byDefault[name][1].get(member), theirs.get(member)];
          if (before === after) throw new Error(`--${flag} does not change ${member}: ${after}`);
        }
      }
    });
  }
  const file = { "scheduler.json": JSON.stringify(SCHEDULER_FILE) };
  const filed = await toldByBoth({ scheduler: ["--config={folder}/scheduler.json"] }, file);
  await t.step("scheduler, with a file", () => {
    const [ours, theirs] = filed.scheduler;
    assertEquals(without(ours), without(theirs));
  });
}

type Told = Readonly<Record<ProcessName, readonly [ours: Members, theirs: Members]>>;

/** What the processes of both sides tell, with these flags and files. */
async function toldByBoth(
  flags: Readonly<Partial<Record<ProcessName, readonly string[]>>>,
  files: Readonly<Record<string, string>> = {},
): Promise<Told> {
  await using ours = await MeasuredProcesses.open("ours", flags, files);
  await using theirs = await MeasuredProcesses.open("theirs", flags, files);
  const all = PROCESS_NAMES.map(async (name) =>
    [name, await Promise.all([ours, theirs].map((side) => told(side, name)))] as const
  );
  return Object.fromEntries(await Promise.all(all)) as unknown as Told;
}

async function told(side: MeasuredProcesses, name: ProcessName): Promise<Members> {
  let text = "";
  await eventually(`the ${name} tells of its configuration`, async () => {
    text = await side.shown(name, "/configz");
    return text !== "";
  });
  const [document] = Object.values(JSON.parse(text));
  return new Map(membersOf("", document));
}

/** All that is in a value, by its place. */
function membersOf(place: string, value: unknown): [string, unknown][] {
  const inner = Array.isArray(value)
    ? value.map((one, index) => [`${place}[${index}]`, one] as const)
    : isObject(value)
    ? Object.entries(value).map(([name, one]) =>
      [place === "" ? name : `${place}.${name}`, one] as const
    )
    : [];
  return inner.length === 0 ? [[place, value]] : inner.flatMap(([at, one]) => membersOf(at, one));
}

/** Members that are compared, in one order. */
function without(told: Members, more?: RegExp): [string, unknown][] {
  return [...told]
    .filter(([place]) => !LEFT_OUT.some(([members]) => members.test(place)) && !more?.test(place))
    .sort(([one], [other]) => one < other ? -1 : 1);
}

if (slowTests()) testWith(["go"], NAME, compare);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
