import { testKind } from "../../../testing/kind_tables.ts";

const MOUNTABLE = {
  metadata: { annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } },
};
const MOUNTABLE_WARNING = "metadata.annotations[kubernetes.io/enforce-mountable-secrets]: " +
  "deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets";

testKind({
  group: "",
  resource: "serviceaccounts",
  valid: { secrets: [{ name: "a" }], imagePullSecrets: [{ name: "b" }] },
  bad: [
    [
      "a name with a space",
      { metadata: { name: "a b" } },
      'metadata.name: Invalid value: "a b": a lowercase RFC 1123 subdomain must consist of lower ' +
      "case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric " +
      "character (e.g. 'example.com', regex used for validation is " +
      "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      "a long name",
      { metadata: { name: "a".repeat(254) } },
      `metadata.name: Invalid value: "${"a".repeat(254)}": must be no more than 253 characters`,
    ],
    [
      "a long namespace",
      { metadata: { namespace: "x".repeat(64) } },
      `metadata.namespace: Invalid value: "${"x".repeat(64)}": must be no more than 63 characters`,
    ],
    [
      "a namespace with a dot",
      { metadata: { namespace: "a.b" } },
      'metadata.namespace: Invalid value: "a.b": must not contain dots',
    ],
  ],
  defaults: [[
    "secrets are named only",
    { secrets: [{ kind: "Secret", namespace: "other", name: "a", uid: "1" }] },
    { secrets: [{ name: "a" }] },
  ]],
  warned: [["secrets that pods can't mount", MOUNTABLE, MOUNTABLE_WARNING]],
  updates: [{
    name: "secrets that pods can't mount, as before",
    from: MOUNTABLE,
    to: { metadata: { labels: { a: "b" } } },
    warnings: [],
  }, {
    name: "secrets that pods can't mount any more",
    to: MOUNTABLE,
    warnings: [MOUNTABLE_WARNING],
  }, {
    name: "secrets are named only",
    to: { secrets: [{ name: "a", namespace: "other" }] },
    becomes: { secrets: [{ name: "a" }] },
  }],
  rows: [["by name", {}, { Name: "x" }]],
});
