/** The binder of volumes is killed, or an answer to it is lost, after any of its writes: no volume has two claims, no claim two volumes. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { PersistentVolume, PersistentVolumeClaim, StorageClass } from "../../mod.ts";
import { createVolumeBinder } from "../../controllers/persistentvolume_binder.ts";
import { slowTests } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { makeClaim, makeVolume } from "./made_volumes.ts";
import { type Fate, Mortal } from "./mortal.ts";

/** What is there, without what is another one each time. */
async function left({ client }: TestEnv): Promise<unknown> {
  const volumes = (await client.list(PersistentVolume)).items;
  const claims = (await client.list(PersistentVolumeClaim)).items;
  const uids = new Map(claims.map(({ metadata: { uid, name } }) => [uid, name]));
  for (const { metadata: { name }, status, spec } of claims) {
    if (status?.phase !== "Bound") continue;
    const its = volumes.filter(({ spec }) => uids.get(spec?.claimRef?.uid ?? "") === name);
    assertEquals(
      its.map(({ metadata }) => metadata.name),
      [spec?.volumeName],
      `volumes of ${name}`,
    );
  }
  return {
    volumes: volumes.map(({ metadata: { name, annotations = {} }, spec, status }) => ({
      name,
      annotations,
      claim: spec?.claimRef && [spec.claimRef.name, uids.get(spec.claimRef.uid!) ?? "gone"],
      phase: status?.phase,
      message: status?.message,
    })),
    claims: claims.map(({ metadata: { name, annotations = {} }, spec, status }) => ({
      name,
      annotations,
      spec,
      status,
    })),
  };
}

Deno.test("the volume names the claim before the claim names the volume, and each is bound when it does", async () => {
  const steps = [
    ["default/data", "Available", "", "Pending"],
    ["default/data", "Bound", "", "Pending"],
    ["default/data", "Bound", "v", "Pending"],
    ["default/data", "Bound", "v", "Bound"],
  ];
  for (const [index, expected] of steps.entries()) {
    await using env = await testEnv({ controllers: ["namespace"], seed: 1 });
    const { client } = env;
    await makeVolume(env, "v", "1Gi");
    await client.patch(PersistentVolume, "v", { status: { phase: "Available" } }, {
      subresource: "status",
    });
    await makeClaim(env, "data", "1Gi");
    await using _ = new Mortal(env, (parts) => createVolumeBinder(parts), {
      how: "killed",
      at: index + 1,
    });
    await env.settle("1m");
    const { spec: { claimRef } = {}, status } = await client.get(PersistentVolume, "v");
    const data = await client.get(PersistentVolumeClaim, "data");
    assertEquals([
      `${claimRef?.namespace}/${claimRef?.name}`,
      status?.phase,
      data.spec?.volumeName ?? "",
      data.status?.phase,
    ], expected);
  }
});

async function play(fate: Fate): Promise<{ end: unknown; writes: number }> {
  await using env = await testEnv({ controllers: ["namespace"], seed: 1 });
  const { client } = env;
  await using mortal = new Mortal(env, (parts) => createVolumeBinder(parts), fate);
  await makeVolume(env, "small", "1Gi");
  await makeVolume(env, "large", "9Gi");
  const claimRef = { namespace: "default", name: "third" };
  await makeVolume(env, "kept", "50Gi", { claimRef });
  await mortal.settle("1m");
  await makeClaim(env, "first", "5Gi");
  await makeClaim(env, "second", "1Gi");
  await makeClaim(env, "third", "1Gi");
  await makeClaim(env, "fourth", "20Gi", { volumeName: "named" });
  await makeClaim(env, "fifth", "20Gi", { storageClassName: undefined });
  await mortal.settle("1m");
  await makeVolume(env, "named", "20Gi", { persistentVolumeReclaimPolicy: "Delete" });
  await client.create(StorageClass, {
    metadata: {
      name: "default",
      annotations: { [client.names.annotationDefaultStorageClass]: "true" },
    },
    provisioner: "example.com",
  });
  await mortal.settle("1m");
  // A volume that the binder is to take back, and claims that go.
  const { metadata: { uid } } = await client.get(PersistentVolumeClaim, "first");
  await makeVolume(env, "needless", "9Gi", {
    claimRef: { namespace: "default", name: "first", uid },
  });
  await makeVolume(
    env,
    "returned",
    "9Gi",
    { claimRef: { namespace: "default", name: "first", uid } },
    { [`pv.${client.names.domain}/bound-by-controller`]: "yes" },
  );
  await client.delete(PersistentVolumeClaim, "second");
  await client.delete(PersistentVolumeClaim, "fourth");
  await client.delete(PersistentVolume, "kept");
  await mortal.settle("1m");
  const { spec } = await client.get(PersistentVolume, "returned");
  assertEquals(spec?.claimRef, undefined);
  return { end: await left(env), writes: mortal.writes };
}

for (const how of ["killed", "lost"] as const) {
  const what = how === "killed" ? "their binder is killed" : "an answer is lost";
  Deno.test(`claims and volumes end the same when ${what} after any write`, async () => {
    const { end, writes } = await play({ how, at: Infinity });
    assert(writes > 20, `there were ${writes} writes`);
    const step = slowTests() ? 1 : 7;
    for (let at = 1; at <= writes; at += step) {
      assertEquals((await play({ how, at })).end, end, `after write ${at}`);
    }
  });
}
