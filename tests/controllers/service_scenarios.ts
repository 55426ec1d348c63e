/**
 * What is done to services, their pods and their endpoints: whoever keeps them, the same comes of it.
 *
 * @module
 */

import {
  type AnyObject,
  type coreV1,
  Endpoints,
  EndpointSlice,
  isAlreadyExists,
  Node,
  Pod,
  Service,
} from "../../mod.ts";
import type { WorkloadScenario } from "./replica_scenarios.ts";
import type { WorkloadStage } from "./workload_stage.ts";

const ZONES: Readonly<Record<string, string>> = { "node-e": "east", "node-w": "west" };

/** The nodes of all scenarios; they stay. */
async function nodes({ client }: WorkloadStage): Promise<void> {
  for (const [name, zone] of Object.entries(ZONES)) {
    const labels = { "topology.kubernetes.io/zone": zone };
    try {
      await client.create(Node, { metadata: { name, labels } });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
    await client.patch(Node, name, {
      status: {
        allocatable: { cpu: "4" },
        conditions: [{ type: "Ready", status: "True" }],
      },
    } as never, { subresource: "status" });
  }
}

const service = (spec: object = {}, more: object = {}) => ({
  metadata: { name: "web", labels: { of: "web" }, ...more },
  spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: "http" }], ...spec },
} as never);

interface PodOptions {
  readonly ready?: boolean;
  readonly node?: string;
  readonly labels?: Record<string, string>;
  readonly spec?: Partial<coreV1.PodSpec>;
  readonly port?: number;
}

async function pod(
  stage: WorkloadStage,
  name: string,
  ips: string | string[],
  { ready = true, node = "node-e", labels = { app: "web" }, spec, port = 8080 }: PodOptions = {},
): Promise<void> {
  await stage.client.create(Pod, {
    metadata: { name, labels },
    spec: {
      nodeName: node,
      containers: [{ name: "c", image: "i", ports: [{ name: "http", containerPort: port }] }],
      ...spec,
    },
  });
  await status(stage, name, ready, [ips].flat());
}

async function status(
  { client }: WorkloadStage,
  name: string,
  ready: boolean,
  ips: string[],
  phase = "Running",
): Promise<void> {
  await client.patch(Pod, name, {
    status: {
      phase,
      podIP: ips[0],
      podIPs: ips.map((ip) => ({ ip })),
      conditions: [{
        type: "Ready",
        status: ready ? "True" : "False",
        lastTransitionTime: new Date().toISOString(),
      }],
    },
  } as never, { subresource: "status" });
}

const has = (count: number) => (one?: AnyObject) =>
  ((one?.subsets ?? []) as AnyObject[])
      .flatMap(({ addresses = [], notReadyAddresses = [] }) => [...addresses, ...notReadyAddresses])
      .length === count && one !== undefined;

/** Waits until endpoints have so many addresses. */
const reached = (stage: WorkloadStage, count: number) => stage.until(Endpoints, "web", has(count));

/** A stage with a service of two pods, one of them ready. */
async function started(stage: WorkloadStage, spec: object = {}, more: object = {}): Promise<void> {
  await nodes(stage);
  await stage.client.create(Service, service(spec, more));
  await pod(stage, "a", "10.1.0.1");
  await pod(stage, "b", "10.1.0.2", { ready: false, node: "node-w" });
  await reached(stage, 2);
  await stage.same("begun");
}

const mirrored = (more: object = {}) => ({
  metadata: { name: "web", labels: { mine: "yes" }, annotations: { note: "n" } },
  subsets: [{
    addresses: [{ ip: "192.0.2.1", hostname: "h" }, { ip: "2001:db8::1" }],
    notReadyAddresses: [{ ip: "192.0.2.2", nodeName: "node-e" }],
    ports: [{ name: "http", port: 8080, protocol: "TCP" }],
  }],
  ...more,
} as never);

/** A stage with a service whose endpoints somebody writes. */
async function mirroring(stage: WorkloadStage, more: object = {}): Promise<void> {
  await stage.client.create(Service, service({ selector: undefined, ports: [{ port: 80 }] }));
  await stage.client.create(Endpoints, mirrored(more));
  await stage.same("begun");
}

async function slice({ client }: WorkloadStage): Promise<string> {
  const { items: [first] } = await client.list(EndpointSlice);
  return first!.metadata.name;
}

/** Of services, endpoints and slices. */
export const SERVICES: Readonly<Record<string, WorkloadScenario>> = {
  async "a service of nobody"(stage) {
    await stage.client.create(Service, service());
    await reached(stage, 0);
  },
  async "pods come, are ready, and go"(stage) {
    await started(stage);
    await status(stage, "b", true, ["10.1.0.2"]);
    await stage.same("both are ready");
    await stage.client.delete(Pod, "a", { gracePeriod: 0 });
    await reached(stage, 1);
    await stage.same("one is gone");
    await stage.client.delete(Pod, "b", { gracePeriod: 0 });
    await reached(stage, 0);
  },
  async "a pod on its way out"(stage) {
    await started(stage);
    await stage.client.delete(Pod, "a", { gracePeriod: "30s" });
    await reached(stage, 1);
  },
  async "a pod that is over"(stage) {
    await started(stage);
    await status(stage, "a", false, ["10.1.0.1"], "Succeeded");
    await reached(stage, 1);
  },
  async "a pod whose address changes"(stage) {
    await started(stage);
    await status(stage, "a", true, ["10.1.0.9"]);
    await stage.until(Endpoints, "web", (one) => JSON.stringify(one).includes("10.1.0.9"));
  },
  async "pods with other numbers of a port, and one without it"(stage) {
    await nodes(stage);
    const ports = [
      { name: "http", port: 80, targetPort: "http", appProtocol: "example.com/x" },
      { name: "fixed", port: 9000 },
      { name: "udp", port: 53, protocol: "UDP", targetPort: 5353 },
    ];
    await stage.client.create(Service, service({ ports }));
    await pod(stage, "a", "10.1.0.1");
    await pod(stage, "b", "10.1.0.2", { port: 9090 });
    await pod(stage, "c", "10.1.0.3", { spec: { containers: [{ name: "c", image: "i" }] } });
    await stage.same("all");
    await stage.client.delete(Pod, "b", { gracePeriod: 0 });
  },
  async "a port of a sidecar"(stage) {
    await nodes(stage);
    await stage.client.create(Service, service());
    const side = { name: "s", image: "i", ports: [{ name: "http", containerPort: 7000 }] };
    await pod(stage, "a", "10.1.0.1", {
      spec: {
        containers: [{ name: "c", image: "i" }],
        initContainers: [{ ...side, restartPolicy: "Always" }],
      },
    });
    await pod(stage, "b", "10.1.0.2", {
      spec: { containers: [{ name: "c", image: "i" }], initContainers: [side] },
    });
    await reached(stage, 1);
  },
  async "pods that change their labels"(stage) {
    await started(stage);
    await stage.client.patch(Pod, "a", { metadata: { labels: { app: "other" } } });
    await reached(stage, 1);
    await stage.same("left");
    await stage.client.patch(Pod, "a", { metadata: { labels: { app: "web", more: "x" } } });
    await reached(stage, 2);
  },
  async "a service that chooses others"(stage) {
    await started(stage);
    await pod(stage, "c", "10.1.0.3", { labels: { app: "other" } });
    await stage.client.patch(Service, "web", { spec: { selector: { app: "other" } } });
    await stage.until(Endpoints, "web", (one) => JSON.stringify(one).includes("10.1.0.3"));
  },
  async "a service that chooses no longer"(stage) {
    await started(stage);
    await stage.client.patch(Service, "web", { spec: { selector: null } } as never);
    await stage.client.delete(Pod, "a", { gracePeriod: 0 });
  },
  async "a service whose ports change"(stage) {
    await started(stage);
    await stage.client.patch(Service, "web", { spec: { ports: [{ port: 81, targetPort: 99 }] } });
    await stage.until(Endpoints, "web", (one) => JSON.stringify(one).includes("99"));
  },
  async "a service whose labels change"(stage) {
    await started(stage);
    await stage.client.patch(
      Service,
      "web",
      { metadata: { labels: { of: null, now: "x" } } } as never,
    );
    await stage.until(Endpoints, "web", (one) => one?.metadata?.labels?.now === "x");
  },
  async "a service with labels that are its slices' own"(stage) {
    const labels = {
      of: "web",
      "kubernetes.io/service-name": "other",
      "endpointslice.kubernetes.io/managed-by": "me",
    };
    await started(stage, {}, { labels });
  },
  async "a service that goes"(stage) {
    await started(stage);
    await stage.client.delete(Service, "web");
    await stage.until(Endpoints, "web", (one) => one === undefined);
  },
  async "a headless service, and names of its pods"(stage) {
    await nodes(stage);
    await stage.client.create(Service, service({ clusterIP: "None" }));
    await pod(stage, "a", "10.1.0.1", { spec: { hostname: "first", subdomain: "web" } });
    await pod(stage, "b", "10.1.0.2", { spec: { hostname: "first", subdomain: "other" } });
    await reached(stage, 2);
  },
  async "a headless service without ports"(stage) {
    await started(stage, { clusterIP: "None", ports: [] });
  },
  async "a service that tells of pods before they are ready"(stage) {
    await started(stage, { publishNotReadyAddresses: true });
    await stage.client.delete(Pod, "b", { gracePeriod: "30s" });
  },
  async "a name outside"(stage) {
    await stage.client.create(
      Service,
      service({ type: "ExternalName", externalName: "a.example" }),
    );
    await pod(stage, "a", "10.1.0.1");
  },
  async "pods with addresses of both families"(stage) {
    await nodes(stage);
    await stage.client.create(Service, service());
    await pod(stage, "a", ["10.1.0.1", "fd00::1"]);
    await pod(stage, "b", ["fd00::2"]);
    await reached(stage, 1);
  },
  async "a pod on a node that nobody knows"(stage) {
    await nodes(stage);
    await stage.client.create(Service, service());
    await pod(stage, "a", "10.1.0.1");
    await pod(stage, "b", "10.1.0.2", { node: "nowhere" });
    await stage.told("Service", "web", "FailedToUpdateEndpointSlices");
  },
  async "somebody deletes a slice"(stage) {
    await started(stage);
    await stage.client.delete(EndpointSlice, await slice(stage));
  },
  async "somebody empties a slice"(stage) {
    await started(stage);
    await stage.client.patch(EndpointSlice, await slice(stage), { endpoints: [] });
  },
  async "somebody takes a slice over"(stage) {
    await started(stage);
    await stage.client.patch(EndpointSlice, await slice(stage), {
      metadata: { labels: { "endpointslice.kubernetes.io/managed-by": "me" } },
    });
  },
  async "somebody deletes endpoints"(stage) {
    await started(stage);
    await stage.client.delete(Endpoints, "web");
  },
  async "slices of others"(stage) {
    await started(stage);
    await stage.client.create(EndpointSlice, {
      metadata: { name: "mine", labels: { "kubernetes.io/service-name": "web" } },
      addressType: "IPv4",
      endpoints: [{ addresses: ["192.0.2.7"] }],
    });
    await stage.client.delete(Pod, "a", { gracePeriod: 0 });
    await reached(stage, 1);
  },
  async "traffic that prefers its zone"(stage) {
    await started(stage, { trafficDistribution: "PreferClose" });
    await status(stage, "b", true, ["10.1.0.2"]);
    await stage.same("both");
    await stage.client.patch(Service, "web", { spec: { trafficDistribution: "PreferSameNode" } });
    await stage.same("nodes");
    await stage.client.patch(Service, "web", { spec: { trafficDistribution: null } } as never);
  },
  async "endpoints that are shared among the zones"(stage) {
    const annotations = { "service.kubernetes.io/topology-mode": "Auto" };
    await started(stage, {}, { annotations });
    await status(stage, "b", true, ["10.1.0.2"]);
    await stage.told("Service", "web", "TopologyAwareHintsEnabled");
    await stage.same("shared");
    await stage.client.patch(Service, "web", { metadata: { annotations: null } } as never);
    await stage.told("Service", "web", "TopologyAwareHintsDisabled");
  },
  async "endpoints that somebody writes"(stage) {
    await mirroring(stage);
    await stage.client.patch(Endpoints, "web", {
      subsets: [{ addresses: [{ ip: "192.0.2.9" }], ports: [{ name: "http", port: 8080 }] }],
    } as never);
    await stage.same("others");
    await stage.client.patch(Endpoints, "web", {
      metadata: { labels: { mine: "no" }, annotations: { note: "m" } },
    });
    await stage.same("told otherwise");
    await stage.client.patch(Endpoints, "web", { subsets: [] } as never);
    await stage.same("none");
    await stage.client.delete(Endpoints, "web");
  },
  async "endpoints that are not to be mirrored"(stage) {
    await mirroring(stage);
    const label = (value: string | null) =>
      stage.client.patch(Endpoints, "web", {
        metadata: { labels: { "endpointslice.kubernetes.io/skip-mirror": value } },
      } as never);
    await label("true");
    await stage.same("not mirrored");
    await label(null);
    await stage.same("mirrored");
    await stage.client.patch(Endpoints, "web", {
      metadata: { annotations: { "control-plane.alpha.kubernetes.io/leader": "{}" } },
    });
  },
  async "endpoints of several ports"(stage) {
    await mirroring(stage, {
      subsets: [
        {
          addresses: [{ ip: "192.0.2.1" }],
          ports: [{ name: "a", port: 1 }, { name: "b", port: 2 }],
        },
        { addresses: [{ ip: "192.0.2.2" }], ports: [{ name: "a", port: 3 }] },
        { notReadyAddresses: [{ ip: "192.0.2.2" }], ports: [{ name: "b", port: 2 }] },
      ],
    });
  },
  async "more endpoints than are mirrored"(stage) {
    const addresses = Array.from({ length: 1010 }, (_, at) => ({
      ip: `192.0.${at >> 8}.${at & 255}`,
    }));
    await mirroring(stage, { subsets: [{ addresses, ports: [{ port: 1 }] }] });
    await stage.told("Endpoints", "web", "TooManyAddressesToMirror");
  },
  async "a service that begins to choose, where somebody wrote endpoints"(stage) {
    await nodes(stage);
    await mirroring(stage);
    await pod(stage, "a", "10.1.0.1");
    await stage.client.patch(Service, "web", { spec: { selector: { app: "web" } } });
    await stage.until(Endpoints, "web", (one) => JSON.stringify(one).includes("10.1.0.1"));
  },
  async "endpoints whose service goes"(stage) {
    await mirroring(stage);
    await stage.client.delete(Service, "web");
    await stage.until(Endpoints, "web", (one) => one === undefined);
  },
  async "endpoints before their service"(stage) {
    await stage.client.create(Endpoints, mirrored());
    await stage.same("alone");
    await stage.client.create(Service, service({ selector: undefined, ports: [{ port: 80 }] }));
  },
};
