/**
 * Cluster API: clusters that are made of a class, by applying what each kind of a provider's is to be; machines with the
 * nodes of this cluster, which it drains and deletes; webhooks that convert, default and judge.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { freePort } from "../../../testing/free_port.ts";
import { decodeYaml, encodeYaml } from "../../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { answered, type Kubectl, type Operator, refused } from "./operator.ts";

const API = "cluster.x-k8s.io/v1beta1";
const NAMESPACE = "capi-system";
const VERSION = "v1.36.3";

/** The kinds of a provider whose machines are in a rack. */
const KINDS = {
  cluster: { group: "infrastructure", kind: "RackCluster" },
  machine: { group: "infrastructure", kind: "RackMachine" },
  config: { group: "bootstrap", kind: "RackConfig" },
  controlPlane: { group: "controlplane", kind: "RackControlPlane" },
} as const;
type Part = keyof typeof KINDS;

const apiOf = (part: Part) => `${KINDS[part].group}.${API}`;
const pluralOf = (part: Part) => `${KINDS[part].kind.toLowerCase()}s`;

/** A definition that says of its objects only that they have a specification and a status. */
function definition(group: string, kind: string) {
  const any = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const plural = `${kind.toLowerCase()}s`;
  const whole = `${group}.cluster.x-k8s.io`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${whole}`, labels: { [API]: "v1beta1" } },
    spec: {
      group: whole,
      scope: "Namespaced",
      names: { kind, plural },
      versions: [{
        name: "v1beta1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", properties: { spec: any, status: any } } },
      }],
    },
  };
}

const template = (part: Part, spec: object) => ({
  apiVersion: apiOf(part),
  kind: `${KINDS[part].kind}Template`,
  metadata: { name: "rack" },
  spec: { template: { spec } },
});

const ref = (part: Part) => ({
  ref: { apiVersion: apiOf(part), kind: `${KINDS[part].kind}Template`, name: "rack" },
});

const CLASS = {
  apiVersion: API,
  kind: "ClusterClass",
  metadata: { name: "racks" },
  spec: {
    infrastructure: ref("cluster"),
    controlPlane: ref("controlPlane"),
    workers: {
      machineDeployments: [{
        class: "worker",
        template: { bootstrap: ref("config"), infrastructure: ref("machine") },
      }],
    },
    variables: [{
      name: "cores",
      required: true,
      schema: { openAPIV3Schema: { type: "integer", minimum: 1, maximum: 8 } },
    }],
    patches: [{
      name: "cores",
      definitions: [{
        selector: {
          apiVersion: apiOf("machine"),
          kind: `${KINDS.machine.kind}Template`,
          matchResources: { machineDeploymentClass: { names: ["worker"] } },
        },
        jsonPatches: [{
          op: "add",
          path: "/spec/template/spec/cores",
          valueFrom: { variable: "cores" },
        }],
      }],
    }],
  },
};

const cluster = (name: string, cores: number, className = "racks") => ({
  apiVersion: API,
  kind: "Cluster",
  metadata: { name, labels: { addon: "yes" } },
  spec: {
    topology: {
      class: className,
      version: VERSION,
      workers: { machineDeployments: [{ class: "worker", name: "w", replicas: 2 }] },
      variables: [{ name: "cores", value: cores }],
    },
  },
});

/** A worker whose node says that it is broken makes room for another one. */
const HEALTH = {
  apiVersion: API,
  kind: "MachineHealthCheck",
  metadata: { name: "one" },
  spec: {
    clusterName: "one",
    selector: { matchLabels: { "cluster.x-k8s.io/cluster-name": "one" } },
    unhealthyConditions: [{ type: "Broken", status: "True", timeout: "1s" }],
  },
};

/** What each cluster that is labelled so gets. */
const ADDON = [
  {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "addon" },
    data: {
      "objects.yaml": encodeYaml({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "added", namespace: "default" },
        data: { by: "addon" },
      }),
    },
  },
  {
    apiVersion: "addons.cluster.x-k8s.io/v1beta1",
    kind: "ClusterResourceSet",
    metadata: { name: "addon" },
    spec: {
      clusterSelector: { matchLabels: { addon: "yes" } },
      resources: [{ kind: "ConfigMap", name: "addon" }],
    },
  },
];

/** Cluster API. */
export const CLUSTER_API: Operator = {
  module: "sigs.k8s.io/cluster-api@v1.8.4",
  async manifests(kubectl, folder) {
    const objects = decodeYaml(await kubectl(`kustomize ${folder}/config/default`));
    const kinds = Object.values(KINDS).flatMap(({ group, kind }) => [
      definition(group, kind),
      definition(group, `${kind}Template`),
    ]);
    // Its certificate is made here, not by cert-manager.
    const own = objects.filter(isObject).filter(({ apiVersion }) =>
      apiVersion !== "cert-manager.io/v1"
    );
    return [...own, ...kinds].map((object) => encodeYaml(object)).join("---\n");
  },
  namespace: NAMESPACE,
  programs: [{
    path: ".",
    account: "capi-manager",
    flags: (_, folder, port) =>
      Promise.resolve([
        `POD_NAMESPACE=${NAMESPACE}`,
        "--feature-gates=ClusterTopology=true,ClusterResourceSet=true",
        `--webhook-port=${port}`,
        `--webhook-cert-dir=${folder}`,
        `--health-addr=127.0.0.1:${freePort()}`,
        `--diagnostics-address=127.0.0.1:${freePort()}`,
        "--insecure-diagnostics",
      ]),
  }],
  async use(kubectl) {
    const access = await kubectl("config view --raw -o json");
    await kubectl("create -f -", {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "one-kubeconfig", labels: { "cluster.x-k8s.io/cluster-name": "one" } },
      type: "cluster.x-k8s.io/secret",
      stringData: { value: access },
    });
    for (const part of Object.keys(KINDS) as Part[]) {
      await kubectl("create -f -", template(part, {}));
    }
    for (const object of [...ADDON, CLASS]) await kubectl("create -f -", object);
    await kubectl("wait --for=condition=VariablesReconciled clusterclass/racks --timeout=60s");
    await isJudged(kubectl);
    await withProvider(kubectl, async () => {
      await grows(kubectl);
      await follows(kubectl);
      await heals(kubectl);
      await goes(kubectl);
    });
  },
};

/** Its webhooks refuse what its definitions can't. */
async function isJudged(kubectl: Kubectl): Promise<void> {
  const many = await refused(kubectl, cluster("many", 9));
  assert(many.includes("should be less than or equal to 8"), many);
  const old = cluster("old", 1);
  const said = await refused(kubectl, {
    ...old,
    spec: { topology: { ...old.spec.topology, version: "next" } },
  });
  assert(said.includes("version must be a valid semantic version"), said);
}

/** The machines, with the names of their nodes. */
async function machines(kubectl: Kubectl): Promise<{ name: string; node?: string }[]> {
  const { items } = JSON.parse(await kubectl("get machines -o json"));
  return items.map((
    { metadata, status }: { metadata: { name: string }; status?: { nodeRef?: { name: string } } },
  ) => ({ name: metadata.name, node: status?.nodeRef?.name }));
}

/** Waits until there are as many machines as there are to be, each with a node. */
async function run(kubectl: Kubectl, count: number): Promise<void> {
  const field = (name: string) => `jsonpath={.status.${name}}=${count}`;
  for (const name of ["replicas", "updatedReplicas", "readyReplicas"]) {
    await kubectl(`wait --for=${field(name)} machinedeployments --all --timeout=120s`);
  }
  await eventually("its machines run", async () => {
    const all = await machines(kubectl);
    return all.length === count && all.every(({ node }) => node !== undefined);
  });
}

async function grows(kubectl: Kubectl): Promise<void> {
  await kubectl("create -f -", cluster("one", 2));
  await kubectl("wait --for=condition=TopologyReconciled cluster/one --timeout=120s");
  await kubectl("wait --for=jsonpath={.status.phase}=Provisioned cluster/one --timeout=120s");
  await eventually(
    "its workers are asked for",
    async () => await kubectl("get machinedeployments -o name") !== "",
  );
  await run(kubectl, 2);
  const cores = "get rackmachines -o jsonpath={.items[*].spec.cores}";
  assertEquals(await kubectl(cores), "2 2");
  const nodes = JSON.parse(await kubectl("get nodes -o json")).items as {
    metadata: { annotations: Record<string, string> };
  }[];
  const named = nodes.map(({ metadata }) => metadata.annotations["cluster.x-k8s.io/machine"]);
  assertEquals(
    named.filter(Boolean).sort(),
    (await machines(kubectl)).map(({ name }) => name).sort(),
  );
  await kubectl("wait --for=create configmap/added --timeout=60s");
  assertEquals(await kubectl("get configmap added -o jsonpath={.data.by}"), "addon");
  const used = await kubectl("delete clusterclass racks --dry-run=server").catch((error: Error) =>
    error.message
  );
  assert(used.includes("cannot be deleted because it is used by 1 Cluster(s)"), used);
}

/** What is asked of the cluster comes to its machines: new ones, then fewer. */
async function follows(kubectl: Kubectl): Promise<void> {
  const before = await machines(kubectl);
  await kubectl("apply --server-side --force-conflicts -f -", cluster("one", 3));
  await eventually("its machines are new", async () => {
    const now = await machines(kubectl);
    return now.length === 2 && now.every(({ name }) => !before.some((old) => old.name === name));
  });
  await run(kubectl, 2);
  assertEquals(await kubectl("get rackmachines -o jsonpath={.items[*].spec.cores}"), "3 3");
  const fewer = [{ op: "replace", path: "/spec/topology/workers/machineDeployments/0/replicas" }]
    .map((operation) => ({ ...operation, value: 1 }));
  await kubectl(`patch cluster one --type=json -p ${JSON.stringify(fewer)}`);
  await run(kubectl, 1);
}

async function heals(kubectl: Kubectl): Promise<void> {
  await kubectl("create -f -", HEALTH);
  const [{ name, node }] = await machines(kubectl) as [{ name: string; node: string }];
  const conditions = [{
    type: "Broken",
    status: "True",
    lastTransitionTime: new Date().toISOString().replace(/\.\d+/, ""),
  }];
  await kubectl(
    `patch node ${node} --subresource=status -p ${JSON.stringify({ status: { conditions } })}`,
  );
  await kubectl(`wait --for=delete machine/${name} --timeout=120s`);
  await run(kubectl, 1);
}

/** All that was made for a cluster goes with it. */
async function goes(kubectl: Kubectl): Promise<void> {
  await kubectl("delete cluster one --wait --timeout=120s");
  const kinds = [
    "machines",
    "machinesets",
    "machinedeployments",
    ...(Object.keys(KINDS) as Part[]).map((part) => pluralOf(part)),
  ];
  await eventually(
    "nothing is left",
    async () => await kubectl(`get ${kinds.join(",")} -o name`) === "",
  );
  const templates = await kubectl("get rackmachinetemplates,rackconfigtemplates -o name");
  assertEquals(templates.trim().split("\n").length, 2, templates);
  await kubectl("delete clusterclass racks --wait");
}

/** An object of the provider's. */
interface Owned {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly providerID?: string; readonly version?: string };
  readonly status?: { readonly ready?: boolean; readonly version?: string };
}

/** Does what a provider does: says of what is asked for that it is there. */
async function withProvider(kubectl: Kubectl, work: () => Promise<void>): Promise<void> {
  const kinds = (Object.keys(KINDS) as Part[]).map(pluralOf).join(",");
  await answered(async () => {
    const items: Owned[] = JSON.parse(await kubectl(`get ${kinds} -o json`)).items;
    const taken = new Set(items.map(({ spec }) => spec.providerID));
    for (const object of items) {
      if (object.status?.ready !== true && object.metadata.deletionTimestamp === undefined) {
        await provide(kubectl, object, taken);
      }
    }
  }, work);
}

async function provide(
  kubectl: Kubectl,
  object: Owned,
  taken: Set<string | undefined>,
): Promise<void> {
  const patch = async (change: object, more = "") => {
    // It may be gone by now.
    await kubectl(
      `patch ${object.kind.toLowerCase()} ${object.metadata.name} --type=merge ${more}-p ${
        JSON.stringify(change)
      }`,
    ).catch((error: Error) => {
      if (!error.message.includes("NotFound")) throw error;
    });
  };
  if (object.kind === KINDS.cluster.kind) {
    await patch({ spec: { controlPlaneEndpoint: { host: "127.0.0.1", port: 6443 } } });
  }
  if (object.kind === KINDS.machine.kind) {
    const { items } = JSON.parse(await kubectl("get nodes -o json"));
    const names: string[] = items.map(({ metadata }: Owned) => metadata.name);
    const free = names.find((name) => !taken.has(`rack://${name}`));
    // Another one goes first.
    if (free === undefined) return;
    const providerID = `rack://${free}`;
    taken.add(providerID);
    await kubectl(`patch node ${free} --type=merge -p ${JSON.stringify({ spec: { providerID } })}`);
    await patch({ spec: { providerID } });
  }
  const status = {
    ready: true,
    ...object.kind === KINDS.config.kind && { dataSecretName: "boot" },
    ...object.kind === KINDS.controlPlane.kind &&
      { initialized: true, version: object.spec.version },
  };
  await patch({ status }, "--subresource=status ");
}
