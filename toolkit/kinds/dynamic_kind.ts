/**
 * Kinds that no program was compiled with.
 *
 * @module
 */

import { printValue } from "../errors/print_value.ts";
import { checkDns1035Label, checkDns1123Subdomain } from "../validation/dns.ts";
import type { Messages } from "../validation/messages.ts";
import { groupOfKinds } from "./group.ts";
import type { AnyObject, Kind } from "./kind.ts";

/** What has to be known of a kind. */
export interface KindNames {
  /** In either dialect; default "", the core group. */
  readonly group?: string;
  /** `v1`, `v1beta1`. */
  readonly version: string;
  /** `Deployment`. */
  readonly kind: string;
  /** `deployments`. */
  readonly plural: string;
  /** Whether its objects are in namespaces. Default true. */
  readonly namespaced?: boolean;
}

/**
 * A kind that only discovery or a file knows. What is given is checked, as it may come from anywhere:
 * throws a TypeError that says which part is wrong and what belongs there.
 *
 * ```ts
 * import { dynamicKind } from "../../mod.ts";
 *
 * const Website = dynamicKind({
 *   group: "example.com",
 *   version: "v1",
 *   kind: "Website",
 *   plural: "websites",
 * });
 * Website.namespaced; // true
 * ```
 */
export function dynamicKind(names: KindNames): Kind<AnyObject> {
  const { group = "", version, kind, plural, namespaced = true } = names;
  mustPass("group", group, checkGroup, `an API group such as "apps", or "" for the core group`);
  mustPass("version", version, checkDns1035Label, `a version such as "v1"`);
  mustPass("kind", kind, checkKind, `a kind such as "Deployment"`);
  mustPass("plural", plural, checkDns1035Label, `a plural in lower case such as "deployments"`);
  if (typeof namespaced !== "boolean") {
    throw wrong("namespaced", namespaced, "true or false");
  }
  return { group: groupOfKinds(group), version, kind, plural, namespaced };
}

function checkGroup(text: string): Messages {
  return text === "" ? [] : checkDns1123Subdomain(text);
}

/** Kinds are labels in camel case. */
function checkKind(text: string): Messages {
  return checkDns1035Label(text.toLowerCase());
}

function mustPass(
  field: keyof KindNames,
  value: unknown,
  check: (text: string) => Messages,
  wanted: string,
): void {
  if (typeof value !== "string" || check(value).length > 0) throw wrong(field, value, wanted);
}

/** More of a value shows nobody anything. */
const SHOWN_CHARACTERS = 100;

function wrong(field: keyof KindNames, value: unknown, wanted: string): TypeError {
  const shown = value === undefined
    ? "missing"
    : typeof value === "string" && value.length > SHOWN_CHARACTERS
    ? `${printValue(value.slice(0, SHOWN_CHARACTERS))}…`
    : printValue(value);
  const both = field === "group" && typeof value === "string" && value.includes("/")
    ? ", with its version apart"
    : "";
  return new TypeError(`dynamicKind: ${field} is ${shown}: write ${wanted}${both}`);
}
