import { testKind } from "../../../testing/kind_tables.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { statefulSetRules } from "./stateful_set.ts";

const VALID = {
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "main", image: "nginx" }] },
    },
  },
} as unknown as JsonObject;
const missing = (maxUnavailable: unknown, partition?: number) => ({
  spec: {
    updateStrategy: {
      type: "RollingUpdate",
      rollingUpdate: { maxUnavailable, ...(partition !== undefined && { partition }) },
    },
  },
});
testKind({
  group: "apps",
  resource: "statefulsets",
  valid: VALID,
  defaults: [[
    "whole thousandths of what claims have",
    {
      spec: {
        volumeClaimTemplates: [{
          metadata: { name: "data" },
          status: { capacity: { storage: "1n" }, allocatedResources: { storage: "1u" } },
        }],
      },
    },
    {
      spec: {
        volumeClaimTemplates: [{
          metadata: { name: "data" },
          kind: "PersistentVolumeClaim",
          apiVersion: "v1",
          spec: { resources: {}, volumeMode: "Filesystem" },
          status: {
            phase: "Pending",
            capacity: { storage: "1m" },
            allocatedResources: { storage: "1m" },
          },
        }],
      },
    },
  ], [
    "how many may be missing, which is a feature that is off",
    missing(0),
    missing(null, 0),
  ]],
  updates: [
    {
      name: "how many may be missing, where it was said before",
      from: missing(2),
      to: missing(3),
      becomes: missing(3),
    },
    {
      name: "no way to go on",
      from: missing(2),
      to: missing(0),
      causes: ["spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: 0: cannot be 0"],
    },
    {
      name: "too many missing",
      from: missing(2),
      to: missing("101%"),
      causes: [
        'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "101%": ' +
        "must not be greater than 100%",
      ],
    },
  ],
});

testKind({
  group: "apps",
  resource: "statefulsets",
  features: ["MaxUnavailableStatefulSet"],
  valid: VALID,
  defaults: [["how many may be missing", missing(2), missing(2)]],
});

Deno.test("a stateful set's name may be one that ends with what a server draws", () => {
  const { checkName } = statefulSetRules(NAMES.kubernetes);
  assertEquals(checkName?.("web-", { prefix: true }), []);
  assertEquals(checkName?.("web-")?.length, 1);
});
