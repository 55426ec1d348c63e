/**
 * One thread serves everybody: what a request may be long of is gone through so many times, and not
 * once for each of what else it is long of. Counted are steps, not time: what a list, a set or a map
 * holds, each time that one is gone through, and the errors and warnings that come of it.
 */
import { assert } from "../../toolkit/deps/assert.ts";
import { canonicalObject, type JsonObject } from "../../toolkit/codec/mod.ts";
import { FieldPath } from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { runToEnd } from "../../toolkit/time_slice.ts";
import { validateObjectMetaUpdate } from "../../toolkit/validation/mod.ts";
import { type Strategy, strategyErrors, type Writing } from "../resource/strategy.ts";
import { rulesOf } from "./declarations.ts";
import { strategyOfObjects, strategyOfSubresource } from "./strategies.ts";

const schema = schemaOf("kubernetes");

/** Runs something with a counter at whatever goes through lists, sets and maps. */
function stepsOf(run: () => number): number {
  let steps = 0;
  const restore: (() => void)[] = [];
  const count = (owner: object, names: readonly PropertyKey[], size: "length" | "size") => {
    for (const name of names) {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name)!;
      const original = descriptor.value as (...args: unknown[]) => unknown;
      Object.defineProperty(owner, name, {
        ...descriptor,
        value(this: Record<string, number>, ...args: unknown[]) {
          steps += this[size]!;
          return original.apply(this, args);
        },
      });
      restore.push(() => Object.defineProperty(owner, name, descriptor));
    }
  };
  const through = ["entries", "values", "keys", "forEach", Symbol.iterator];
  count(Array.prototype, [...through, ...LIST_METHODS], "length");
  count(Set.prototype, through, "size");
  count(Map.prototype, through, "size");
  try {
    const told = run();
    return steps + told;
  } finally {
    for (const one of restore) one();
  }
}

const LIST_METHODS = [
  ...["includes", "indexOf", "lastIndexOf", "find", "findIndex", "findLast", "findLastIndex"],
  ...["some", "every", "filter", "map", "flatMap", "reduce", "slice", "splice", "shift", "unshift"],
  ...["concat", "join", "sort", "toSorted", "reverse", "toReversed"],
];

const WRITING: Writing = {
  uid: () => "00000000-0000-4000-8000-000000000009",
  warn() {},
  user: { name: "somebody", uid: "", groups: [], extra: {} },
  time: () => "2026-01-01T00:00:00Z",
};

/** An object with what is long in it, and the one that it takes the place of. */
interface Write {
  readonly object: object;
  readonly old?: object;
  /** The subresource that it goes through. */
  readonly part?: string;
}

/** Judges a write as the registry does. Returns what can be run, once. */
function writing(plural: string, { object, old, part }: Write): () => number {
  const resource = schema.resources.find(({ resource, verbs }) =>
    resource === plural && verbs.includes("update")
  )!;
  const { group, version, kind, subresources } = resource;
  const type = schema.kind(group, version, kind)!;
  const rules = rulesOf(type.package, plural, NAMES.kubernetes);
  const whole = strategyOfObjects(rules, type, subresources.includes("status"));
  const strategy = part === undefined
    ? whole
    : strategyOfSubresource(part, rules.subresources![part]!, whole, type);
  const read = (fields: object) =>
    canonicalObject(type, {
      kind,
      ...structuredClone(fields),
      metadata: {
        name: "x",
        namespace: "ns",
        resourceVersion: "1",
        ...(fields as JsonObject).metadata as object,
      },
    } as JsonObject);
  const now = read(object);
  const before = old && read(old);
  return () => {
    const told = write(strategy, now, before);
    rules.columns?.cells(now);
    return told;
  };
}

function write(strategy: Strategy, object: JsonObject, old: JsonObject | undefined): number {
  strategy.setDefaults?.(object);
  if (old === undefined) strategy.prepareForCreate?.(object, WRITING);
  else {
    strategy.setDefaults?.(old);
    strategy.prepareForUpdate?.(object, old, WRITING);
  }
  const errors = runToEnd(strategyErrors(strategy, object, old, WRITING)).length;
  return errors + (strategy.warnings?.(object, old).length ?? 0);
}

const range = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));
const texts = (n: number, prefix: string) => range(n, (index) => prefix + index);
const mapOf = <T>(keys: readonly string[], value: T) =>
  Object.fromEntries(keys.map((key) => [key, value]));

const CONTAINER = { name: "c", image: "i" };
const pod = (spec: object, metadata: object = {}) => ({
  metadata,
  spec: { containers: [CONTAINER], ...spec },
});
const pods = (spec: object, metadata?: object) => writing("pods", { object: pod(spec, metadata) });
const status = (object: object, old: object) =>
  writing("pods", {
    object: { ...pod({}), ...object },
    old: { ...pod({}), ...old },
    part: "status",
  });
const withItems = (paths: readonly string[]) => ({
  volumes: [{ name: "v", secret: { items: paths.map((path) => ({ key: "k", path })) } }],
});
const ended = (name: string) => ({ name, state: { terminated: { exitCode: 0 } } });
const policy = (spec: object) => ({
  spec: {
    ...mapOf(["seLinux", "runAsUser", "supplementalGroups", "fsGroup"], { rule: "RunAsAny" }),
    ...spec,
  },
});
const service = (spec: object, old: object) =>
  writing("services", {
    object: { spec: { ports: [{ port: 1 }], ...spec } },
    old: { spec: { ports: [{ port: 1 }], ...old } },
  });

/** What may be long, made so long. */
const LONG: Readonly<Record<string, (n: number) => () => number>> = {
  "pods: tolerations that were there before": (n) => {
    const tolerations = texts(n, "k").map((key) => ({ key, operator: "Exists" }));
    const old = pod({ tolerations });
    return writing("pods", { object: pod({ tolerations: tolerations.toReversed() }), old });
  },
  "pods: constraints on spreading": (n) =>
    pods({
      topologySpreadConstraints: texts(n, "k").map((topologyKey) => ({ topologyKey, maxSkew: 1 })),
    }),
  "pods: labels of their own in a selector": (n) => {
    const labelSelector = { matchExpressions: texts(n, "k").map((key) => ({ key })) };
    const keys = { matchLabelKeys: texts(n, "a"), mismatchLabelKeys: texts(n, "b") };
    const term = { topologyKey: "k", labelSelector, ...keys };
    return pods({
      affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
    });
  },
  "pods: mounts and devices": (n) =>
    pods({
      containers: [{
        ...CONTAINER,
        volumeMounts: texts(n, "a").map((name) => ({ name, mountPath: `/${name}` })),
        volumeDevices: texts(n, "b").map((name) => ({ name, devicePath: `/${name}` })),
      }],
    }),
  "pods: volumes that the pod makes claims for": (n) =>
    pods({
      volumes: [
        ...texts(n, "a").map((name) => ({ name, persistentVolumeClaim: { claimName: "x-y" } })),
        ...texts(n, "b").map((name) => ({ name, ephemeral: {} })),
      ],
    }),
  "pods: variables out of files": (n) => {
    const fileKeyRef = { volumeName: "none", path: "p", key: "k" };
    const env = texts(n, "V").map((name) => ({ name, valueFrom: { fileKeyRef } }));
    const volumes = texts(n, "v").map((name) => ({ name, emptyDir: {} }));
    return pods({ volumes, containers: [{ ...CONTAINER, env }] });
  },
  "pods: containers that ask for parts of claims, and for all of them": (n) => {
    const parts = texts(n, "a").map((name) => ({ name, request: "r" }));
    const claims = [...parts, ...texts(n, "b").map((name) => ({ name }))];
    const resourceClaims = texts(n, "c").map((name) => ({ name, resourceClaimName: name }));
    return pods({ resourceClaims, containers: [{ ...CONTAINER, resources: { claims } }] });
  },
  "pods: containers whose profiles annotations say": (n) =>
    pods(
      { containers: texts(n, "c").map((name) => ({ ...CONTAINER, name })) },
      {
        annotations: mapOf(
          texts(n, "container.apparmor.security.beta.kubernetes.io/d"),
          "unconfined",
        ),
      },
    ),
  "pods: resources of what runs along while others start": (n) => {
    const requests = mapOf(texts(n, "a.b/r"), "1");
    const along = { ...CONTAINER, name: "s", restartPolicy: "Always", resources: { requests } };
    const starting = texts(n, "i").map((name) => ({ ...CONTAINER, name }));
    return pods({ resources: { limits: { cpu: "1" } }, initContainers: [along, ...starting] });
  },
  "pods: files": (n) => pods(withItems(texts(n, "p"))),
  "pods: files of one path": (n) => pods(withItems(range(n, () => "p"))),
  "pods: ports of one number": (n) =>
    pods({ containers: [{ ...CONTAINER, ports: range(n, () => ({ containerPort: 80 })) }] }),
  "pods: ports of one number on nodes": (n) => {
    const ports = texts(n, "10.0.0.").map((hostIP) => ({
      containerPort: 80,
      hostPort: 80,
      hostIP,
    }));
    return pods({ containers: [{ ...CONTAINER, ports }] });
  },
  "pods: conditions that they wait for": (n) => {
    const all = pod({ readinessGates: texts(n, "a").map((conditionType) => ({ conditionType })) });
    const conditions = texts(n, "b").map((type) => ({ type, status: "True" }));
    return status({ ...all, status: { conditions } }, all);
  },
  "pods: conditions of one type": (n) => {
    const conditions = range(n, () => ({ type: "a", status: "True", observedGeneration: 1 }));
    return status({ status: { conditions } }, { status: { conditions } });
  },
  "pods: containers that ended": (n) => {
    const containers = texts(n, "c").map((name) => ({ ...CONTAINER, name }));
    const [containerStatuses, before] = [texts(n, "d").map((name) => ({ name })), texts(n, "c")];
    return status(
      { ...pod({ containers }), status: { containerStatuses } },
      { ...pod({ containers }), status: { containerStatuses: before.map(ended) } },
    );
  },
  "pods: containers and what they were given": (n) => {
    const claims = texts(n, "a").map((name) => ({ name }));
    const containers = texts(n, "c").map((name) => ({ ...CONTAINER, name }));
    const all = pod({ containers: [{ ...CONTAINER, resources: { claims } }, ...containers] });
    const given = texts(n, "claim:b").map((name) => ({ name }));
    const told = texts(n, "d").map((name) => ({ name, allocatedResourcesStatus: [{ name: "e" }] }));
    const containerStatuses = [{ name: "c", allocatedResourcesStatus: given }, ...told];
    return status({ ...all, status: { containerStatuses } }, all);
  },
  "services: addresses from outside": (n) =>
    service({ externalIPs: texts(n, "a") }, { externalIPs: texts(n, "b") }),
  "services: ranges that a balancer lets in": (n) =>
    service(
      { type: "LoadBalancer", loadBalancerSourceRanges: texts(n, "a") },
      { type: "LoadBalancer", loadBalancerSourceRanges: texts(n, "b") },
    ),
  "services: families": (n) => service({ ipFamilies: texts(n, "f") }, {}),
  "endpoints: addresses of many ports": (n) =>
    writing("endpoints", {
      object: {
        subsets: [{
          addresses: range(n, () => ({ ip: "10.0.0.1" })),
          ports: texts(n, "p").map((name) => ({ name, port: 1 })),
        }],
      },
    }),
  "resourcequotas: resources that scopes can't count": (n) =>
    writing("resourcequotas", {
      object: {
        spec: {
          hard: mapOf(texts(n, "requests.hugepages-"), "1"),
          scopes: range(n, () => "BestEffort"),
          scopeSelector: { matchExpressions: range(n, () => ({ scopeName: "BestEffort" })) },
        },
      },
    }),
  "storageclasses: topologies that are the same": (n) =>
    writing("storageclasses", {
      object: { provisioner: "p", allowedTopologies: range(n, () => ({})) },
    }),
  "storageclasses: topologies and their values": (n) => {
    const termOf = (key: string) => ({ matchLabelExpressions: [{ key, values: ["v"] }] });
    const many = { matchLabelExpressions: [{ key: "k", values: texts(n, "v") }] };
    const allowedTopologies = [many, ...texts(n, "k").map(termOf)];
    return writing("storageclasses", { object: { provisioner: "p", allowedTopologies } });
  },
  "csinodes: keys of a driver": (n) =>
    writing("csinodes", {
      object: { spec: { drivers: [{ name: "d", nodeID: "n", topologyKeys: texts(n, "k") }] } },
    }),
  "certificatesigningrequests: usages": (n) =>
    writing("certificatesigningrequests", { object: { spec: { usages: texts(n, "u") } } }),
  "certificatesigningrequests: conditions": (n) => {
    const [before, now] = ["a", "b"].map((prefix) => ({
      status: { conditions: texts(n, prefix).map((type) => ({ type, status: "True" })) },
    })) as [object, object];
    return writing("certificatesigningrequests", { object: now, old: before, part: "status" });
  },
  "podsecuritypolicies: capabilities": (n) =>
    writing("podsecuritypolicies", {
      object: policy({
        requiredDropCapabilities: texts(n, "A"),
        allowedCapabilities: texts(n, "B"),
      }),
    }),
  "podsecuritypolicies: sysctls": (n) =>
    writing("podsecuritypolicies", {
      object: policy({
        allowedUnsafeSysctls: texts(n, "a.b"),
        forbiddenSysctls: range(n, (index) => `c.d${index}*`),
      }),
    }),
  "podsecuritypolicies: sysctls that are all forbidden": (n) =>
    writing("podsecuritypolicies", {
      object: policy({
        allowedUnsafeSysctls: texts(n, "a.b"),
        forbiddenSysctls: range(n, () => "a.*"),
      }),
    }),
  "jobs: rules for failures of containers": (n) => {
    const onExitCodes = { containerName: "none", operator: "In", values: [1] };
    const containers = texts(n, "c").map((name) => ({ ...CONTAINER, name }));
    return writing("jobs", {
      object: {
        spec: {
          podFailurePolicy: { rules: range(n, () => ({ action: "Count", onExitCodes })) },
          template: { spec: { containers } },
        },
      },
    });
  },
  "validatingadmissionpolicybindings: actions": (n) =>
    writing("validatingadmissionpolicybindings", {
      object: { spec: { policyName: "p", validationActions: texts(n, "a") } },
    }),
  "validatingwebhookconfigurations: versions": (n) =>
    writing("validatingwebhookconfigurations", {
      object: { webhooks: [{ name: "w", admissionReviewVersions: texts(n, "v") }] },
    }),
  "all kinds: finalizers of what is being deleted": (n) => () => {
    const old = { finalizers: texts(n, "a/b"), deletionTimestamp: "2026-01-01T00:00:00Z" };
    const now = { ...old, finalizers: texts(n, "a/c") };
    return validateObjectMetaUpdate(now, old, FieldPath.of("metadata")).length;
  },
};

const LENGTH = 300;
const TIMES = 4;
/** What is sorted, or has to have some length to show, may take a bit more. */
const MOST_TIMES = 6;

for (const [what, make] of Object.entries(LONG)) {
  Deno.test(`${what} take steps as they are long`, () => {
    // What is made once for all objects is not counted.
    make(1)();
    const steps = stepsOf(make(LENGTH));
    const more = stepsOf(make(TIMES * LENGTH));
    assert(steps > LENGTH, `${steps} steps: nothing is gone through`);
    const message = `${steps} steps for ${LENGTH}, ${more} for ${TIMES} times as many`;
    assert(more < MOST_TIMES * steps, message);
  });
}

Deno.test("rules are told of more errors than a call takes arguments", () => {
  const bad = 150_000;
  const told = pods({ nodeSelector: mapOf(texts(bad, "_"), "") })();
  assert(told >= bad, `${told} errors`);
});
