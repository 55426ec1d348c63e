// Whatever a webhook answers, it is a verdict or an error that says why not; and whatever it patches,
// what comes out is the same object, or a StatusError.

import { runs } from "../../../testing/requirements.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { canonicalObject, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { StatusError } from "../../../toolkit/errors/mod.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import type { AdmissionRequest } from "../admission.ts";
import { patchedBy } from "./patched.ts";
import { readAnswer } from "./review.ts";

const RUNS = runs(2000);

const CONFIG_MAP = schemaOf("kubernetes").struct("core/v1", "ConfigMap");
const resource = {
  group: "",
  version: "v1",
  resource: "configmaps",
  kind: "ConfigMap",
  type: CONFIG_MAP,
  subresources: new Map(),
  strategy: {},
} as unknown as ServedResource;
const request = {
  resource,
  kind: resource,
  subresource: "",
  name: "a",
} as unknown as AdmissionRequest;

const OBJECT: JsonObject = canonicalObject(CONFIG_MAP, {
  kind: "ConfigMap",
  apiVersion: "v1",
  metadata: {
    name: "a",
    namespace: "n",
    uid: "u",
    labels: { a: "b" },
    finalizers: ["x.example/y"],
    creationTimestamp: "2026-01-02T03:04:05Z",
  },
  data: { a: "b", c: "d" },
});

const place = fc.constantFrom(
  "",
  "/",
  "/kind",
  "/apiVersion",
  "/metadata",
  "/metadata/name",
  "/metadata/uid",
  "/metadata/namespace",
  "/metadata/labels",
  "/metadata/labels/a",
  "/metadata/finalizers/0",
  "/metadata/finalizers/-",
  "/metadata/resourceVersion",
  "/metadata/deletionTimestamp",
  "/metadata/managedFields",
  "/data",
  "/data/a",
  "/data/__proto__",
  "/immutable",
  "/__proto__/polluted",
);
const operation = fc.record({
  op: fc.constantFrom("add", "remove", "replace", "move", "copy", "test", "nothing"),
  path: place,
  from: place,
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>("a", "u", "n", "v1", "ConfigMap", true, {}, [], OBJECT, { name: "a" }),
  ),
}, { requiredKeys: ["op"] });

const IDENTITY = ["name", "namespace", "uid", "creationTimestamp", "resourceVersion"] as const;
const identityOf = ({ kind, apiVersion, metadata }: JsonObject) => [
  kind,
  apiVersion,
  ...IDENTITY.map((field) => (metadata as JsonObject)[field]),
];

Deno.test("patchedBy() gives the same object, or a StatusError", () => {
  const before = structuredClone(OBJECT);
  let given = 0;
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 4 }), (patch) => {
      let patched: JsonObject | undefined;
      try {
        patched = patchedBy("w", patch, OBJECT, request, resource);
      } catch (error) {
        assert(error instanceof StatusError, String(error));
      }
      assertEquals(OBJECT, before);
      assertEquals(({} as JsonObject).polluted, undefined);
      if (patched === undefined) return;
      given++;
      assertEquals(identityOf(patched), identityOf(OBJECT));
      assertEquals(canonicalObject(CONFIG_MAP, patched), patched);
    }),
    { numRuns: RUNS },
  );
  assert(given > RUNS / 50, `only ${given} patches of ${RUNS} did anything`);
});

for (const path of ["/kind", "/apiVersion", ...IDENTITY.map((field) => `/metadata/${field}`)]) {
  Deno.test(`patchedBy() refuses or takes back what makes no text at ${path}`, () => {
    const patch = [{ op: "add", path, value: { toString: false } }];
    try {
      assertEquals(
        identityOf(patchedBy("w", patch, OBJECT, request, resource)),
        identityOf(OBJECT),
      );
    } catch (error) {
      assert(error instanceof StatusError, `${error}`);
    }
  });
}

const anything = fc.jsonValue({ maxDepth: 3 });
const response = fc.record({
  uid: fc.oneof(fc.constant("u"), anything),
  allowed: fc.oneof(fc.boolean(), anything),
  status: fc.oneof(
    fc.record({ code: anything, message: anything, reason: anything, details: anything }),
    anything,
  ),
  patch: fc.oneof(fc.base64String(), anything),
  patchType: fc.oneof(fc.constant("JSONPatch"), anything),
  auditAnnotations: fc.oneof(fc.dictionary(fc.string(), fc.string()), anything),
  warnings: fc.oneof(fc.array(fc.string()), anything),
}, { requiredKeys: [] });

Deno.test("readAnswer() gives a verdict of the right types, or an Error", () => {
  const answer = fc.oneof(
    anything,
    fc.record({
      kind: fc.constantFrom("AdmissionReview", "Pod"),
      apiVersion: fc.constantFrom("admission.k8s.io/v1", "admission.k8s.io/v1beta1"),
      response: fc.oneof({ weight: 4, arbitrary: response }, anything),
    }, { requiredKeys: [] }),
  );
  fc.assert(
    fc.property(
      answer,
      fc.boolean(),
      fc.constantFrom("v1", "v1beta1"),
      (said, mutating, version) => {
        let verdict;
        try {
          verdict = readAnswer(said, { group: "admission.k8s.io", version, uid: "u", mutating });
        } catch (error) {
          assertEquals((error as Error).constructor, Error, String(error));
          return;
        }
        const { allowed, patch, auditAnnotations, warnings, status } = verdict;
        assertEquals(typeof allowed, "boolean");
        assert(patch === undefined || (mutating && patch instanceof Uint8Array));
        assert(Object.values(auditAnnotations).every((one) => typeof one === "string"));
        assert(warnings.every((one) => typeof one === "string"));
        assert(status === undefined || Number.isSafeInteger(status.code));
      },
    ),
    { numRuns: RUNS },
  );
});
