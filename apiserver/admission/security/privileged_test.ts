import { startTestServer } from "../../../testing/api_server.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { REFUSE_PRIVILEGED } from "./privileged.ts";

const template = (privileged: boolean) => ({
  metadata: { labels: { a: "b" } },
  spec: {
    containers: [{ name: "c", image: "i", securityContext: { privileged } }],
    restartPolicy: "Always",
  },
});
const job = (privileged: boolean) => {
  const { metadata, spec } = template(privileged);
  return { template: { metadata, spec: { ...spec, restartPolicy: "Never" } } };
};
const WORKLOAD = { selector: { matchLabels: { a: "b" } } };

Deno.test("REFUSE_PRIVILEGED finds privileged containers wherever pods come from", async () => {
  await using server = await startTestServer({ admission: [REFUSE_PRIVILEGED.create()] });
  for (
    const [kind, place, body] of [
      ["api/v1/x/pods", "spec", (on: boolean) => ({ spec: template(on).spec })],
      ["api/v1/x/podtemplates", "template.spec", (on: boolean) => ({ template: template(on) })],
      ["apis/apps/v1/x/deployments", "spec.template.spec", (on: boolean) => ({
        spec: { ...WORKLOAD, template: template(on) },
      })],
      ["apis/apps/v1/x/daemonsets", "spec.template.spec", (on: boolean) => ({
        spec: { ...WORKLOAD, template: template(on) },
      })],
      ["apis/batch/v1/x/jobs", "spec.template.spec", (on: boolean) => ({ spec: job(on) })],
      ["apis/batch/v1/x/cronjobs", "spec.jobTemplate.spec.template.spec", (on: boolean) => ({
        spec: { schedule: "* * * * *", jobTemplate: { spec: job(on) } },
      })],
    ] as const
  ) {
    const path = `/${kind.replace("/x/", "/namespaces/default/")}`;
    const refused = await server.client.post(path, { metadata: { name: "a" }, ...body(true) });
    assertEquals(refused.status, 422, path);
    const [{ field, message }] = refused.json.details.causes;
    assertEquals(field, `${place}.containers[0].securityContext.privileged`);
    assertEquals(message, "Forbidden: disallowed by cluster policy");
    const taken = await server.client.post(path, { metadata: { name: "a" }, ...body(false) });
    assertEquals(taken.status, 201, taken.text);
  }
});
