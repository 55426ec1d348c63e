/** What may be wrong with the expressions of validating policies. */
import { CustomResourceDefinition, ValidatingAdmissionPolicy } from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { customDefinition } from "../../testing/custom_definition.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS, groupInDialect } from "../../toolkit/names.ts";

const NOW = "2026-01-02T03:04:05Z";

const rules = (groups: string[], ...resources: string[]) => ({
  resourceRules: [{
    apiGroups: groups,
    apiVersions: ["v1"],
    resources,
    operations: ["*" as const],
  }],
});

for (const dialect of DIALECTS) {
  const apps = groupInDialect("apps", dialect);
  Deno.test(`a policy's status says what may be wrong with its expressions (${dialect})`, async () => {
    await using env = await testEnv({
      controllers: ["validatingadmissionpolicy-status"],
      dialect,
      now: NOW,
    });
    const { client } = env;
    const statusOf = async (name: string) => {
      await env.settle("1m");
      const { status } = await client.get(ValidatingAdmissionPolicy, name);
      return [status?.observedGeneration, status?.typeChecking?.expressionWarnings];
    };
    await client.create(ValidatingAdmissionPolicy, {
      metadata: { name: "p" },
      spec: {
        matchConstraints: rules([apps, ""], "deployments", "configmaps", "pods/status"),
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        variables: [{ name: "r", expression: "object.spec.replicas" }],
        validations: [
          {
            expression: "object.spec.replicas < 5 && params.data['a'] == 'b' && oldObject == null",
            messageExpression: "'a' + string(params.nothing)",
          },
          { expression: "object.metadata.labels['a'] == 'b' && variables.r == variables.r" },
        ],
      },
    });
    const text = "'a' + string(params.nothing)";
    const messages = ["/v1, Kind=ConfigMap", `${apps}/v1, Kind=Deployment`].map((kind) =>
      `${kind}: ERROR: <input>:1:20: undefined field 'nothing'\n | ${text}\n | ${".".repeat(19)}^\n`
    );
    assertEquals(await statusOf("p"), [1, [
      {
        fieldRef: "spec.validations[0].expression",
        warning: "/v1, Kind=ConfigMap: ERROR: <input>:1:7: undefined field 'spec'\n" +
          " | object.spec.replicas < 5 && params.data['a'] == 'b' && oldObject == null\n | ......^\n",
      },
      { fieldRef: "spec.validations[0].messageExpression", warning: messages.join("\n") },
    ]]);
    const validations = [{ expression: "has(object.metadata.name)" }];
    await client.patch(ValidatingAdmissionPolicy, "p", { spec: { validations } });
    assertEquals(await statusOf("p"), [2, undefined]);
    const { status } = await client.get(ValidatingAdmissionPolicy, "p");
    assertEquals(status?.typeChecking, undefined, "what the warnings stood in went with them");
  });

  Deno.test(`a policy about custom resources is checked by their schema (${dialect})`, async () => {
    await using env = await testEnv({
      controllers: ["validatingadmissionpolicy-status"],
      dialect,
      now: NOW,
    });
    const { client } = env;
    const properties = { spec: { type: "object", properties: { size: { type: "integer" } } } };
    const schema = { type: "object", properties };
    const definition = customDefinition({ kind: "Widget", plural: "widgets", schema });
    await client.create(CustomResourceDefinition, definition);
    await env.settle("1m");
    await client.create(ValidatingAdmissionPolicy, {
      metadata: { name: "p" },
      spec: {
        matchConstraints: rules(["example.com"], "widgets"),
        validations: [
          { expression: "object.spec.size > 1 && object.metadata.name != ''" },
          { expression: "object.spec.weight > 1" },
        ],
      },
    });
    await env.settle("1m");
    const { status } = await client.get(ValidatingAdmissionPolicy, "p");
    assertEquals(
      status?.typeChecking?.expressionWarnings?.map(({ fieldRef, warning }) => [
        fieldRef,
        warning.split("\n")[0],
      ]),
      [[
        "spec.validations[1].expression",
        "example.com/v1, Kind=Widget: ERROR: <input>:1:12: undefined field 'weight'",
      ]],
    );
  });
}
