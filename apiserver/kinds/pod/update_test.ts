/** What of pods may change, and how. */
import { testKind } from "../../../testing/kind_tables.ts";

type Fields = Record<string, unknown>;

const MAIN = { name: "main", image: "a:1" };
const spec = (fields: Fields) => ({ spec: fields });
const tolerates = (...tolerations: Fields[]) => spec({ tolerations });
const GATED = { schedulingGates: [{ name: "a" }] };
const term = (...matchExpressions: Fields[]) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] },
    },
  },
});

const CHANGEABLE = "pod updates may not change fields other than " +
  "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` " +
  "(only additions to existing tolerations),`spec.terminationGracePeriodSeconds` " +
  "(allow it to be set to 1 if it was previously negative)";
const REQUIRED = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution";

testKind({
  group: "",
  resource: "pods",
  valid: { spec: { containers: [MAIN] } },
  updates: [
    {
      name: "a gate more",
      from: spec({ ...GATED }),
      to: spec({ schedulingGates: [{ name: "a" }, { name: "b" }] }),
      causes: [
        "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new " +
        "scheduling gate 'b'",
      ],
    },
    { name: "a gate less", from: spec({ ...GATED }), to: spec({ schedulingGates: null }) },
    {
      name: "fewer nodes, behind a gate",
      from: spec({ ...GATED, nodeSelector: { a: "b" } }),
      to: spec({ ...GATED, nodeSelector: { a: "b", c: "d" } }),
    },
    {
      name: "other nodes, behind a gate",
      from: spec({ ...GATED, nodeSelector: { a: "b" } }),
      to: spec({ ...GATED, nodeSelector: { a: "c" } }),
      causes: [
        'spec.nodeSelector: Invalid value: {"a":"c"}: only additions to spec.nodeSelector ' +
        "are allowed (no mutations or deletions)",
      ],
    },
    {
      name: "other terms, behind a gate",
      from: spec({ ...GATED, ...term({ key: "a", operator: "Exists" }) }),
      to: spec({ ...GATED, ...term({ key: "b", operator: "Exists" }) }),
      causes: [
        `${REQUIRED}.nodeSelectorTerms[0]: Invalid value: ` +
        '{"matchExpressions":[{"key":"b","operator":"Exists"}]}: only additions are allowed ' +
        "(no mutations or deletions)",
      ],
    },
    {
      name: "fewer nodes of a term, behind a gate",
      from: spec({ ...GATED, ...term({ key: "a", operator: "Exists" }) }),
      to: spec({
        ...GATED,
        ...term({ key: "a", operator: "Exists" }, { key: "b", operator: "Exists" }),
      }),
    },
    {
      name: "other nodes",
      from: spec({ nodeSelector: { a: "b" } }),
      to: spec({ nodeSelector: { a: "c" } }),
      causes: [`spec: Forbidden: ${CHANGEABLE}\nchanged: spec.nodeSelector`],
    },
    {
      name: "less patience",
      from: spec({ activeDeadlineSeconds: 10 }),
      to: spec({ activeDeadlineSeconds: 5 }),
    },
    {
      name: "more patience",
      from: spec({ activeDeadlineSeconds: 10 }),
      to: spec({ activeDeadlineSeconds: 20 }),
      causes: [
        "spec.activeDeadlineSeconds: Invalid value: 20: must be less than or equal to " +
        "previous value",
      ],
    },
    {
      name: "patience for ever",
      from: spec({ activeDeadlineSeconds: 10 }),
      to: spec({ activeDeadlineSeconds: null }),
      causes: [
        "spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive " +
        "integer to nil value",
      ],
    },
    {
      name: "another container",
      to: spec({ containers: [{ ...MAIN, name: "other" }] }),
      causes: [`spec: Forbidden: ${CHANGEABLE}\nchanged: spec.containers[0]`],
    },
    {
      name: "one container more",
      to: spec({ containers: [MAIN, { ...MAIN, name: "other" }] }),
      causes: ["spec.containers: Forbidden: pod updates may not add or remove containers"],
    },
    { name: "another image", to: spec({ containers: [{ ...MAIN, image: "b:2" }] }) },
    {
      name: "an image with a space",
      to: spec({ containers: [{ ...MAIN, image: "b:2 " }] }),
      causes: [
        'spec.containers[0].image: Invalid value: "b:2 ": must not have leading or trailing ' +
        "whitespace",
        'spec.containers[0].image: Invalid value: "b:2 ": must not have leading or trailing ' +
        "whitespace",
      ],
    },
    { name: "a toleration more", to: tolerates({ key: "a", operator: "Exists" }) },
    {
      name: "a toleration of another sort",
      from: tolerates({ key: "a", operator: "Exists" }),
      to: tolerates({ key: "b", operator: "Exists" }),
      causes: [
        "spec.tolerations: Forbidden: existing toleration can not be modified except its " +
        "tolerationSeconds",
      ],
    },
    {
      name: "another gate, twice",
      from: spec({ schedulingGates: [{ name: "a" }] }),
      to: spec({ schedulingGates: [{ name: "c" }, { name: "c" }] }),
      causes: [
        'spec.schedulingGates[1]: Duplicate value: "c"',
        "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new " +
        "scheduling gate 'c'",
      ],
    },
    {
      name: "a gate less and another",
      from: spec({ schedulingGates: [{ name: "a" }, { name: "b" }] }),
      to: spec({ schedulingGates: [{ name: "c" }, { name: "b" }] }),
      causes: [
        "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new " +
        "scheduling gate 'c'",
      ],
    },
    {
      name: "a toleration less",
      from: tolerates({ key: "a", operator: "Exists" }),
      to: spec({ tolerations: null }),
      causes: [
        "spec.tolerations: Forbidden: existing toleration can not be modified except its " +
        "tolerationSeconds",
      ],
    },
    {
      name: "a toleration for a while",
      from: tolerates({ key: "a", operator: "Exists", effect: "NoExecute" }),
      to: tolerates({ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }),
    },
    {
      name: "a shorter grace",
      from: spec({ terminationGracePeriodSeconds: 10 }),
      to: spec({ terminationGracePeriodSeconds: 1 }),
      causes: [`spec: Forbidden: ${CHANGEABLE}\nchanged: spec.terminationGracePeriodSeconds`],
    },
    {
      name: "another host",
      to: spec({ hostname: "a", subdomain: "b" }),
      causes: [`spec: Forbidden: ${CHANGEABLE}\nchanged: spec.hostname, spec.subdomain`],
    },
    {
      name: "a volume more",
      to: spec({ volumes: [{ name: "data", emptyDir: {} }] }),
      causes: [`spec: Forbidden: ${CHANGEABLE}\nchanged: spec.volumes`],
    },
    {
      name: "another amount",
      to: spec({ containers: [{ ...MAIN, resources: { limits: { cpu: "1" } } }] }),
      causes: [`spec: Forbidden: ${CHANGEABLE}\nchanged: spec.containers[0]`],
    },
  ],
});
