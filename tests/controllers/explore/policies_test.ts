/** The status of policies under schedules of faults. */
import { ValidatingAdmissionPolicy } from "../../../mod.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";

const about = (resource: string, expression: string) => ({
  matchConstraints: {
    resourceRules: [{
      apiGroups: [""],
      apiVersions: ["v1"],
      resources: [resource],
      operations: ["*" as const],
    }],
  },
  validations: [{ expression }],
});

testExplored("policies say what is wrong with them as they are now", {
  on: ["validatingadmissionpolicy-status"],
  async scenario(env) {
    const { client } = env;
    for (
      const [name, expression] of [["a", "object.none == 1"], ["b", "object.spec.nodeName != ''"]]
    ) {
      const spec = about("pods", expression!);
      await client.create(ValidatingAdmissionPolicy, { metadata: { name: name! }, spec });
    }
    await env.settle("1s");
    const validations = [{ expression: "has(object.metadata.name)" }];
    await client.patch(ValidatingAdmissionPolicy, "a", { spec: { validations } });
    await env.settle("1s");
    await client.delete(ValidatingAdmissionPolicy, "b");
    const spec = about("configmaps", "object.dat == null");
    await client.create(ValidatingAdmissionPolicy, { metadata: { name: "b" }, spec });
    await env.settle("10m");
    return await endState(client, [ValidatingAdmissionPolicy]);
  },
});
