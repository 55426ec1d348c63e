/**
 * Requests for certificates: sent by who wants one, approved or denied by others, and signed.
 *
 * @module
 */

import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from "../../../toolkit/api/certificates_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkDns1123Subdomain } from "../../../toolkit/validation/mod.ts";
import type { Writing } from "../../registry/strategy.ts";
import { equalJson } from "../../registry/equal.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../rules/column.ts";
import { checkPathName } from "../rbac/path_name.ts";

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

/** The least time, in seconds, that a certificate may be asked for. */
const MIN_EXPIRATION_SECONDS = 600;
const LIMIT_SIGNER_CHARS = 571;

const view = (object: JsonObject) => object as unknown as CertificateSigningRequest;

function validateSpec(errors: FieldError[], { spec }: CertificateSigningRequest): void {
  const { request, usages = [], signerName, expirationSeconds: seconds } = spec;
  if (!isPemRequest(request)) {
    const why = "PEM block type must be CERTIFICATE REQUEST";
    errors.push(FieldError.invalid(SPEC.child("request"), request, why));
  }
  const usagesPath = SPEC.child("usages");
  if (usages.length === 0) errors.push(FieldError.required(usagesPath));
  for (const [index, usage] of usages.entries()) {
    const path = usagesPath.index(index);
    if (!USAGES.has(usage)) errors.push(FieldError.notSupported(path, usage, [...USAGES].sort()));
    if (usages.indexOf(usage) !== index) errors.push(FieldError.duplicate(path, usage));
  }
  validateSigner(errors, SPEC.child("signerName"), signerName);
  if (seconds !== undefined && seconds < MIN_EXPIRATION_SECONDS) {
    const path = SPEC.child("expirationSeconds");
    errors.push(
      FieldError.invalid(
        path,
        seconds,
        "may not specify a duration less than 600 seconds (10 minutes)",
      ),
    );
  }
}

const decoder = new TextDecoder();

function isPemRequest(base64: string): boolean {
  const text = decoder.decode(Uint8Array.fromBase64(base64));
  return /-----BEGIN (NEW )?CERTIFICATE REQUEST-----\s/.test(text) &&
    /-----END (NEW )?CERTIFICATE REQUEST-----/.test(text);
}

/** A domain, a slash, and dotted names. */
function validateSigner(errors: FieldError[], path: FieldPath, name: string): void {
  if (name === "") {
    errors.push(FieldError.required(path));
    return;
  }
  const [domain = "", rest, ...more] = name.split("/");
  if (rest === undefined || more.length > 0) {
    const why = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    errors.push(FieldError.invalid(path, name, why));
    return;
  }
  addInvalid(errors, path, domain, checkDns1123Subdomain(domain));
  if (!domain.includes(".")) {
    const why = "should be a domain with at least two segments separated by dots";
    errors.push(FieldError.invalid(path, domain, why));
  }
  addInvalid(errors, path, rest, checkDns1123Subdomain(rest));
  if (name.length > LIMIT_SIGNER_CHARS) errors.push(FieldError.tooLong(path, LIMIT_SIGNER_CHARS));
}

const DECISIONS = new Set(["Approved", "Denied", "Failed"]);

function validateConditions(
  errors: FieldError[],
  conditions: readonly CertificateSigningRequestCondition[],
): void {
  for (const [index, { type, status }] of conditions.entries()) {
    const path = CONDITIONS.index(index);
    if (type === "") errors.push(FieldError.required(path.child("type")));
    if (!status) errors.push(FieldError.required(path.child("status")));
    else if (!["True", "False", "Unknown"].includes(status)) {
      errors.push(
        FieldError.notSupported(path.child("status"), status, ["False", "True", "Unknown"]),
      );
    } else if (DECISIONS.has(type) && status !== "True") {
      errors.push(FieldError.notSupported(path.child("status"), status, ["True"]));
    }
    if (conditions.findIndex((other) => other.type === type) !== index) {
      errors.push(FieldError.duplicate(path.child("type"), type));
    }
  }
  const types = conditions.map(({ type }) => type);
  if (types.includes("Approved") && types.includes("Denied")) {
    const why = "Approved and Denied conditions are mutually exclusive";
    errors.push(
      FieldError.invalid(CONDITIONS.index(types.indexOf("Denied")).child("type"), "Denied", why),
    );
  }
}

/** What was decided stays decided. */
function validateDecisions(errors: FieldError[], object: JsonObject, old: JsonObject): void {
  for (const type of DECISIONS) {
    const before = decisionsOf(old, type);
    if (before.length > 0 && !equalJson(before, decisionsOf(object, type))) {
      const why = `updates may not remove or change a condition of type "${type}"`;
      errors.push(FieldError.forbidden(CONDITIONS, why));
    }
  }
}

const decisionsOf = (object: JsonObject, type: string) =>
  (view(object).status?.conditions ?? []).filter((condition) => condition.type === type);

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  validateSpec(errors, view(object));
  validateConditions(errors, view(object).status?.conditions ?? []);
  return errors;
}

function validateApproval(object: JsonObject, old: JsonObject): FieldError[] {
  const errors = validate(object);
  const before = view(old).status?.conditions ?? [];
  // Nobody may take a decision back, and no decision is taken anywhere but here.
  for (const type of ["Approved", "Denied"]) {
    if (before.some((one) => one.type === type) && decisionsOf(object, type).length === 0) {
      const why = `updates may not remove a condition of type "${type}"`;
      errors.push(FieldError.forbidden(CONDITIONS, why));
    }
  }
  return errors;
}

function validateStatus(object: JsonObject, old: JsonObject): FieldError[] {
  const errors = validate(object);
  validateDecisions(errors, object, old);
  for (const type of ["Approved", "Denied"]) {
    if (decisionsOf(object, type).length > decisionsOf(old, type).length) {
      const why = `updates may not add a condition of type "${type}"`;
      errors.push(FieldError.forbidden(CONDITIONS, why));
    }
  }
  const { certificate: issued } = view(old).status ?? {};
  if (issued && view(object).status?.certificate !== issued) {
    const why = "updates may not set certificate content if already set";
    errors.push(FieldError.forbidden(STATUS.child("certificate"), why));
  }
  return errors;
}

/** Whoever approves decides, and signs nothing. */
function keepCertificate(object: JsonObject, old: JsonObject): void {
  const { certificate } = view(old).status ?? {};
  const status = (object.status ??= {}) as { certificate?: string };
  if (certificate === undefined) delete status.certificate;
  else status.certificate = certificate;
}

/** Conditions say when they were last told, and when they became what they are. */
function noteTimes(object: JsonObject, old: JsonObject, { time }: Writing): void {
  const before = view(old).status?.conditions ?? [];
  for (const condition of view(object).status?.conditions ?? []) {
    condition.lastUpdateTime ??= time();
    const earlier = before.find(({ type }) => type === condition.type);
    condition.lastTransitionTime ??= earlier?.status === condition.status
      ? earlier.lastTransitionTime ?? condition.lastUpdateTime
      : condition.lastUpdateTime;
  }
}

function conditionOf(object: JsonObject): string {
  const { conditions = [], certificate } = view(object).status ?? {};
  const has = (type: string) => conditions.some((condition) => condition.type === type);
  const found = has("Approved") ? ["Approved"] : has("Denied") ? ["Denied"] : ["Pending"];
  if (has("Failed")) found.push("Failed");
  if (certificate) found.push("Issued");
  return found.join(",");
}

/** Seconds as people say them. */
function shownSeconds(seconds: number | undefined): string {
  if (seconds === undefined) return "<none>";
  const [days, hours, minutes] = [86_400, 3_600, 60].map((unit) => Math.floor(seconds / unit));
  if (seconds < 600) return `${seconds}s`;
  if (minutes! < 180) return `${minutes}m`;
  return hours! < 48 ? `${hours}h` : `${days}d`;
}

/** See the module's comment. */
export const signingRequestRules: KindRules = {
  checkName: checkPathName,
  fields: { "spec.signerName": true },
  columns: columnsOf(
    NAME_COLUMN,
    AGE_COLUMN,
    {
      name: "SignerName",
      description: "Who is to sign it",
      cell: (object) => view(object).spec.signerName,
    },
    {
      name: "Requestor",
      description: "Who asks for it",
      cell: (object) => view(object).spec.username ?? "",
    },
    {
      name: "RequestedDuration",
      description: "How long it is to be valid",
      cell: (object) => shownSeconds(view(object).spec.expirationSeconds),
    },
    { name: "Condition", description: "What was decided", cell: conditionOf },
  ),
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
  validate,
  validateUpdate: (object) => validate(object),
  parts: {
    approval: {
      changes: ["status"],
      resetFields: [["spec"], ["status", "certificate"]],
      prepareForUpdate(object, old, writing) {
        keepCertificate(object, old);
        noteTimes(object, old, writing);
      },
      validateUpdate: validateApproval,
    },
    status: { prepareForUpdate: noteTimes, validateUpdate: validateStatus },
  },
};
