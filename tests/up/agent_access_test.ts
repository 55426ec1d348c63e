/** Who may ask the agent under `orch up`, past the API server: what their roles allow, as everywhere. */
import { Buffer } from "node:buffer";
import { ClusterRole, ClusterRoleBinding, createClient, ServiceAccount } from "../../mod.ts";
import { eventually } from "../../testing/eventually.ts";
import type { TokenRequest } from "../../toolkit/api/authentication_v1.ts";
import { loadClientConfig } from "../../toolkit/clientconfig/mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Pod } from "../../toolkit/kinds/built_in.ts";
import { Place } from "./place.ts";

/** The pair of a client config. */
async function pairOf(place: Place, name: string): Promise<{ cert: string; key: string }> {
  const { users } = await loadClientConfig(`${place.state}/config/${name}.yaml`);
  const text = (data = "") => Buffer.from(data, "base64").toString();
  const { user } = users[0]!;
  return {
    cert: text(user["client-certificate-data"]),
    key: text(user["client-key-data"]),
  };
}

Deno.test("an agent under orch up tells those who may, and nobody else", async () => {
  await using place = new Place();
  await using up = await place.ready();
  await using client = await createClient({ config: `${place.state}/config/admin.yaml` });
  const namespace = "default";
  await eventually(
    "there are accounts",
    async () => await client.find(ServiceAccount, { namespace, name: "default" }) !== undefined,
  );
  await client.create(Pod, {
    metadata: { namespace, name: "web" },
    spec: { containers: [{ name: "c", image: "i" }] },
  });
  const runs = async () =>
    (await client.get(Pod, { namespace, name: "web" })).status?.phase === "Running";
  await eventually("the pod runs", runs);
  const account = { namespace, name: "prober" };
  await client.create(ServiceAccount, { metadata: account });
  const request: TokenRequest = { spec: { audiences: [] } };
  const { status } = await client.createSubresource(ServiceAccount, account, "token", request);
  const { children } = JSON.parse((await place.orch("status", "-ojson")).out);
  const { address } = children.find(({ name }: { name: string }) => name === "nodeagent");
  const caCerts = [await Deno.readTextFile(`${place.state}/pki/nodeagent-ca.crt`)];
  const ask = async (path: string, pair: object = {}, token?: string) => {
    using client = Deno.createHttpClient({ caCerts, ...pair });
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(address + path, { client, headers });
    await response.body?.cancel();
    return response.status;
  };
  const paths = ["/containerLogs/default/web/c", "/pods", "/stats/summary", "/metrics/resource"];
  const all = (pair?: object, token?: string) =>
    Promise.all(paths.map((path) => ask(path, pair, token)));
  const scheduler = await pairOf(place, "scheduler");
  const meter = await pairOf(place, "metrics-server");
  assertEquals(await all(), [401, 401, 401, 401]);
  assertEquals(await all({}, "forged"), [401, 401, 401, 401]);
  assertEquals(await all(scheduler), [403, 403, 403, 403]);
  assertEquals(await all(meter), [403, 403, 403, 200]);
  assertEquals(await all(await pairOf(place, "admin")), [200, 200, 200, 200]);
  assertEquals(await all({}, status?.token), [403, 403, 403, 403]);
  // What is not allowed is remembered for half a minute: another path is asked about anew.
  const apiGroup = "rbac.authorization.k8s.io";
  await client.create(ClusterRole, {
    metadata: { name: "prober" },
    rules: [{ apiGroups: [""], resources: ["nodes/healthz"], verbs: ["get"] }],
  });
  await client.create(ClusterRoleBinding, {
    metadata: { name: "prober" },
    roleRef: { apiGroup, kind: "ClusterRole", name: "prober" },
    subjects: [{ kind: "ServiceAccount", ...account }],
  });
  assertEquals(await ask("/healthz", {}, status?.token), 200);
  assertEquals(await ask("/healthz", scheduler), 403);
  up.interrupt();
  await up.ended();
});
