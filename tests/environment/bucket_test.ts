/** The design's second program: an outside service, a finalizer, a webhook, two versions. */
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { Event, isInvalid } from "../../mod.ts";
import { fault, testEnv } from "../../testing.ts";
import { Bucket, operator } from "../compiler/programs/bucket.ts";

/** A service of buckets: one is ready when it was asked for the third time. */
function service() {
  const asked: string[] = [];
  const buckets = new Map<string, number>();
  const answer: typeof fetch = (input, init) => {
    const { method, url } = new Request(input, init);
    const id = url.split("/").at(-1)!;
    asked.push(method);
    if (method === "DELETE") {
      const known = buckets.delete(id);
      return Promise.resolve(new Response(null, { status: known ? 202 : 404 }));
    }
    const times = (buckets.get(id) ?? 0) + 1;
    buckets.set(id, times);
    return Promise.resolve(
      Response.json({ state: times < 3 ? "making" : "ready", endpoint: `s3://${id}` }),
    );
  };
  return { asked, buckets, fetch: answer };
}

Deno.test("a bucket is made, shown in both versions, judged, and taken back", async () => {
  const outside = service();
  await using env = await testEnv({ operator, fetch: outside.fetch });
  const { client } = env;
  await client.create(Bucket, { metadata: { name: "b" }, spec: { region: "eu", sizeGiB: 5 } });
  await env.settle();
  const making = await client.get(Bucket, "b");
  assertEquals(making.status?.conditions?.[0]?.reason, "Provisioning");
  await env.settle("1m"); // asked again every ten seconds
  const ready = await client.get(Bucket, "b");
  assertEquals(ready.status?.endpoint, `s3://${ready.metadata.uid}`);
  assertEquals(ready.status?.conditions?.map(({ type, status }) => [type, status]), [[
    "Ready",
    "True",
  ]]);
  const events = (await client.list(Event)).items.map(({ reason, note }) => [reason, note]);
  assertEquals(events, [["Provisioned", `the bucket is at s3://${ready.metadata.uid}`]]);
  const old = await client.get(Bucket.versions.v1beta1, "b") as { spec: unknown };
  assertEquals(old.spec, { region: "eu", size: "5Gi" });
  const shrunk = await assertRejects(() => client.patch(Bucket, "b", { spec: { sizeGiB: 4 } }));
  assert(isInvalid(shrunk), String(shrunk));
  const asked = outside.asked.length;
  await env.settle("3h"); // looks for drift
  assertEquals(outside.asked.length, asked + 3);
  await client.delete(Bucket, "b");
  await env.settle();
  assert(await client.find(Bucket, "b") !== undefined, "it is still going");
  await env.settle("10s");
  assertEquals(await client.find(Bucket, "b"), undefined);
  assertEquals([...outside.buckets], []);
});

Deno.test("webhooks are announced again until a server has heard", async () => {
  const faults = [fault.reject({ verb: "apply", reason: "InternalError", times: 3 })];
  await using env = await testEnv({ operator, faults, fetch: service().fetch });
  await env.settle("1m");
  const bucket = { metadata: { name: "b" }, spec: { region: "eu" as const, sizeGiB: 5 } };
  await env.client.create(Bucket, bucket);
  await assertRejects(
    () => env.client.patch(Bucket, "b", { spec: { sizeGiB: 4 } }),
    /can't shrink/,
  );
});
