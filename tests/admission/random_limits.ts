/**
 * Random limit ranges, quotas, nodes, and pods and claims that they bound.
 *
 * @module
 */

import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import type { PluginRequest, World } from "./question.ts";
import { NAMESPACE, RandomRequests } from "./random_requests.ts";

const RESOURCES = ["cpu", "memory", "ephemeral-storage", "example.com/gpu", "hugepages-2Mi"];
const AMOUNTS = ["0", "100m", "0.5", "1", "1500m", "2", "1Gi", "64Mi", "1e3", "3", "2Gi"];

/** Makes worlds for plugins, by their names. */
export class RandomLimits extends RandomRequests {
  LimitRanger(): World {
    const range = (name: string): AnyObject => ({
      apiVersion: "v1",
      kind: "LimitRange",
      metadata: { name, namespace: NAMESPACE },
      spec: {
        limits: this.many(3, () => ({
          type: this.one(["Container", "Pod", "PersistentVolumeClaim"]),
          ...this.maybe(0.4, "min", () => this.#amounts()),
          ...this.maybe(0.5, "max", () => this.#amounts()),
          ...this.maybe(0.4, "default", () => this.#amounts()),
          ...this.maybe(0.4, "defaultRequest", () => this.#amounts()),
          ...this.maybe(0.2, "maxLimitRequestRatio", () => this.#amounts()),
        })),
      },
    });
    return { objects: [range("one")], requests: this.#writes() };
  }

  ResourceQuota(): World {
    const names = [
      ...["cpu", "memory", "requests.cpu", "limits.memory", "limits.cpu", "pods", "count/pods"],
      ...[
        "requests.storage",
        "persistentvolumeclaims",
        "fast.storageclass.storage.k8s.io/requests.storage",
      ],
      ...["requests.example.com/gpu", "count/configmaps", "configmaps"],
    ];
    const quota = (name: string, of: readonly string[]): AnyObject => {
      const hard = Object.fromEntries(
        this.many(4, () => [this.one(of), this.one(["2", "1Gi", "3", "0"])]),
      );
      const used = Object.fromEntries(
        Object.keys(hard).filter(() => this.chance(0.9)).map((
          of,
        ) => [of, this.one(["0", "1", "2"])]),
      );
      return {
        apiVersion: "v1",
        kind: "ResourceQuota",
        metadata: { name, namespace: NAMESPACE, resourceVersion: "1" },
        spec: {
          hard,
          ...this.maybe(0.3, "scopes", () => [
            this.one(["Terminating", "NotTerminating", "BestEffort", "NotBestEffort"]),
          ]),
          ...this.maybe(0.2, "scopeSelector", () => ({
            matchExpressions: [{
              scopeName: "PriorityClass",
              ...this.one<AnyObject>([
                { operator: "In", values: ["high"] },
                { operator: "Exists" },
                { operator: "NotIn", values: ["high", "low"] },
              ]),
            }],
          })),
        },
        status: { hard, used },
      };
    };
    const maps = (): PluginRequest =>
      this.create("configmaps", {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "m", namespace: NAMESPACE },
      });
    return {
      ...(this.chance(0.2) && {
        configuration: JSON.stringify({
          apiVersion: "apiserver.config.k8s.io/v1",
          kind: "ResourceQuotaConfiguration",
          limitedResources: [{
            resource: "pods",
            ...this.one<AnyObject>([
              { matchContains: [this.one(["cpu", "pods", "requests."])] },
              { matchScopes: [{ scopeName: "PriorityClass", operator: "In", values: ["high"] }] },
            ]),
          }],
        }),
      }),
      objects: [
        quota("one", names),
        // Of two that have no room any may say so.
        ...(this.chance(0.3) ? [quota("two", ["count/secrets", "services"])] : []),
      ],
      // One: when those that follow know of what it was charged is chance.
      requests: [this.chance(0.2) ? maps() : this.#writes()[0]!],
    };
  }

  PodResizeValidator(): World {
    return this.#onNodes(() => this.one(["resize", "resize", "resize", ""]));
  }

  NodeDeclaredFeatureValidator(): World {
    return this.#onNodes(() => this.one(["resize", "resize", "status"]));
  }

  #onNodes(part: () => string): World {
    const node = (name: string): AnyObject => ({
      apiVersion: "v1",
      kind: "Node",
      metadata: {
        name,
        ...this.maybe(0.6, "labels", () => ({
          "kubernetes.io/os": this.one(["linux", "linux", "windows", ""]),
        })),
      },
      status: {
        ...this.maybe(0.9, "allocatable", () => ({
          ...this.maybe(0.8, "cpu", () => this.one(["1", "2", "3"])),
          ...this.maybe(0.8, "memory", () => this.one(["1Gi", "3Gi"])),
        })),
        ...this.maybe(0.5, "declaredFeatures", () =>
          this.many(2, () =>
            this.one([
              ...["InPlacePodLevelResourcesVerticalScaling", "GuaranteedQoSPodCPUResize", "a"],
              "RestartAllContainersOnContainerExits",
            ])).sort()),
      },
    });
    return {
      objects: ["one", "two"].map(node),
      requests: this.many(6, () => {
        const nodeName = this.maybe(0.9, "nodeName", () => this.one(["one", "two", "none"]));
        const { spec: { initContainers: _, ...spec }, ...old } = this.#pod();
        const initContainers = this.#pod().spec.initContainers ?? [];
        const written = (sizes: AnyObject): AnyObject => ({
          ...old,
          metadata: { ...old.metadata, generation: 1 + this.below(2) },
          spec: { ...spec, ...nodeName, ...sizes },
        });
        // What is resized has as many containers as before.
        const sizes = {
          ...this.maybe(0.5, "resources", () => this.#resources()),
          initContainers: initContainers.map((one: AnyObject) => ({
            ...one,
            ...this.maybe(0.5, "resources", () => this.#resources()),
          })),
        };
        return this.update("pods", written(sizes), written({ initContainers }), {
          subresource: part(),
        });
      }),
    };
  }

  #writes(): PluginRequest[] {
    return this.many(4, () => {
      const [resource, made] = this.chance(0.75)
        ? ["pods", () => this.#pod()] as const
        : ["persistentvolumeclaims", () => this.#claim()] as const;
      if (this.chance(0.7)) return this.create(resource, made());
      const subresource = resource === "pods" ? this.one(["", "resize", "status"]) : "";
      return this.update(resource, made(), made(), { subresource });
    });
  }

  #pod(): AnyObject {
    const container = (name: string) => ({
      name,
      image: "i",
      ...this.maybe(0.7, "resources", () => this.#resources()),
    });
    return {
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        name: "p",
        namespace: NAMESPACE,
        ...this.maybe(0.1, "deletionTimestamp", () => "2020-01-01T00:00:00Z"),
      },
      spec: {
        containers: this.many(2, () => "c").map((name, index) => container(`${name}${index}`)),
        ...this.maybe(0.3, "initContainers", () => [
          { ...container("init"), ...this.maybe(0.4, "restartPolicy", () => "Always") },
        ]),
        ...this.maybe(0.2, "resources", () => this.#resources()),
        ...this.maybe(0.2, "overhead", () => ({ cpu: "100m" })),
        ...this.maybe(0.2, "activeDeadlineSeconds", () => 60),
        ...this.maybe(0.3, "priorityClassName", () => this.one(["high", "low"])),
      },
      ...this.maybe(0.2, "status", () => ({ phase: this.one(["Running", "Failed", "Succeeded"]) })),
    };
  }

  #claim(): AnyObject {
    return {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: "c", namespace: NAMESPACE },
      spec: {
        ...this.maybe(0.5, "storageClassName", () => this.one(["fast", "slow"])),
        ...this.maybe(0.8, "resources", () => ({ requests: { storage: this.one(AMOUNTS) } })),
      },
    };
  }

  #resources(): AnyObject {
    return {
      ...this.maybe(0.6, "requests", () => this.#amounts()),
      ...this.maybe(0.5, "limits", () => this.#amounts()),
    };
  }

  #amounts(): AnyObject {
    return Object.fromEntries(this.many(2, () => [this.one(RESOURCES), this.one(AMOUNTS)]));
  }
}
