/**
 * The configuration in the body of an apply: just what it says, in no other form.
 *
 * @module
 */

import { addAll } from "../../toolkit/add_all.ts";
import {
  CodecError,
  decodeUntypedJson,
  decodeYaml,
  type JsonObject,
} from "../../toolkit/codec/mod.ts";
import { badRequest } from "../../toolkit/errors/mod.ts";
import type { FieldValidation } from "../codec/body.ts";

/**
 * Reads a configuration. Fields that come twice are an error or end in `warnings`, as `validation`
 * has it; in YAML they always are an error. Throws a 400.
 */
export function configurationOf(
  body: Uint8Array,
  validation: FieldValidation,
  warnings: string[],
): JsonObject {
  const problems: string[] = [];
  const document = jsonOf(body, problems) ?? yamlOf(body);
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw badRequest("error decoding YAML: the body is no object");
  }
  if (problems.length > 0) {
    if (validation === "Strict") {
      throw badRequest(`error strict decoding YAML: ${problems.join(", ")}`);
    }
    if (validation === "Warn") addAll(warnings, problems);
  }
  return document as JsonObject;
}

const BRACE = 0x7b;

/** What clients send is JSON nearly always, which is read far faster than all that YAML may be. */
function jsonOf(body: Uint8Array, problems: string[]): unknown {
  if (body[0] !== BRACE) return undefined;
  try {
    return decodeUntypedJson(body, { problems });
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function yamlOf(body: Uint8Array): unknown {
  try {
    const [document, ...more] = decodeYaml(body);
    if (more.length > 0) throw new CodecError("yaml: the body holds more than one document");
    return document;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw badRequest(`error decoding YAML: ${error.message}`);
  }
}
