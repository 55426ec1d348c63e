import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import { type LimitedResource, readLimitedResources } from "./limited_resources.ts";

const HEAD = { apiVersion: "apiserver.config.k8s.io/v1", kind: "ResourceQuotaConfiguration" };
const OLD = { apiVersion: "resourcequota.admission.k8s.io/v1beta1", kind: "Configuration" };

const read = (value: object, dialect: Dialect = "kubernetes") =>
  readLimitedResources({ value: { ...value }, where: "the file" }, NAMES[dialect]);
const limited = (item: object) => ({ ...HEAD, limitedResources: [item] });
const scoped = (scope: object) => limited({ resource: "pods", matchScopes: [scope] });

Deno.test("readLimitedResources() reads each of its versions, in each dialect", () => {
  const item: Omit<LimitedResource, "group"> & { apiGroup: string } = {
    apiGroup: "a.b",
    resource: "c",
    matchContains: ["d"],
    matchScopes: [{ scopeName: "PriorityClass", operator: "In", values: ["e"] }],
  };
  const { apiGroup: group, ...others } = item;
  const expected = [{ group, ...others }];
  assertEquals(read(limited(item)), expected);
  assertEquals(read({ ...OLD, limitedResources: [item] }), expected);
  const alpha = { ...OLD, apiVersion: "resourcequota.admission.k8s.io/v1alpha1" };
  assertEquals(read({ ...alpha, limitedResources: [item] }), expected);
  const own = { ...HEAD, apiVersion: "apiserver.config.orch.io/v1" };
  assertEquals(read({ ...own, limitedResources: [item] }, "orch"), expected);
  assertEquals(read(HEAD), []);
  assertEquals(readLimitedResources(undefined, NAMES.orch), []);
});

Deno.test("readLimitedResources() refuses what can't be meant, naming the field", () => {
  for (
    const [value, message] of [
      [{}, /apiVersion "" and kind ""/],
      [{ ...HEAD, kind: "Configuration" }, /expected ResourceQuotaConfiguration of apiserver/],
      [{ ...HEAD, apiVersion: "apiserver.config.orch.io/v1" }, /apiserver.config.orch.io/],
      [{ ...HEAD, limited: [] }, /unknown field "limited"/],
      [{ ...HEAD, limitedResources: {} }, /limitedResources must be a list/],
      [limited({}), /the file: limitedResources\[0\]: resource must name the resource/],
      [limited({ resource: "pods", matchContain: [] }), /unknown field "matchContain"/],
      [limited({ resource: "pods", matchContains: [1] }), /matchContains\[0\] must be a text/],
      [scoped({ scopeName: "Some", operator: "In" }), /matchScopes\[0\]: scopeName is "Some"/],
      [scoped({ scopeName: "BestEffort", operator: "Is" }), /operator is "Is": must be one of In,/],
      [scoped({ scopeName: "PriorityClass", operator: "In" }), /values must not be empty for In/],
      [
        scoped({ scopeName: "PriorityClass", operator: "Exists", values: ["a"] }),
        /values must be empty for Exists/,
      ],
    ] as const
  ) assertThrows(() => read(value), message);
});
