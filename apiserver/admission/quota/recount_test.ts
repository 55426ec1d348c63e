import { runs } from "../../../testing/requirements.ts";
import { deterministicRandom, startTestServer } from "../../../testing/api_server.ts";
import type { AnyObject, ApiClient } from "../../../testing/api_client.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";

const HERE = "/api/v1/namespaces/default";
/** What is counted here, and how much of it there may be, in thousandths. */
const HARD: Readonly<Record<string, number>> = {
  pods: 30_000,
  "requests.cpu": 20_000,
  "limits.cpu": 35_000,
  services: 25_000,
  "services.nodeports": 14_000,
  persistentvolumeclaims: 25_000,
  "requests.storage": 60_000,
  "gold.storageclass.storage.k8s.io/requests.storage": 25_000,
  configmaps: 22_000,
};
const amounts = (of: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(of).map(([name, amount]) => [name, `${amount}m`]));
/** A naive reading of an amount, in thousandths. */
const thousandths = (text = "0") =>
  text.endsWith("m") ? Number(text.slice(0, -1)) : Number(text) * 1000;

/** Some write: it makes something, or makes something grow. */
function write(
  random: () => number,
  index: number,
): [verb: "post" | "patch", path: string, body: AnyObject] {
  const below = (most: number) => Math.floor(random() * most);
  const metadata = { name: `o-${index}` };
  switch (below(5)) {
    case 0: {
      const containers = Array.from({ length: 1 + below(3) }, (_, number) => {
        const cpu = below(900);
        const resources = { requests: { cpu: `${cpu}m` }, limits: { cpu: `${cpu + below(900)}m` } };
        return { name: `c${number}`, image: "i", resources };
      });
      return ["post", "pods", { metadata, spec: { containers } }];
    }
    case 1: {
      const type = ["ClusterIP", "NodePort"][below(2)];
      const ports = Array.from(
        { length: 1 + below(3) },
        (_, port) => ({ name: `p${port}`, port: 1 + port }),
      );
      return ["post", "services", { metadata, spec: { type, ports } }];
    }
    case 2: {
      const resources = { requests: { storage: String(1 + below(5)) } };
      const storageClassName = ["gold", "tin"][below(2)];
      const spec = { accessModes: ["ReadWriteOnce"], storageClassName, resources };
      return ["post", "persistentvolumeclaims", { metadata, spec }];
    }
    case 3:
      return ["patch", `services/o-${below(index + 1)}`, { spec: { type: "NodePort" } }];
    default:
      return ["post", "configmaps", { metadata }];
  }
}

/** What there is, counted one by one. */
async function recount(client: ApiClient): Promise<Record<string, number>> {
  const found = Object.fromEntries(Object.keys(HARD).map((name) => [name, 0]));
  const add = (name: string, amount: number) => found[name] = (found[name] ?? 0) + amount;
  const all = async (resource: string): Promise<AnyObject[]> =>
    (await client.get(`${HERE}/${resource}`)).json.items;
  for (const { spec } of await all("pods")) {
    add("pods", 1000);
    for (const { resources } of spec.containers) {
      add("requests.cpu", thousandths(resources.requests.cpu));
      add("limits.cpu", thousandths(resources.limits.cpu));
    }
  }
  for (const { spec } of await all("services")) {
    add("services", 1000);
    if (spec.type === "NodePort") add("services.nodeports", 1000 * spec.ports.length);
  }
  for (const { spec } of await all("persistentvolumeclaims")) {
    const storage = thousandths(spec.resources.requests.storage);
    add("persistentvolumeclaims", 1000);
    add("requests.storage", storage);
    if (spec.storageClassName === "gold") {
      add("gold.storageclass.storage.k8s.io/requests.storage", storage);
    }
  }
  for (const _ of await all("configmaps")) add("configmaps", 1000);
  return found;
}

Deno.test("resourceQuota() charges what a count of all objects finds", async (t) => {
  for (let run = 0; run < runs(3); run++) {
    const seed = run + 1;
    await t.step(`seed ${seed}`, async () => {
      const random = deterministicRandom(seed);
      await using server = await startTestServer({ plugins: ["ResourceQuota"] });
      const { client } = server;
      const none = Object.fromEntries(Object.keys(HARD).map((name) => [name, 0]));
      await client.post(`${HERE}/resourcequotas`, {
        metadata: { name: "q" },
        spec: { hard: amounts(HARD) },
      });
      const status = { hard: amounts(HARD), used: amounts(none) };
      await client.patch(`${HERE}/resourcequotas/q/status`, "merge", { status });
      const refusals = new Set<number>();
      for (let turn = 0; turn < 20; turn++) {
        await Promise.all(Array.from({ length: 10 }, async (_, one) => {
          const [verb, path, body] = write(random, turn * 10 + one);
          const answer = verb === "post"
            ? await client.post(`${HERE}/${path}`, body)
            : await client.patch(`${HERE}/${path}`, "merge", body);
          // 404: a patch of a service that there is not.
          assert([200, 201, 403, 404].includes(answer.status), `seed ${seed}: ${answer.text}`);
          if (answer.status > 201) refusals.add(answer.status);
        }));
        const { used } = (await client.get(`${HERE}/resourcequotas/q`)).json.status;
        const charged = Object.fromEntries(
          Object.entries(used as Record<string, string>).map((
            [name, one],
          ) => [name, thousandths(one)]),
        );
        const counted = await recount(client);
        assertEquals(charged, counted, `seed ${seed}, turn ${turn}`);
        for (const [name, amount] of Object.entries(counted)) {
          assert(amount <= (HARD[name] ?? 0), `seed ${seed}: ${name} ${amount}`);
        }
      }
      assert(refusals.has(403), `seed ${seed}: nothing was refused`);
    });
  }
});
