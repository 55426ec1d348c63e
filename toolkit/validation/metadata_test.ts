import { assertEquals } from "../deps/assert.ts";
import type { ObjectMeta } from "../api/meta_v1.ts";
import { FieldPath } from "../errors/field_path.ts";
import { checkNameIsSubdomain } from "./dns.ts";
import {
  validateDomainPrefixedKey,
  validateDomainPrefixedPath,
  validateFullyQualifiedDomainName,
  validateFullyQualifiedName,
} from "./domain.ts";
import { validateLabelSelector } from "./label_selector.ts";
import {
  ANNOTATIONS_LIMIT_BYTES,
  validateObjectMeta,
  validateObjectMetaUpdate,
  validateQualifiedFinalizers,
} from "./metadata.ts";
import {
  validateDeleteOptions,
  validateFieldManager,
  validatePatchOptions,
  validateWriteOptions,
} from "./options.ts";

const path = FieldPath.of("metadata");
const rules = { namespaced: true, checkName: checkNameIsSubdomain };
/** Messages, without the examples and expressions at their ends. */
const texts = (errors: { toString(): string }[]) =>
  errors.map((error) => String(error).replace(/ \((e\.g\.|regex)[^]*$/, ""));

const GOOD: ObjectMeta = {
  name: "a",
  namespace: "b",
  resourceVersion: "1",
  labels: { "example.com/a": "" },
  annotations: { "Example.com/A": "anything\n" },
  finalizers: ["example.com/f"],
  ownerReferences: [{ apiVersion: "apps/v1", kind: "K", name: "n", uid: "u", controller: true }],
  managedFields: [{ manager: "m", operation: "Apply", fieldsType: "FieldsV1" }],
};

const BAD: [name: string, change: ObjectMeta, errors: string[]][] = [
  ["nothing is wrong", {}, []],
  ["there is no name", { name: "" }, [
    "metadata.name: Required value: name or generateName is required",
  ]],
  ["the name to begin with is wrong", { generateName: "Ab-" }, [
    "metadata.generateName: Invalid value: \"Ab-\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  ]],
  ["the namespace is missing", { namespace: "" }, ["metadata.namespace: Required value"]],
  ["the namespace has a dot", { namespace: "a.b" }, [
    'metadata.namespace: Invalid value: "a.b": must not contain dots',
  ]],
  ["the generation is negative", { generation: -1 }, [
    "metadata.generation: Invalid value: -1: must be greater than or equal to 0",
  ]],
  ["a label is wrong in key and value", { labels: { "/": "é" } }, [
    'metadata.labels: Invalid value: "/": prefix part must be non-empty',
    'metadata.labels: Invalid value: "/": name part must be non-empty',
    "metadata.labels: Invalid value: \"/\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    "metadata.labels: Invalid value: \"é\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  ]],
  ["annotations are too large", { annotations: { a: "é".repeat(ANNOTATIONS_LIMIT_BYTES / 2) } }, [
    "metadata.annotations: Too long: may not be more than 262144 bytes",
  ]],
  [
    "annotations just fit",
    { annotations: { aa: "é".repeat(ANNOTATIONS_LIMIT_BYTES / 2 - 1) } },
    [],
  ],
  ["finalizers exclude each other", { finalizers: ["orphan", "foregroundDeletion"] }, [
    'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
  ]],
  ["an owner is empty", { ownerReferences: [{ apiVersion: "", kind: "", name: "", uid: "" }] }, [
    'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
    'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
    'metadata.ownerReferences.name: Invalid value: "": must not be empty',
    'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
  ]],
  ["an owner's version is wrong", {
    ownerReferences: [{ apiVersion: "a/b/c", kind: "K", name: "n", uid: "u" }],
  }, [
    'metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty',
  ]],
  ["an event is an owner", {
    ownerReferences: [{ apiVersion: "v1", kind: "Event", name: "n", uid: "u" }],
  }, [
    'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"n","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
  ]],
  ["managed fields are wrong", {
    managedFields: [{
      manager: "a\n",
      operation: "Merge",
      fieldsType: "V2",
      subresource: "s".repeat(257),
    }, {}],
  }, [
    'metadata.managedFields[0].operation: Invalid value: "Merge": must be `Apply` or `Update`',
    'metadata.managedFields[0].fieldsType: Invalid value: "V2": must be `FieldsV1`',
    'metadata.managedFields[0].manager: Invalid value: "a\\n": invalid character U+000A (at position 1)',
    "metadata.managedFields[0].subresource: Too long: may not be more than 256 bytes",
    'metadata.managedFields[1].operation: Invalid value: "": must be `Apply` or `Update`',
  ]],
];

for (const [name, change, errors] of BAD) {
  Deno.test(`validateObjectMeta() gives ${errors.length} errors when ${name}`, () => {
    assertEquals(texts(validateObjectMeta({ ...GOOD, ...change }, rules, path)), errors);
  });
}

Deno.test("validateObjectMeta() allows one controller among the owners", () => {
  const owner = { apiVersion: "v1", kind: "K", uid: "u", controller: true };
  const ownerReferences = [{ ...owner, name: "a" }, { ...owner, name: "b" }];
  const [error] = validateObjectMeta({ ...GOOD, ownerReferences }, rules, path);
  assertEquals(
    error?.detail,
    "Only one reference can have Controller set to true. " +
      'Found "true" in references for K/a and K/b',
  );
});

Deno.test("validateObjectMeta() forbids a namespace where the kind has none", () => {
  const errors = validateObjectMeta(GOOD, { ...rules, namespaced: false }, path);
  assertEquals(texts(errors), ["metadata.namespace: Forbidden: not allowed on this type"]);
});

Deno.test("validateObjectMetaUpdate() keeps what may not change", () => {
  const old: ObjectMeta = {
    ...GOOD,
    uid: "1",
    generation: 5,
    deletionTimestamp: "2024-01-01T00:00:00Z",
  };
  assertEquals(texts(validateObjectMetaUpdate(old, old, path)), []);
  const changed: ObjectMeta = {
    ...GOOD,
    name: "x",
    uid: "2",
    generation: 4,
    finalizers: ["example.com/f", "example.com/new"],
    resourceVersion: "",
  };
  assertEquals(texts(validateObjectMetaUpdate(changed, old, path)), [
    'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/new"}',
    'metadata.resourceVersion: Invalid value: "": must be specified for an update',
    "metadata.generation: Invalid value: 4: must not be decremented",
    'metadata.name: Invalid value: "x": field is immutable',
    'metadata.uid: Invalid value: "2": field is immutable',
    "metadata.deletionTimestamp: Invalid value: null: field is immutable",
  ]);
});

const BAD_UPDATES: [name: string, change: ObjectMeta, errors: string[]][] = [
  ["nothing is wrong", {}, []],
  ["finalizers exclude each other", { finalizers: ["orphan", "foregroundDeletion"] }, [
    'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
  ]],
  ["a finalizer is no name", { finalizers: ["example.com/f", "a b/c"] }, [
    "metadata.finalizers: Invalid value: \"a b/c\": prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  ]],
  ["the name to begin with is more than a step of a path", { generateName: "a/b%" }, [
    "metadata.generateName: Invalid value: \"a/b%\": may not contain '/'",
    "metadata.generateName: Invalid value: \"a/b%\": may not contain '%'",
  ]],
];

for (const [name, change, errors] of BAD_UPDATES) {
  Deno.test(`validateObjectMetaUpdate() gives ${errors.length} errors when ${name}`, () => {
    assertEquals(texts(validateObjectMetaUpdate({ ...GOOD, ...change }, GOOD, path)), errors);
  });
}

Deno.test("validateQualifiedFinalizers() takes domains and well known names", () => {
  const finalizers = ["orphan", "foregroundDeletion", "orch", "kubernetes", "a.b/c", "own"];
  assertEquals(texts(validateQualifiedFinalizers(finalizers, path)), [
    'metadata: Invalid value: "own": name is neither a standard finalizer name nor is it fully qualified',
  ]);
});

Deno.test("options of requests are checked as the reference does", () => {
  assertEquals(texts(validateWriteOptions({})), []);
  assertEquals(
    texts(
      validateWriteOptions({ fieldManager: "é\u200b", dryRun: ["Some"], fieldValidation: "x" }),
    ),
    [
      'fieldManager: Invalid value: "é\\u200b": invalid character U+200B (at position 2)',
      'dryRun: Unsupported value: ["Some"]: supported values: "All"',
      'fieldValidation: Unsupported value: "x": supported values: "", "Ignore", "Strict", "Warn"',
    ],
  );
  assertEquals(texts(validateFieldManager("\n".repeat(129), FieldPath.of("f"))), [
    "f: Too long: may not be more than 128 bytes",
  ]);
  assertEquals(texts(validatePatchOptions({}, { apply: true })), [
    "fieldManager: Required value: is required for apply patch",
  ]);
  assertEquals(texts(validatePatchOptions({ force: false }, { apply: false })), [
    "force: Forbidden: may not be specified for non-apply patch",
  ]);
  assertEquals(
    texts(validateDeleteOptions({ orphanDependents: false, propagationPolicy: "No" })),
    [
      'propagationPolicy: Invalid value: "No": orphanDependents and deletionPropagation cannot be both set',
      'propagationPolicy: Unsupported value: "No": supported values: "Foreground", "Background", "Orphan", "nil"',
    ],
  );
});

Deno.test("validateDeleteOptions() lets a deletion of what can't be read ask for nothing else", () => {
  const field = "ignoreStoreReadErrorWithClusterBreakingPotential";
  const cases: [options: object, beside: string | undefined][] = [
    [{}, undefined],
    [{ dryRun: ["All"] }, undefined],
    [{ propagationPolicy: "Orphan" }, "propagationPolicy"],
    [{ orphanDependents: false }, "orphanDependents"],
    [{ gracePeriodSeconds: 0 }, "gracePeriodSeconds"],
    [{ preconditions: {} }, "preconditions"],
    [{ preconditions: { uid: "x" } }, "preconditions"],
  ];
  for (const [options, beside] of cases) {
    assertEquals(texts(validateDeleteOptions(options)), [], beside);
    assertEquals(texts(validateDeleteOptions({ ...options, [field]: false })), [], beside);
    assertEquals(
      texts(validateDeleteOptions({ ...options, [field]: true })),
      beside === undefined
        ? []
        : [`${field}: Invalid value: true: cannot be set together with .${beside}`],
    );
  }
});

Deno.test("validateLabelSelector() holds operators to their values", () => {
  const at = FieldPath.of("s");
  assertEquals(validateLabelSelector(undefined, {}, at), []);
  const selector = {
    matchLabels: { a: "b" },
    matchExpressions: [
      { key: "a", operator: "In", values: [] },
      { key: "a", operator: "Exists", values: ["b"] },
      { key: "", operator: "Gt", values: ["é"] },
    ],
  };
  assertEquals(texts(validateLabelSelector(selector, {}, at)).slice(0, 4), [
    "s.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    "s.matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    's.matchExpressions[2].operator: Invalid value: "Gt": not a valid selector operator',
    's.matchExpressions[2].key: Invalid value: "": name part must be non-empty',
  ]);
  const lenient = { allowInvalidValues: true, allowUnknownOperators: true };
  assertEquals(validateLabelSelector(selector, lenient, at).length, 4);
});

Deno.test("names with a domain are checked as the reference does", () => {
  const at = FieldPath.of("f");
  const cases: [(text: string, path: FieldPath) => unknown[], string[], string[]][] = [
    [validateFullyQualifiedName, ["a.b.c"], ["", "a.b", "a.b.c.", "A.b.c"]],
    [validateFullyQualifiedDomainName, ["a.b", "a.b."], ["", "a", "a..", `a.${"b".repeat(64)}`]],
    [validateDomainPrefixedPath, ["a.b/c", "a/b/c"], [
      "",
      "a",
      "/a",
      "a/",
      "A/b",
      "a/ ",
    ]],
    [validateDomainPrefixedKey, ["a.b/c"], ["", "a", "a/b/c", "a/"]],
  ];
  for (const [validate, valid, invalid] of cases) {
    for (const text of valid) {
      assertEquals(validate(text, at).length, 0, `${validate.name} ${text}`);
    }
    for (const text of invalid) {
      assertEquals(validate(text, at).length > 0, true, `${validate.name} ${text}`);
    }
  }
});
