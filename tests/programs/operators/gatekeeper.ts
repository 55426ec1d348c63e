/**
 * Gatekeeper: templates that become definitions of kinds, whose objects are rules; webhooks about everything, audits of
 * everything, policies that it writes for the API server itself.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { freePort } from "../../../testing/free_port.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { CONTAINER, type Operator, refused } from "./operator.ts";

/** A kind of rules about a label, and what judges by them. */
const template = (kind: string, judge: object) => ({
  apiVersion: "templates.gatekeeper.sh/v1",
  kind: "ConstraintTemplate",
  metadata: { name: kind.toLowerCase() },
  spec: {
    crd: {
      spec: {
        names: { kind },
        validation: {
          openAPIV3Schema: {
            type: "object",
            required: ["label"],
            properties: { label: { type: "string" } },
          },
        },
      },
    },
    targets: [{ target: "admission.k8s.gatekeeper.sh", ...judge }],
  },
});

/** Judged by its webhook. */
const FORBIDS = template("ForbidsLabel", {
  rego: `package forbids
violation[{"msg": msg}] {
  input.review.object.metadata.labels[input.parameters.label]
  msg := sprintf("label %v", [input.parameters.label])
}`,
});

/** Judged by the API server, too. */
const NEEDS = template("NeedsLabel", {
  code: [{
    engine: "K8sNativeValidation",
    source: {
      generateVAP: true,
      validations: [{
        expression: "variables.params.label in variables.anyObject.metadata.?labels.orValue({})",
        messageExpression: '"no label " + variables.params.label',
      }],
    },
  }],
});

const rule = (kind: string, name: string, parameters: object) => ({
  apiVersion: "constraints.gatekeeper.sh/v1beta1",
  kind,
  metadata: { name },
  spec: {
    match: { kinds: [{ apiGroups: [""], kinds: ["Pod"] }], namespaces: ["default"] },
    parameters,
  },
});

/** Pods of one namespace are told to be pulled always. */
const ALWAYS = {
  apiVersion: "mutations.gatekeeper.sh/v1",
  kind: "Assign",
  metadata: { name: "always" },
  spec: {
    applyTo: [{ groups: [""], versions: ["v1"], kinds: ["Pod"] }],
    match: { scope: "Namespaced", namespaces: ["default"] },
    location: "spec.containers[name:*].imagePullPolicy",
    parameters: { assign: { value: "Always" } },
  },
};

const pod = (name: string, labels: Record<string, string> = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, labels },
  spec: { containers: [{ ...CONTAINER, imagePullPolicy: "Never" }] },
});

/** Gatekeeper. */
export const GATEKEEPER: Operator = {
  module: "github.com/open-policy-agent/gatekeeper/v3@v3.23.1",
  manifests: (_, folder) => Deno.readTextFile(`${folder}/deploy/gatekeeper.yaml`),
  namespace: "gatekeeper-system",
  programs: [{
    path: ".",
    account: "gatekeeper-admin",
    async flags(_, folder, port) {
      await Deno.mkdir(`${folder}/audit`);
      return [
        "POD_NAME=gatekeeper",
        "POD_NAMESPACE=gatekeeper-system",
        `--port=${port}`,
        `--cert-dir=${folder}`,
        "--disable-cert-rotation",
        "--debug-use-fake-pod",
        `--health-addr=127.0.0.1:${freePort()}`,
        `--prometheus-port=${freePort()}`,
        "--exempt-namespace=gatekeeper-system",
        "--audit-interval=1",
        `--api-cache-dir=${folder}/audit`,
        "--default-wait-for-vapb-generation=1",
      ];
    },
  }],
  async use(kubectl) {
    const definition = (kind: string) => `crd/${kind}.constraints.gatekeeper.sh`;
    await kubectl("create -f -", pod("before"));
    for (const made of [FORBIDS, NEEDS]) {
      await kubectl("create -f -", made);
      const own = definition(made.metadata.name);
      await kubectl(`wait --for=create ${own} --timeout=60s`);
      await kubectl(`wait --for=condition=Established ${own} --timeout=60s`);
    }
    const wrong = await refused(kubectl, rule("NeedsLabel", "wrong", {}));
    assert(wrong.includes("spec.parameters.label: Required value"), wrong);
    await kubectl("create -f -", rule("NeedsLabel", "team", { label: "team" }));
    await kubectl("create -f -", rule("ForbidsLabel", "old", { label: "old" }));
    await kubectl("wait --for=jsonpath={.status.totalViolations}=1 needslabel/team --timeout=60s");
    await eventually("its webhook judges", async () => {
      const judged = await refused(kubectl, pod("bad", { team: "web", old: "yes" }));
      return judged.includes("[old] label old");
    });
    // The API server judges by the policy that it wrote.
    const binding = "validatingadmissionpolicybinding/gatekeeper-needslabel-team";
    await kubectl(`wait --for=create ${binding} --timeout=60s`);
    await kubectl("delete validatingwebhookconfiguration --all");
    await eventually("the policy is in force", async () => {
      const judged = await refused(kubectl, pod("bad"));
      return judged.includes("'gatekeeper-needslabel-team' denied request: no label team");
    });

    await kubectl("create -f -", ALWAYS);
    const enforced = "jsonpath={.status.byPod[0].enforced}";
    await kubectl(`wait --for=${enforced}=true assign/always --timeout=60s`);
    await kubectl("create -f -", pod("good", { team: "web" }));
    const policy = "jsonpath={.spec.containers[0].imagePullPolicy}";
    assertEquals(await kubectl(`get pod good -o ${policy}`), "Always");

    // With the template goes all that was made of it.
    await kubectl("delete constrainttemplate/needslabel --wait");
    await kubectl(`wait --for=delete ${definition("needslabel")} --timeout=60s`);
    await kubectl(`wait --for=delete ${binding} --timeout=60s`);
    await eventually(
      "nobody judges any more",
      async () => await refused(kubectl, pod("bad")) === "",
    );
  },
};
