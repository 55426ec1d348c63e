/**
 * The file of `--encryption-provider-config`: which resources are encrypted, and how.
 *
 * @module
 */

import type { apiserverConfigV1 } from "../../toolkit/api/config/apiserver_config_v1.ts";
import { FieldError, FieldPath } from "../../toolkit/errors/mod.ts";
import { type Dialect, DIALECTS, NAMES } from "../../toolkit/names.ts";
import {
  readConfiguration,
  refuseConfiguration,
} from "../../toolkit/process/configuration_text.ts";
import { parseDurationMs } from "../../toolkit/values/mod.ts";

type File = apiserverConfigV1.EncryptionConfiguration;
type ProviderEntry = apiserverConfigV1.ProviderConfiguration;
type KmsEntry = apiserverConfigV1.KMSConfiguration;
type KeyEntry = apiserverConfigV1.Key;

/** A key with a name that stands before what it encrypts. */
export interface NamedKey {
  readonly name: string;
  readonly secret: Uint8Array;
}

/** Who encrypts, as the file says it. */
export type ProviderSettings =
  | { readonly type: "identity" }
  | { readonly type: "aesgcm" | "aescbc" | "secretbox"; readonly keys: readonly NamedKey[] }
  | {
    readonly type: "kms";
    readonly name: string;
    /** The path of a unix socket; an abstract one begins with a NUL. */
    readonly socket: string;
    readonly timeoutMs: number;
  };

/** Resources and their providers. */
export interface EncryptionRule {
  /** `resource`, `resource.group`, `*.` (the core group), `*.group` or `*.*`. */
  readonly resources: readonly string[];
  readonly providers: readonly ProviderSettings[];
}

const KEY_BYTES = { aesgcm: [16, 24, 32], aescbc: [16, 24, 32], secretbox: [32] };
const KMS_TIMEOUT_MS = 3000;

/** Reads the text of a file. Throws an error with all that is wrong; no secret is in it. */
export function readEncryptionRules(text: string, dialect: Dialect): EncryptionRule[] {
  const { object } = readConfiguration(text, {
    dialect,
    group: NAMES[dialect].configGroupApiServer,
    versions: ["v1"],
    kind: "EncryptionConfiguration",
  });
  const { resources: rules } = object as unknown as File;
  const root = FieldPath.of("resources");
  const errors: FieldError[] = [];
  if (rules.length === 0) {
    errors.push(FieldError.required(root, "at least one resources is required"));
  }
  const names = new Set<string>();
  for (const [index, { resources, providers }] of rules.entries()) {
    const at = root.index(index);
    errors.push(...resourceErrors(resources, at.child("resources")));
    if (providers.length === 0) {
      errors.push(
        FieldError.required(at.child("providers"), "at least one provider is required"),
      );
    }
    for (const [place, provider] of providers.entries()) {
      errors.push(...providerErrors(provider, at.child("providers").index(place), names));
    }
  }
  errors.push(...maskedErrors(rules, root));
  refuseConfiguration(errors);
  return rules.map(({ resources, providers }) => ({
    resources,
    providers: providers.map(settingsOf),
  }));
}

function resourceErrors(resources: readonly string[], path: FieldPath): FieldError[] {
  if (resources.length === 0) {
    return [FieldError.required(path, "at least one resource is required")];
  }
  const errors: FieldError[] = [];
  if (new Set(resources).size < resources.length) {
    const why = "the same resource cannot be specified multiple times";
    errors.push(FieldError.invalid(path, resources, why));
  }
  const masks = resources.filter((one) => one.startsWith("*."));
  if (resources.some((one) => masks.some((mask) => mask !== one && isMasked(one, mask)))) {
    const why =
      "using overlapping resources such as 'secrets' and '*.' in the same resource list " +
      "is not allowed as they will be masked";
    errors.push(FieldError.invalid(path, resources, why));
  }
  for (const [index, resource] of resources.entries()) {
    const why = problemOf(resource);
    if (why !== undefined) errors.push(FieldError.invalid(path.index(index), resource, why));
  }
  return errors;
}

function problemOf(resource: string): string | undefined {
  if (/[A-Z]/.test(resource)) return "resource name should not contain capital letters";
  if (resource === "*") {
    return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  }
  if (/^(apiserveripinfo|serviceipallocations|servicenodeportallocations)$/.test(resource)) {
    return "resources which do not have REST API/s cannot be encrypted";
  }
  const { group, resource: plural } = placeOf(resource);
  if (DIALECTS.some((dialect) => group === NAMES[dialect].group("events"))) {
    return "events are stored in the core group: use 'events' instead";
  }
  if (group === "extensions") {
    return "'extensions' group has been removed and cannot be used for encryption";
  }
  if (group === "*" && plural !== "*") {
    return "encrypting the same resource across groups is not supported";
  }
  return undefined;
}

/** Later rules for what an earlier one has already taken whole. */
function maskedErrors(rules: File["resources"], root: FieldPath): FieldError[] {
  const masks: string[] = [];
  return rules.flatMap(({ resources }, index) => {
    const errors = resources.flatMap((resource, place) => {
      const mask = masks.find((one) => isMasked(resource, one));
      if (mask === undefined) return [];
      const why = `resource ${JSON.stringify(resource)} is masked by earlier rule ${
        JSON.stringify(mask)
      }`;
      const path = root.index(index).child("resources").index(place);
      return [FieldError.invalid(path, resource, why)];
    });
    masks.push(...resources.filter((resource) => resource.startsWith("*.")));
    return errors;
  });
}

function isMasked(resource: string, mask: string): boolean {
  return mask === "*.*" || placeOf(resource).group === placeOf(mask).group;
}

/** `deployments.apps`, `secrets`, `*.apps`, `*.` and `*.*` in two. */
export function placeOf(text: string): { readonly resource: string; readonly group: string } {
  const dot = text.indexOf(".");
  return dot < 0
    ? { resource: text, group: "" }
    : { resource: text.slice(0, dot), group: text.slice(dot + 1) };
}

function providerErrors(
  provider: ProviderEntry,
  path: FieldPath,
  kmsNames: Set<string>,
): FieldError[] {
  const given = Object.entries(provider).filter(([, value]) => value !== undefined);
  if (given.length !== 1) {
    const why = given.length === 0
      ? "provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity"
      : "more than one provider specified in a single element, should split into different list elements";
    return [FieldError.unshown(path, why)];
  }
  const { kms } = provider;
  if (kms) return kmsErrors(kms, path.child("kms"), kmsNames);
  for (const type of ["aesgcm", "aescbc", "secretbox"] as const) {
    const keys = provider[type]?.keys;
    if (keys !== undefined) return keyErrors(keys, path.child(type).child("keys"), KEY_BYTES[type]);
  }
  return [];
}

function keyErrors(
  keys: readonly KeyEntry[],
  path: FieldPath,
  lengths: readonly number[],
): FieldError[] {
  if (keys.length === 0) return [FieldError.required(path, "at least one keys is required")];
  return keys.flatMap(({ name, secret }, index) => {
    const at = path.index(index);
    const errors: FieldError[] = [];
    if (name === "") {
      errors.push(FieldError.required(at.child("name"), "name is a mandatory field for a key"));
    } else if (name.includes(":")) {
      errors.push(FieldError.invalid(at.child("name"), name, "must not contain ':'"));
    }
    if (secret === "") {
      errors.push(FieldError.required(at.child("secret"), "secret is a mandatory field for a key"));
      return errors;
    }
    const bytes = bytesOf(secret);
    if (bytes === undefined) {
      errors.push(FieldError.unshown(at.child("secret"), "secrets must be base64 encoded"));
    } else if (!lengths.includes(bytes.length)) {
      const why = `secret is not of the expected length, got ${bytes.length}, expected one of [${
        lengths.join(" ")
      }]`;
      errors.push(FieldError.unshown(at.child("secret"), why));
    }
    return errors;
  });
}

/** Base64 of full length. What its last character has besides the last byte is nobody's business, as in the reference. */
function bytesOf(secret: string): Uint8Array | undefined {
  if (secret.replace(/\s/g, "").length % 4 !== 0) return undefined;
  try {
    return Uint8Array.fromBase64(secret);
  } catch {
    return undefined;
  }
}

function kmsErrors(
  { apiVersion, name, cachesize, endpoint, timeout }: KmsEntry,
  path: FieldPath,
  names: Set<string>,
): FieldError[] {
  const errors: FieldError[] = [];
  if (name === "") {
    errors.push(
      FieldError.required(path.child("name"), "name is a mandatory field for a provider"),
    );
  } else if (name.includes(":")) {
    const why = `invalid KMS provider name ${name}, must not contain ':'`;
    errors.push(FieldError.invalid(path.child("name"), name, why));
  } else if (names.has(name)) {
    const why = `duplicate KMS provider name ${name}, names must be unique`;
    errors.push(FieldError.invalid(path.child("name"), name, why));
  }
  names.add(name);
  if (timeout !== undefined && !(parseDurationMs(timeout) > 0)) {
    const why = "timeout should be a positive value";
    errors.push(FieldError.invalid(path.child("timeout"), timeout, why));
  }
  if (endpoint === "") {
    errors.push(
      FieldError.required(path.child("endpoint"), "endpoint is a mandatory field for a kms"),
    );
  } else if (socketOf(endpoint) === undefined) {
    const scheme = endpoint.includes(":") ? endpoint.split(":", 1)[0]! : "";
    const why = `unsupported scheme ${
      JSON.stringify(scheme)
    } for KMS provider, only unix is supported`;
    errors.push(FieldError.invalid(path.child("endpoint"), endpoint, why));
  }
  if (apiVersion !== "v2") {
    const why =
      `unsupported apiVersion ${apiVersion || "v1"} for KMS provider: v1 was given up by ` +
      "the reference, write v2";
    errors.push(FieldError.invalid(path.child("apiVersion"), apiVersion ?? "", why));
  } else if (cachesize !== undefined) {
    const why = "cachesize is not supported in v2";
    errors.push(FieldError.invalid(path.child("cachesize"), cachesize, why));
  }
  return errors;
}

/** `unix:///path`, `unix:/path`, or `unix:///@name` for an abstract socket. */
function socketOf(endpoint: string): string | undefined {
  const path = /^unix:(?:\/\/)?(.+)$/.exec(endpoint)?.[1];
  return path?.startsWith("/@") ? `\0${path.slice(2)}` : path;
}

function settingsOf(provider: ProviderEntry): ProviderSettings {
  const { kms } = provider;
  if (kms) {
    const { name, endpoint, timeout } = kms;
    const timeoutMs = timeout === undefined ? KMS_TIMEOUT_MS : parseDurationMs(timeout);
    return { type: "kms", name, socket: socketOf(endpoint)!, timeoutMs };
  }
  for (const type of ["aesgcm", "aescbc", "secretbox"] as const) {
    const keys = provider[type]?.keys;
    if (keys === undefined) continue;
    return {
      type,
      keys: keys.map(({ name, secret }) => ({ name, secret: Uint8Array.fromBase64(secret) })),
    };
  }
  return { type: "identity" };
}
