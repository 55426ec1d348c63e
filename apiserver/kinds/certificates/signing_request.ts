/**
 * Certificate signing requests.
 *
 * @module
 */

import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from "../../../toolkit/api/certificates_v1.ts";
import {
  parseCertificate,
  parsePem,
  parseSigningRequest,
  type PemBlock,
  SigningRequestError,
} from "../../../toolkit/certificates/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { humanDuration } from "../../bodies/human_duration.ts";
import type { Writing } from "../../resource/strategy.ts";
import type { KindRules } from "../declaration.ts";
import { requireChoice } from "../validation/choices.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { CONDITION_STATUSES } from "../validation/conditions.ts";
import { keyOfJson } from "../validation/same.ts";
import { validateSignerName } from "../validation/signer_name.ts";
import { checkPathName } from "../validation/path_name.ts";

const SPEC = FieldPath.of("spec");
const STATUS = FieldPath.of("status");
const CONDITIONS = STATUS.child("conditions");

const USAGES = new Set([
  "signing",
  "digital signature",
  "content commitment",
  "key encipherment",
  "key agreement",
  "data encipherment",
  "cert sign",
  "crl sign",
  "encipher only",
  "decipher only",
  "any",
  "server auth",
  "client auth",
  "code signing",
  "email protection",
  "s/mime",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "timestamping",
  "ocsp signing",
  "microsoft sgc",
  "netscape sgc",
]);

const SORTED_USAGES = [...USAGES].sort();
const CERTIFICATE = "CERTIFICATE";
const NO_CERTIFICATE = `must contain at least one ${CERTIFICATE} PEM block`;
/** A line of words before the content of a block, as old keys have. */
const HEADER = /^-----BEGIN [A-Z0-9 ]+-----[ \t]*\r?\n[^\n]*:/m;

/** The least time, in seconds, that a certificate may be asked for. */
const MIN_EXPIRATION_SECONDS = 600;

const view = (object: JsonObject) => object as unknown as CertificateSigningRequest;

function validateSpec(
  errors: FieldError[],
  { spec }: CertificateSigningRequest,
  { signerLegacy }: Names,
): void {
  const { request, usages = [], signerName, expirationSeconds: seconds } = spec;
  const wrong = wrongRequest(request);
  if (wrong !== undefined) errors.push(FieldError.invalid(SPEC.child("request"), request, wrong));
  const usagesPath = SPEC.child("usages");
  if (usages.length === 0) errors.push(FieldError.required(usagesPath));
  for (const [index, usage] of usages.entries()) {
    if (USAGES.has(usage)) continue;
    errors.push(FieldError.notSupported(usagesPath.index(index), usage, SORTED_USAGES));
  }
  const seen = new Set<string>();
  for (const [index, usage] of usages.entries()) {
    if (seen.has(usage)) errors.push(FieldError.duplicate(usagesPath.index(index), usage));
    seen.add(usage);
  }
  const signerPath = SPEC.child("signerName");
  if (signerName === signerLegacy) {
    const why = "the legacy signerName is not allowed via this API version";
    errors.push(FieldError.invalid(signerPath, signerName, why));
  } else validateSignerName(errors, signerPath, signerName);
  if (seconds !== undefined && seconds < MIN_EXPIRATION_SECONDS) {
    const why = "may not specify a duration less than 600 seconds (10 minutes)";
    errors.push(FieldError.invalid(SPEC.child("expirationSeconds"), seconds, why));
  }
}

const decoder = new TextDecoder();

/** What is wrong with the request itself: it has to be one, signed by whoever has its key. */
function wrongRequest(base64: string | null): string | undefined {
  try {
    parseSigningRequest(decoder.decode(Uint8Array.fromBase64(base64 ?? "")));
    return undefined;
  } catch (error) {
    if (error instanceof SigningRequestError) return error.message;
    throw error;
  }
}

const DECISIONS = ["Approved", "Denied", "Failed"];

function validateConditions(
  errors: FieldError[],
  conditions: readonly CertificateSigningRequestCondition[],
  before: readonly CertificateSigningRequestCondition[] = [],
): void {
  // What older rules took stays.
  const types = before.map(({ type }) => type);
  const mayBeEmpty = types.includes("");
  const mayRepeat = new Set(types).size < types.length;
  const mayContradict = types.includes("Approved") && types.includes("Denied");
  const seen = new Set<string>();
  for (const [index, { type, status }] of conditions.entries()) {
    const path = CONDITIONS.index(index);
    const statusPath = path.child("status");
    if (!type && !mayBeEmpty) errors.push(FieldError.required(path.child("type")));
    requireChoice(
      errors,
      statusPath,
      status,
      DECISIONS.includes(type) ? ["True"] : CONDITION_STATUSES,
    );
    const other = type === "Approved" ? "Denied" : type === "Denied" ? "Approved" : undefined;
    if (other !== undefined && seen.has(other) && !mayContradict) {
      const why = "Approved and Denied conditions are mutually exclusive";
      errors.push(FieldError.invalid(CONDITIONS, type, why));
    }
    if (seen.has(type) && !mayRepeat) errors.push(FieldError.duplicate(path.child("type"), type));
    seen.add(type);
  }
}

/** What is wrong with what was signed: nothing but certificates may be there. */
function wrongCertificate(base64: string): string | undefined {
  if (base64 === "") return undefined;
  const text = decoder.decode(Uint8Array.fromBase64(base64));
  let blocks: PemBlock[];
  try {
    blocks = parsePem(text);
  } catch {
    return NO_CERTIFICATE;
  }
  for (const { label, der } of blocks) {
    if (label !== CERTIFICATE) {
      return `only ${CERTIFICATE} PEM blocks are allowed, found ${quoteText(label)}`;
    }
    if (HEADER.test(text)) return "no PEM block headers are permitted";
    try {
      parseCertificate(der);
    } catch {
      return "x509: malformed certificate";
    }
  }
  return blocks.length > 0 ? undefined : NO_CERTIFICATE;
}

function validateCertificate(errors: FieldError[], object: JsonObject): void {
  const wrong = wrongCertificate(view(object).status?.certificate ?? "");
  if (wrong === undefined) return;
  errors.push(FieldError.invalid(STATUS.child("certificate"), "<certificate data>", wrong));
}

const decisionsOf = (object: JsonObject, type: string) =>
  (view(object).status?.conditions ?? []).filter((condition) => condition.type === type);

/** The rules for a write through `status` or `approval`, neither of which changes what is asked for. */
function validateOutcome(
  object: JsonObject,
  old: JsonObject,
  through: "approval" | "status",
): FieldError[] {
  const errors: FieldError[] = [];
  const { conditions = [] } = view(object).status ?? {};
  validateConditions(errors, conditions, view(old).status?.conditions);
  const { certificate: issued = "" } = view(old).status ?? {};
  const { certificate = "" } = view(object).status ?? {};
  if (certificate !== issued) validateCertificate(errors, object);
  for (const type of DECISIONS) {
    // Nobody may take a decision back.
    if (decisionsOf(object, type).length < decisionsOf(old, type).length) {
      const why = `updates may not remove a condition of type "${type}"`;
      errors.push(FieldError.forbidden(CONDITIONS, why));
    }
  }
  if (through === "approval") return errors;
  for (const type of ["Approved", "Denied"]) {
    if (decisionsOf(object, type).length <= decisionsOf(old, type).length) continue;
    const why = `updates may not add a condition of type "${type}"`;
    errors.push(FieldError.forbidden(CONDITIONS, why));
  }
  if (issued !== "" && certificate !== issued) {
    const why = "updates may not modify existing certificate content";
    errors.push(FieldError.forbidden(STATUS.child("certificate"), why));
  }
  return errors;
}

/** Whoever signs decides nothing: what a decision says stays as it was. */
function keepDecisions(object: JsonObject, old: JsonObject): void {
  const { conditions = [] } = view(object).status ?? {};
  for (const type of ["Approved", "Denied"]) {
    const before = decisionsOf(old, type);
    // More or fewer of them are refused.
    if (decisionsOf(object, type).length !== before.length) continue;
    let next = 0;
    for (const [index, condition] of conditions.entries()) {
      const kept = condition.type === type ? before[next++] : undefined;
      if (kept !== undefined) conditions[index] = { ...kept };
    }
  }
}

/** Whoever approves decides, and signs nothing. */
function keepCertificate(object: JsonObject, old: JsonObject): void {
  const { certificate } = view(old).status ?? {};
  const status = (object.status ??= {}) as { certificate?: string };
  if (certificate === undefined) delete status.certificate;
  else status.certificate = certificate;
}

/** Conditions say when they were last told, and since when they are what they are. */
function noteTimes(object: JsonObject, old: JsonObject, { time }: Writing): void {
  const times = new Map<string, string>();
  const stateOf = ({ type, status }: CertificateSigningRequestCondition) =>
    keyOfJson([type, status]);
  for (const condition of view(old).status?.conditions ?? []) {
    const { lastTransitionTime: since } = condition;
    const state = stateOf(condition);
    if (since && !times.has(state)) times.set(state, since);
  }
  for (const condition of view(object).status?.conditions ?? []) {
    condition.lastUpdateTime ??= time();
    condition.lastTransitionTime ??= times.get(stateOf(condition)) ?? time();
  }
}

function conditionOf(object: JsonObject): string {
  const { conditions = [], certificate } = view(object).status ?? {};
  const has = (type: string) => conditions.some((condition) => condition.type === type);
  const found = has("Denied") ? ["Denied"] : has("Approved") ? ["Approved"] : ["Pending"];
  if (has("Failed")) found.push("Failed");
  if (certificate) found.push("Issued");
  return found.join(",");
}

/**
 * The rules for certificate signing requests. Who asks is taken from the request's user, not from
 * the object, and the spec never changes; decisions are written through the subresource `approval`,
 * certificates through `status`.
 */
export function signingRequestRules(names: Names): KindRules {
  return {
    checkName: checkPathName,
    fields: { "spec.signerName": true },
    columns: columnsOf(
      NAME_COLUMN,
      AGE_COLUMN,
      {
        name: "SignerName",
        description: "The signer that is asked to issue the certificate",
        cell: (object) => view(object).spec.signerName,
      },
      {
        name: "Requestor",
        description: "The user who made the request",
        cell: (object) => view(object).spec.username ?? "",
      },
      {
        name: "RequestedDuration",
        description: "The requested lifetime of the certificate",
        cell(object) {
          const { expirationSeconds: seconds } = view(object).spec;
          return seconds === undefined ? "<none>" : humanDuration(seconds * 1000);
        },
      },
      {
        name: "Condition",
        description: "Whether the request is pending, approved, denied, failed or issued",
        cell: conditionOf,
      },
    ),
    // Nobody owns what is asked for: it never changes.
    resetFields: [["spec"], ["status"]],
    prepareForCreate(object, { user }) {
      // Who asks is who sends it, whatever it says.
      const { spec } = view(object);
      spec.username = user.name;
      spec.uid = user.uid;
      spec.groups = [...user.groups];
      if (Object.keys(user.extra).length === 0) delete spec.extra;
      else spec.extra = Object.fromEntries(Object.entries(user.extra).map(([k, v]) => [k, [...v]]));
    },
    prepareForUpdate(object, old) {
      // What is asked for, and who asks, never changes.
      object.spec = old.spec;
    },
    validate(object) {
      const errors: FieldError[] = [];
      validateSpec(errors, view(object), names);
      validateConditions(errors, view(object).status?.conditions ?? []);
      validateCertificate(errors, object);
      return errors;
    },
    subresources: {
      approval: {
        changes: ["status"],
        resetFields: [["spec"], ["status", "certificate"]],
        prepareForUpdate(object, old, writing) {
          keepCertificate(object, old);
          noteTimes(object, old, writing);
        },
        validateUpdate: (object, old) => validateOutcome(object, old, "approval"),
      },
      status: {
        resetFields: [["spec"], ["status", "conditions"]],
        prepareForUpdate(object, old, writing) {
          keepDecisions(object, old);
          noteTimes(object, old, writing);
        },
        validateUpdate: (object, old) => validateOutcome(object, old, "status"),
      },
    },
  };
}
