import { testKind } from "../../../testing/kind_tables.ts";
import {
  NO_LABEL_1035 as LABEL,
  NO_LABEL_1035 as LABEL_1035,
} from "../../../testing/name_texts.ts";

const SCHEMA = "spec.validation.openAPIV3Schema";
const RULES = "x-kubernetes-validations";
const LIST_TYPE = "x-kubernetes-list-type";
const KEYS = "x-kubernetes-list-map-keys";

const text = { type: "string" };
const version = (schema: object = {}, more: object = {}) => ({
  name: "v1",
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: "object", ...schema } },
  ...more,
});
const spec = (fields: object) => ({ spec: fields });
const versions = (...all: object[]) => spec({ versions: all });
const schema = (words: object, more: object = {}) => versions(version(words, more));
const field = (a: object, more: object = {}) => schema({ properties: { a } }, more);
const ruled = (...rules: object[]) => field({ ...text, [RULES]: rules });
const shown = (rule: string, fields: object = {}) =>
  JSON.stringify({
    Rule: rule,
    Message: "",
    MessageExpression: "",
    Reason: null,
    FieldPath: "",
    OptionalOldSelf: null,
    ...fields,
  });
const webhook = (clientConfig: object, more: object = {}) =>
  spec({
    conversion: {
      strategy: "Webhook",
      webhook: { clientConfig, conversionReviewVersions: ["v1"], ...more },
    },
  });
const ROOT = `${SCHEMA}: Invalid value: only [Description Type Format Title Maximum ` +
  "ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems " +
  "UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields " +
  "XValidations] fields are allowed at the root of the schema if the status subresource is enabled";
const CONTAINS = "self.contains('abcdefghijklm')";
const DEAR = " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where " +
  "arrays, maps, and strings are declared)";

testKind({
  group: "apiextensions.k8s.io",
  resource: "customresourcedefinitions",
  valid: {
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [version()],
    },
  },
  good: [
    [
      "all that a version can say",
      field(text, {
        deprecated: true,
        deprecationWarning: "old",
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" },
        },
        additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec.list[*].a" }],
        selectableFields: [{ jsonPath: ".a" }],
      }),
    ],
    ["a webhook", webhook({ service: { namespace: "ns", name: "s" } })],
    ["rules", ruled({ rule: "self.size() < 5", messageExpression: "'not ' + self" })],
    ["the dialect's own group, with leave", {
      metadata: {
        name: "widgets.x.k8s.io",
        annotations: { "api-approved.kubernetes.io": "https://example.com/1" },
      },
      ...spec({ group: "x.k8s.io" }),
    }],
  ],
  bad: [
    [
      "another name",
      { metadata: { name: "gadgets.example.com" } },
      'metadata.name: Invalid value: "gadgets.example.com": must be spec.names.plural+"."+spec.group',
    ],
    [
      "a group without a dot",
      { metadata: { name: "widgets.example" }, ...spec({ group: "example" }) },
      'spec.group: Invalid value: "example": should be a domain with at least one dot',
    ],
    [
      "another scope",
      spec({ scope: "World" }),
      'spec.scope: Unsupported value: "World": supported values: "Cluster", "Namespaced"',
    ],
    [
      "names that are none",
      spec({ names: { singular: "A", kind: "k_k", listKind: "k_k", shortNames: ["1"] } }),
      `spec.names.singular: Invalid value: "A": ${LABEL}`,
      'spec.names.kind: Invalid value: "k_k": may have mixed case, but should otherwise match: ' +
      LABEL,
      'spec.names.listKind: Invalid value: "k_k": may have mixed case, but should otherwise match: ' +
      LABEL,
      `spec.names.shortNames[0]: Invalid value: "1": ${LABEL}`,
      'spec.names.listKind: Invalid value: "k_k": kind and listKind may not be the same',
    ],
    [
      "a beginning of a name",
      { metadata: { generateName: "widgets" } },
      'metadata.generateName: Invalid value: "widgets": must be spec.names.plural+"."+spec.group',
    ],
    [
      "two versions of one name",
      versions(version(), version({}, { storage: false })),
      "spec.versions: Invalid value: must contain unique version names",
    ],
    [
      "a version of no name that paths can have, which stands for all",
      versions(version({}, { name: "V1" })),
      ...["versions[0].name", "version"].map((field) =>
        `spec.${field}: Invalid value: "V1": ${LABEL_1035}`
      ),
    ],
    [
      "nowhere to store objects",
      versions(version({}, { storage: false })),
      "spec.versions: Invalid value: must have exactly one version marked as storage version",
      "status.storedVersions: Invalid value: null: must have at least one stored version",
    ],
    [
      "two versions of one name to store objects in",
      versions(version(), version()),
      "spec.versions: Invalid value: must contain unique version names",
      "spec.versions: Invalid value: must have exactly one version marked as storage version",
      'status.storedVersions: Invalid value: ["v1"]: must have the storage version v1',
    ],
    [
      "selectable fields of a schema that all versions share, which they don't",
      versions(
        version({ properties: { a: text } }, { selectableFields: [{ jsonPath: ".a" }] }),
        { ...version({ properties: { a: text } }, { storage: false }), name: "v2" },
      ),
      'spec.versions[0].selectableFields: Invalid value: "": may only be set when ' +
      "`version.schema.openAPIV3Schema` is not included",
    ],
    [
      "selectable fields that all versions share, of schemas of their own",
      versions(
        version({ properties: { a: text } }, { selectableFields: [{ jsonPath: ".a" }] }),
        {
          ...version({ properties: { a: text, b: text } }, { storage: false }),
          ...{ name: "v2", selectableFields: [{ jsonPath: ".a" }] },
        },
      ),
      'spec.selectableFields: Invalid value: "": may only be set when validations.schema is ' +
      "included",
    ],
    [
      "no schema",
      versions({ name: "v1", served: true, storage: true }),
      "spec.versions[0].schema.openAPIV3Schema: Required value",
    ],
    [
      "a schema of one of two versions",
      versions(version(), {
        ...version({ properties: { a: {} } }),
        name: "v2",
        storage: false,
      }),
      "spec.versions[1].schema.openAPIV3Schema.properties[a].type: Required value: must not be " +
      "empty for specified object fields",
    ],
    [
      "a warning of what is not old",
      field(text, { deprecationWarning: "x" }),
      'spec.versions[0].deprecationWarning: Invalid value: "x": can only be set for deprecated ' +
      "versions",
    ],
    [
      "a type that is none",
      field({ type: "moon" }),
      `${SCHEMA}.properties[a].type: Unsupported value: "moon": supported values: "array", ` +
      '"boolean", "integer", "number", "object", "string"',
    ],
    [
      "elements that must differ by their values",
      field({ type: "array", items: text, uniqueItems: true }),
      `${SCHEMA}.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since ` +
      "the runtime complexity becomes quadratic",
    ],
    [
      "known fields and any fields",
      field({ type: "object", properties: { b: text }, additionalProperties: text }),
      `${SCHEMA}.properties[a].additionalProperties: Forbidden: additionalProperties and ` +
      "properties are mutual exclusive",
    ],
    [
      "a default of another type",
      field({ ...text, default: 5 }),
      `${SCHEMA}.properties[a].default: Invalid value: "integer":  in body must be of type ` +
      'string: "integer"',
    ],
    [
      "what further elements may be, though that is anything",
      field({ type: "array", items: text, additionalItems: {} }),
      `${SCHEMA}.properties[a].additionalItems: Forbidden: additionalItems is not supported`,
    ],
    [
      "an empty reference",
      field({ ...text, $ref: "" }),
      `${SCHEMA}.properties[a].$ref: Forbidden: $ref is not supported`,
    ],
    [
      "a default that is no object of the API, in one that has them",
      field({
        type: "object",
        properties: {
          b: {
            ...{ type: "object", "x-kubernetes-embedded-resource": true },
            "x-kubernetes-preserve-unknown-fields": true,
          },
        },
        default: { b: { apiVersion: "v1" } },
      }),
      `${SCHEMA}.properties[a].default.b.kind: Required value`,
    ],
    [
      "a type in a default that is no text",
      field({
        ...{ type: "object", "x-kubernetes-embedded-resource": true },
        "x-kubernetes-preserve-unknown-fields": true,
        default: { apiVersion: 1, kind: "A" },
      }),
      `${SCHEMA}.properties[a].default.apiVersion: Invalid value: 1: must be a string`,
    ],
    [
      "a default of the whole that is no object of the API",
      schema({ default: {} }),
      `${SCHEMA}.default.apiVersion: Required value`,
      `${SCHEMA}.default.kind: Required value`,
    ],
    [
      "a default that is not kept",
      field({ type: "object", properties: { b: text }, default: { c: 1 } }),
      `${SCHEMA}.properties[a].default: Invalid value: {"c":1}: must not have unknown fields`,
    ],
    [
      "a default that breaks a rule",
      field({ ...text, default: "x", [RULES]: [{ rule: "self == 'y'" }] }),
      `${SCHEMA}.properties[a].default: Invalid value: "x": failed rule: self == 'y'`,
    ],
    [
      "a default of an embedded object's name",
      field({
        type: "object",
        "x-kubernetes-embedded-resource": true,
        properties: {
          metadata: { type: "object", properties: { name: { ...text, default: "a/b" } } },
        },
      }),
      `${SCHEMA}.properties[a].properties[metadata].properties[name].default: Invalid value: ` +
      '"a/b": must result in valid metadata: metadata.name: Invalid value: "a/b": may not ' +
      "contain '/'",
    ],
    [
      "a default of metadata",
      schema({ properties: { metadata: { type: "object", default: {} } } }),
      `${SCHEMA}.properties[metadata].default: Forbidden: must not be set in top-level metadata`,
    ],
    [
      "a list of maps without keys",
      field({ type: "array", [LIST_TYPE]: "map", items: { type: "object" } }),
      `${SCHEMA}.properties[a].${KEYS}: Required value: must not be empty if ${LIST_TYPE} is map`,
    ],
    [
      "keys that may be missing, or null, or nowhere",
      field({
        type: "array",
        [LIST_TYPE]: "map",
        [KEYS]: ["k", "z"],
        items: { type: "object", properties: { k: { ...text, nullable: true } } },
      }),
      `${SCHEMA}.properties[a].items.properties[k].default: Required value: this property is in ` +
      `${KEYS}, so it must have a default or be a required property`,
      `${SCHEMA}.properties[a].items.properties[k].nullable: Forbidden: this property is in ` +
      `${KEYS}, so it cannot be nullable`,
      `${SCHEMA}.properties[a].${KEYS}: Invalid value: ["k","z"]: entries must all be names of ` +
      "item properties",
    ],
    [
      "a key twice",
      field({
        type: "array",
        [LIST_TYPE]: "map",
        [KEYS]: ["k", "k"],
        items: { type: "object", required: ["k"], properties: { k: text } },
      }),
      `${SCHEMA}.properties[a].${KEYS}: Invalid value: ["k","k"]: must not contain duplicate ` +
      "entries",
    ],
    [
      "a set of objects",
      field({ type: "array", [LIST_TYPE]: "set", items: { type: "object" } }),
      `${SCHEMA}.properties[a].items.x-kubernetes-map-type: Invalid value: null: must be atomic ` +
      `as item of a list with ${LIST_TYPE}=set`,
    ],
    [
      "words around a status",
      schema({ anyOf: [{ required: ["a"] }] }, { subresources: { status: {} } }),
      ROOT,
    ],
    [
      "words around a status that exclude nothing",
      schema({ not: {} }, { subresources: { status: {} } }),
      ROOT,
    ],
    [
      "words around a status of one of two versions, the other of which has no schema",
      versions(
        { name: "v2", served: true, storage: false, subresources: { status: {} } },
        version({ anyOf: [{ required: ["a"] }] }),
      ),
      "spec.versions[0].schema.openAPIV3Schema: Required value",
    ],
    [
      "an empty reference of no type",
      versions({ ...version(), schema: { openAPIV3Schema: { $ref: "" } } }),
      `${SCHEMA}.$ref: Forbidden: $ref is not supported`,
      `${SCHEMA}.type: Required value: must not be empty at the root`,
    ],
    [
      "a scale of nothing",
      field(text, {
        subresources: { scale: { specReplicasPath: ".status.n", statusReplicasPath: "" } },
      }),
      'spec.subresources.scale.specReplicasPath: Invalid value: ".status.n": should be a json ' +
      "path under .spec",
      "spec.subresources.scale.statusReplicasPath: Required value",
    ],
    [
      "columns",
      field(text, {
        additionalPrinterColumns: [{ name: "", type: "moon", format: "x", jsonPath: "a" }],
      }),
      "spec.additionalPrinterColumns[0].name: Required value",
      'spec.additionalPrinterColumns[0].type: Invalid value: "moon": must be one of ' +
      "boolean,date,integer,number,string",
      'spec.additionalPrinterColumns[0].format: Invalid value: "x": must be one of ' +
      "byte,date,date-time,double,float,int32,int64,password",
      'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "a": must be a simple json path ' +
      "starting with .",
    ],
    [
      "selectable fields",
      schema({ properties: { a: text, o: { type: "object" }, metadata: { type: "object" } } }, {
        selectableFields: [".a", ".a", ".b", ".o", ".metadata"].map((jsonPath) => ({ jsonPath })),
      }),
      'spec.selectableFields[1].jsonPath: Duplicate value: ".a"',
      'spec.selectableFields[2].jsonPath: Invalid value: ".b": is an invalid path: does not refer ' +
      "to a valid field",
      'spec.selectableFields[3].jsonPath: Invalid value: ".o": must point to a field of type ' +
      "string, boolean or integer. Enum string fields and strings with formats are allowed.",
      'spec.selectableFields[4].jsonPath: Invalid value: ".metadata": must not point to fields in ' +
      "metadata",
      'spec.selectableFields[4].jsonPath: Invalid value: ".metadata": must point to a field of ' +
      "type string, boolean or integer. Enum string fields and strings with formats are allowed.",
    ],
    [
      "selectable fields of maps, and too many",
      schema({ properties: Object.fromEntries([..."abcdefghi"].map((name) => [name, text])) }, {
        selectableFields: ["['a']", ...[..."abcdefghi"].map((name) => `.${name}`)]
          .map((jsonPath) => ({ jsonPath })),
      }),
      "spec.selectableFields[0].jsonPath: Invalid value: \"['a']\": is an invalid path: array " +
      "notation is not allowed",
      "spec.selectableFields: Too many: 9: must have at most 8 items",
    ],
    [
      "a conversion of no kind",
      spec({ conversion: { strategy: "Magic" } }),
      'spec.conversion.strategy: Unsupported value: "Magic": supported values: "None", "Webhook"',
    ],
    [
      "a webhook in the open, of versions that nobody speaks",
      webhook({ url: "http://a/" }, { conversionReviewVersions: ["v3", "v3"] }),
      "spec.conversion.webhookClientConfig.url: Invalid value: \"http\": 'https' is the only " +
      "allowed URL scheme; desired format: https://host[/path]",
      'spec.conversion.conversionReviewVersions[1]: Invalid value: "v3": duplicate version',
      'spec.conversion.conversionReviewVersions: Invalid value: ["v3","v3"]: must include at ' +
      "least one of v1, v1beta1",
    ],
    [
      "a group of the dialect, without leave",
      { metadata: { name: "widgets.x.k8s.io" }, ...spec({ group: "x.k8s.io" }) },
      "metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must " +
      'have approval annotation "api-approved.kubernetes.io"',
    ],
    [
      "unknown fields that stay everywhere",
      spec({ preserveUnknownFields: true }),
      "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set " +
      "x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
    ],
    [
      "defaults, and a webhook, where unknown fields stay",
      {
        spec: {
          preserveUnknownFields: true,
          ...webhook({ url: "https://a/" }).spec,
          ...field({ ...text, default: "b" }).spec,
        },
      },
      "spec.preserveUnknownFields: Invalid value: true: must be false in order to use defaults in " +
      "the schema",
      'spec.conversion.strategy: Invalid value: "Webhook": must be None if ' +
      "spec.preserveUnknownFields is true",
      "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set " +
      "x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
    ],
    [
      "a rule that says nothing",
      ruled({ rule: " " }),
      `${SCHEMA}.properties[a].${RULES}[0].rule: Required value: rule is not specified`,
    ],
    [
      "a rule that is no answer",
      ruled({ rule: "self" }),
      `${SCHEMA}.properties[a].${RULES}[0].rule: Invalid value: ${shown("self")}: cel expression ` +
      "must evaluate to a bool",
    ],
    [
      "a message of lines, a reason and a path that are none",
      ruled({ rule: "true", message: "a\nb", reason: "Why", fieldPath: ".z" }),
      `${SCHEMA}.properties[a].${RULES}[0].message: Invalid value: "a\\nb": must not contain line ` +
      "breaks",
      `${SCHEMA}.properties[a].${RULES}[0].reason: Unsupported value: "Why": supported values: ` +
      '"FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
      `${SCHEMA}.properties[a].${RULES}[0].fieldPath: Invalid value: ".z": must be a valid path`,
    ],
    [
      "a transition of what can't be told apart",
      field({
        type: "array",
        maxItems: 5,
        items: { ...text, maxLength: 5, [RULES]: [{ rule: "self == oldSelf" }] },
      }),
      `${SCHEMA}.properties[a].items.${RULES}[0].rule: Invalid value: "self == oldSelf": oldSelf ` +
      "cannot be used on the uncorrelatable portion of the schema within " +
      `${SCHEMA}.properties[a]`,
    ],
    [
      "a rule that costs too much, as often as it may run",
      field({
        type: "array",
        maxItems: 10,
        items: {
          type: "object",
          maxProperties: 15,
          additionalProperties: {
            ...text,
            maxLength: 100_000,
            [RULES]: [{ rule: CONTAINS }],
          },
        },
      }),
      `${SCHEMA}.properties[a].items.additionalProperties.${RULES}[0].rule: Forbidden: estimated ` +
      `rule cost exceeds budget by factor of 1.200015x${DEAR}`,
    ],
    [
      "rules that cost too much in all",
      schema({
        properties: Object.fromEntries([..."abcdefghijklm"].map((name) => [name, {
          type: "array",
          maxItems: 100,
          items: { ...text, maxLength: 100_000, [RULES]: [{ rule: CONTAINS }] },
        }])),
      }),
      ...[..."abcd"].map((name) =>
        `${SCHEMA}.properties[${name}].items.${RULES}[0].rule: Forbidden: contributed to ` +
        "estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"
      ),
      `${SCHEMA}: Forbidden: ${RULES} estimated rule cost total for entire OpenAPIv3 schema ` +
      `exceeds budget by factor of 1.040013x${DEAR}`,
    ],
  ],
  defaults: [
    [
      "a webhook of which nothing is said",
      { spec: { conversion: { strategy: "None", webhook: { conversionReviewVersions: [] } } } },
      { spec: { conversion: { strategy: "None", webhook: null } } },
    ],
    [
      "names and conversion",
      {},
      spec({
        names: { singular: "widget", listKind: "WidgetList" },
        conversion: { strategy: "None" },
      }),
    ],
    [
      "the port of a webhook",
      webhook({ service: { namespace: "ns", name: "s" } }),
      webhook({ service: { namespace: "ns", name: "s", port: 443 } }),
    ],
  ],
  updates: [
    {
      name: "another group, and another plural",
      to: spec({ group: "example.org", names: { plural: "gadgets" } }),
      causes: [
        'spec.group: Invalid value: "example.org": field is immutable',
        'spec.names.plural: Invalid value: "gadgets": field is immutable',
      ],
    },
    {
      name: "another scope and kind, before anybody has seen the old ones",
      to: spec({ scope: "Cluster", names: { kind: "Gadget" } }),
    },
    {
      name:
        "another scope, where the first of two conditions says that nobody has seen the old one",
      from: {
        status: {
          conditions: ["False", "True"].map((status) => ({
            ...{ type: "Established", lastTransitionTime: null },
            status,
          })),
          storedVersions: ["v1"],
        },
      },
      to: spec({ scope: "Cluster" }),
    },
    {
      name: "nothing of a schema that was accepted in other times",
      from: { status: { storedVersions: ["v1"] }, ...field({}) },
      to: spec({ names: { categories: ["all"] } }),
    },
    {
      name: "no schema, as before, of what is not served",
      from: {
        status: { storedVersions: ["v1"] },
        ...versions({ name: "v1", served: true, storage: true }),
      },
      to: versions({ name: "v1", served: false, storage: true }),
    },
    {
      name: "no schema, as before, of what is served",
      from: {
        status: { storedVersions: ["v1"] },
        ...versions({ name: "v1", served: true, storage: true }),
      },
      to: spec({ names: { categories: ["all"] } }),
      causes: [
        "spec.versions[0].schema.openAPIV3Schema: Required value: because otherwise all fields " +
        "are pruned",
      ],
    },
    {
      name: "a status that does not say in what objects are stored",
      through: "status",
      from: { status: { storedVersions: ["v1"] } },
      to: { spec: { versions: [] }, status: { storedVersions: null } },
      becomes: { status: { storedVersions: ["v1"] } },
    },
    {
      name: "certificates that are none, once it is in use",
      from: {
        status: {
          conditions: [{ type: "Established", status: "True", lastTransitionTime: null }],
          storedVersions: ["v1"],
        },
      },
      to: webhook({ url: "https://a/", caBundle: btoa("x") }),
      causes: [
        'spec.conversion.webhookClientConfig.caBundle: Invalid value: "eA==": unable to load ' +
        "root certificates: unable to parse bytes as PEM block",
      ],
    },
    {
      name: "another scope and kind",
      from: {
        status: {
          conditions: [{ type: "Established", status: "True", lastTransitionTime: null }],
          storedVersions: ["v1"],
        },
      },
      to: spec({ scope: "Cluster", names: { kind: "Gadget" } }),
      causes: [
        'spec.scope: Invalid value: "Cluster": field is immutable',
        'spec.names.kind: Invalid value: "Gadget": field is immutable',
      ],
    },
    {
      name: "another version to store objects in",
      from: { status: { storedVersions: ["v1"] } },
      to: versions(version({}, { storage: false }), { ...version(), name: "v2" }),
      becomes: { status: { storedVersions: ["v1", "v2"] } },
    },
    {
      name: "without the version that objects are stored in",
      from: { status: { storedVersions: ["v1"] } },
      to: versions({ ...version(), name: "v2" }),
      causes: [
        'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was ' +
        "previously a storage version, and must remain in spec.versions until a storage " +
        "migration ensures no data remains persisted in v1 and removes v1 from " +
        "status.storedVersions",
      ],
    },
  ],
});
