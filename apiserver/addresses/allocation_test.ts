/** What services get from a whole server, and give back. */
import type { AnyObject } from "../../testing/api_client.ts";
import {
  ADDRESSES,
  createService,
  OWN,
  RANGES,
  service,
  SERVICES,
  startServiceCluster,
  takenAddresses,
  takenPorts,
  V4,
  V6,
} from "../../testing/service_cluster.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { MemoryStore } from "../storage/mod.ts";

Deno.test("a service has an address of the upper part of the range, as an object", async () => {
  await using server = await startServiceCluster();
  const { spec } = await createService(server, "a");
  const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = spec;
  assertEquals([clusterIPs, ipFamilies, ipFamilyPolicy], [[clusterIP], ["IPv4"], "SingleStack"]);
  assert(Number(clusterIP.split(".")[3]) > 16, clusterIP);
  const { json } = await server.client.get(`${ADDRESSES}/${clusterIP}`);
  assertEquals(json.metadata.labels, {
    "ipaddress.kubernetes.io/ip-family": "IPv4",
    "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
  });
  assertEquals(json.spec, {
    parentRef: { resource: "services", namespace: "default", name: "a" },
  });
  assertEquals(await takenAddresses(server), { ...OWN, [clusterIP]: "default/a" });
  const deleted = await server.client.delete(`${SERVICES}/a`);
  assertEquals(deleted.json.spec.clusterIP, clusterIP);
  assertEquals(await takenAddresses(server), OWN);
});

const REFUSED: readonly (readonly [what: string, spec: AnyObject, status: number, why: string])[] =
  [
    [
      "an address that another one has",
      { clusterIP: "10.0.0.1" },
      422,
      'Service "x" is invalid: spec.clusterIPs: Invalid value: ["10.0.0.1"]: failed to allocate IP ' +
      "10.0.0.1: provided IP is already allocated",
    ],
    [
      "an address of no range",
      { clusterIP: "10.9.0.1" },
      422,
      'Service "x" is invalid: spec.clusterIPs: Invalid value: ["10.9.0.1"]: failed to allocate IP ' +
      "10.9.0.1: the provided network does not match the current range",
    ],
    [
      "the range's own address",
      { clusterIP: "10.0.0.0" },
      422,
      'Service "x" is invalid: spec.clusterIPs: Invalid value: ["10.0.0.0"]: failed to allocate IP ' +
      "10.0.0.0: the provided IP (10.0.0.0) is not in the valid range. The range of valid IPs is " +
      "10.0.0.0/24",
    ],
    [
      "a family that there is not",
      { ipFamilies: ["IPv6"] },
      422,
      'Service "x" is invalid: spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this ' +
      "cluster",
    ],
    [
      "an address of a family that there is not",
      { clusterIP: "fd00::1" },
      422,
      'Service "x" is invalid: spec.clusterIPs[0]: Invalid value: ["fd00::1"]: IPv6 is not ' +
      "configured on this cluster",
    ],
    [
      "two families",
      { ipFamilyPolicy: "RequireDualStack" },
      422,
      'Service "x" is invalid: spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster ' +
      "is not configured for dual-stack services",
    ],
    [
      "a port that another one has",
      { type: "NodePort", ports: [{ port: 80, nodePort: 30080 }] },
      422,
      'Service "x" is invalid: spec.ports[0].nodePort: Invalid value: 30080: provided port is ' +
      "already allocated",
    ],
    [
      "a port out of range",
      { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] },
      422,
      'Service "x" is invalid: spec.ports[0].nodePort: Invalid value: 80: provided port is not in ' +
      "the valid range. The range of valid ports is 30000-32767",
    ],
    [
      "one port for health and for all else",
      {
        type: "LoadBalancer",
        externalTrafficPolicy: "Local",
        ports: [{ port: 80, nodePort: 30090 }],
        healthCheckNodePort: 30090,
      },
      500,
      "Internal error occurred: failed to allocate requested HealthCheck NodePort 30090: provided " +
      "port is already allocated",
    ],
  ];

Deno.test("a service that can't have what it asks for takes nothing", async () => {
  await using server = await startServiceCluster();
  await createService(server, "first", {
    type: "NodePort",
    ports: [{ port: 80, nodePort: 30080 }],
  });
  const before = [await takenAddresses(server), await takenPorts(server)];
  for (const [what, spec, status, why] of REFUSED) {
    const answer = await server.client.post(SERVICES, service("x", spec));
    assertEquals([answer.status, answer.json.message], [status, why], what);
    assertEquals([await takenAddresses(server), await takenPorts(server)], before, what);
  }
});

Deno.test("services are made by PUT and apply, changed, and let go what they need no longer", async () => {
  await using server = await startServiceCluster();
  const { client } = server;
  const path = `${SERVICES}/a`;
  const put = await client.put(path, service("a", { type: "NodePort" }));
  assertEquals(put.status, 201, put.text);
  const { clusterIP, ports: [{ nodePort }] } = put.json.spec;
  assert(nodePort >= 30000 + 86, `${nodePort} is of the upper part`);
  assertEquals([await takenAddresses(server), await takenPorts(server)], [
    { ...OWN, [clusterIP]: "default/a" },
    [nodePort],
  ]);

  const again = await client.put(path, service("a", { type: "NodePort" }));
  assertEquals([again.status, again.json.spec], [200, put.json.spec], "what is left out stays");

  const more = await client.patch(path, "strategic", {
    spec: { ports: [{ name: "", port: 80 }, { name: "b", port: 81, nodePort: 31000 }] },
  });
  assertEquals(more.status, 422, "ports need names");
  assertEquals(await takenPorts(server), [nodePort]);

  const local = await client.patch(path, "merge", {
    spec: { type: "LoadBalancer", externalTrafficPolicy: "Local" },
  });
  assertEquals(local.status, 200, local.text);
  const { healthCheckNodePort } = local.json.spec;
  assertEquals(new Set(await takenPorts(server)), new Set([nodePort, healthCheckNodePort]));

  const inside = await client.patch(path, "merge", { spec: { type: "ClusterIP" } });
  assertEquals(inside.status, 200, inside.text);
  assertEquals(inside.json.spec.ports[0].nodePort, undefined);
  assertEquals([await takenAddresses(server), await takenPorts(server)], [
    { ...OWN, [clusterIP]: "default/a" },
    [],
  ]);

  const name = await client.patch(path, "merge", {
    spec: { type: "ExternalName", externalName: "a.b" },
  });
  assertEquals(name.status, 200, name.text);
  assertEquals([name.json.spec.clusterIP, await takenAddresses(server)], [undefined, OWN]);

  const back = await client.patch(path, "merge", { spec: { type: "ClusterIP" } });
  assertEquals(await takenAddresses(server), { ...OWN, [back.json.spec.clusterIP]: "default/a" });

  const applied = await client.patch(`${SERVICES}/b?fieldManager=m`, "apply", {
    ...service("b", { type: "NodePort", ports: [{ port: 80, protocol: "TCP" }] }),
  });
  assertEquals(applied.status, 201, applied.text);
  const twice = await client.patch(`${SERVICES}/b?fieldManager=m`, "apply", {
    ...service("b", { type: "NodePort", ports: [{ port: 80, protocol: "TCP" }] }),
  });
  assertEquals(twice.json.spec, applied.json.spec);

  await client.patch(`${SERVICES}/b`, "merge", { metadata: { finalizers: ["example.com/x"] } });
  assertEquals((await client.delete(SERVICES)).status, 200);
  assertEquals(await takenAddresses(server), {
    [applied.json.spec.clusterIP]: "default/b",
    ...(await client.get(`${SERVICES}/kubernetes`)).status === 200 && OWN,
  }, "what something holds keeps its address");
  await client.patch(`${SERVICES}/b`, "merge", { metadata: { finalizers: null } });
  assertEquals((await takenAddresses(server))[applied.json.spec.clusterIP], undefined);
  assertEquals(await takenPorts(server), []);
});

Deno.test("ports of one number share one on nodes", async () => {
  await using server = await startServiceCluster();
  const { spec } = await createService(server, "dns", {
    type: "NodePort",
    ports: [{ name: "a", port: 53 }, { name: "b", port: 53, protocol: "UDP" }],
  });
  const [tcp, udp] = spec.ports;
  assertEquals([tcp.nodePort, await takenPorts(server)], [udp.nodePort, [tcp.nodePort]]);
  const none = await createService(server, "none", {
    type: "LoadBalancer",
    allocateLoadBalancerNodePorts: false,
  });
  assertEquals(none.spec.ports[0].nodePort, undefined);
});

Deno.test("a dry run answers as if, and takes nothing", async () => {
  await using server = await startServiceCluster();
  const { client, store } = server;
  await createService(server, "a");
  const before = await store.revision();
  const made = await client.post(`${SERVICES}?dryRun=All`, service("x", { type: "NodePort" }));
  assertEquals(made.status, 201, made.text);
  assert(made.json.spec.clusterIP.startsWith("10.0.0.") && made.json.spec.ports[0].nodePort > 0);
  const body = { spec: { type: "NodePort" } };
  const changed = await client.patch(`${SERVICES}/a?dryRun=All`, "merge", body);
  assert(changed.json.spec.ports[0].nodePort > 0, changed.text);
  assertEquals((await client.delete(`${SERVICES}/a?dryRun=All`)).status, 200);
  const taken = await client.post(
    `${SERVICES}?dryRun=All`,
    service("x", { clusterIP: "10.0.0.1" }),
  );
  assertEquals(taken.status, 422);
  assertEquals(await store.revision(), before);
});

Deno.test("all addresses and ports are handed out, each once, then none", async () => {
  await using server = await startServiceCluster({
    ranges: ["10.0.0.0/27"],
    ports: [30000, 30019],
  });
  const made: AnyObject[] = [];
  for (let number = 0; number < 20; number++) {
    made.push(await createService(server, `a-${number}`, { type: "NodePort" }));
  }
  const full = await server.client.post(SERVICES, service("x", { type: "NodePort" }));
  assertEquals([full.status, full.json.message], [
    500,
    "Internal error occurred: failed to allocate a nodePort: range is full",
  ]);
  for (let number = 20; number < 29; number++) {
    made.push(await createService(server, `a-${number}`));
  }
  const none = await server.client.post(SERVICES, service("x"));
  assertEquals([none.status, none.json.message], [
    500,
    "Internal error occurred: failed to allocate a serviceIP: range is full",
  ]);
  const ips = made.map(({ spec }) => spec.clusterIP);
  assertEquals(new Set(ips).size, 29);
  const isLow = (ip: string) => Number(ip.split(".")[3]) <= 16;
  assertEquals(ips.findIndex(isLow), 14, "the lower part comes last");
  assertEquals((await takenPorts(server)).length, 20);
  await server.client.delete(`${SERVICES}/a-7`);
  const { spec } = await createService(server, "x", { type: "NodePort" });
  assertEquals([spec.clusterIP, spec.ports[0].nodePort], [
    made[7].spec.clusterIP,
    made[7].spec.ports[0].nodePort,
  ]);
});

Deno.test("services of two families: as many as they ask for, and again one", async () => {
  await using server = await startServiceCluster({ ranges: [V4, V6] });
  const { client } = server;
  const families = ({ spec }: AnyObject) => [spec.ipFamilies, spec.clusterIPs.length];
  assertEquals(families(await createService(server, "one")), [["IPv4"], 1]);
  assertEquals(families(await createService(server, "six", { ipFamilies: ["IPv6"] })), [
    ["IPv6"],
    1,
  ]);
  const two = await createService(server, "two", {
    ipFamilyPolicy: "PreferDualStack",
    clusterIP: "fd00::abc",
    clusterIPs: ["fd00::abc"],
  });
  assertEquals(families(two), [["IPv6", "IPv4"], 2]);
  assertEquals(
    families(await createService(server, "both", { ipFamilyPolicy: "RequireDualStack" })),
    [
      ["IPv4", "IPv6"],
      2,
    ],
  );
  const headless = await createService(server, "free", { clusterIP: "None", selector: null });
  assertEquals([headless.spec.ipFamilies, headless.spec.clusterIPs], [["IPv4", "IPv6"], ["None"]]);

  const patch = (spec: AnyObject) => client.patch(`${SERVICES}/one`, "merge", { spec });
  const up = await patch({ ipFamilyPolicy: "PreferDualStack" });
  assertEquals(families(up.json), [["IPv4", "IPv6"], 2], up.text);
  const [first, second] = up.json.spec.clusterIPs;
  assertEquals((await takenAddresses(server))[second], "default/one");
  const wrong = await patch({ clusterIPs: [first] });
  assertEquals([wrong.status, wrong.json.details.causes[0].field], [422, "spec.ipFamilyPolicy"]);
  const down = await patch({ ipFamilyPolicy: "SingleStack" });
  assertEquals([families(down.json), down.json.spec.clusterIPs], [[["IPv4"], 1], [first]]);
  assertEquals((await takenAddresses(server))[second], undefined);
});

Deno.test("a service that prefers two families has one where there is one", async () => {
  await using server = await startServiceCluster();
  const { spec } = await createService(server, "a", { ipFamilyPolicy: "PreferDualStack" });
  assertEquals([spec.ipFamilies, spec.clusterIPs.length], [["IPv4"], 1]);
});

Deno.test("an address in another form is the same address", async () => {
  await using server = await startServiceCluster({ ranges: [V6] });
  const { spec } = await createService(server, "a", { clusterIP: "FD00:0::0A" });
  assertEquals(spec.clusterIP, "FD00:0::0A");
  assertEquals((await takenAddresses(server))["fd00::a"], "default/a");
  const again = await server.client.post(SERVICES, service("b", { clusterIP: "fd00::a" }));
  assertEquals(again.status, 422);
  await server.client.delete(`${SERVICES}/a`);
  assertEquals((await takenAddresses(server))["fd00::a"], undefined);
});

Deno.test("ranges come and go while the server runs", async () => {
  const clock = new FakeClock();
  await using server = await startServiceCluster({ ranges: ["10.0.0.0/29"], server: { clock } });
  const { client } = server;
  for (let number = 0; number < 5; number++) await createService(server, `a-${number}`);
  assertEquals((await client.post(SERVICES, service("x"))).status, 500);
  const watch = await client.watch(`${RANGES}?watch=1&fieldSelector=metadata.name%3Dmore`);
  const range = {
    kind: "ServiceCIDR",
    metadata: { name: "more" },
    spec: { cidrs: ["10.1.0.0/24"] },
  };
  assertEquals((await client.post(RANGES, range)).status, 201);
  const { spec } = await createService(server, "x");
  assert(spec.clusterIP.startsWith("10.1.0."), spec.clusterIP);

  await passTimeUntil(clock, watch.take(2));
  const more = (await client.get(`${RANGES}/more`)).json;
  assertEquals(more.metadata.finalizers, ["networking.k8s.io/service-cidr-finalizer"]);
  assertEquals(more.status.conditions.map(({ type, status }: AnyObject) => [type, status]), [
    ["Ready", "True"],
  ]);

  assertEquals((await client.delete(`${RANGES}/more`)).status, 200);
  assertEquals((await client.post(SERVICES, service("y"))).status, 500, "it is closed at once");
  await passTimeUntil(clock, watch.take(2));
  await clock.advance(60_000);
  const held = (await client.get(`${RANGES}/more`)).json;
  const { status, reason } = held.status.conditions[0];
  assertEquals([status, reason], ["False", "Terminating"], "somebody has an address of it");

  await client.delete(`${SERVICES}/x`);
  const told = await passTimeUntil(clock, watch.take(1));
  assertEquals(told.at(-1), "DELETED more");
});

Deno.test("a range of one family gets a second one by a flag", async () => {
  const store = new MemoryStore();
  {
    await using server = await startServiceCluster({ server: { store, keepStore: true } });
    assertEquals((await server.client.get(`${RANGES}/kubernetes`)).json.spec.cidrs, [V4]);
  }
  await using server = await startServiceCluster({ ranges: [V4, V6], server: { store } });
  assertEquals((await server.client.get(`${RANGES}/kubernetes`)).json.spec.cidrs, [V4, V6]);
  const { spec } = await createService(server, "a", { ipFamilyPolicy: "RequireDualStack" });
  assertEquals(spec.ipFamilies, ["IPv4", "IPv6"]);
});
