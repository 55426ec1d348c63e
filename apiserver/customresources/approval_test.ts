import { assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { aboutApproval, approvalOf, type ApprovalState } from "./approval.ts";
import { Definition } from "./definition.ts";
import { settledStatus } from "./status.ts";

const KEY = "api-approved.kubernetes.io";
const NEEDED = `protected groups must have approval annotation "${KEY}"`;
const FORM = 'with either a URL or a reason starting with "unapproved"';

const CASES: readonly (readonly [
  text: string,
  state: ApprovalState,
  status: string,
  reason: string,
  message: string,
])[] = [
  [
    "https://x.example/1",
    "approved",
    "True",
    "ApprovedAnnotation",
    "approved in https://x.example/1",
  ],
  ["", "missing", "False", "MissingAnnotation", NEEDED],
  ["yes", "invalid", "False", "InvalidAnnotation", `${NEEDED} ${FORM}`],
  ["/pull/1", "invalid", "False", "InvalidAnnotation", `${NEEDED} ${FORM}`],
  ["mailto:me", "invalid", "False", "InvalidAnnotation", `${NEEDED} ${FORM}`],
  ...["unapproved, a test", "unapproved: a test", "unapproved://x.example"].map((text) =>
    [text, "bypassed", "False", "UnapprovedAnnotation", `not approved: "${text}"`] as const
  ),
];

for (const [text, state, status, reason, message] of CASES) {
  Deno.test(`a definition whose approval says ${JSON.stringify(text)} is told as ${reason}`, () => {
    const group = "example.k8s.io";
    const annotations = text === "" ? {} : { [KEY]: text };
    const approval = approvalOf(NAMES.kubernetes, group, annotations);
    assertEquals([approval?.state, approval && aboutApproval(approval)], [state, message]);
    const definition = new Definition({
      metadata: { name: `gadgets.${group}`, annotations },
      spec: {
        group,
        scope: "Namespaced",
        names: { plural: "gadgets", kind: "Gadget" },
        versions: [{ name: "v1", served: true, storage: true }],
      },
    }, 1);
    const { conditions } = settledStatus(definition, {
      group: () => [],
      violations: "",
      approval,
      time: () => "2026-01-01T00:00:00Z",
    });
    assertEquals(conditions?.find(({ type }) => type === "KubernetesAPIApprovalPolicyConformant"), {
      type: "KubernetesAPIApprovalPolicyConformant",
      status,
      lastTransitionTime: "2026-01-01T00:00:00Z",
      reason,
      message,
    });
  });
}

Deno.test("approvalOf() asks nothing of groups that are not the dialect's own", () => {
  for (const group of ["example.com", "myk8s.io", "k8s.io.example.com"]) {
    assertEquals(approvalOf(NAMES.kubernetes, group), undefined, group);
  }
  for (const group of ["k8s.io", "a.k8s.io", "a.kubernetes.io", "kubernetes.io"]) {
    assertEquals(approvalOf(NAMES.kubernetes, group)?.state, "missing", group);
  }
});
