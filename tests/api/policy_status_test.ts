import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { GROUP, install, paramKind, validations } from "./policies.ts";

Deno.test("a policy's status says what may be wrong with its expressions", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const path = `${GROUP}/validatingadmissionpolicies`;
  const checked = async (name: string, generation: number): Promise<AnyObject> => {
    const watch = await client.watch(`${path}?watch=true&fieldSelector=metadata.name=${name}`);
    try {
      for (;;) {
        const { object } = (await watch.next())!;
        if (object.status?.observedGeneration === generation) return object.status.typeChecking;
      }
    } finally {
      watch.close();
    }
  };
  const resourceRules = [{
    apiGroups: ["apps", ""],
    apiVersions: ["v1"],
    resources: ["deployments", "configmaps", "pods/status"],
    operations: ["*"],
  }];
  await install(server, "validating", "p", {
    matchConstraints: { resourceRules },
    paramKind,
    variables: [{ name: "r", expression: "object.spec.replicas" }],
    ...validations({
      expression: "object.spec.replicas < 5 && params.data['a'] == 'b' && oldObject == null",
      messageExpression: "'a' + string(params.nothing)",
    }, "object.metadata.labels['a'] == 'b' && object.metadata.creationTimestamp < timestamp(0)"),
  });
  const configMap = "/v1, Kind=ConfigMap: ERROR: <input>:1:";
  const text = "'a' + string(params.nothing)";
  const messages = ["/v1, Kind=ConfigMap", "apps/v1, Kind=Deployment"].map((kind) =>
    `${kind}: ERROR: <input>:1:20: undefined field 'nothing'\n | ${text}\n | ${".".repeat(19)}^\n`
  );
  assertEquals(await checked("p", 1), {
    expressionWarnings: [
      {
        fieldRef: "spec.validations[0].expression",
        warning: `${configMap}7: undefined field 'spec'\n | object.spec.replicas < 5 && ` +
          "params.data['a'] == 'b' && oldObject == null\n | ......^\n",
      },
      { fieldRef: "spec.validations[0].messageExpression", warning: messages.join("\n") },
    ],
  });
  await client.patch(`${path}/p`, "merge", { spec: validations("has(object.metadata.name)") });
  assertEquals(await checked("p", 2), {});
});
