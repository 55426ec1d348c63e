/**
 * Random requests by which agents of nodes write, and what is there when they come.
 *
 * @module
 */

import { makeSigningRequest } from "../../toolkit/certificates/mod.ts";
import { NAMES, NODES, type Part, PODS, RandomNodes } from "./random_nodes.ts";

/** What is there when a request comes. */
export interface Surroundings {
  readonly pods: readonly Part[];
  readonly nodes: readonly Part[];
  readonly claims: readonly Part[];
  readonly volumes: readonly Part[];
  readonly drivers: readonly Part[];
}

/** A request that writes something. */
export interface Writing {
  readonly user: string;
  readonly groups: readonly string[];
  readonly operation: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Of the objects. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly object?: Part;
  readonly old?: Part;
}

/** What of a request depends on what it is about. */
type Written = Omit<Writing, "user" | "groups" | "version">;

const MIRROR = { "kubernetes.io/config.mirror": "x" };
const DRIVERS = ["d", "ebs.csi.aws.com", "file.csi.azure.com", "pd.csi.storage.gke.io"];
const AUDIENCES = ["", "a", "b"];
const LABELS = [
  "plain",
  "kubernetes.io",
  "a/b/c",
  "example.com/x",
  "notkubernetes.io/x",
  "kubernetes.io/x",
  "k8s.io/x",
  "a.k8s.io/x",
  "kubernetes.io/hostname",
  "kubernetes.io/os",
  "kubernetes.io/arch",
  "beta.kubernetes.io/os",
  "beta.kubernetes.io/arch",
  "beta.kubernetes.io/instance-type",
  "beta.kubernetes.io/x",
  "topology.kubernetes.io/zone",
  "topology.kubernetes.io/region",
  "topology.kubernetes.io/x",
  "failure-domain.beta.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region",
  "node.kubernetes.io/instance-type",
  "node.kubernetes.io/x",
  "a.node.kubernetes.io/x",
  "anode.kubernetes.io/x",
  "kubelet.kubernetes.io/x",
  "a.kubelet.kubernetes.io/x",
  "node-role.kubernetes.io/control-plane",
  "node-restriction.kubernetes.io/x",
  "a.node-restriction.kubernetes.io/x",
  "node-restriction.k8s.io/x",
];
const SIGNERS = [
  "kubernetes.io/kubelet-serving",
  "kubernetes.io/kube-apiserver-client-kubelet",
  "kubernetes.io/kube-apiserver-client",
  "example.com/signer",
];
const REQUESTS = [
  ...(await Promise.all(
    ["system:node:n1", "system:node:n2", "n1", "system:node:n1 "].map((commonName) =>
      makeSigningRequest({ commonName, organizations: ["system:nodes"] })
    ),
  )),
  "no request",
].map((pem) => new TextEncoder().encode(pem).toBase64());

/** Makes requests of agents that write, and what is there. */
export class RandomWrites extends RandomNodes {
  surroundings(): Surroundings {
    return {
      pods: PODS.map((name) => this.#podThere(name)),
      nodes: this.chance(0.8) ? [{ metadata: { name: "n1", uid: this.#uid() } }] : [],
      claims: [...NAMES, "p1-v"].filter(() => this.chance(0.8)).map((name) => ({
        metadata: { namespace: "shop", name },
        spec: { volumeName: this.one([...NAMES, ""]) },
      })),
      volumes: NAMES.filter(() => this.chance(0.8)).map((name) => ({
        metadata: { name },
        spec: this.one<() => Part>([
          () => ({ csi: { driver: this.one(DRIVERS), volumeHandle: "h" } }),
          () => this.#builtInVolume(true),
        ])(),
      })),
      drivers: DRIVERS.filter(() => this.chance(0.7)).map((name) => ({
        metadata: { name },
        spec: {
          ...(this.chance(0.8) && {
            tokenRequests: this.many(2, () => ({ audience: this.one(AUDIENCES) })),
          }),
        },
      })),
    };
  }

  writing({ pods }: Surroundings): Writing {
    const written = this.one<() => Written>([
      () => this.#newPod(),
      () => this.#newPod(),
      () => this.#onPod(this.one(pods)),
      () => this.#onPod(this.one(pods)),
      () => this.#onNode(),
      () => this.#onNode(),
      () => this.#onClaim(),
      () => this.#token(this.one(pods)),
      () => this.#token(this.one(pods)),
      () => this.#named(),
      () => this.#signingRequest(),
    ])();
    return {
      ...written,
      version: "v1",
      user: this.chance(0.94) ? "system:node:n1" : this.one(["system:node:", "jane"]),
      groups: this.chance(0.97) ? ["system:nodes"] : ["system:masters"],
    };
  }

  #podThere(name: string): Part {
    const { spec, status } = this.pod() as { readonly spec: Part; readonly status?: Part };
    return {
      metadata: { namespace: "shop", name, uid: this.#uid(), labels: this.#few(["a", "b"]) },
      spec: {
        ...spec,
        nodeName: this.one(["n1", "n1", "n1", "n2", ""]),
        volumes: this.many(3, () => ({ name: this.one(["v", "w"]), ...this.#volumeWithToken() })),
      },
      status: status ?? {},
    };
  }

  /** What may lead to an audience. */
  #volumeWithToken(): Part {
    return this.one<() => Part>([
      () => ({
        projected: {
          sources: [{
            serviceAccountToken: {
              path: "t",
              ...(this.chance(0.8) && { audience: this.one(AUDIENCES) }),
            },
          }],
        },
      }),
      () => ({ persistentVolumeClaim: { claimName: this.one(NAMES) } }),
      () => ({ ephemeral: this.chance(0.9) ? { volumeClaimTemplate: { spec: {} } } : {} }),
      () => ({ csi: { driver: this.one(DRIVERS) } }),
      () => this.#builtInVolume(false),
      () => this.podVolume(),
    ])();
  }

  /** Such as drivers have taken over. */
  #builtInVolume(isPersistent: boolean): Part {
    const share = isPersistent
      ? { secretName: "s", shareName: "s", secretNamespace: "shop" }
      : { secretName: "s", shareName: "s" };
    return this.one<Part>([
      { awsElasticBlockStore: { volumeID: "vol-1" } },
      { awsElasticBlockStore: { volumeID: "vol-1", partition: 2 } },
      { azureDisk: { diskName: "d", diskURI: "/subscriptions/s" } },
      { azureFile: share },
      { cinder: { volumeID: "v" } },
      { gcePersistentDisk: { pdName: "p" } },
      { portworxVolume: { volumeID: "v" } },
      { vsphereVolume: { volumePath: "[d] p" } },
      { nfs: { server: "s", path: "p" } },
    ]);
  }

  #newPod(): Written {
    const isMirror = this.chance(0.9);
    const owner = () => ({
      apiVersion: this.chance(0.95) ? "v1" : "v2",
      kind: this.chance(0.95) ? "Node" : "Pod",
      name: this.chance(0.95) ? "n1" : "n2",
      uid: this.#uid(),
      ...(this.chance(0.95) && { controller: this.chance(0.95) }),
      ...(this.chance(0.2) && { blockOwnerDeletion: this.chance(0.3) }),
    });
    const { spec } = this.pod() as { readonly spec: Part };
    const plain = { containers: [{ name: "c", image: "x" }] };
    const name = this.chance(0.9) ? "p3" : "";
    const object = {
      metadata: {
        namespace: "shop",
        ...(name === "" ? this.chance(0.5) && { generateName: "p-" } : { name }),
        annotations: isMirror ? MIRROR : {},
        ownerReferences: this.chance(0.9) ? [owner()] : this.chance(0.5) ? [owner(), owner()] : [],
      },
      spec: {
        ...(this.chance(0.3) ? spec : plain),
        ...(this.chance(0.5) && { volumes: [{ name: "v", ...this.podVolume() }] }),
        nodeName: this.chance(0.95) ? "n1" : "n2",
      },
    };
    return { ...ofPods("CREATE"), name, object };
  }

  #onPod(pod: Part): Written {
    const { metadata } = pod as { readonly metadata: { readonly name: string } };
    const { name } = metadata;
    switch (this.one(["delete", "update", "eviction", "other", "status", "status", "status"])) {
      case "delete":
        return { ...ofPods("DELETE"), name, old: pod };
      case "update":
        return { ...ofPods("UPDATE"), name, object: pod, old: pod };
      case "other": {
        const subresource = this.one(["ephemeralcontainers", "resize"]);
        return { ...ofPods("UPDATE", subresource), name, object: pod, old: pod };
      }
      case "eviction": {
        const evicted = this.one([...PODS, "p9"]);
        return {
          ...ofPods("CREATE", "eviction"),
          apiVersion: "policy/v1",
          kind: "Eviction",
          name: this.chance(0.8) ? evicted : "",
          object: { metadata: this.chance(0.9) ? { namespace: "shop", name: evicted } : {} },
        };
      }
      default:
        return { ...ofPods("UPDATE", "status"), name, object: this.#told(pod), old: pod };
    }
  }

  /** What an agent says of a pod. */
  #told(pod: Part): Part {
    const { metadata, status } = pod as { readonly metadata: Part; readonly status: Part };
    const told = this.chance(0.7) ? { ...status, phase: "Running" } : this.podStatus();
    return {
      ...pod,
      metadata: { ...metadata, ...(this.chance(0.2) && { labels: this.#few(["a", "b"]) }) },
      status: told,
    };
  }

  #onNode(): Written {
    const operation = this.one(["CREATE", "UPDATE", "UPDATE", "UPDATE", "DELETE"]);
    const name = this.chance(0.93) ? "n1" : "n2";
    const taints = () =>
      this.many(
        2,
        () => ({
          key: this.one(NAMES),
          effect: "NoSchedule",
          ...(this.chance(0.3) && { timeAdded: "2026-01-02T03:04:05Z" }),
        }),
      );
    const owners = () => [{ apiVersion: "v1", kind: "Node", name, uid: this.#uid() }];
    const sources = () => ({ configMap: { namespace: "x", name: this.one(NAMES) } });
    const maybe = (of: number, made: Part) => this.chance(of) ? made : {};
    const old = {
      metadata: {
        name,
        labels: this.#few(LABELS),
        ...maybe(0.3, { ownerReferences: this.chance(0.5) ? [] : owners() }),
      },
      spec: {
        ...maybe(0.5, { taints: this.chance(0.3) ? [] : taints() }),
        ...maybe(0.3, { configSource: sources() }),
      },
    };
    const object = {
      metadata: {
        ...old.metadata,
        ...maybe(0.5, { labels: this.#few(LABELS) }),
        ...maybe(0.1, { ownerReferences: this.chance(0.5) ? [] : owners() }),
        ...maybe(0.2, { annotations: { a: "b" } }),
      },
      spec: {
        ...old.spec,
        ...maybe(0.1, { taints: this.chance(0.5) ? [] : taints() }),
        ...maybe(0.1, { configSource: sources() }),
        ...maybe(0.2, { podCIDR: "10.0.0.0/24" }),
      },
    };
    return {
      ...written("", "nodes", "v1", "Node"),
      operation,
      subresource: operation === "UPDATE" && this.chance(0.5) ? "status" : "",
      name,
      ...(operation !== "DELETE" && { object }),
      ...(operation !== "CREATE" && { old }),
    };
  }

  #onClaim(): Written {
    const claim = {
      metadata: {
        namespace: "shop",
        name: "a",
        resourceVersion: "1",
        managedFields: [{ manager: "m", operation: "Update" }],
        labels: { a: "b" },
      },
      spec: {
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: "1Gi" } },
        volumeName: "a",
      },
      status: { phase: "Bound", capacity: { storage: "1Gi" } },
    };
    const { metadata, spec, status } = claim;
    const object = this.one<Part>([
      claim,
      { ...claim, metadata: { ...metadata, resourceVersion: "", managedFields: [] } },
      { ...claim, metadata: { ...metadata, labels: { a: "c" } } },
      { ...claim, metadata: { ...metadata, finalizers: ["x/y"] } },
      { ...claim, metadata: { ...metadata, annotations: {} } },
      { ...claim, spec: { ...spec, volumeName: "b" } },
      { ...claim, spec: { ...spec, resources: { requests: { storage: "1024Mi" } } } },
      { ...claim, spec: { ...spec, resources: { requests: { storage: "2Gi" } } } },
      { ...claim, spec: { ...spec, volumeAttributesClassName: "x" } },
      { ...claim, status: { ...status, capacity: { storage: "2Gi" } } },
      { ...claim, status: { ...status, conditions: [{ type: "Resizing", status: "True" }] } },
      { ...claim, status: { ...status, allocatedResources: { storage: "2Gi" } } },
      {
        ...claim,
        status: { ...status, allocatedResourceStatuses: { storage: "NodeResizePending" } },
      },
      { ...claim, status: { ...status, phase: "Lost" } },
      { ...claim, status: { ...status, accessModes: ["ReadWriteOnce"] } },
      { ...claim, status: { ...status, accessModes: [] } },
      { ...claim, status: { ...status, currentVolumeAttributesClassName: "x" } },
      { ...claim, status: { ...status, modifyVolumeStatus: { status: "Pending" } } },
      { ...claim, status: {} },
    ]);
    return {
      ...written("", "persistentvolumeclaims", "v1", "PersistentVolumeClaim"),
      operation: this.chance(0.95) ? "UPDATE" : "CREATE",
      subresource: this.chance(0.9) ? "status" : "",
      namespace: "shop",
      name: "a",
      object,
      old: claim,
    };
  }

  #token(pod: Part): Written {
    const { metadata: { name, uid } } = pod as {
      readonly metadata: { readonly name: string; readonly uid: string };
    };
    const reference = {
      apiVersion: this.chance(0.97) ? "v1" : "v2",
      kind: this.chance(0.95) ? "Pod" : "Node",
      ...(this.chance(0.97) && { name: this.chance(0.95) ? name : "p9" }),
      ...(this.chance(0.95) && { uid: this.chance(0.95) ? uid : "another" }),
    };
    const most = this.chance(0.1) ? 2 : 1;
    return {
      ...written("", "serviceaccounts", "authentication.k8s.io/v1", "TokenRequest"),
      operation: this.chance(0.97) ? "CREATE" : "UPDATE",
      subresource: this.chance(0.97) ? "token" : "x",
      namespace: "shop",
      name: "a",
      object: {
        metadata: { namespace: "shop", name: "a" },
        spec: {
          audiences: this.chance(0.2)
            ? []
            : this.many(most, () => this.one([...AUDIENCES, "a", "b", "granted", "broken"])),
          ...(this.chance(0.95) && { boundObjectRef: reference }),
        },
      },
    };
  }

  /** What has the name of a node, or in it. */
  #named(): Written {
    const operation = this.one(["CREATE", "UPDATE", "DELETE"]);
    const name = this.one(NODES);
    const metadata = this.chance(0.9) ? { name } : { generateName: name };
    const at = (of: Omit<Written, "operation" | "name">, object: Part): Written => ({
      ...of,
      operation,
      name: operation === "CREATE" && this.chance(0.5) ? "" : name,
      ...(operation !== "DELETE" && { object }),
      ...(operation !== "CREATE" && { old: object }),
    });
    const slice = { driver: "d", pool: { name: "p", generation: 1, resourceSliceCount: 1 } };
    return this.one<() => Written>([
      () =>
        at({
          ...written("coordination.k8s.io", "leases", "coordination.k8s.io/v1", "Lease"),
          namespace: this.chance(0.7) ? "kube-node-lease" : "shop",
        }, { metadata }),
      () => at(written("storage.k8s.io", "csinodes", "storage.k8s.io/v1", "CSINode"), { metadata }),
      () =>
        at(written("resource.k8s.io", "resourceslices", "resource.k8s.io/v1", "ResourceSlice"), {
          metadata: { name: this.one(NAMES) },
          spec: {
            ...slice,
            ...(this.chance(0.8) ? { nodeName: this.one(["", ...NODES]) } : { allNodes: true }),
          },
        }),
      () => at(written("", "services", "v1", "Service"), { metadata }),
    ])();
  }

  #signingRequest(): Written {
    return {
      ...written(
        "certificates.k8s.io",
        "certificatesigningrequests",
        "certificates.k8s.io/v1",
        "CertificateSigningRequest",
      ),
      operation: "CREATE",
      name: "r",
      object: {
        metadata: { name: "r" },
        spec: { signerName: this.one(SIGNERS), request: this.one(REQUESTS), usages: [] },
      },
    };
  }

  #uid(): string {
    return this.chance(0.9) ? "here" : "there";
  }

  #few(keys: readonly string[]): Record<string, string> {
    if (this.chance(0.3)) return {};
    return Object.fromEntries(this.some(keys).map((key) => [key, this.one(["x", "y"])]));
  }
}

function written(group: string, resource: string, apiVersion: string, kind: string) {
  return { group, resource, subresource: "", namespace: "", apiVersion, kind };
}

function ofPods(operation: string, subresource = "") {
  return { ...written("", "pods", "v1", "Pod"), operation, subresource, namespace: "shop" };
}
