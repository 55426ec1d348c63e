/**
 * Conditions, as every status has them.
 *
 * @module
 */

import { EXTENSIONS, type Schema } from "./schema.ts";

/** Names with a domain before them, or none: `Ready`, `example.com/Synced`. */
const TYPE_PATTERN =
  "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$";
const TYPE_LIMIT = 316;
const REASON_PATTERN = "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$";

/** Whether a text may be the type of a condition. */
export function isConditionType(text: string): boolean {
  return text.length <= TYPE_LIMIT && new RegExp(TYPE_PATTERN).test(text);
}

/**
 * The schema of a list of conditions, one a type. Those of other types than the declared ones are
 * taken, too: other managers may have some of their own.
 */
export function conditionsSchema(declared: readonly string[]): Schema {
  const known = declared.length === 0 ? "" : ` Known types: ${declared.join(", ")}.`;
  return {
    type: "array",
    description: `What is known of the state of the object, one element a type.${known}`,
    [EXTENSIONS.listType]: "map",
    [EXTENSIONS.listMapKeys]: ["type"],
    items: {
      type: "object",
      required: ["lastTransitionTime", "message", "reason", "status", "type"],
      properties: {
        type: { type: "string", pattern: TYPE_PATTERN, maxLength: TYPE_LIMIT },
        status: { type: "string", enum: ["True", "False", "Unknown"] },
        observedGeneration: { type: "integer", format: "int64", minimum: 0 },
        lastTransitionTime: { type: "string", format: "date-time" },
        reason: { type: "string", pattern: REASON_PATTERN, minLength: 1, maxLength: 1024 },
        message: { type: "string", maxLength: 32_768 },
      },
    },
  };
}

/** The generation that the rest of the status is about. */
export function observedGenerationSchema(): Schema {
  return {
    type: "integer",
    format: "int64",
    minimum: 0,
    description: "The generation of the object that the status is about.",
  };
}
