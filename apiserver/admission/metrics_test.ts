import { startTestServer } from "../../testing/api_server.ts";
import { assert } from "../../toolkit/deps/assert.ts";

Deno.test("declareAdmissionMetrics() times plugins and steps, by what became of requests", async () => {
  await using server = await startTestServer({ plugins: ["SecurityContextDeny"] });
  const pod = (securityContext: object) => ({
    metadata: { name: "p" },
    spec: { containers: [{ name: "c", image: "i" }], securityContext },
  });
  const path = "/api/v1/namespaces/default/pods";
  for (const context of [{ runAsUser: 1 }, {}]) await server.client.post(path, pod(context));
  const { text } = await server.client.get("/metrics");
  const has = (name: string, labels: string, count: number) => {
    const line = `apiserver_admission_${name}_admission_duration_seconds_count{${labels}} ${count}`;
    assert(text.includes(line), line);
  };
  const plugin = 'name="SecurityContextDeny",type="validate",operation="CREATE"';
  has("controller", `${plugin},rejected="true"`, 1);
  has("controller", `${plugin},rejected="false"`, 1);
  has("step", 'type="validate",operation="CREATE",rejected="true"', 1);
  // What has nothing to do is not called, and makes no series.
  assert(!text.includes('name="SecurityContextDeny",type="admit"'));
});
