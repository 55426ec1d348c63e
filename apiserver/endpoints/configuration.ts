/**
 * The configuration in the body of an apply: just what it says, in no other form.
 *
 * @module
 */

import {
  CodecError,
  decodeUntypedJson,
  decodeYaml,
  type JsonObject,
} from "../../toolkit/codec/mod.ts";
import { badRequest } from "../../toolkit/errors/mod.ts";
import { type FieldValidation, warnOf, yamlErrors } from "../bodies/body.ts";

/**
 * Reads a configuration. Fields that come twice are an error or end in `warnings`, as `validation`
 * has it; they are told as of YAML, whichever it is. Throws a 400.
 */
export function configurationOf(
  body: Uint8Array,
  validation: FieldValidation,
  warnings: string[],
): JsonObject {
  const duplicates: string[] = [];
  const document = jsonOf(body) ?? yamlOf(body, duplicates);
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw badRequest("error decoding YAML: the body is not an object");
  }
  if (duplicates.length > 0) {
    const problem = yamlErrors(duplicates);
    if (validation === "Strict") {
      throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${problem}`);
    }
    if (validation === "Warn") warnOf([problem], warnings);
  }
  return document as JsonObject;
}

const BRACE = 0x7b;

/**
 * What clients send is JSON nearly always, which is read far faster than all that YAML may be.
 * Undefined for anything else, and for JSON in which fields come twice.
 */
function jsonOf(body: Uint8Array): unknown {
  if (body[0] !== BRACE) return undefined;
  const problems: string[] = [];
  try {
    const document = decodeUntypedJson(body, { problems });
    return problems.length > 0 ? undefined : document;
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function yamlOf(body: Uint8Array, duplicates: string[]): unknown {
  try {
    const [document, ...more] = decodeYaml(body, { duplicates });
    if (more.length > 0) throw new CodecError("yaml: the body has more than one document");
    return document;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw badRequest(`error decoding YAML: ${error.message}`);
  }
}
