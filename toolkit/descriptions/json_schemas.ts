/**
 * Descriptions of the schemas of custom resources.
 *
 * @module
 */

import type { Words } from "./words.ts";

const UNSUPPORTED = "A part of JSON Schema that custom resource definitions don't allow.";

/** The descriptions of the JSON schemas of custom resources. */
export const JSON_SCHEMAS: Words = {
  JSONSchemaProps: ["The schema of a JSON value.", {
    id: UNSUPPORTED,
    $schema: UNSUPPORTED,
    $ref: UNSUPPORTED,
    description: "A description of the value.",
    type: "The JSON type: object, array, string, integer, number or boolean.",
    format: "The format of the value: date-time, int32, byte and others. Unknown formats are " +
      "ignored.",
    title: "A short title of the value.",
    default: "The value that is set if none is given.",
    maximum: "The maximum of a number.",
    exclusiveMaximum: "Whether a number must be less than maximum. Default: false.",
    minimum: "The minimum of a number.",
    exclusiveMinimum: "Whether a number must be greater than minimum. Default: false.",
    maxLength: "The maximum length of a string, in characters.",
    minLength: "The minimum length of a string, in characters.",
    pattern: "A regular expression that a string must match, in any part.",
    maxItems: "The maximum number of elements of a list.",
    minItems: "The minimum number of elements of a list.",
    uniqueItems: "Must not be true. Use the list type set instead.",
    multipleOf: "A number must be a multiple of this one.",
    enum: "The allowed values.",
    maxProperties: "The maximum number of properties of an object.",
    minProperties: "The minimum number of properties of an object.",
    required: "The names of required properties.",
    items: "The schema of the elements of a list.",
    allOf: "Schemas that must all match the value.",
    oneOf: "Schemas of which exactly one must match the value.",
    anyOf: "Schemas of which at least one must match the value.",
    not: "A schema that must not match the value.",
    properties: "The schemas of an object's properties, by name.",
    additionalProperties: "The schema of the values of a map. Not allowed with properties.",
    patternProperties: UNSUPPORTED,
    dependencies: UNSUPPORTED,
    additionalItems: UNSUPPORTED,
    definitions: UNSUPPORTED,
    externalDocs: "A link to more documentation.",
    example: "An example of the value.",
    nullable: "Whether null is allowed. Default: false.",
    "x-preserve-unknown-fields": "True keeps fields that the schema does not specify. Otherwise " +
      "they are pruned.",
    "x-embedded-resource": "Whether the value is an API object with kind, apiVersion and " +
      "metadata. Default: false.",
    "x-int-or-string": "Whether the value may be an integer or a string. Default: false.",
    "x-list-map-keys": "The fields that identify an element of a list of type map.",
    "x-list-type": "How lists are merged: atomic (the default) as a whole, set as a set of " +
      "scalars, map by the key fields of the elements.",
    "x-map-type": "How objects are merged: granular (the default) field by field, atomic as a " +
      "whole.",
    "x-validations": "Validation rules for the value, as CEL expressions.",
  }],
  ExternalDocumentation: ["A link to documentation.", {
    description: "A description of the documentation.",
    url: "The URL of the documentation.",
  }],
  ValidationRule: ["A validation rule for a value.", {
    rule: "A CEL expression that must be true. self is the value, oldSelf the previous one; a " +
      "rule that uses oldSelf applies to updates only.",
    message: "The error message. Required if the rule has several lines.",
    messageExpression: "A CEL expression that evaluates to the error message. If it fails, " +
      "message is used.",
    reason: "The reason of the error: FieldValueInvalid (the default), FieldValueForbidden, " +
      "FieldValueRequired or FieldValueDuplicate.",
    fieldPath: "The path of the field that the error names, relative to the value, such as .a.b. " +
      "Default: the value itself.",
    optionalOldSelf: "True makes oldSelf an optional value, so that the rule applies at creation " +
      "too. Default: false.",
  }],
};
