import { testKind } from "../../../testing/kind_tables.ts";

const LABEL = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or " +
  "'-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex " +
  "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

testKind({
  group: "node.k8s.io",
  resource: "runtimeclasses",
  valid: { handler: "h" },
  bad: [
    ["no handler", { handler: "" }, `handler: Invalid value: "": ${LABEL}`],
    ["capitals", { handler: "H" }, `handler: Invalid value: "H": ${LABEL}`],
    ["a dot", { handler: "a.b" }, 'handler: Invalid value: "a.b": must not contain dots'],
    [
      "a long handler",
      { handler: "h".repeat(64) },
      `handler: Invalid value: "${"h".repeat(64)}": must be no more than 63 characters`,
    ],
  ],
  updates: [{
    name: "the handler stays",
    to: { handler: "i" },
    causes: ['handler: Invalid value: "i": field is immutable'],
  }],
  rows: [["its handler", {}, { Name: "x", Handler: "h" }]],
});
