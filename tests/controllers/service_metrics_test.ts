/** What the controllers of slices count. */
import { createEndpointSliceController } from "../../controllers/endpointslice.ts";
import { createMirroringController } from "../../controllers/endpointslice_mirroring.ts";
import { Endpoints, EndpointSlice, Pod, Service } from "../../mod.ts";
import { type TestEnv, testEnv } from "../../testing.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { counted, samples } from "./counted.ts";
import { type Fate, Mortal } from "./mortal.ts";

const OTHERS = ["namespace", "garbagecollector"];
const NEVER: Fate = { how: "killed", at: Infinity };
const SLICES = "endpoint_slice_controller_";
const MIRROR = "endpoint_slice_mirroring_controller_";

async function addPod({ client }: TestEnv, name: string, ...ips: string[]): Promise<void> {
  await client.create(Pod, {
    metadata: { name, labels: { app: "web" } },
    spec: { nodeName: "node-1", containers: [{ name: "c", image: "i" }] },
  });
  const podIPs = ips.map((ip) => ({ ip }));
  const status = { phase: "Running", podIP: ips[0], podIPs } as never;
  await client.patch(Pod, name, { status }, { subresource: "status" });
}

async function addService({ client }: TestEnv, name: string, spec: object = {}): Promise<void> {
  await client.create(Service, {
    metadata: { name },
    spec: { selector: { app: "web" }, ports: [{ port: 80 }], ...spec },
  });
}

/** Of turns it is only known that there were some: pods come one by one. */
const exact = (lines: string[]) => lines.filter((line) => !/^(syncs|.*_count)/.test(line));

Deno.test("the controller of slices counts what it keeps, and what it writes", async () => {
  await using env = await testEnv(
    { controllers: OTHERS, nodes: 1 },
  );
  const { client } = env;
  await using mortal = new Mortal(
    env,
    (parts) => createEndpointSliceController(parts, { most: 2 }),
    NEVER,
  );
  await mortal.settle("1s");
  const shown = samples(mortal.metrics, SLICES);
  assertEquals(shown.filter((line) => /^(desired|endpoints_desired|num)/.test(line)), [
    "desired_endpoint_slices 0",
    "endpoints_desired 0",
    "num_endpoint_slices 0",
  ], "they are there before there is anything");
  await addService(env, "web", { trafficDistribution: "PreferClose" });
  await addService(env, "none", { selector: { app: "other" } });
  await mortal.settle("10s");
  const PREFERS = 'topology="Disabled",traffic_distribution="PreferClose"';
  const PLAIN = 'topology="Disabled",traffic_distribution=""';
  assertEquals(
    counted(mortal.metrics, SLICES).filter((line) => !line.includes("_per_sync_count")),
    [
      'changes{operation="create"} 2',
      "desired_endpoint_slices 2",
      `endpointslices_changed_per_sync_sum{${PLAIN}} 1`,
      `endpointslices_changed_per_sync_sum{${PREFERS}} 1`,
      "num_endpoint_slices 2",
      'services_count_by_traffic_distribution{traffic_distribution="PreferClose"} 1',
      ...counted(mortal.metrics, `${SLICES}syncs`).map((line) => `syncs${line}`),
    ],
  );
  assertEquals(counted(mortal.metrics, `${SLICES}syncs`).length, 1, "all went well");
  for (const index of [1, 2, 3]) await addPod(env, `p${index}`, `10.0.0.${index}`);
  await mortal.settle("10s");
  const kept = () =>
    samples(mortal.metrics, SLICES).filter((line) =>
      /^(desired|endpoints_|num|services)/.test(line) && !line.includes("_count ")
    );
  assertEquals(kept(), [
    "desired_endpoint_slices 3",
    "endpoints_added_per_sync_sum 3",
    "endpoints_desired 3",
    "endpoints_removed_per_sync_sum 0",
    "num_endpoint_slices 3",
    'services_count_by_traffic_distribution{traffic_distribution="PreferClose"} 1',
  ], "two slices of two for three pods, and one that is empty");
  await client.delete(Pod, "p1", { gracePeriod: 0 });
  const metadata = { annotations: { "service.kubernetes.io/topology-mode": "Auto" } };
  await client.patch(Service, "web", { metadata });
  await mortal.settle("10s");
  const after = kept();
  assertEquals(after.filter((line) => !line.startsWith("num")), [
    "desired_endpoint_slices 2",
    "endpoints_added_per_sync_sum 3",
    "endpoints_desired 2",
    "endpoints_removed_per_sync_sum 1",
    'services_count_by_traffic_distribution{traffic_distribution="PreferClose"} 0',
  ], "hints by zones go before a distribution");
  const { items } = await client.list(EndpointSlice);
  assertEquals(after.find((line) => line.startsWith("num")), `num_endpoint_slices ${items.length}`);
  const auto = counted(mortal.metrics, `${SLICES}endpointslices_changed_per_sync_count`)
    .filter((line) => line.includes('topology="Auto",traffic_distribution=""'));
  assertEquals(auto.length, 1);
  await client.delete(Service, "web");
  await mortal.settle("10s");
  assertEquals(
    counted(mortal.metrics, `${SLICES}`).filter((line) => /^(desired|num|e.*_desired)/.test(line)),
    [
      "desired_endpoint_slices 1",
      "num_endpoint_slices 1",
    ],
  );
});

Deno.test("a turn of a service that fails is counted as such", async () => {
  await using env = await testEnv({ controllers: OTHERS, nodes: 1 });
  await using mortal = new Mortal(env, (parts) => createEndpointSliceController(parts), {
    how: "lost",
    at: 1,
  });
  await addService(env, "web");
  await mortal.settle("10s");
  assertEquals(counted(mortal.metrics, `${SLICES}syncs{result="error"}`), [" 1"]);
});

Deno.test("the mirroring controller counts addresses, and what it writes for them", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  const { client } = env;
  await using mortal = new Mortal(
    env,
    (parts) => createMirroringController(parts, { most: 3 }),
    NEVER,
  );
  await addService(env, "own", { selector: undefined });
  const addresses = [1, 2, 3, 4].map((index) => ({ ip: `10.0.0.${index}` }));
  const ports = [{ port: 80 }];
  await client.create(Endpoints, { metadata: { name: "own" }, subsets: [{ addresses, ports }] });
  await mortal.settle("10s");
  const sums = () => exact(counted(mortal.metrics, MIRROR));
  assertEquals(sums().filter((line) => !line.startsWith("addresses_skipped")), [
    'changes{operation="create"} 1',
    "desired_endpoint_slices 1",
    "endpoints_added_per_sync_sum 3",
    "endpoints_desired 3",
    "num_endpoint_slices 1",
  ]);
  assertEquals(
    sums().some((line) => /^addresses_skipped_per_sync_sum [1-9]/.test(line)),
    true,
    "one is one too many",
  );
  const subsets = [{
    addresses: addresses.slice(1, 2),
    notReadyAddresses: addresses.slice(2, 3),
    ports,
  }];
  await client.patch(Endpoints, "own", { subsets });
  await mortal.settle("10s");
  assertEquals(sums().filter((line) => !line.startsWith("addresses_skipped")), [
    'changes{operation="create"} 1',
    'changes{operation="update"} 1',
    "desired_endpoint_slices 1",
    "endpoints_added_per_sync_sum 3",
    "endpoints_desired 2",
    "endpoints_removed_per_sync_sum 1",
    "endpoints_updated_per_sync_sum 1",
    "num_endpoint_slices 1",
  ]);
  await client.delete(Endpoints, "own");
  await mortal.settle("10s");
  assertEquals(sums().filter((line) => /_desired|^desired|^num/.test(line)), []);
  const turns = counted(mortal.metrics, `${MIRROR}endpoints_sync_duration_count`);
  assertEquals(turns.length, 1);
});
