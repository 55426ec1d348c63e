import { testKind } from "../../../testing/kind_tables.ts";

const GROUP = "resource.k8s.io";

testKind({
  group: GROUP,
  resource: "resourceclaims",
  valid: { spec: {} },
  rows: [["pending", {}, { State: "pending" }], [
    "reserved",
    { status: { allocation: {}, reservedFor: [{ resource: "pods", name: "p", uid: "1" }] } },
    { State: "allocated,reserved" },
  ]],
});

testKind({
  group: GROUP,
  resource: "resourceslices",
  valid: { spec: { driver: "d", nodeName: "n", pool: { name: "p" } } },
  rows: [["a node's", {}, { Name: "x", Node: "n", Driver: "d", Pool: "p" }]],
});
