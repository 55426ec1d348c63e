/**
 * Random pods with accounts and secrets, objects with owners, and what may be done with them.
 *
 * @module
 */

import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import { RandomPods } from "../decisions/random_pods.ts";
import type { PluginRequest, World } from "./question.ts";
import { NAMESPACE, RandomRequests } from "./random_requests.ts";

const SECRETS = ["one", "two", "three"];
const ACCOUNTS = ["robot", "default"];

/** Makes worlds for plugins, by their names. */
export class RandomAccounts extends RandomRequests {
  ServiceAccount(): World {
    const names = () => this.many(2, () => ({ name: this.one(SECRETS) }));
    const account = (name: string): AnyObject => ({
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: {
        name,
        namespace: NAMESPACE,
        ...this.maybe(0.5, "annotations", () => ({
          "kubernetes.io/enforce-mountable-secrets": this.one(["true", "1", "T", "false", "x", ""]),
        })),
      },
      ...this.maybe(0.6, "secrets", names),
      ...this.maybe(0.4, "imagePullSecrets", names),
      ...this.maybe(0.3, "automountServiceAccountToken", () => this.chance(0.5)),
    });
    return {
      // Whose default account is missing is asked to wait for it.
      objects: [account("default"), ...(this.chance(0.9) ? [account("robot")] : [])],
      requests: this.many(6, () => {
        if (this.chance(0.8)) return this.create("pods", this.#podOfAccount());
        const part = this.one(["ephemeralcontainers", "", "status"]);
        return this.update("pods", this.#podOfAccount(), this.#podOfAccount(), {
          subresource: part,
        });
      }),
    };
  }

  #podOfAccount(): AnyObject {
    const secret = () => this.one(SECRETS);
    const volume = (name: string) => ({
      name,
      ...this.one<AnyObject>([
        { secret: { secretName: secret() } },
        { emptyDir: {} },
        { projected: { sources: [{ secret: { name: secret() } }] } },
        { projected: { sources: [{ serviceAccountToken: { path: "token" } }] } },
        { csi: { driver: "d", nodePublishSecretRef: { name: secret() } } },
        { cephfs: { monitors: ["m"], secretRef: { name: secret() } } },
        { configMap: { name: "m" } },
      ]),
    });
    const container = (name: string) => ({
      name,
      image: "i",
      ...this.maybe(0.3, "env", () => [{
        name: "E",
        valueFrom: this.one<AnyObject>([
          { secretKeyRef: { name: secret(), key: "k" } },
          { configMapKeyRef: { name: "m", key: "k" } },
        ]),
      }]),
      ...this.maybe(0.2, "envFrom", () => [
        this.one<AnyObject>([{ secretRef: { name: secret() } }, { configMapRef: { name: "m" } }]),
      ]),
      ...this.maybe(0.4, "volumeMounts", () => [{
        name: "v0",
        mountPath: this.one([
          "/var/run/secrets/kubernetes.io/serviceaccount",
          "/var/run/secrets/kubernetes.io/serviceaccount/",
          "/x",
        ]),
      }]),
    });
    return {
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        ...(this.chance(0.9) ? { name: "p" } : { generateName: "p-" }),
        namespace: NAMESPACE,
        ...this.maybe(0.15, "annotations", () => ({
          "kubernetes.io/config.mirror": this.one(["", "x"]),
        })),
      },
      spec: {
        containers: this.many(2, () => container("c")),
        ...this.maybe(0.3, "initContainers", () => [container("init")]),
        ...this.maybe(0.2, "ephemeralContainers", () => [container("debug")]),
        ...this.maybe(
          0.5,
          "volumes",
          () => this.many(2, () => "v").map((name, index) => volume(`${name}${index}`)),
        ),
        ...this.maybe(0.6, "serviceAccountName", () => this.one(["robot", "robot", "default", ""])),
        ...this.maybe(0.1, "serviceAccount", () => this.one(ACCOUNTS)),
        ...this.maybe(0.3, "automountServiceAccountToken", () => this.chance(0.5)),
        ...this.maybe(
          0.3,
          "imagePullSecrets",
          () => this.many(2, () => ({ name: this.one(SECRETS) })),
        ),
      },
    };
  }

  OwnerReferencesPermissionEnforcement(): World {
    const owner = () => {
      const [apiVersion, kind] = this.one(
        [
          ["v1", "ReplicationController"],
          ["apps/v1", "ReplicaSet"],
          ["v1", "Node"],
          ["apps/v1", "Unknown"],
          ["batch/v1", "Job"],
          ["v1", "ConfigMap"],
        ] as const,
      );
      return {
        apiVersion,
        kind,
        name: this.one(["one", "two"]),
        uid: this.one(["1", "2", "3"]),
        ...this.maybe(0.6, "blockOwnerDeletion", () => this.chance(0.7)),
        ...this.maybe(0.3, "controller", () => this.chance(0.5)),
      };
    };
    const object = (): AnyObject => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name: "m",
        namespace: NAMESPACE,
        ...this.maybe(0.8, "ownerReferences", () => this.many(2, owner)),
        ...this.maybe(0.3, "labels", () => ({ a: this.one(["1", "2"]) })),
      },
    });
    const places = [
      ...["delete /configmaps/", "delete /configmaps/ m", "update */*/finalizers"],
      ...["update /replicationcontrollers/finalizers", "update apps/replicasets/finalizers"],
      ...[
        "update /nodes/finalizers one",
        "update batch/jobs/finalizers",
        "update /configmaps/finalizers",
      ],
    ];
    return {
      objects: [],
      allowed: this.many(4, () => this.one(places)),
      requests: this.many(
        6,
        () =>
          this.chance(0.5)
            ? this.create("configmaps", object())
            : this.update("configmaps", object(), object()),
      ),
    };
  }

  PodSecurity(): World {
    const levels = ["privileged", "baseline", "restricted", "Restricted", ""];
    const versions = ["latest", "v1.20", "v1.25", "v1.99", "1.25", ""];
    const labels = () => ({
      ...Object.assign(
        {},
        ...["enforce", "warn", "audit"].map((mode) => ({
          ...this.maybe(0.5, `pod-security.kubernetes.io/${mode}`, () => this.one(levels)),
          ...this.maybe(
            0.3,
            `pod-security.kubernetes.io/${mode}-version`,
            () => this.one(versions),
          ),
        })),
      ),
    });
    const pods = new RandomPods(() => this.below(1 << 30) / (1 << 30));
    const pod = () => {
      const { metadata, spec } = pods.pod() as AnyObject;
      return { metadata: { ...metadata, namespace: NAMESPACE }, spec };
    };
    const write = (): PluginRequest => {
      const { metadata, spec } = pod();
      const [apiVersion, kind, resource] = this.one(
        [
          ["v1", "Pod", "pods"],
          ["v1", "Pod", "pods"],
          ["apps/v1", "Deployment", "deployments"],
          ["batch/v1", "Job", "jobs"],
          ["batch/v1", "CronJob", "cronjobs"],
          ["v1", "PodTemplate", "podtemplates"],
          ["v1", "ReplicationController", "replicationcontrollers"],
        ] as const,
      );
      const template = { metadata, spec };
      const inside = kind === "Pod"
        ? { spec }
        : kind === "PodTemplate"
        ? { template }
        : kind === "CronJob"
        ? { spec: { jobTemplate: { spec: { template } } } }
        : { spec: { template } };
      const object = { apiVersion, kind, metadata, ...inside };
      if (this.chance(0.6)) return this.create(resource, object);
      const old = this.chance(0.3)
        ? object
        : kind === "Pod"
        ? { ...object, spec: pod().spec }
        : { ...object, metadata: { ...metadata, labels: { a: "b" } } };
      const subresource = this.one(["", "", "status", "ephemeralcontainers"]);
      return this.update(resource, object, old, kind === "Pod" ? { subresource } : {});
    };
    const namespaced = (): AnyObject => ({
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: NAMESPACE, labels: labels() },
    });
    return {
      ...(this.chance(0.5) &&
        { configuration: JSON.stringify(this.#podSecurity(levels, versions)) }),
      objects: [namespaced()],
      requests: this.many(5, () => {
        if (this.chance(0.8)) return write();
        const more = { namespace: NAMESPACE };
        return this.chance(0.5)
          ? this.create("namespaces", namespaced(), more)
          : this.update("namespaces", namespaced(), namespaced(), more);
      }),
    };
  }

  #podSecurity(levels: readonly string[], versions: readonly string[]): AnyObject {
    const right = levels.filter((level) => /^[a-z]/.test(level));
    const known = versions.filter((version) => /^[lv]/.test(version));
    return {
      apiVersion: "pod-security.admission.config.k8s.io/v1",
      kind: "PodSecurityConfiguration",
      defaults: {
        ...this.maybe(0.5, "enforce", () => this.one(right)),
        ...this.maybe(0.5, "enforce-version", () => this.one(known)),
        ...this.maybe(0.5, "warn", () => this.one(right)),
        ...this.maybe(0.3, "audit", () => this.one(right)),
      },
      exemptions: {
        ...this.maybe(0.1, "usernames", () => ["somebody"]),
        ...this.maybe(0.1, "namespaces", () => [NAMESPACE]),
        ...this.maybe(0.1, "runtimeClasses", () => ["one"]),
      },
    };
  }
}
