/**
 * What claims of tokens, and users, are to expressions. A name that is none in the language is spelled with its escapes
 * (`claims.kubernetes__dot__io`) or told as a text (`claims["kubernetes.io"]`).
 *
 * @module
 */

import type { User } from "../../../toolkit/authentication/user.ts";
import {
  CelObject,
  JsonList,
  JsonMap,
  unescapeField,
  type Value,
} from "../../../toolkit/cel/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";

type Fields = Readonly<Record<string, unknown>>;

const { expressionTypePrefix: prefix } = NAMES.kubernetes;

/** The value of `claims`. */
export function claimsValue(claims: Fields): Value {
  return new NamedFields(`${prefix}claims`, claims);
}

/** The value of `user`. */
export function userValue({ name, uid, groups, extra }: User): Value {
  return new NamedFields(`${prefix}UserInfo`, { username: name, uid, groups, extra });
}

/** What has fields, which nobody can walk through. */
class NamedFields extends CelObject {
  constructor(override readonly typeName: string, readonly json: Fields) {
    super();
  }

  override get(spelled: string): Value | undefined {
    const field = unescapeField(spelled);
    if (field === undefined || !Object.hasOwn(this.json, field)) return undefined;
    return valueOf(this.json[field]);
  }

  override fields(): Iterable<string> {
    return Object.keys(this.json);
  }
}

/** What stands in brackets or behind a dot may be spelled with escapes; what is looked for by `in` is a name. */
class ClaimMap extends JsonMap {
  override get isOfSchema(): boolean {
    return false;
  }

  override has(name: Value): boolean {
    return super.get(name) !== undefined;
  }

  override get(key: Value): Value | undefined {
    return super.get(typeof key === "string" ? unescapeField(key) ?? key : key);
  }
}

class ClaimList extends JsonList {
  override get isOfSchema(): boolean {
    return false;
  }
}

/** Numbers are doubles, whole ones too: so a token has them. */
function valueOf(json: unknown): Value {
  if (typeof json !== "object" || json === null) return json as string | boolean | number | null;
  return Array.isArray(json)
    ? new ClaimList(json, valueOf)
    : new ClaimMap(json as JsonObject, valueOf);
}
