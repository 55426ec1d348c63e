/**
 * Random objects that agents of nodes need or not, what happens to them, and what agents ask for: out of few names, so
 * that many of them meet.
 *
 * @module
 */

import { Choices } from "./choices.ts";

/** An object, or something of one. */
export type Part = Record<string, unknown>;

/** What happened to an object: it is new where there is nothing before, and gone where there is nothing now. */
export interface Change {
  readonly kind: (typeof KINDS)[number];
  readonly before?: Part;
  readonly now?: Part;
}

/** What some user asks for. */
export interface Wish {
  readonly user: string;
  readonly groups: readonly string[];
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly fieldSelector: string;
}

export const NODES = ["n1", "n2"];
const NAMESPACES = ["shop", "other"];
export const PODS = ["p1", "p2"];
export const NAMES = ["a", "b"];
const KINDS = [
  "Pod",
  "Pod",
  "Pod",
  "PersistentVolume",
  "VolumeAttachment",
  "ResourceSlice",
] as const;
const RESOURCES = [
  "secrets",
  "secrets",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "persistentvolumes",
  "serviceaccounts",
  "pods",
  "nodes",
  "services",
  "events",
  "coordination.k8s.io/leases",
  "storage.k8s.io/volumeattachments",
  "storage.k8s.io/csinodes",
  "storage.k8s.io/csidrivers",
  "resource.k8s.io/resourceclaims",
  "resource.k8s.io/resourceslices",
  "certificates.k8s.io/certificatesigningrequests",
  "certificates.k8s.io/podcertificaterequests",
  "certificates.k8s.io/clustertrustbundles",
  "authentication.k8s.io/tokenreviews",
  "node.k8s.io/runtimeclasses",
  "apps/secrets",
];
/** What is in no namespace. */
const CLUSTER = new Set([
  "persistentvolumes",
  "nodes",
  "volumeattachments",
  "csinodes",
  "csidrivers",
  "resourceslices",
]);
const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];
const SELECTING = ["list", "watch", "deletecollection"];
const PARTS = ["status", "status", "token", "eviction", "proxy", "log"];

/** Makes objects, what happens to them, and wishes. */
export class RandomNodes extends Choices {
  /** One after the other. */
  changes(): Change[] {
    const there = new Map<string, Part>();
    return this.many(10, () => {
      const kind = this.one(KINDS);
      const metadata = {
        ...(kind === "Pod" && { namespace: this.one(NAMESPACES) }),
        name: this.one(kind === "Pod" ? PODS : NAMES),
      };
      const isMirror = kind === "Pod" && this.chance(0.1);
      const key = JSON.stringify([kind, metadata]);
      const before = there.get(key);
      const isGone = before !== undefined && this.chance(0.4);
      const now = isGone ? undefined : before === undefined
        ? {
          metadata: {
            ...metadata,
            uid: String(this.below(1e6)),
            ...(isMirror && { annotations: { "kubernetes.io/config.mirror": "" } }),
          },
          ...this.#made(kind),
        }
        : this.#changed(kind, before);
      if (now === undefined) there.delete(key);
      else there.set(key, now);
      return { kind, ...(before && { before }), ...(now && { now }) };
    });
  }

  wish(): Wish {
    const [resource = "", group = ""] = this.one(RESOURCES).split("/").reverse();
    const isRead = this.chance(0.6);
    const verb = isRead ? this.one(["get", "get", "list", "watch"]) : this.one(VERBS);
    const isPart = this.chance(0.15) || resource === "serviceaccounts" && this.chance(0.5);
    return {
      user: this.chance(0.9)
        ? "system:node:" + this.one(NODES)
        : this.one(["system:node:", "system:node:n3", "jane"]),
      groups: this.chance(0.9) ? ["system:nodes", "system:authenticated"] : ["system:masters"],
      verb,
      group,
      version: "v1",
      resource,
      subresource: isPart ? this.one(PARTS) : "",
      namespace: this.chance(CLUSTER.has(resource) ? 0.9 : 0.1)
        ? ""
        : resource === "leases"
        ? "kube-node-lease"
        : this.one(NAMESPACES),
      name: this.chance(0.1) ? "" : this.#nameOf(resource),
      fieldSelector: this.chance(0.3) || !SELECTING.includes(verb) ? "" : this.one([
        "spec.nodeName=n1",
        "spec.nodeName==n2",
        "spec.nodeName!=n1",
        "spec.nodeName=n1,metadata.name=p1",
        "spec.nodeName=n1,spec.nodeName=n2",
        "spec.nodeName=",
        "nodeName=n1",
        "metadata.name=p1",
        "spec.nodeName",
      ]),
    };
  }

  #nameOf(resource: string): string {
    switch (resource) {
      case "pods":
        return this.one(PODS);
      case "nodes":
      case "leases":
      case "csinodes":
        return this.one(NODES);
      case "persistentvolumeclaims":
        return this.one([...NAMES, "p1-v", "p1-w", "p2-v"]);
      default:
        return this.one(NAMES);
    }
  }

  #made(kind: string): Part {
    switch (kind) {
      case "Pod":
        return this.pod();
      case "PersistentVolume":
        return { spec: this.#volume() };
      case "VolumeAttachment":
        return { spec: { attacher: "x", nodeName: this.one(NODES), source: {} } };
      default:
        return {
          spec: {
            driver: "x",
            ...(this.chance(0.8) ? { nodeName: this.one(["", ...NODES]) } : { allNodes: true }),
          },
        };
    }
  }

  /** As far as requests can change it. */
  #changed(kind: string, before: Part): Part {
    const { metadata, spec } = before as { readonly metadata: Part; readonly spec: Part };
    if (kind === "PersistentVolume") return { metadata, spec: this.#volume() };
    if (kind !== "Pod") return { ...before, metadata: { ...metadata, labels: { a: "b" } } };
    const { nodeName = this.one(["", ...NODES]), ephemeralContainers = [] } = spec as {
      readonly nodeName?: string;
      readonly ephemeralContainers?: unknown[];
    };
    return {
      metadata,
      spec: {
        ...spec,
        ...(nodeName !== "" && { nodeName }),
        ephemeralContainers: [
          ...ephemeralContainers,
          ...(this.chance(0.4) ? [this.#container("ephemeral")] : []),
        ],
      },
      status: this.podStatus(),
    };
  }

  protected pod(): Part {
    return {
      spec: {
        ...(this.chance(0.8) && { nodeName: this.one(NODES) }),
        ...(this.chance(0.5) && { serviceAccountName: this.one(NAMES) }),
        ...(this.chance(0.3) && {
          imagePullSecrets: this.many(2, () => ({ name: this.one(["", ...NAMES]) })),
        }),
        ...(this.chance(0.3) && { initContainers: [this.#container("init")] }),
        containers: [this.#container("main")],
        ...(this.chance(0.6) && {
          volumes: this.many(2, () => ({ name: this.one(["v", "w"]), ...this.podVolume() })),
        }),
        ...(this.chance(0.3) && {
          resourceClaims: this.many(2, () => ({
            name: this.one(["r", "s"]),
            [this.one(["resourceClaimName", "resourceClaimTemplateName"])]: this.one(NAMES),
          })),
        }),
      },
      ...(this.chance(0.5) && { status: this.podStatus() }),
    };
  }

  protected podStatus(): Part {
    return {
      ...(this.chance(0.3) && { phase: this.one(["Running", "Succeeded", "Failed"]) }),
      ...(this.chance(0.6) && {
        resourceClaimStatuses: this.many(2, () => ({
          name: this.one(["r", "s"]),
          ...(this.chance(0.8) && { resourceClaimName: this.one(NAMES) }),
        })),
      }),
      ...(this.chance(0.2) && {
        extendedResourceClaimStatus: { requestMappings: [], resourceClaimName: this.one(NAMES) },
      }),
    };
  }

  #container(name: string): Part {
    const named = () => ({ name: this.one(NAMES) });
    const key = () => ({ ...named(), key: "k" });
    return {
      name,
      image: "x",
      ...(this.chance(0.15) && {
        env: [{
          name: "E",
          valueFrom: { [this.one(["secretKeyRef", "configMapKeyRef", "fieldRef"])]: key() },
        }],
      }),
      ...(this.chance(0.15) && {
        envFrom: [{ [this.one(["secretRef", "configMapRef"])]: named() }],
      }),
    };
  }

  protected podVolume(): Part {
    const name = this.one(NAMES);
    const secretRef = { name };
    return this.one<Part>([
      { secret: { secretName: name } },
      { configMap: { name } },
      { persistentVolumeClaim: { claimName: name } },
      { ephemeral: { volumeClaimTemplate: { spec: {} } } },
      { ephemeral: {} },
      {
        projected: {
          sources: [
            { [this.one(["secret", "configMap"])]: { name } },
            { serviceAccountToken: { path: "t" } },
            { clusterTrustBundle: { name, path: "c" } },
            { podCertificate: { signerName: "a/b", keyType: "ED25519" } },
          ],
        },
      },
      { azureFile: { secretName: name, shareName: "s" } },
      { csi: { driver: "d", nodePublishSecretRef: secretRef } },
      { cephfs: { monitors: [], secretRef } },
      { cinder: { volumeID: "v", secretRef } },
      { flexVolume: { driver: "d", secretRef } },
      { rbd: { monitors: [], image: "i", secretRef } },
      { scaleIO: { gateway: "g", system: "s", secretRef } },
      { storageos: { secretRef } },
      { iscsi: { targetPortal: "t", iqn: "i", lun: 0, secretRef } },
      { emptyDir: {} },
      { glusterfs: { endpoints: name, path: "p" } },
    ]);
  }

  #volume(): Part {
    const at = () => ({
      name: this.one(["", ...NAMES]),
      ...(this.chance(0.6) && { namespace: this.one(NAMESPACES) }),
    });
    const secretRef = at();
    const secretsOfDriver = () =>
      Object.fromEntries(
        this.many(3, () =>
          this.one([
            "controllerPublishSecretRef",
            "controllerExpandSecretRef",
            "nodePublishSecretRef",
            "nodeStageSecretRef",
            "nodeExpandSecretRef",
          ])).map((field) => [field, at()]),
      );
    return {
      ...(this.chance(0.9) && {
        claimRef: { namespace: this.one(NAMESPACES), name: this.one([...NAMES, "p1-v"]) },
      }),
      ...this.one<Part>([
        { csi: { driver: "d", volumeHandle: "h", ...secretsOfDriver() } },
        { csi: { driver: "d", volumeHandle: "h", ...secretsOfDriver() } },
        {
          azureFile: {
            secretName: this.one(["", ...NAMES]),
            shareName: "s",
            ...(this.chance(0.5) && { secretNamespace: this.one(["", ...NAMESPACES]) }),
          },
        },
        { cephfs: { monitors: [], secretRef } },
        { cinder: { volumeID: "v", secretRef } },
        { flexVolume: { driver: "d", secretRef } },
        { rbd: { monitors: [], image: "i", secretRef } },
        { scaleIO: { gateway: "g", system: "s", secretRef } },
        { iscsi: { targetPortal: "t", iqn: "i", lun: 0, secretRef } },
        { storageos: { secretRef } },
        { nfs: { server: "s", path: "p" } },
      ]),
    };
  }
}
