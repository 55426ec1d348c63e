/** Volumes are bound to claims, in both dialects, many at once, and with the scheduler. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { coreV1, PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from "../../mod.ts";
import {
  type BinderOptions,
  createVolumeBinder,
} from "../../controllers/persistentvolume_binder.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { counted, samples } from "./counted.ts";
import { makeClaim, makeVolume } from "./made_volumes.ts";
import { Mortal } from "./mortal.ts";

const COLLECTORS = ["namespace", "garbagecollector"];
const CONTROLLERS = [...COLLECTORS, "persistentvolume-binder"];

async function told({ client }: TestEnv, name: string): Promise<string[]> {
  const { items } = await client.list(coreV1.Event);
  return items.filter(({ involvedObject }) => involvedObject.name === name)
    .map(({ type, reason, message, source }) =>
      [type, reason, message, source?.component].join(" | ")
    );
}

/** One with options of its own. */
const binder = (env: TestEnv, options: BinderOptions) =>
  new Mortal(env, (parts) => createVolumeBinder(parts, options), { how: "lost", at: Infinity });

for (const dialect of DIALECTS) {
  Deno.test(`a claim and a volume name each other, and what comes of it is written to both (${dialect})`, async () => {
    await using env = await testEnv({ controllers: CONTROLLERS, dialect });
    const { client } = env;
    const { domain } = NAMES[dialect];
    await makeClaim(env, "data", "3Gi");
    await env.settle("1s");
    const text = "no persistent volumes available for this claim and no storage class is set";
    assertEquals(await told(env, "data"), [
      `Normal | FailedBinding | ${text} | persistentvolume-controller`,
    ]);
    // A claim that waits hears of a volume at once.
    await makeVolume(env, "v", "5Gi");
    await env.settle("1s");
    const volume = await client.get(PersistentVolume, "v");
    const claim = await client.get(PersistentVolumeClaim, "data");
    const mark = `pv.${domain}/bound-by-controller`;
    assertEquals(volume.metadata.annotations, { [mark]: "yes" });
    assertEquals(volume.status?.phase, "Bound");
    const { resourceVersion: _, ...claimRef } = volume.spec!.claimRef!;
    assertEquals(claimRef, {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      namespace: "default",
      name: "data",
      uid: claim.metadata.uid,
    });
    assertEquals(claim.metadata.annotations, {
      [mark]: "yes",
      [`pv.${domain}/bind-completed`]: "yes",
    });
    assertEquals(claim.spec?.volumeName, "v");
    assertEquals(claim.status, {
      phase: "Bound",
      accessModes: ["ReadWriteOnce"],
      capacity: { storage: "5Gi" },
    });
    const { revision } = await env.snapshot();
    await env.settle("10m");
    assertEquals((await env.snapshot()).revision, revision, "who is bound is left alone");
    await client.delete(PersistentVolumeClaim, "data");
    await env.settle("1s");
    assertEquals((await client.get(PersistentVolume, "v")).status?.phase, "Released");
  });

  Deno.test(`a provisioner is asked by annotations (${dialect})`, async () => {
    await using env = await testEnv({ controllers: CONTROLLERS, dialect });
    const { client } = env;
    const { domain, groupSuffix } = NAMES[dialect];
    await makeClaim(env, "data", "3Gi", { storageClassName: "slow" });
    await env.settle("1s");
    const warning = `storageclass.storage.${groupSuffix} "slow" not found`;
    assertEquals(await told(env, "data"), [
      `Warning | ProvisioningFailed | ${warning} | persistentvolume-controller`,
    ]);
    await client.create(StorageClass, {
      metadata: { name: "slow" },
      provisioner: `${domain}/gce-pd`,
    });
    await env.settle("1s");
    const { metadata } = await client.get(PersistentVolumeClaim, "data");
    assertEquals(metadata.annotations, {
      [`volume.${domain}/storage-provisioner`]: "pd.csi.storage.gke.io",
      [`volume.beta.${domain}/storage-provisioner`]: "pd.csi.storage.gke.io",
    });
  });
}

Deno.test("of many claims and volumes each gets one, whatever comes first", async () => {
  for (const isVolumeFirst of [true, false]) {
    await using env = await testEnv({ controllers: CONTROLLERS });
    const { client } = env;
    const count = 60;
    const make = [
      () =>
        Promise.all(
          Array.from({ length: count }, (_, n) => makeVolume(env, `v${n}`, `${n + 1}Gi`)),
        ),
      () =>
        Promise.all(
          Array.from({ length: count }, (_, n) => makeClaim(env, `c${n}`, `${n % 3 + 1}Gi`)),
        ),
    ];
    for (const one of isVolumeFirst ? make : make.reverse()) {
      await one();
      await env.settle("1s");
    }
    await env.settle("2m");
    const volumes = (await client.list(PersistentVolume)).items;
    const claims = (await client.list(PersistentVolumeClaim)).items;
    const pairs = new Map(
      volumes.map(({ metadata, spec }) => [metadata.name, spec?.claimRef?.name]),
    );
    // Only a volume of one gigabyte is too small for some: two that ask for more may be left with it.
    const bound = claims.filter(({ status }) => status?.phase === "Bound");
    assert(bound.length >= count - 2, `${bound.length} claims are bound`);
    for (const { metadata: { name }, spec } of bound) {
      assertEquals(pairs.get(spec!.volumeName!), name);
    }
    assertEquals(new Set(bound.map(({ spec }) => spec!.volumeName)).size, bound.length);
  }
});

Deno.test("a volume that names a claim goes before one that would do with less", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS });
  const { client } = env;
  const claimRef = { namespace: "default", name: "data" };
  await makeVolume(env, "kept", "50Gi", {
    claimRef,
    accessModes: ["ReadWriteOnce", "ReadWriteMany"],
  });
  await makeVolume(env, "free", "1Gi");
  await env.settle("1s");
  await makeClaim(env, "data", "1Gi");
  await env.settle("1s");
  assertEquals((await client.get(PersistentVolumeClaim, "data")).spec?.volumeName, "kept");
});

Deno.test("the binder and the scheduler together: a pod runs where the volume of its claim is", async () => {
  await using env = await testEnv({
    controllers: [...CONTROLLERS, "scheduler"],
    nodes: 3,
  });
  const { client } = env;
  await env.settle("1m");
  await client.create(StorageClass, {
    metadata: { name: "local" },
    provisioner: `${client.names.domain}/no-provisioner`,
    volumeBindingMode: "WaitForFirstConsumer",
  });
  const on = (node: string) => ({
    storageClassName: "local",
    csi: undefined,
    local: { path: "/mnt" },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [{
          matchExpressions: [{ key: client.names.labelHostName, operator: "In", values: [node] }],
        }],
      },
    },
  });
  await makeVolume(env, "small", "1Gi", on("node-1"));
  await makeVolume(env, "large", "9Gi", on("node-3"));
  for (const [name, size] of [["a", "5Gi"], ["b", "1Gi"]] as const) {
    await makeClaim(env, name, size, { storageClassName: "local" });
    await env.settle("1m");
    assertEquals((await client.get(PersistentVolumeClaim, name)).status?.phase, "Pending");
    await client.create(Pod, {
      metadata: { name },
      spec: {
        containers: [{ name: "c", image: "i" }],
        volumes: [{ name: "v", persistentVolumeClaim: { claimName: name } }],
      },
    });
    await env.settle("1m");
  }
  const nodeOf = async (name: string) => (await client.get(Pod, name)).spec.nodeName;
  assertEquals([await nodeOf("a"), await nodeOf("b")], ["node-3", "node-1"]);
  assertEquals((await client.get(Pod, "a")).status?.phase, "Running");
});

Deno.test("a claim that a class was deleted under is told so, again and again", async () => {
  await using env = await testEnv({ controllers: COLLECTORS });
  await using _ = binder(env, { periodMs: 60_000 });
  await makeClaim(env, "data", "1Gi", { storageClassName: "gone" });
  await env.settle("1s");
  const countOf = async () =>
    (await env.client.list(coreV1.Event)).items.map(({ count }) => count).join();
  assertEquals(await countOf(), "1");
  await env.settle("59s");
  await env.advance("2m");
  assertEquals(await countOf(), "4");
});

Deno.test("nobody is asked for volumes where that is switched off", async () => {
  await using env = await testEnv({ controllers: COLLECTORS });
  await using _ = binder(env, { provisions: false });
  const { client } = env;
  await client.create(StorageClass, { metadata: { name: "c" }, provisioner: "example.com" });
  await makeClaim(env, "data", "1Gi", { storageClassName: "c" });
  await env.settle("1m");
  assertEquals(await told(env, "data"), []);
  assertEquals((await client.get(PersistentVolumeClaim, "data")).metadata.annotations, undefined);
});

Deno.test("the binder counts volumes and claims, bound and not", async () => {
  await using env = await testEnv({ controllers: COLLECTORS });
  await using mortal = binder(env, {});
  const { client } = env;
  await makeVolume(env, "a", "1Gi");
  await makeVolume(env, "b", "1Gi", { csi: undefined, nfs: { server: "s", path: "/" } });
  await makeClaim(env, "data", "1Gi");
  await env.settle("1m");
  const shown = () =>
    mortal.metrics.render().split("\n").filter((line) => line.startsWith("pv_collector"));
  assertEquals(shown(), [
    'pv_collector_bound_pv_count{storage_class=""} 1',
    'pv_collector_bound_pvc_count{namespace="default",storage_class="",volume_attributes_class=""} 1',
    `pv_collector_total_pv_count{plugin_name="N/A",volume_mode="Filesystem"} 1`,
    `pv_collector_total_pv_count{plugin_name="${client.names.domain}/nfs",volume_mode="Filesystem"} 1`,
    'pv_collector_unbound_pv_count{storage_class=""} 1',
  ]);
  await client.delete(PersistentVolumeClaim, "data");
  await env.settle("1m");
  assertEquals(shown().filter((line) => line.includes("_bound")), []);
});

Deno.test("the binder counts claims that get the default class later, and those that could not", async () => {
  await using env = await testEnv({ controllers: COLLECTORS });
  await using mortal = new Mortal(env, (parts) => createVolumeBinder(parts), {
    how: "lost",
    at: 1,
  });
  const shown = () => samples(mortal.metrics, "retroactive_storageclass_");
  await makeClaim(env, "data", "1Gi", { storageClassName: undefined });
  await env.settle("1s");
  assertEquals(shown(), ["errors_total 0", "total 0"]);
  await env.client.create(StorageClass, {
    metadata: {
      name: "c",
      annotations: { [env.client.names.annotationDefaultStorageClass]: "true" },
    },
    provisioner: "example.com",
  });
  await env.settle("1m");
  assertEquals(shown(), ["errors_total 1", "total 1"], "the answer to its first write is lost");
});

Deno.test("the binder measures how long others take to make volumes, and to delete them", async () => {
  await using env = await testEnv({ controllers: COLLECTORS });
  const { client } = env;
  await using mortal = binder(env, {});
  const shown = () => samples(mortal.metrics, "volume_operation_");
  const takes = (operation: string) => {
    const start =
      `volume_operation_total_seconds_sum{plugin_name="example.com",operation_name="${operation}"} `;
    const line = mortal.metrics.render().split("\n").find((line) => line.startsWith(start));
    return Math.round(Number(line?.slice(start.length)));
  };
  await client.create(StorageClass, {
    metadata: { name: "c" },
    provisioner: "example.com",
    reclaimPolicy: "Delete",
  });
  for (const name of ["data", "given-up"]) {
    await makeClaim(env, name, "1Gi", { storageClassName: "c" });
  }
  await env.settle("30s");
  assertEquals(shown(), []);
  const claimRef = { namespace: "default", name: "data" };
  const spec = { claimRef, storageClassName: "c", persistentVolumeReclaimPolicy: "Delete" };
  await makeVolume(env, "v", "1Gi", spec);
  await client.delete(PersistentVolumeClaim, "given-up");
  await env.settle("1s");
  const of = (operation: string) => `{plugin_name="example.com",operation_name="${operation}"}`;
  assertEquals(shown(), [`total_seconds_count${of("provision")} 1`]);
  assertEquals(takes("provision"), 30);
  // Another one of its name begins anew; it has a volume at once.
  await makeVolume(env, "w", "1Gi", { ...spec, claimRef: { ...claimRef, name: "given-up" } });
  await makeClaim(env, "given-up", "1Gi", { storageClassName: "c" });
  await client.delete(PersistentVolumeClaim, "data");
  await env.settle("20s");
  assertEquals(shown(), [`total_seconds_count${of("provision")} 1`]);
  await client.delete(PersistentVolume, "v");
  await env.settle("1s");
  assertEquals(shown(), [
    `total_seconds_count${of("delete")} 1`,
    `total_seconds_count${of("provision")} 1`,
  ]);
  assertEquals(takes("delete"), 20);
});

Deno.test("the binder counts what fails about volumes, under both names", async () => {
  await using env = await testEnv({ controllers: COLLECTORS });
  const { client } = env;
  await using mortal = binder(env, { periodMs: 0 });
  const plugin = `${client.names.domain}/host-path`;
  await client.create(StorageClass, { metadata: { name: "host" }, provisioner: plugin });
  await makeClaim(env, "made", "1Gi", { storageClassName: "host" });
  for (
    const [name, source] of [["host", { hostPath: { path: "/x" } }], ["net", {
      nfs: { server: "s", path: "/" },
    }]] as const
  ) {
    await makeVolume(env, name, "1Gi", {
      csi: undefined,
      persistentVolumeReclaimPolicy: "Delete",
      claimRef: { namespace: "default", name: `gone-${name}`, uid: "gone" },
      ...source,
    });
  }
  await env.settle("10s");
  const failed = (metric: string) =>
    new Set(
      counted(mortal.metrics, metric).map((line) => line.slice(0, line.lastIndexOf(" "))),
    );
  const failures = new Set(
    ["delete", "provision"].map((name) => `{plugin_name="${plugin}",operation_name="${name}"}`),
  );
  assertEquals(failed("volume_operation_errors_total"), failures);
  assertEquals(failed("volume_operation_total_errors"), failures);
});

for (const [at, what] of [[1, "be asked for"], [2, "be bound"]] as const) {
  Deno.test(`the binder counts volumes that could not ${what} at once`, async () => {
    await using env = await testEnv({ controllers: COLLECTORS });
    const { client } = env;
    await using mortal = new Mortal(env, (parts) => createVolumeBinder(parts), { how: "lost", at });
    await client.create(StorageClass, { metadata: { name: "c" }, provisioner: "example.com" });
    await makeClaim(env, "data", "1Gi", { storageClassName: "c" });
    await env.settle("30s");
    const claimRef = { namespace: "default", name: "data" };
    await makeVolume(env, "v", "1Gi", { claimRef, storageClassName: "c" });
    await env.settle("30s");
    const of = '{plugin_name="example.com",operation_name="provision"}';
    assertEquals(samples(mortal.metrics, "volume_operation_"), [
      `errors_total${of} 1`,
      `total_errors${of} 1`,
      `total_seconds_count${of} 1`,
    ]);
  });
}
