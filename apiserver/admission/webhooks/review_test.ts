import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import { denial } from "./failures.ts";
import { type Expected, readAnswer } from "./review.ts";

const V1: Expected = {
  group: "admission.k8s.io",
  version: "v1",
  uid: "u",
  mutating: true,
};
const JUDGING = { ...V1, mutating: false };
const OLD = { ...V1, version: "v1beta1" };
const answer = (response: object, more: object = {}) => ({
  kind: "AdmissionReview",
  apiVersion: "admission.k8s.io/v1",
  response: { uid: "u", allowed: true, ...response },
  ...more,
});
const PATCH = "W10=";
const ALLOWED = {
  allowed: true,
  status: undefined,
  patch: undefined,
  auditAnnotations: {},
  warnings: [],
};

const BAD: readonly (readonly [name: string, answer: unknown, Expected, message: RegExp])[] = [
  ["null", null, V1, /not a JSON object/],
  ["a list", [], V1, /not a JSON object/],
  ["nothing", {}, V1, /webhook response was absent/],
  ["a text", { response: "yes" }, V1, /response is not an object/],
  ["another uid", answer({ uid: "v" }), V1, /expected response.uid="u", got "v"/],
  [
    "a uid that makes no text",
    answer({ uid: { toString: false } }),
    V1,
    /expected response.uid="u", got "{\\"toString\\":false}"/,
  ],
  ["no uid", { response: { allowed: true } }, V1, /expected response.uid="u", got ""/],
  [
    "another kind",
    answer({}, { kind: "Pod" }),
    V1,
    /expected webhook response of admission.k8s.io\/v1, Kind=AdmissionReview, got .*Kind=Pod/,
  ],
  ["another version", answer({}, { apiVersion: "admission.k8s.io/v1beta1" }), V1, /got .*v1beta1/],
  ["another kind of the old version", answer({}, { kind: "Pod" }), OLD, /got .*Kind=Pod/],
  [
    "the new version for the old one",
    answer({}, { apiVersion: "admission.k8s.io/v1" }),
    OLD,
    /got/,
  ],
  ["neither yes nor no", answer({ allowed: "false" }), V1, /allowed is not a boolean/],
  ["a patch without a type", answer({ patch: PATCH }), V1, /patch but not response.patchType/],
  ["a type without a patch", answer({ patchType: "JSONPatch" }), V1, /patchType but not/],
  [
    "an empty type",
    answer({ patch: PATCH, patchType: "" }),
    V1,
    /invalid response.patchType of ""/,
  ],
  [
    "another type of patch",
    answer({ patch: PATCH, patchType: "MergePatch" }),
    V1,
    /unsupported patch type "MergePatch"/,
  ],
  ["a patch that is no text", answer({ patch: [], patchType: "JSONPatch" }), V1, /not a string/],
  ["no base64", answer({ patch: "%", patchType: "JSONPatch" }), V1, /base64/],
  ["a patch by a judge", answer({ patch: PATCH }), JUDGING, /may not return response.patch$/],
  ["a type by a judge", answer({ patchType: "JSONPatch" }), JUDGING, /response.patchType$/],
  ["annotations that are no texts", answer({ auditAnnotations: { a: 1 } }), V1, /map of strings/],
  ["warnings that are no texts", answer({ warnings: [1] }), V1, /list of strings/],
  ["a status that is none", answer({ status: "no" }), V1, /status is not an object/],
];

for (const [name, given, expected, message] of BAD) {
  Deno.test(`readAnswer() refuses ${name}`, () => {
    assertThrows(() => readAnswer(given, expected), message);
  });
}

Deno.test("readAnswer() reads what webhooks say", () => {
  assertEquals(readAnswer(answer({}), V1), ALLOWED);
  assertEquals(readAnswer(answer({ status: null, warnings: null, patch: null }), V1), ALLOWED);
  const full = {
    patch: PATCH,
    patchType: "JSONPatch",
    warnings: ["w"],
    auditAnnotations: { a: "b" },
  };
  assertEquals(readAnswer(answer(full), V1), {
    ...ALLOWED,
    patch: new TextEncoder().encode("[]"),
    warnings: ["w"],
    auditAnnotations: { a: "b" },
  });
  // The old version never asked for more than an answer.
  assertEquals(readAnswer({ response: { allowed: true, patch: PATCH } }, OLD), {
    ...ALLOWED,
    patch: new TextEncoder().encode("[]"),
  });
  assertEquals(readAnswer(answer({}, { apiVersion: null, kind: null }), OLD), ALLOWED);
  const judging = { ...OLD, mutating: false };
  assertEquals(readAnswer({ response: { allowed: true, patch: PATCH } }, judging), ALLOWED);
});

const DENIALS: readonly (readonly [status: object | undefined, code: number, message: string])[] = [
  [undefined, 400, 'admission webhook "w" denied the request without explanation'],
  [{}, 400, 'admission webhook "w" denied the request without explanation'],
  [{ message: "no" }, 400, 'admission webhook "w" denied the request: no'],
  [{ reason: "Because" }, 400, 'admission webhook "w" denied the request: Because'],
  [{ message: "no", code: 403 }, 403, 'admission webhook "w" denied the request: no'],
  [{ message: "no", code: 200 }, 400, 'admission webhook "w" denied the request: no'],
  [{ message: "no", code: 9999 }, 400, 'admission webhook "w" denied the request: no'],
  [{ message: "no", code: "403" }, 400, 'admission webhook "w" denied the request: no'],
];

for (const [status, code, message] of DENIALS) {
  Deno.test(`denial() of ${JSON.stringify(status)} is a ${code}`, () => {
    const verdict = readAnswer(answer({ allowed: false, ...(status && { status }) }), V1);
    const refusal = denial("w", verdict.status).status;
    assertEquals([refusal.code, refusal.message], [code, message]);
  });
}
