/** Leading by each type of lock, on virtual time. */
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { type Client, ConfigMap, Endpoints, lead, Lease, type LockType } from "../../mod.ts";
import { testEnv } from "../../testing.ts";

const PLACE = { namespace: "kube-system", name: "manager" };
const ANNOTATION = "control-plane.alpha.kubernetes.io/leader";

/** Who leads, by the objects that say so. */
async function holders(client: Client): Promise<Record<string, string>> {
  const lease = await client.find(Lease, PLACE);
  const told = await Promise.all(
    ([["endpoints", Endpoints], ["configmaps", ConfigMap]] as const).map(async ([name, kind]) => {
      const object = await client.find(kind as typeof ConfigMap, PLACE);
      const text = object?.metadata.annotations?.[ANNOTATION];
      return text === undefined ? [] : [[name, JSON.parse(text).holderIdentity]];
    }),
  );
  return Object.fromEntries([
    ...(lease ? [["leases", lease.spec?.holderIdentity ?? ""]] : []),
    ...told.flat(),
  ]);
}

const TYPES: readonly (readonly [LockType, readonly string[]])[] = [
  ["leases", ["leases"]],
  ["endpoints", ["endpoints"]],
  ["configmaps", ["configmaps"]],
  ["endpointsleases", ["leases", "endpoints"]],
  ["configmapsleases", ["leases", "configmaps"]],
];

for (const [lock, objects] of TYPES) {
  Deno.test(`lead() is taken by one of two, kept, and handed over, by ${lock}`, async () => {
    await using env = await testEnv();
    const { client } = env;
    const told: string[] = [];
    const as = (identity: string) =>
      lead(client, PLACE, {
        lock,
        identity,
        told: (what, { length }) => told.push(`${identity} ${what} ${length}`),
      });
    const expected = (who: string) => Object.fromEntries(objects.map((name) => [name, who]));
    const one = await as("one");
    const waiting = as("two");
    await env.advance("1m");
    assertEquals(await holders(client), expected("one"));
    assertEquals(one.lost.aborted, false);
    await one[Symbol.asyncDispose]();
    assertEquals(await holders(client), expected(""));
    await env.advance("5s");
    const two = await waiting;
    assertEquals(await holders(client), expected("two"));
    await two[Symbol.asyncDispose]();
    const many = objects.length;
    assertEquals(told, [
      `one became leader ${many}`,
      `one stopped leading ${many}`,
      `two became leader ${many}`,
      `two stopped leading ${many}`,
    ]);
  });
}

const KINDS = { leases: Lease, endpoints: Endpoints, configmaps: ConfigMap } as const;

for (const [lock, objects] of TYPES) {
  for (const object of objects as readonly (keyof typeof KINDS)[]) {
    Deno.test(`lead() by ${lock} is kept by who makes the lock anew where ${object} lose it`, async () => {
      await using env = await testEnv();
      const { client } = env;
      const one = await lead(client, PLACE, { lock, identity: "one" });
      await client.delete(KINDS[object], PLACE);
      await env.advance("30s");
      assertEquals(one.lost.aborted, false);
      assertEquals(
        await holders(client),
        Object.fromEntries(objects.map((name) => [name, "one"])),
      );
      // Another process is faster.
      await client.delete(KINDS[object], PLACE);
      const two = lead(client, PLACE, { lock: object, identity: "two" });
      await env.until(() => one.lost.aborted, "5s");
      await (await two)[Symbol.asyncDispose]();
    });
  }
}

Deno.test("lead() by both objects waits for whoever has one of them", async () => {
  await using env = await testEnv();
  const { client } = env;
  const old = await lead(client, PLACE, { lock: "endpoints", identity: "old" });
  const stop = new AbortController();
  let leads = false;
  const waiting = lead(client, PLACE, {
    lock: "endpointsleases",
    identity: "new",
    signal: stop.signal,
  }).then((held) => {
    leads = true;
    return held;
  });
  // Who knows the lease alone does not see the old one.
  const newest = await lead(client, PLACE, { identity: "newest" });
  await env.advance("1m");
  assertEquals(await holders(client), { endpoints: "old", leases: "newest" });
  await old[Symbol.asyncDispose]();
  await env.advance("1m");
  assertEquals(await holders(client), { endpoints: "", leases: "newest" });
  assertEquals([leads, newest.lost.aborted], [false, false]);
  await newest[Symbol.asyncDispose]();
  await env.advance("20s");
  await using _ = await waiting;
  assertEquals(await holders(client), { endpoints: "new", leases: "new" });
});

Deno.test("lead() loses when somebody else writes himself in, and waits where a record can't be read", async () => {
  await using env = await testEnv();
  const { client } = env;
  const lost = await lead(client, PLACE, { lock: "configmaps", identity: "one" });
  const patch = (text: string) =>
    client.patch(ConfigMap, PLACE, { metadata: { annotations: { [ANNOTATION]: text } } });
  await patch(JSON.stringify({ holderIdentity: "thief", leaseDurationSeconds: 15 }));
  await env.advance("5s");
  assertEquals(lost.lost.aborted, true);
  for (const text of ["{", "[]", '{"holderIdentity":7}', '{"leaseDurationSeconds":"15"}']) {
    await patch(text);
    const stop = new AbortController();
    const waiting = lead(client, PLACE, {
      lock: "configmaps",
      identity: "two",
      signal: stop.signal,
    });
    await env.advance("1m");
    stop.abort(new Error("enough"));
    await assertRejects(() => waiting, /enough/);
  }
});
