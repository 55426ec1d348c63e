/** Endpoints and slices follow services and their pods. */
import {
  coreV1,
  type discoveryV1,
  Endpoints,
  EndpointSlice,
  Namespace,
  Node,
  Pod,
  Service,
} from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const CONTROLLERS = [
  "namespace",
  "garbagecollector",
  "endpoint",
  "endpointslice",
  "endpointslicemirroring",
];

type Ports = coreV1.ServicePort[];

/** A cluster with two nodes in two zones, and pods whose status the test writes. */
async function started() {
  const env = await testEnv({ controllers: CONTROLLERS });
  const { client } = env;
  const node = async (name: string, zone: string, cpu = "4") => {
    await client.create(Node, {
      metadata: { name, labels: { "topology.kubernetes.io/zone": zone } },
    });
    await client.patch(Node, name, {
      status: {
        allocatable: { cpu },
        conditions: [{ type: "Ready", status: "True", lastTransitionTime: now() }],
      },
    } as never, { subresource: "status" });
  };
  const now = () => new Date(env.clock.now()).toISOString();
  await node("n1", "east");
  await node("n2", "west");
  const status = async (name: string, ready: boolean, ips: string[], phase = "Running") => {
    await client.patch(Pod, name, {
      status: {
        phase,
        podIP: ips[0],
        podIPs: ips.map((ip) => ({ ip })),
        conditions: [{
          type: "Ready",
          status: ready ? "True" : "False",
          lastTransitionTime: now(),
        }],
      },
    } as never, { subresource: "status" });
  };
  return {
    env,
    client,
    node,
    status,
    service: async (name: string, spec: Partial<coreV1.ServiceSpec> & { ports?: Ports }) =>
      await client.create(Service, {
        metadata: { name, labels: { of: name } },
        spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: "http" }], ...spec },
      }),
    pod: async (name: string, ip: string | string[], {
      ready = true,
      nodeName = "n1",
      labels = { app: "web" } as Record<string, string>,
      more = {} as Partial<coreV1.PodSpec>,
      port = 8080,
    } = {}) => {
      await client.create(Pod, {
        metadata: { name, labels },
        spec: {
          nodeName,
          containers: [{ name: "c", image: "i", ports: [{ name: "http", containerPort: port }] }],
          ...more,
        },
      });
      await status(name, ready, [ip].flat());
    },
    settled: () => env.settle("10m"),
    subsets: async (name: string) => {
      const endpoints = await client.find(Endpoints, name);
      return endpoints &&
        (endpoints.subsets ?? []).map(({ addresses = [], notReadyAddresses = [], ports = [] }) => [
          addresses.map(({ ip }) => ip),
          notReadyAddresses.map(({ ip }) => ip),
          ports.map(({ name, port }) => `${name ?? ""}:${port}`),
        ]);
    },
    slices: async (service: string) => {
      const { items } = await client.list(EndpointSlice, {
        labelSelector: { "kubernetes.io/service-name": service },
      });
      return items.toSorted((a, b) => inShort(a) < inShort(b) ? -1 : 1);
    },
    [Symbol.asyncDispose]: () => env[Symbol.asyncDispose](),
  };
}

/** `IPv4 8080: 10.0.0.1 ready, 10.0.0.2 serving terminating`. */
function inShort({ addressType, ports, endpoints }: discoveryV1.EndpointSlice): string {
  const told = (endpoints ?? []).map(({ addresses, conditions = {}, hints }) =>
    [
      addresses.join("+"),
      ...Object.entries(conditions).filter(([, is]) => is).map(([name]) => name),
      ...(hints?.forZones ?? []).map(({ name }) => `for ${name}`),
      ...(hints?.forNodes ?? []).map(({ name }) => `for ${name}`),
    ].join(" ")
  );
  return `${addressType} ${(ports ?? []).map(({ port }) => port)}: ${told.sort().join(", ")}`;
}

Deno.test("a service has endpoints and a slice of the pods that it chooses, as they become ready and go", async () => {
  await using scene = await started();
  const { client, settled, subsets, slices } = scene;
  const { metadata } = await scene.service("web", {});
  await settled();
  assertEquals(await subsets("web"), []);
  assertEquals((await slices("web")).map(inShort), ["IPv4 : "], "one that is empty");
  await scene.pod("a", "10.0.0.1", { more: { hostname: "first", subdomain: "web" } });
  await scene.pod("b", "10.0.0.2", { ready: false, nodeName: "n2" });
  await scene.pod("other", "10.0.0.3", { labels: { app: "other" } });
  await settled();
  assertEquals(await subsets("web"), [[["10.0.0.1"], ["10.0.0.2"], [":8080"]]]);
  const endpoints = await client.get(Endpoints, "web");
  assertEquals(endpoints.metadata.labels, {
    of: "web",
    "endpoints.kubernetes.io/managed-by": "endpoint-controller",
  });
  const pod = await client.get(Pod, "a");
  const targetRef = { kind: "Pod", namespace: "default", name: "a", uid: pod.metadata.uid };
  assertEquals(endpoints.subsets?.[0]?.addresses, [
    { ip: "10.0.0.1", hostname: "first", nodeName: "n1", targetRef },
  ]);
  const [slice, ...others] = await slices("web");
  assertEquals(others, []);
  assertEquals(slice?.metadata.labels, {
    of: "web",
    "kubernetes.io/service-name": "web",
    "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
  });
  assert(/^web-[a-z0-9]{5}$/.test(slice!.metadata.name), slice?.metadata.name);
  assertEquals(slice?.metadata.ownerReferences, [{
    apiVersion: "v1",
    kind: "Service",
    name: "web",
    uid: metadata.uid,
    controller: true,
    blockOwnerDeletion: true,
  }]);
  assertEquals(slice?.ports, [{ name: "", port: 8080, protocol: "TCP" }]);
  assertEquals(slice?.endpoints?.find(({ hostname }) => hostname === "first"), {
    addresses: ["10.0.0.1"],
    conditions: { ready: true, serving: true, terminating: false },
    hostname: "first",
    targetRef,
    nodeName: "n1",
    zone: "east",
  });
  await scene.status("b", true, ["10.0.0.2"]);
  await settled();
  assertEquals(await subsets("web"), [[["10.0.0.1", "10.0.0.2"], [], [":8080"]]]);
  await client.delete(Pod, "a", { gracePeriod: "30s" });
  await settled();
  assertEquals(await subsets("web"), [[["10.0.0.2"], [], [":8080"]]], "it is on its way out");
  assertEquals((await slices("web")).map(inShort), [
    "IPv4 8080: 10.0.0.1 serving terminating, 10.0.0.2 ready serving",
  ]);
  await client.delete(Pod, "a", { gracePeriod: 0 });
  await scene.status("b", true, ["10.0.0.2"], "Succeeded");
  await settled();
  assertEquals(await subsets("web"), []);
  assertEquals((await slices("web")).map(inShort), ["IPv4 : "]);
  await client.delete(Service, "web");
  await settled();
  assertEquals(await client.find(Endpoints, "web"), undefined);
  assertEquals(await slices("web"), []);
});

Deno.test("pods that change their labels leave services and enter others", async () => {
  await using scene = await started();
  const { client, settled, subsets, slices } = scene;
  await scene.service("web", {});
  await scene.service("both", { selector: { app: "web", tier: "front" } });
  await scene.pod("a", "10.0.0.1");
  await settled();
  assertEquals([await subsets("web"), await subsets("both")], [
    [[["10.0.0.1"], [], [":8080"]]],
    [],
  ]);
  await client.patch(Pod, "a", { metadata: { labels: { tier: "front" } } });
  await settled();
  assertEquals(await subsets("both"), [[["10.0.0.1"], [], [":8080"]]]);
  await client.patch(Pod, "a", { metadata: { labels: { app: "other" } } });
  await settled();
  assertEquals([await subsets("web"), await subsets("both")], [[], []]);
  await client.patch(Service, "web", { spec: { selector: { app: "other" } } });
  await settled();
  assertEquals(await subsets("web"), [[["10.0.0.1"], [], [":8080"]]]);
  assertEquals((await slices("web")).map(inShort), ["IPv4 8080: 10.0.0.1 ready serving"]);
});

Deno.test("pods with other numbers of a named port are told apart; those without it are left out", async () => {
  await using scene = await started();
  const { settled, subsets, slices } = scene;
  await scene.service("web", {
    ports: [{ name: "http", port: 80, targetPort: "http" }, { name: "fixed", port: 9000 }],
  });
  await scene.pod("a", "10.0.0.1");
  await scene.pod("b", "10.0.0.2", { port: 9090 });
  const side = {
    name: "side",
    image: "i",
    restartPolicy: "Always",
    ports: [{ name: "http", containerPort: 7000 }],
  };
  await scene.pod("c", "10.0.0.3", {
    more: { containers: [{ name: "c", image: "i" }], initContainers: [side] },
  });
  await scene.pod("d", "10.0.0.4", { more: { containers: [{ name: "c", image: "i" }] } });
  await settled();
  assertEquals((await subsets("web"))?.map((subset) => JSON.stringify(subset)).sort(), [
    '[["10.0.0.1","10.0.0.2","10.0.0.3","10.0.0.4"],[],["fixed:9000"]]',
    '[["10.0.0.1"],[],["http:8080"]]',
    '[["10.0.0.2"],[],["http:9090"]]',
    '[["10.0.0.3"],[],["http:7000"]]',
  ]);
  assertEquals((await slices("web")).map(inShort), [
    "IPv4 7000,9000: 10.0.0.3 ready serving",
    "IPv4 8080,9000: 10.0.0.1 ready serving",
    "IPv4 9000: 10.0.0.4 ready serving",
    "IPv4 9090,9000: 10.0.0.2 ready serving",
  ]);
});

Deno.test("headless services, both families, and pods that are published before they are ready", async () => {
  await using scene = await started();
  const { client, settled, subsets, slices } = scene;
  await scene.service("web", { clusterIP: "None", ports: [], publishNotReadyAddresses: true });
  await scene.pod("a", ["10.0.0.1", "fd00::1"], { ready: false });
  await settled();
  assertEquals(await subsets("web"), [[["10.0.0.1"], [], []]]);
  const { labels } = (await client.get(Endpoints, "web")).metadata;
  assertEquals(labels?.["service.kubernetes.io/headless"], "");
  assertEquals((await slices("web")).map(inShort), ["IPv4 : 10.0.0.1 ready"]);
  await scene.service("external", { type: "ExternalName", externalName: "example.com" } as never);
  await settled();
  assertEquals([await subsets("external"), await slices("external")], [undefined, []]);
});

Deno.test("a pod whose node nobody knows is left out until it comes", async () => {
  await using scene = await started();
  const { client, settled, slices } = scene;
  await scene.service("web", {});
  await scene.pod("a", "10.0.0.1");
  await scene.pod("b", "10.0.0.2", { nodeName: "later" });
  await settled();
  assertEquals((await slices("web")).map(inShort), ["IPv4 8080: 10.0.0.1 ready serving"]);
  const { items } = await client.list(coreV1.Event);
  assert(
    items.some(({ reason, message = "" }) =>
      reason === "FailedToUpdateEndpointSlices" &&
      message.endsWith("skipping Pod b for Service default/web: Node later Not Found")
    ),
    JSON.stringify(items),
  );
  await scene.node("later", "west");
  await scene.env.advance("30m");
  assertEquals((await slices("web")).map(inShort), [
    "IPv4 8080: 10.0.0.1 ready serving, 10.0.0.2 ready serving",
  ]);
});

Deno.test("all pods that are left out are told of", async () => {
  await using scene = await started();
  await scene.service("web", {});
  for (const name of ["a", "b"]) {
    await scene.pod(name, "10.0.0.1", { nodeName: `of-${name}` });
  }
  await scene.settled();
  const { items } = await scene.client.list(coreV1.Event);
  const text = (name: string) =>
    `skipping Pod ${name} for Service default/web: Node of-${name} Not Found`;
  const wanted = [["a", "b"], ["b", "a"]].map((names) => `: [${names.map(text).join(", ")}]`);
  assert(
    items.some(({ message = "" }) => wanted.some((end) => message.endsWith(end))),
    JSON.stringify(items.map(({ message }) => message)),
  );
});

Deno.test("what somebody does to endpoints and slices is mended", async () => {
  await using scene = await started();
  const { client, settled, slices, subsets } = scene;
  await scene.service("web", {});
  await scene.pod("a", "10.0.0.1");
  await settled();
  const [slice] = await slices("web");
  await client.delete(EndpointSlice, slice!.metadata.name);
  await client.delete(Endpoints, "web");
  await settled();
  assertEquals((await slices("web")).map(inShort), ["IPv4 8080: 10.0.0.1 ready serving"]);
  assertEquals(await subsets("web"), [[["10.0.0.1"], [], [":8080"]]]);
  const [again] = await slices("web");
  await client.patch(EndpointSlice, again!.metadata.name, { endpoints: [] });
  await settled();
  assertEquals((await slices("web")).map(inShort), ["IPv4 8080: 10.0.0.1 ready serving"]);
});

Deno.test("traffic that prefers its zone or its node has hints, and loses them", async () => {
  await using scene = await started();
  const { client, settled, slices } = scene;
  await scene.service("web", { trafficDistribution: "PreferSameZone" });
  await scene.pod("a", "10.0.0.1");
  await scene.pod("b", "10.0.0.2", { nodeName: "n2", ready: false });
  await settled();
  assertEquals((await slices("web")).map(inShort), [
    "IPv4 8080: 10.0.0.1 ready serving for east, 10.0.0.2",
  ]);
  await client.patch(Service, "web", { spec: { trafficDistribution: "PreferSameNode" } });
  await settled();
  assertEquals((await slices("web")).map(inShort), [
    "IPv4 8080: 10.0.0.1 ready serving for east for n1, 10.0.0.2",
  ]);
  await client.patch(Service, "web", { spec: { trafficDistribution: null } } as never);
  await settled();
  assertEquals((await slices("web")).map(inShort), [
    "IPv4 8080: 10.0.0.1 ready serving, 10.0.0.2",
  ]);
});

Deno.test("a service that asks for it has its endpoints shared among the zones", async () => {
  await using scene = await started();
  const { client, settled, slices } = scene;
  await scene.service("web", {});
  const mode = (value: string | null) =>
    client.patch(Service, "web", {
      metadata: { annotations: { "service.kubernetes.io/topology-mode": value } },
    } as never);
  await mode("Auto");
  await settled();
  await scene.pod("a", "10.0.0.1", { labels: { app: "web", all: "yes" } });
  await settled();
  const told = async () =>
    (await client.list(coreV1.Event)).items
      .filter(({ reason = "" }) => reason.startsWith("Topology"))
      .map(({ type, message }) => `${type} ${message}`);
  assertEquals(await told(), [
    "Warning Insufficient number of endpoints (0 endpoints, 2 zones), addressType: IPv4",
    "Warning Insufficient number of endpoints (1 endpoints, 2 zones), addressType: IPv4",
  ]);
  for (const [at, name] of ["b", "c", "d"].entries()) {
    await scene.pod(name, `10.0.0.${at + 2}`, { labels: { app: "other", all: "yes" } });
  }
  // They become its endpoints all at once: whether two or three were seen on the way would be chance, and would be told.
  await client.patch(Service, "web", { spec: { selector: { app: null, all: "yes" } } } as never);
  await settled();
  const hinted = (await slices("web")).flatMap(({ endpoints }) =>
    endpoints?.flatMap(({ hints }) => hints?.forZones?.map(({ name }) => name) ?? []) ?? []
  );
  assertEquals(hinted.sort(), ["east", "east", "west", "west"], "two of the east serve the west");
  assertEquals(
    (await told()).at(-1),
    "Normal Topology Aware Hints has been enabled, addressType: IPv4",
  );
  await mode(null);
  await settled();
  assertEquals(
    (await told()).at(-1),
    "Warning Topology Aware Hints has been disabled, addressType: IPv4",
  );
  assertEquals((await slices("web")).map(inShort).join().includes("for"), false);
});

Deno.test("endpoints of a service that chooses no pods are mirrored as long as they are to be", async () => {
  await using scene = await started();
  const { client, settled, slices } = scene;
  await client.create(Service, { metadata: { name: "web" }, spec: { ports: [{ port: 80 }] } });
  await client.create(Endpoints, {
    metadata: {
      name: "web",
      labels: { mine: "yes" },
      annotations: {
        note: "n",
        "endpoints.kubernetes.io/last-change-trigger-time": "2020-01-01T00:00:00Z",
      },
    },
    subsets: [{
      addresses: [{ ip: "192.0.2.1", hostname: "h" }, { ip: "2001:db8::1" }],
      notReadyAddresses: [{ ip: "192.0.2.2", nodeName: "n1" }],
      ports: [{ name: "http", port: 8080 }],
    }],
  });
  await settled();
  assertEquals((await slices("web")).map(inShort), [
    "IPv4 8080: 192.0.2.1 ready, 192.0.2.2",
    "IPv6 8080: 2001:db8::1 ready",
  ]);
  const [slice] = await slices("web");
  assertEquals(slice?.metadata.labels, {
    mine: "yes",
    "kubernetes.io/service-name": "web",
    "endpointslice.kubernetes.io/managed-by": "endpointslicemirroring-controller.k8s.io",
  });
  assertEquals(slice?.metadata.annotations, { note: "n" });
  assertEquals(slice?.metadata.ownerReferences?.map(({ kind, name }) => [kind, name]), [
    ["Endpoints", "web"],
  ]);
  await client.patch(Endpoints, "web", {
    subsets: [{ addresses: [{ ip: "192.0.2.9" }], ports: [{ name: "http", port: 8080 }] }],
  } as never);
  await settled();
  assertEquals((await slices("web")).map(inShort), ["IPv4 8080: 192.0.2.9 ready"]);
  const label = (value: string | null) =>
    client.patch(Endpoints, "web", {
      metadata: { labels: { "endpointslice.kubernetes.io/skip-mirror": value } },
    } as never);
  await label("true");
  await settled();
  assertEquals(await slices("web"), []);
  await label(null);
  await settled();
  assertEquals((await slices("web")).length, 1);
  await client.delete(Endpoints, "web");
  await settled();
  assertEquals(await slices("web"), []);
});

Deno.test("endpoints without a service that hold a lock, and those of somebody, are left alone", async () => {
  await using scene = await started();
  const { client, settled, slices } = scene;
  const subsets = [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 1 }] }];
  await client.create(Endpoints, {
    metadata: { name: "lock", annotations: { "control-plane.alpha.kubernetes.io/leader": "{}" } },
    subsets,
  });
  await client.create(Endpoints, { metadata: { name: "early" }, subsets });
  await settled();
  assertEquals((await client.list(Endpoints)).items.map(({ metadata }) => metadata.name).sort(), [
    "early",
    "lock",
  ]);
  assertEquals(await slices("lock"), []);
});

Deno.test("in a namespace that ends nothing is made", async () => {
  await using scene = await started();
  const { client, settled } = scene;
  await client.create(Namespace, { metadata: { name: "gone" } });
  const inIt = client.with({ namespace: "gone" });
  await inIt.create(Service, {
    metadata: { name: "web" },
    spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
  });
  await settled();
  await client.delete(Namespace, "gone");
  await settled();
  assertEquals(await client.find(Namespace, "gone"), undefined);
});
