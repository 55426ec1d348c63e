/**
 * Random pods, and what says where they may run, how important they are, and on what terms.
 *
 * @module
 */

import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import type { PluginRequest, World } from "./question.ts";
import { NAMESPACE, RandomRequests } from "./random_requests.ts";

const KEYS = ["a", "b", "example.com/c"];
const VALUES = ["1", "2", ""];
/** Selectors of nodes. */
const RIGHT_SELECTORS = ["a=1", "a=1,b=2", " a = 1 , b=2 ", "", "a=", "a=1,a=2", "example.com/c=2"];
/** What users write where a selector is meant: a server that is told so at its start says so then. */
const SELECTORS = [
  ...RIGHT_SELECTORS,
  ...["a", "=1", "a=1,,b=2", "a==1", "a!=1", "a in (1)", "a=1=2", "UPPER/=x", "a=ä", "!a", "a>1"],
];

/** Makes worlds for plugins, by their names. */
export class RandomPlacement extends RandomRequests {
  PodNodeSelector(): World {
    return {
      ...(this.chance(0.7) && {
        configuration: JSON.stringify({
          podNodeSelectorPluginConfig: {
            ...this.maybe(0.7, "clusterDefaultNodeSelector", () => this.one(RIGHT_SELECTORS)),
            ...this.maybe(0.5, NAMESPACE, () => this.one(RIGHT_SELECTORS)),
          },
        }),
      }),
      objects: this.#namespaces(() =>
        this.maybe(0.6, "scheduler.alpha.kubernetes.io/node-selector", () => this.one(SELECTORS))
      ),
      requests: this.#pods(() => ({
        ...this.maybe(0.6, "nodeSelector", () => this.labels(KEYS, VALUES)),
      })),
    };
  }

  PodTolerationRestriction(): World {
    const list = () => this.many(3, () => this.#toleration());
    const text = () =>
      this.one([
        ...[
          "",
          "[]",
          "null",
          "{}",
          "[{}]",
          '[{"key":1}]',
          "[",
          '[{"Key":"a","OPERATOR":"Exists"}]',
        ],
        ...Array.from({ length: 12 }, () => JSON.stringify(list())),
      ]);
    return {
      ...(this.chance(0.5) && {
        configuration: JSON.stringify({
          apiVersion: "podtolerationrestriction.admission.k8s.io/v1alpha1",
          kind: "Configuration",
          ...this.maybe(0.7, "default", list),
          ...this.maybe(0.7, "whitelist", list),
        }),
      }),
      objects: this.#namespaces(() => ({
        ...this.maybe(0.5, "scheduler.alpha.kubernetes.io/defaultTolerations", text),
        ...this.maybe(0.5, "scheduler.alpha.kubernetes.io/tolerationsWhitelist", text),
      })),
      requests: this.#pods(() => this.maybe(0.6, "tolerations", list)),
    };
  }

  DefaultTolerationSeconds(): World {
    const keys = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable", "a", ""];
    return {
      objects: [],
      requests: this.#pods(() =>
        this.maybe(0.8, "tolerations", () => this.many(3, () => this.#toleration(keys)))
      ),
    };
  }

  ExtendedResourceToleration(): World {
    return {
      objects: [],
      requests: this.#pods(() =>
        this.maybe(0.5, "tolerations", () => this.many(3, () => this.#toleration(NAMES)))
      ),
    };
  }

  Priority(): World {
    const name = () => this.one(["high", "low", "default", "system-node-critical", "none", ""]);
    // Of several defaults of one value it is chance which one holds.
    const values = [0, 1, 5, 1000, -7];
    const priorityClass = (of: string): AnyObject => ({
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name: of },
      value: values.splice(this.below(values.length), 1)[0] ?? 9,
      ...this.maybe(0.3, "globalDefault", () => this.chance(0.8)),
      ...this.maybe(0.4, "preemptionPolicy", () => this.one(["Never", "PreemptLowerPriority"])),
    });
    const spec = () => ({
      ...this.maybe(0.7, "priorityClassName", name),
      ...this.maybe(0.4, "priority", () => this.one([0, 1, 5, 1000])),
      ...this.maybe(0.3, "preemptionPolicy", () => this.one(["Never", "PreemptLowerPriority"])),
    });
    const classes = () => {
      const made = priorityClass(this.one(["high", "low", "other"]));
      return this.chance(0.5)
        ? this.create("priorityclasses", made)
        : this.update("priorityclasses", made, priorityClass(made.metadata!.name!));
    };
    return {
      objects: ["high", "low", "default", "system-node-critical"]
        .filter(() => this.chance(0.7)).map(priorityClass),
      requests: this.chance(0.3) ? this.many(5, classes) : this.#pods(spec),
    };
  }

  RuntimeClass(): World {
    const resources = () =>
      Object.fromEntries(this.many(2, () => [
        this.one(["cpu", "memory", "example.com/gpu"]),
        this.one(["1", "0.5", "500m", "1Gi", "0"]),
      ]));
    const runtimeClass = (name: string): AnyObject => ({
      apiVersion: "node.k8s.io/v1",
      kind: "RuntimeClass",
      metadata: { name },
      handler: "h",
      ...this.maybe(0.5, "overhead", () => this.maybe(0.8, "podFixed", resources)),
      ...this.maybe(0.6, "scheduling", () => ({
        ...this.maybe(0.6, "nodeSelector", () => this.labels(KEYS, VALUES)),
        ...this.maybe(0.6, "tolerations", () => this.many(3, () => this.#toleration())),
      })),
    });
    return {
      objects: ["one", "two"].filter(() => this.chance(0.8)).map(runtimeClass),
      requests: this.#pods(() => ({
        ...this.maybe(0.8, "runtimeClassName", () => this.one(["one", "two", "none", ""])),
        ...this.maybe(0.4, "overhead", resources),
        ...this.maybe(0.5, "nodeSelector", () => this.labels(KEYS, VALUES)),
        ...this.maybe(0.5, "tolerations", () => this.many(3, () => this.#toleration())),
      })),
    };
  }

  LimitPodHardAntiAffinityTopology(): World {
    const term = () => ({
      ...this.maybe(0.8, "labelSelector", () => ({ matchLabels: { a: "1" } })),
      topologyKey: this.one(["kubernetes.io/hostname", "topology.kubernetes.io/zone", "a", ""]),
    });
    const terms = () => ({
      ...this.maybe(
        0.6,
        "requiredDuringSchedulingIgnoredDuringExecution",
        () => this.many(3, term),
      ),
      ...this.maybe(
        0.3,
        "preferredDuringSchedulingIgnoredDuringExecution",
        () => this.many(2, () => ({ weight: 1, podAffinityTerm: term() })),
      ),
    });
    return {
      objects: [],
      requests: this.#pods(() =>
        this.maybe(0.8, "affinity", () => ({
          ...this.maybe(0.7, "podAntiAffinity", terms),
          ...this.maybe(0.3, "podAffinity", terms),
        }))
      ),
    };
  }

  PodTopologyLabels(): World {
    const keys = [
      ...["topology.kubernetes.io/zone", "topology.kubernetes.io/region", "kubernetes.io/hostname"],
      ...[
        "topology.kubernetes.io/other",
        "topology.k8s.io/x",
        "failure-domain.beta.kubernetes.io/zone",
      ],
    ];
    const binding = () =>
      this.create("pods", {
        apiVersion: "v1",
        kind: "Binding",
        metadata: {
          name: "p",
          namespace: NAMESPACE,
          ...this.maybe(0.4, "labels", () => this.labels(keys, VALUES)),
        },
        target: {
          ...this.maybe(0.9, "kind", () => this.one(["Node", "Node", "node", "Pod"])),
          name: this.one(["one", "two", "none"]),
        },
      }, { subresource: "binding" });
    return {
      objects: ["one", "two"].map((name) => ({
        apiVersion: "v1",
        kind: "Node",
        metadata: { name, ...this.maybe(0.8, "labels", () => this.labels(keys, VALUES)) },
      })),
      requests: this.chance(0.5)
        ? this.many(4, binding)
        : this.#pods(() => this.maybe(0.7, "nodeName", () => this.one(["one", "two", "none"]))),
    };
  }

  TaintNodesByCondition(): World {
    const taint = () => ({
      key: this.one(["node.kubernetes.io/not-ready", "a"]),
      ...this.maybe(0.5, "value", () => this.one(VALUES)),
      effect: this.one(["NoSchedule", "NoExecute", "PreferNoSchedule"]),
    });
    const node = (): AnyObject => ({
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "one" },
      spec: this.maybe(0.7, "taints", () => this.many(3, taint)),
    });
    return {
      objects: [],
      requests: this.many(
        4,
        () =>
          this.chance(0.7) ? this.create("nodes", node()) : this.update("nodes", node(), node()),
      ),
    };
  }

  AlwaysPullImages(): World {
    const container = (name: string): AnyObject => ({
      name,
      image: this.one(["i", "i:latest", "i:1", "j@sha256:0"]),
      ...this.maybe(0.6, "imagePullPolicy", () => this.one(["Always", "Never", "IfNotPresent"])),
    });
    const spec = () => ({
      containers: this.many(2, () => container(this.one(["c", "d"]))),
      ...this.maybe(0.4, "initContainers", () => [container("init")]),
      ...this.maybe(0.3, "ephemeralContainers", () => this.many(2, () => container("debug"))),
      ...this.maybe(0.3, "volumes", () => [{
        name: "v",
        image: {
          reference: this.one(["i", "i:1", ""]),
          ...this.maybe(0.6, "pullPolicy", () => this.one(["Always", "Never", "IfNotPresent"])),
        },
      }]),
    });
    return { objects: [], requests: this.#pods(spec) };
  }

  #namespaces(annotations: () => Record<string, string>): AnyObject[] {
    return [{
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: NAMESPACE, annotations: annotations() },
    }];
  }

  #toleration(keys: readonly string[] = KEYS): AnyObject {
    return {
      ...this.maybe(0.9, "key", () => this.one(keys)),
      ...this.maybe(0.7, "operator", () => this.one(["Exists", "Equal", "", "Lt", "Gt"])),
      ...this.maybe(0.3, "value", () => this.one(VALUES)),
      ...this.maybe(
        0.6,
        "effect",
        () => this.one(["NoSchedule", "NoExecute", "PreferNoSchedule", ""]),
      ),
      ...this.maybe(0.2, "tolerationSeconds", () => this.one([0, 30, -1])),
    };
  }

  /** Writes of pods with such specs. */
  #pods(spec: () => AnyObject): PluginRequest[] {
    const resources = () => ({
      ...this.maybe(0.5, "requests", () => this.#amounts()),
      ...this.maybe(0.5, "limits", () => this.#amounts()),
    });
    const pod = (): AnyObject => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        name: "p",
        namespace: NAMESPACE,
        ...this.maybe(0.5, "generation", () => this.below(2)),
      },
      spec: {
        containers: this.many(2, () => ({
          name: this.one(["c", "d"]),
          image: "i",
          ...this.maybe(0.5, "resources", resources),
        })),
        ...this.maybe(0.2, "initContainers", () => [
          { name: "init", image: "i", ...this.maybe(0.5, "resources", resources) },
        ]),
        ...spec(),
      },
    });
    const parts = ["", "", "", "status", "ephemeralcontainers", "resize"];
    return this.many(
      6,
      () =>
        this.chance(0.6)
          ? this.create("pods", pod())
          : this.update("pods", pod(), pod(), { subresource: this.one(parts) }),
    );
  }

  #amounts(): AnyObject {
    return Object.fromEntries(this.many(2, () => [this.one(NAMES), this.one(["1", "2", "0"])]));
  }
}

/** Of resources, and of taints that nodes have which have them. */
const NAMES = ["cpu", "memory", "example.com/gpu", "example.com/b", "hugepages-2Mi"];
