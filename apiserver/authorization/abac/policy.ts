/**
 * The file of attribute based policies: a JSON object a line.
 *
 * @module
 */

import { decodeUntypedJson } from "../../../toolkit/codec/mod.ts";
import { type Dialect, DIALECTS, NAMES } from "../../../toolkit/names.ts";
import { formatApiVersion, parseApiVersion } from "../../../toolkit/schema/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { GROUP_AUTHENTICATED } from "../../../toolkit/authentication/user.ts";

/** Lets somebody do something. "*" stands for all; "" in user and group for no restriction, elsewhere for nothing. */
export interface Policy {
  readonly user: string;
  readonly group: string;
  readonly readonly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  readonly nonResourcePath: string;
}

/** What a file says. */
export interface PolicyFile {
  readonly policies: readonly Policy[];
  /** How many of them are written in the form without a version. */
  readonly unversioned: number;
}

/** A line longer than this is refused. */
const LINE_LIMIT_BYTES = 64 * 1024;
/** Characters of a line that an error shows. */
const SHOWN_CHARS = 200;

const VERSION = "v1beta1";
const KIND = "Policy";

const encoder = new TextEncoder();

/** Reads a file; empty lines and those that begin with # say nothing. Throws, naming path and line. */
export function readPolicies(text: string, path: string, dialect: Dialect): PolicyFile {
  const policies: Policy[] = [];
  let unversioned = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    try {
      const { policy, isVersioned } = readLine(trimmed, dialect);
      policies.push(policy);
      if (!isVersioned) unversioned++;
    } catch (cause) {
      const shown = trimmed.length > SHOWN_CHARS ? `${trimmed.slice(0, SHOWN_CHARS)}…` : trimmed;
      throw new Error(
        `error reading policy file ${path}, line ${index + 1}: ${shown}: ${
          (cause as Error).message
        }`,
        { cause },
      );
    }
  }
  return { policies, unversioned };
}

function readLine(line: string, dialect: Dialect): { policy: Policy; isVersioned: boolean } {
  const bytes = encoder.encode(line);
  if (bytes.length > LINE_LIMIT_BYTES) {
    throw new Error(`the line is longer than ${LINE_LIMIT_BYTES} bytes`);
  }
  const value = decodeUntypedJson(bytes);
  if (!isObject(value)) throw new Error("a line must hold one JSON object");
  const { apiVersion, kind, spec, ...rest } = value as Record<string, unknown>;
  if (apiVersion === undefined && kind === undefined) {
    return {
      policy: unversionedPolicy(fieldsOf({ ...rest, ...(spec !== undefined && { spec }) }, OLD)),
      isVersioned: false,
    };
  }
  const given = typeof apiVersion === "string" ? parseApiVersion(apiVersion) : undefined;
  const isOurs = DIALECTS.some((one) => given?.group === groupIn(one));
  if (kind !== KIND || given?.version !== VERSION || !isOurs) {
    const found = `kind ${JSON.stringify(kind ?? "")} of ${JSON.stringify(apiVersion ?? "")}`;
    throw new Error(
      `a line must hold kind "${KIND}" of ${
        formatApiVersion(groupIn(dialect), VERSION)
      }, not ${found}`,
    );
  }
  const [unknown] = Object.keys(rest).filter((field) => field !== "metadata");
  if (unknown !== undefined) throw new Error(`unknown field ${JSON.stringify(unknown)}`);
  if (!isObject(spec)) throw new Error("the field spec must be an object");
  return {
    policy: versionedPolicy(fieldsOf(spec as Record<string, unknown>, NEW)),
    isVersioned: true,
  };
}

/** No group of the API: it ends as labels do. */
function groupIn(dialect: Dialect): string {
  return `abac.authorization.${NAMES[dialect].domain}`;
}

const OLD = ["user", "group", "readonly", "resource", "namespace"];
const NEW = [...OLD, "apiGroup", "nonResourcePath"];

/** All fields, each of its type. Throws on others: a policy with a misspelt field would say something else. */
function fieldsOf(given: Record<string, unknown>, known: readonly string[]): Policy {
  for (const [field, value] of Object.entries(given)) {
    if (!known.includes(field)) throw new Error(`unknown field ${JSON.stringify(field)}`);
    if (field === "readonly" && typeof value !== "boolean") {
      throw new Error(`the field ${field} must be a boolean`);
    }
    if (field !== "readonly" && typeof value !== "string") {
      throw new Error(`the field ${field} must be a string`);
    }
  }
  const text = (field: string) => (given[field] as string | undefined) ?? "";
  return {
    user: text("user"),
    group: text("group"),
    readonly: given.readonly === true,
    apiGroup: text("apiGroup"),
    resource: text("resource"),
    namespace: text("namespace"),
    nonResourcePath: text("nonResourcePath"),
  };
}

/** A star means everybody who proved who they are. */
function versionedPolicy(policy: Policy): Policy {
  if (policy.user !== "*" && policy.group !== "*") return policy;
  return { ...policy, user: "", group: GROUP_AUTHENTICATED };
}

/** The old form leaves out what it does not restrict, and knows no groups of the API. */
function unversionedPolicy(policy: Policy): Policy {
  const { user, group, resource, namespace } = policy;
  const isForAll = user === "*" || group === "*" || user === "" && group === "";
  return {
    ...policy,
    ...(isForAll && { user: "", group: GROUP_AUTHENTICATED }),
    apiGroup: "*",
    resource: resource || "*",
    namespace: namespace || "*",
    nonResourcePath: resource === "" && namespace === "" ? "*" : "",
  };
}
