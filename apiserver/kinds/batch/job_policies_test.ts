/** What of their pods' ends is a failure of jobs, and what a success. */
import { testKind } from "../../../testing/kind_tables.ts";
import { NO_QUALIFIED_NAME as LABEL } from "../../../testing/name_texts.ts";

type Fields = Record<string, unknown>;

const TEMPLATE = {
  spec: { containers: [{ name: "main", image: "a:1" }], restartPolicy: "Never" },
};
const fails = (...rules: Fields[]) => ({ spec: { podFailurePolicy: { rules } } });
const code = (onExitCodes: Fields, action = "FailJob") => fails({ action, onExitCodes });
const condition = (onPodConditions: Fields) =>
  fails({ action: "Ignore", onPodConditions: [onPodConditions] });
const indexed = (fields: Fields) => ({
  spec: { completionMode: "Indexed", completions: 5, parallelism: 1, ...fields },
});
const succeeds = (...rules: Fields[]) => indexed({ successPolicy: { rules } });

testKind({
  group: "batch",
  resource: "jobs",
  valid: { metadata: { uid: "u" }, spec: { template: TEMPLATE } },
  good: [
    ["a failure", code({ operator: "In", values: [1, 2] })],
    ["a success", succeeds({ succeededIndexes: "0,2-4", succeededCount: 2 })],
  ],
  bad: [
    [
      "a rule of nothing",
      fails({ action: "FailJob" }),
      "spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and " +
      "OnPodConditions is required",
    ],
    [
      "a rule of both",
      fails({
        action: "FailJob",
        onExitCodes: { operator: "In", values: [1] },
        onPodConditions: [{ type: "A", status: "True" }],
      }),
      "spec.podFailurePolicy.rules[0]: Invalid value: specifying both OnExitCodes and " +
      "OnPodConditions is not supported",
    ],
    [
      "a rule that does nothing",
      code({ operator: "In", values: [1] }, ""),
      'spec.podFailurePolicy.rules[0].action: Required value: valid values: ["Count" ' +
      '"FailIndex" "FailJob" "Ignore"]',
    ],
    [
      "a rule that does another thing",
      code({ operator: "In", values: [1] }, "Go"),
      'spec.podFailurePolicy.rules[0].action: Unsupported value: "Go": supported values: ' +
      '"Count", "FailIndex", "FailJob", "Ignore"',
    ],
    [
      "an index that fails where none counts",
      code({ operator: "In", values: [1] }, "FailIndex"),
      'spec.podFailurePolicy.rules[0].action: Invalid value: "FailIndex": requires the ' +
      "backoffLimitPerIndex to be set",
    ],
    [
      "no codes",
      code({ operator: "In" }),
      "spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: null: at least " +
      "one value is required",
    ],
    [
      "codes out of order",
      code({ operator: "In", values: [2, 1, 1, 0] }),
      "spec.podFailurePolicy.rules[0].onExitCodes.values[2]: Duplicate value: 1",
      "spec.podFailurePolicy.rules[0].onExitCodes.values[3]: Invalid value: 0: must not be " +
      "0 for the In operator",
      "spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: [2,1,1,0]: must " +
      "be ordered",
    ],
    [
      "codes of another sort",
      code({ operator: "Is", values: [1] }),
      'spec.podFailurePolicy.rules[0].onExitCodes.operator: Unsupported value: "Is": ' +
      'supported values: "In", "NotIn"',
    ],
    [
      "codes of no sort",
      code({ operator: "", values: [1] }),
      "spec.podFailurePolicy.rules[0].onExitCodes.operator: Required value: valid values: " +
      '["In" "NotIn"]',
    ],
    [
      "codes of nobody",
      code({ operator: "In", values: [1], containerName: "x" }),
      'spec.podFailurePolicy.rules[0].onExitCodes.containerName: Invalid value: "x": must ' +
      "be one of the container or initContainer names in the pod template",
    ],
    [
      "conditions of no type",
      condition({ type: "", status: "" }),
      'spec.podFailurePolicy.rules[0].onPodConditions[0].type: Invalid value: "": name ' +
      "part must be non-empty",
      `spec.podFailurePolicy.rules[0].onPodConditions[0].type: Invalid value: "": ${LABEL}`,
    ],
    [
      "conditions of a bad type",
      condition({ type: "a b", status: "Maybe" }),
      `spec.podFailurePolicy.rules[0].onPodConditions[0].type: Invalid value: "a b": ${LABEL}`,
      "spec.podFailurePolicy.rules[0].onPodConditions[0].status: Unsupported value: " +
      '"Maybe": supported values: "False", "True", "Unknown"',
    ],
    [
      "too many conditions",
      fails({
        action: "Ignore",
        onPodConditions: Array.from({ length: 21 }, () => ({ type: "A", status: "True" })),
      }),
      "spec.podFailurePolicy.rules[0].onPodConditions: Too many: 21: must have at most 20 " +
      "items",
    ],
    [
      "failures of pods that go on",
      {
        spec: {
          podFailurePolicy: { rules: [] },
          template: { spec: { restartPolicy: "OnFailure" } },
        },
      },
      'spec.template.spec.restartPolicy: Invalid value: "OnFailure": only "Never" is ' +
      "supported when podFailurePolicy is specified",
    ],
    [
      "other replacements than of what failed",
      { spec: { podFailurePolicy: { rules: [] }, podReplacementPolicy: "TerminatingOrFailed" } },
      'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported ' +
      'values: "Failed"',
    ],
    [
      "other replacements",
      { spec: { podReplacementPolicy: "Never" } },
      'spec.podReplacementPolicy: Unsupported value: "Never": supported values: "Failed", ' +
      '"TerminatingOrFailed"',
    ],
    [
      "a success without rules",
      succeeds(),
      "spec.successPolicy.rules: Required value: at least one rules must be specified when " +
      "the successPolicy is specified",
    ],
    [
      "a success of nothing",
      succeeds({}),
      "spec.successPolicy.rules[0]: Required value: at least one of succeededCount or " +
      "succeededIndexes must be specified",
    ],
    [
      "a success of indexes that are none",
      succeeds({ succeededIndexes: "a" }),
      'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "a": error parsing ' +
      'succeededIndexes: cannot convert string to integer for index: "a"',
    ],
    [
      "a success of indexes beyond",
      succeeds({ succeededIndexes: "1-5" }),
      'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "1-5": error parsing ' +
      'succeededIndexes: too large index: "5"',
    ],
    [
      "a success of indexes out of order",
      succeeds({ succeededIndexes: "3,1" }),
      'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "3,1": error parsing ' +
      "succeededIndexes: non-increasing order, previous: 3, current: 1",
    ],
    [
      "a success of more than there are",
      succeeds({ succeededIndexes: "1-2", succeededCount: 3 }),
      "spec.successPolicy.rules[0].succeededCount: Invalid value: 3: must be less than or " +
      "equal to 2 (the number of indexes in the specified succeededIndexes field)",
    ],
    [
      "a success of more than all",
      succeeds({ succeededCount: 6 }),
      "spec.successPolicy.rules[0].succeededCount: Invalid value: 6: must be less than or " +
      "equal to 5 (the number of specified completions)",
    ],
    [
      "a success of jobs without indexes",
      { spec: { successPolicy: { rules: [{ succeededCount: 1 }] } } },
      'spec.successPolicy: Invalid value: {"rules":[{"succeededCount":1}]}: requires ' +
      "indexed completion mode",
    ],
    [
      "limits of each index where there is none",
      { spec: { backoffLimitPerIndex: 1, maxFailedIndexes: 1 } },
      "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
      "spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode",
    ],
    [
      "failures of more indexes than there are",
      indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 6 }),
      "spec.maxFailedIndexes: Invalid value: 6: must be less than or equal to completions",
    ],
    [
      "failures of indexes that are not limited",
      indexed({ maxFailedIndexes: 1 }),
      "spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified",
    ],
    [
      "another mode",
      { spec: { completionMode: "Some" } },
      'spec.completionMode: Unsupported value: "Some": supported values: "NonIndexed", ' +
      '"Indexed"',
    ],
    [
      "no completions",
      indexed({ completions: null }),
      "spec.completions: Required value: when completion mode is Indexed",
    ],
    [
      "somebody else who does it",
      { spec: { managedBy: "me" } },
      'spec.managedBy: Invalid value: "me": must be a domain-prefixed path (such as ' +
      '"acme.io/foo")',
    ],
    [
      "a selector by hand",
      { spec: { selector: { matchLabels: { a: "b" } } } },
      "spec.selector: Invalid value: " +
      '{"matchLabels":{"a":"b","batch.kubernetes.io/controller-uid":"u"}}: `selector` not ' +
      "auto-generated",
      "spec.template.metadata.labels: Invalid value: " +
      '{"batch.kubernetes.io/controller-uid":"u","batch.kubernetes.io/job-name":"x","controller-uid":"u","job-name":"x"}: ' +
      "`selector` does not match template `labels`",
    ],
    [
      "a selector of other pods",
      { spec: { manualSelector: true, selector: { matchLabels: { a: "b" } } } },
      "spec.template.metadata.labels: Invalid value: null: `selector` does not match " +
      "template `labels`",
    ],
  ],
});
