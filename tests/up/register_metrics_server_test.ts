/** The metrics server of `orch up` beside one that its users bring. */
import { APIService, createClient, Service } from "../../mod.ts";
import { registerMetricsServer } from "../../toolkit/cli/up/register_metrics_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { makeAuthority } from "../../toolkit/certificates/mod.ts";
import { startServer } from "../clients/servers.ts";

const NAME = "v1beta1.metrics.k8s.io";

/** What the manifests of another metrics server have, which goes by the same names. */
const OTHER_SERVICE = {
  metadata: { name: "metrics-server", namespace: "kube-system" },
  spec: { selector: { app: "other" }, ports: [{ port: 443 }] },
};
const OTHER = {
  group: "metrics.k8s.io",
  version: "v1beta1",
  groupPriorityMinimum: 100,
  versionPriority: 100,
  insecureSkipTLSVerify: true,
  service: { name: "metrics-server", namespace: "kube-system" },
};

Deno.test("registerMetricsServer() leads the metrics API to it, again and again, and not where others lead it elsewhere", async () => {
  await using server = await startServer("this server");
  await using client = await createClient({ config: server.kubeconfig });
  const { certificate } = await makeAuthority("authority", new Date());
  const register = (port: number) => registerMetricsServer(server.kubeconfig, port, certificate);
  const port = async () => (await client.get(APIService, NAME)).spec?.service?.port;
  await register(1234);
  assertEquals(await port(), 1234);
  await register(1235);
  assertEquals(await port(), 1235);

  await client.delete(APIService, NAME);
  await client.delete(Service, "metrics-server", { namespace: "kube-system" });
  await client.create(APIService, { metadata: { name: NAME }, spec: OTHER });
  await client.create(Service, OTHER_SERVICE);
  await register(1236);
  assertEquals(await port(), 443);
  const { spec } = await client.get(Service, "metrics-server", { namespace: "kube-system" });
  assertEquals([spec?.type, spec?.selector], ["ClusterIP", { app: "other" }]);

  await client.delete(APIService, NAME);
  await register(1236);
  assertEquals(await port(), 1236);
});
