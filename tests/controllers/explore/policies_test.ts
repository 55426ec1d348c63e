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

interface State {
  readonly validatingadmissionpolicies: readonly {
    readonly status: { typeChecking?: { readonly expressionWarnings?: unknown } };
  }[];
}

testExplored("policies say what is wrong with them as they are now", {
  on: ["validatingadmissionpolicy-status"],
  replays: [
    "eyJzZWVkIjoxMTIzODkzMTkwLCJub3ciOiIyMDI2LTAxLTAyVDAzOjA0OjA1WiIsImZhdWx0cyI6W3sidmVyYiI6Imxpc3QiLCJraW5kIjp7Imdyb3VwIjoiYWRtaXNzaW9ucmVnaXN0cmF0aW9uLms4cy5pbyIsInZlcnNpb24iOiJ2MSIsImtpbmQiOiJWYWxpZGF0aW5nQWRtaXNzaW9uUG9saWN5IiwicGx1cmFsIjoidmFsaWRhdGluZ2FkbWlzc2lvbnBvbGljaWVzIiwibmFtZXNwYWNlZCI6ZmFsc2V9LCJudGgiOjEsInRpbWVzIjoxLCJmb3IiOiIxcyIsImZhdWx0Ijoib2xkUmVwbGljYSJ9XX0=",
  ],
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
    const state = await endState(client, [ValidatingAdmissionPolicy]) as State;
    // As with the reference's, a policy that never had a warning has an empty list of them, and one that had has none.
    for (const { status } of state.validatingadmissionpolicies) {
      if (status.typeChecking?.expressionWarnings === undefined) delete status.typeChecking;
    }
    return state;
  },
});
