import { testKind } from "../../../testing/kind_tables.ts";

const service = { spec: { service: { namespace: "ns", name: "s" } } };
const condition = (fields: object) => ({
  status: { conditions: [{ type: "Available", ...fields }] },
});

testKind({
  group: "apiregistration.k8s.io",
  resource: "apiservices",
  valid: { spec: { group: "g.io", version: "v1", groupPriorityMinimum: 1, versionPriority: 1 } },
  defaults: [["a port", service, { spec: { service: { port: 443 } } }]],
  rows: [
    ["our own", condition({ status: "True" }), { Service: "Local", Available: "True" }],
    ["another's", { ...service, ...condition({ status: "False", reason: "Why" }) }, {
      Service: "ns/s",
      Available: "False (Why)",
    }],
    ["nobody knows", {}, { Available: "Unknown" }],
  ],
});
