import { testKind } from "../../../testing/kind_tables.ts";
import { NO_LABEL as LABEL } from "../../../testing/name_texts.ts";

const toleration = { key: "a", operator: "Exists", effect: "NoExecute" };

testKind({
  group: "node.k8s.io",
  resource: "runtimeclasses",
  valid: { handler: "runsc" },
  good: [["a finalizer without a domain", { metadata: { finalizers: ["nobody"] } }], [
    "all that there is",
    {
      overhead: { podFixed: { cpu: "250m", memory: "64Mi" } },
      scheduling: { nodeSelector: { a: "b" }, tolerations: [toleration] },
    },
  ]],
  bad: [
    ["no handler", { handler: "" }, "handler: Required value"],
    ["capitals", { handler: "H" }, `handler: Invalid value: "H": ${LABEL}`],
    [
      "a long handler",
      { handler: "h".repeat(64) },
      `handler: Invalid value: "${"h".repeat(64)}": must be no more than 63 characters`,
    ],
    [
      "a handler with a dot",
      { handler: "a.b" },
      'handler: Invalid value: "a.b": must not contain dots',
    ],
    [
      "it gives instead of taking",
      { overhead: { podFixed: { cpu: "-1" } } },
      'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
    ],
    [
      "half a huge page, and pages of no size",
      { overhead: { podFixed: { cpu: "1", "hugepages-2Mi": "3Mi", "hugepages-x": "1" } } },
      'overhead.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple ' +
      "of hugepages-2Mi",
      'overhead.limits[hugepages-x]: Invalid value: "1": 1 is not positive integer multiple of ' +
      "hugepages-x",
    ],
    [
      "it takes what containers can't",
      { overhead: { podFixed: { storage: "1" } } },
      'overhead.limits[storage]: Invalid value: "storage": must be a standard resource for ' +
      "containers",
    ],
    [
      "nodes without a label",
      { scheduling: { nodeSelector: { a: "/" } } },
      'scheduling.nodeSelector: Invalid value: "/": a valid label must be an empty string or ' +
      "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
      "alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for " +
      "validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    [
      "tolerated twice",
      { scheduling: { tolerations: [toleration, { ...toleration, tolerationSeconds: 5 }] } },
      'scheduling.tolerations[1]: Duplicate value: {"key":"a","operator":"Exists","effect":' +
      '"NoExecute","tolerationSeconds":5}',
    ],
  ],
  warned: [
    ["a selector of today", { scheduling: { nodeSelector: { "kubernetes.io/os": "linux" } } }],
    [
      "an old label of nodes",
      { scheduling: { nodeSelector: { "beta.kubernetes.io/os": "linux" } } },
      'scheduling.nodeSelector: deprecated since v1.14; use "kubernetes.io/os" instead',
    ],
  ],
  updates: [
    { name: "where it is may change", to: { scheduling: { nodeSelector: { a: "b" } } } },
    {
      name: "the handler stays",
      to: { handler: "other" },
      causes: ['handler: Invalid value: "other": field is immutable'],
    },
    {
      name: "none takes its place",
      to: { handler: "" },
      causes: ["handler: Required value", 'handler: Invalid value: "": field is immutable'],
    },
    {
      name: "what pods cost besides is judged anew",
      to: { overhead: { podFixed: { cpu: "-1" } } },
      causes: ['overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    },
  ],
  rows: [["a class", {}, { Name: "x", Handler: "runsc" }]],
});
