import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { fieldValues, valueAt, withValue } from "./field_values.ts";

const SERVICE = schemaOf("kubernetes").kind("", "v1", "Service")!;
const POD = schemaOf("kubernetes").kind("", "v1", "Pod")!;
const JOB = schemaOf("kubernetes").kind("batch", "v1", "Job")!;

const service = { metadata: { name: "x" }, spec: { ports: [{ port: 80 }], type: "ClusterIP" } };

Deno.test("each value stands alone in a copy of the object", () => {
  const before = JSON.stringify(service);
  for (const { path, value } of fieldValues(SERVICE, service)) {
    const object = withValue(service, { path, value });
    assertEquals(valueAt(object, path), value);
    assertEquals(object.metadata, service.metadata);
  }
  assertEquals(JSON.stringify(service), before);
});

Deno.test("fields that an object has are changed where they are, and taken away", () => {
  const values = [...fieldValues(SERVICE, service)];
  const has = (path: string, value: unknown) =>
    values.some((one) =>
      one.path.join(".") === path && JSON.stringify(one.value) === JSON.stringify(value)
    );
  assert(has("spec.type", "NodePort"));
  assert(has("spec.type", undefined));
  assert(has("spec.ports", []));
  assert(has("spec.ports", [{ port: 80, protocol: "" }]));
  assert(has("spec.ports", [{ port: 80 }, { port: 80 }]));
  assert(has("spec.selector", { "A b": "a" }));
  // What is not there is made with all that it must have.
  assert(has("status", { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } }));
});

Deno.test("fields of pods are walked into in pods alone", () => {
  const deepest = (type: typeof POD) =>
    [...fieldValues(type, {})].filter(({ value }) =>
      JSON.stringify(value)?.includes('"livenessProbe":{"httpGet"')
    ).length;
  assert(deepest(POD) > 50);
  assertEquals(deepest(JOB), 0);
});
