/**
 * Schemas of custom resources.
 *
 * @module
 */

import type { Words } from "./words.ts";

const UNSUPPORTED = "Part of JSON Schema, but not allowed in definitions.";

/** The OpenAPI descriptions of the JSON schemas of custom resources. */
export const JSON_SCHEMAS: Words = {
  JSONSchemaProps: ["A schema: what a JSON value is like.", {
    id: UNSUPPORTED,
    $schema: UNSUPPORTED,
    $ref: UNSUPPORTED,
    description: "What the value is for; explain shows it.",
    type: "object, array, string, integer, number or boolean.",
    format: "What a string or number holds: date-time, int32, byte. Unknown ones are let pass.",
    title: "A heading.",
    default: "The value where there is none.",
    maximum: "The greatest number.",
    exclusiveMaximum: "Whether the number has to be less than maximum. Default: false.",
    minimum: "The least number.",
    exclusiveMinimum: "Whether the number has to be greater than minimum. Default: false.",
    maxLength: "The most characters of a string.",
    minLength: "The fewest characters of a string.",
    pattern: "A regular expression that a part of the string has to match.",
    maxItems: "The most elements of a list.",
    minItems: "The fewest elements of a list.",
    uniqueItems: "Not allowed to be true: use x-list-type set, in the spelling of the definition.",
    multipleOf: "The number has to be a multiple of this.",
    enum: "The values that are allowed.",
    maxProperties: "The most fields of an object.",
    minProperties: "The fewest fields of an object.",
    required: "The fields that an object must have.",
    items: "What the elements of a list are like.",
    allOf: "The value has to be like all of these.",
    oneOf: "The value has to be like exactly one of these.",
    anyOf: "The value has to be like at least one of these.",
    not: "The value must not be like this.",
    properties: "What the fields of an object are like, by name.",
    additionalProperties: "What the values of a map are like. Not together with properties.",
    patternProperties: UNSUPPORTED,
    dependencies: UNSUPPORTED,
    additionalItems: UNSUPPORTED,
    definitions: UNSUPPORTED,
    externalDocs: "Where to read more.",
    example: "An example, for people.",
    nullable: "Whether null is a value. Default: false.",
    "x-preserve-unknown-fields": "True keeps fields that the schema does not know; else they are " +
      "dropped.",
    "x-embedded-resource": "Whether the value is an object of the API, with kind, apiVersion and " +
      "metadata. Default: false.",
    "x-int-or-string": "Whether the value is an integer or a string. Default: false.",
    "x-list-map-keys": "The fields by which elements of a list of type map are told apart.",
    "x-list-type": "How lists are merged: atomic (the default) as a whole, set as a set of " +
      "scalars, map by the fields that the list-map-keys name.",
    "x-map-type": "How objects are merged: granular (the default) field by field, atomic as a " +
      "whole.",
    "x-validations": "Rules that the value has to keep, as CEL expressions.",
  }],
  ExternalDocumentation: ["Where to read more.", {
    description: "What is there.",
    url: "The address.",
  }],
  ValidationRule: ["A rule that a value has to keep.", {
    rule: "A CEL expression that has to be true; self is the value, oldSelf the one before, with " +
      "which the rule holds for updates only.",
    message: "What to say when it is not. Required where the rule has several lines.",
    messageExpression: "A CEL expression that makes the message; where it fails, message is used.",
    reason: "The reason of the error: FieldValueInvalid (the default), FieldValueForbidden, " +
      "FieldValueRequired or FieldValueDuplicate.",
    fieldPath: "The field that the error names, seen from the value: .a.b. Default: the value.",
    optionalOldSelf: "Whether oldSelf may be missing, so that the rule holds at creation too; it " +
      "is an optional value then. Default: false.",
  }],
};
