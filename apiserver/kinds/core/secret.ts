/**
 * Secrets.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { Secret } from "../../../toolkit/api/core_v1.ts";
import { keyPairProblem } from "../../../toolkit/certificates/mod.ts";
import { CodecError, decodeUntypedJson, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import {
  bytesOfBase64,
  DATA_LIMIT_BYTES,
  dataColumn,
  validateFrozen,
  validateKeys,
} from "./frozen_data.ts";

const DATA = FieldPath.of("data");
const TYPE = FieldPath.of("type");

const DEFAULT_TYPE = "Opaque";

/** What the rules of a type find in data of that type. */
type TypeCheck = (errors: FieldError[], secret: Secret, data: Record<string, string>) => void;

function typeChecks(names: Names): ReadonlyMap<string, TypeCheck> {
  return new Map([
    [names.secretTypeServiceAccountToken, namesAccount(names)],
    [`${names.domain}/dockercfg`, holdsJson(".dockercfg")],
    [names.secretTypeDockerConfig, holdsJson(".dockerconfigjson")],
    [names.secretTypeBasicAuth, hasNameOrPassword],
    [names.secretTypeSshAuth, hasPrivateKey],
    [names.secretTypeTls, hasKeyPair],
  ]);
}

function namesAccount({ annotationServiceAccountName }: Names): TypeCheck {
  const path = FieldPath.of("metadata", "annotations").key(annotationServiceAccountName);
  return (errors, { metadata }) => {
    if (!metadata?.annotations?.[annotationServiceAccountName]) {
      errors.push(FieldError.required(path));
    }
  };
}

function holdsJson(key: string): TypeCheck {
  return (errors, _, data) => {
    const text = data[key];
    if (text === undefined) {
      errors.push(FieldError.required(DATA.key(key)));
      return;
    }
    const why = jsonProblem(text);
    if (why !== undefined) {
      errors.push(FieldError.invalid(DATA.key(key), "<secret contents redacted>", why));
    }
  };
}

/** Why bytes in base64 are no JSON object; nothing of what they are is told. */
function jsonProblem(base64: string): string | undefined {
  try {
    const value = decodeUntypedJson(Uint8Array.fromBase64(base64));
    if (value === null || (typeof value === "object" && !Array.isArray(value))) return undefined;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
  }
  return "must be a JSON object";
}

function hasNameOrPassword(
  errors: FieldError[],
  _: Secret,
  data: Record<string, string>,
): void {
  if (Object.hasOwn(data, "username") || Object.hasOwn(data, "password")) return;
  errors.push(FieldError.required(DATA.key("username")), FieldError.required(DATA.key("password")));
}

function hasPrivateKey(errors: FieldError[], _: Secret, data: Record<string, string>): void {
  if (!data["ssh-privatekey"]) errors.push(FieldError.required(DATA.key("ssh-privatekey")));
}

function hasKeyPair(errors: FieldError[], _: Secret, data: Record<string, string>): void {
  for (const key of ["tls.crt", "tls.key"]) {
    if (!Object.hasOwn(data, key)) errors.push(FieldError.required(DATA.key(key)));
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const textOf = (base64 = "") => decoder.decode(Uint8Array.fromBase64(base64));

const utf8 = new TextEncoder();

/** Moves texts to the bytes that they are written for. */
function takeTexts(object: JsonObject): void {
  const secret = object as unknown as Secret;
  const texts = secret.stringData;
  if (texts === undefined) return;
  delete secret.stringData;
  const data = secret.data ??= {};
  for (const [key, text] of Object.entries(texts)) {
    Object.defineProperty(data, key, {
      value: utf8.encode(text).toBase64(),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
}

/**
 * The rules for secrets: valid keys, at most 1 MiB, the entries that the type demands, and no
 * change once `immutable` is set.
 */
export function secretRules(names: Names): KindRules {
  const checks = typeChecks(names);
  const validate = (object: JsonObject): FieldError[] => {
    const secret = object as unknown as Secret;
    const { data = {}, type = "" } = secret;
    const errors: FieldError[] = [];
    validateKeys(errors, DATA, data);
    let bytes = 0;
    for (const value of Object.values(data)) bytes += bytesOfBase64(value);
    if (bytes > DATA_LIMIT_BYTES) errors.push(FieldError.tooLong(DATA, DATA_LIMIT_BYTES));
    checks.get(type)?.(errors, secret, data);
    return errors;
  };
  return {
    fields: { "type": true },
    columns: columnsOf(
      NAME_COLUMN,
      {
        name: "Type",
        description: "The type of the secret",
        cell: ({ type }) => type ?? "",
      },
      dataColumn("data"),
      AGE_COLUMN,
    ),
    setDefaults(object) {
      takeTexts(object);
      object.type ||= DEFAULT_TYPE;
    },
    validate,
    warnings(object) {
      const { type, data = {} } = object as unknown as Secret;
      if (type !== names.secretTypeTls) return [];
      const why = keyPairProblem(textOf(data["tls.crt"]), textOf(data["tls.key"]));
      return why === undefined ? [] : [why];
    },
    validateUpdate(object, old) {
      const errors: FieldError[] = [];
      validateUnchanged(errors, TYPE, object.type, old.type);
      addAll(errors, validateFrozen(object, old, ["data"]));
      addAll(errors, validate(object));
      return errors;
    },
  };
}
