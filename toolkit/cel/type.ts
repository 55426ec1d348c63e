/**
 * Types of expressions.
 *
 * @module
 */

/** What an expression may be. */
export type CelType =
  | ScalarType
  | { readonly kind: "type"; readonly of: CelType | undefined }
  | ListType
  | MapType
  | { readonly kind: "optional"; readonly value: CelType }
  | ObjectType
  | OpaqueType
  | { readonly kind: "param"; readonly name: string };

/** How large a value can get at most, where a schema says so: characters, bytes, elements. */
interface Sized {
  readonly maxSize?: number | undefined;
}

export interface ScalarType extends Sized {
  readonly kind:
    | "dyn"
    | "error"
    | "null"
    | "bool"
    | "int"
    | "uint"
    | "double"
    | "string"
    | "bytes"
    | "timestamp"
    | "duration";
  /** Anything that nobody can walk through before saying `dyn(…)`. */
  readonly isAny?: true;
}

export interface ListType extends Sized {
  readonly kind: "list";
  readonly element: CelType;
}

export interface MapType extends Sized {
  readonly kind: "map";
  readonly key: CelType;
  readonly value: CelType;
  /** Whether the size of a value is known as well where a name leads to it: `map.name`, not only `map["name"]`. */
  readonly isSizedByName?: boolean | undefined;
}

/** What only functions look into, told apart by its name. */
export interface OpaqueType extends Sized {
  readonly kind: "opaque";
  readonly name: string;
}

/** A thing with named fields, told apart by its name. */
export interface ObjectType extends Sized {
  readonly kind: "object";
  readonly name: string;
  /** The type of a field; undefined: there is none of that name. */
  field(name: string): CelType | undefined;
}

const scalar = (kind: ScalarType["kind"]): ScalarType => ({ kind });

export const DYN = scalar("dyn");
export const ANY: ScalarType = { kind: "dyn", isAny: true };
export const ERROR = scalar("error");
export const NULL = scalar("null");
export const BOOL = scalar("bool");
export const INT = scalar("int");
export const UINT = scalar("uint");
export const DOUBLE = scalar("double");
export const STRING = scalar("string");
export const BYTES = scalar("bytes");
export const TIMESTAMP = scalar("timestamp");
export const DURATION = scalar("duration");

export function listOf(element: CelType, maxSize?: number): ListType {
  return { kind: "list", element, maxSize };
}

export function mapOf(
  key: CelType,
  value: CelType,
  maxSize?: number,
  isSizedByName?: boolean,
): MapType {
  return { kind: "map", key, value, maxSize, isSizedByName };
}

export function optionalOf(value: CelType): CelType {
  return { kind: "optional", value };
}

export function typeOf(of: CelType | undefined): CelType {
  return { kind: "type", of };
}

export function opaque(name: string, maxSize?: number): OpaqueType {
  return { kind: "opaque", name, maxSize };
}

export function param(name: string): CelType {
  return { kind: "param", name };
}

/** A type as errors write it. */
export function showType(type: CelType): string {
  switch (type.kind) {
    case "error":
      return "!error!";
    case "type":
      return type.of === undefined ? "type" : `type(${showType(type.of)})`;
    case "list":
      return `list(${showType(type.element)})`;
    case "map":
      return `map(${showType(type.key)}, ${showType(type.value)})`;
    case "optional":
      return `optional_type(${showType(type.value)})`;
    case "object":
    case "opaque":
    case "param":
      return type.name;
    case "dyn":
      return isAny(type) ? "any" : type.kind;
    default:
      return type.kind;
  }
}

/** A type by its full name, as errors about the value of a whole expression write it. */
export function fullTypeName(type: CelType): string {
  switch (type.kind) {
    case "null":
      return "null_type";
    case "timestamp":
      return "google.protobuf.Timestamp";
    case "duration":
      return "google.protobuf.Duration";
    case "dyn":
      return isAny(type) ? "google.protobuf.Any" : type.kind;
    case "list":
      return `list(${fullTypeName(type.element)})`;
    case "map":
      return `map(${fullTypeName(type.key)}, ${fullTypeName(type.value)})`;
    case "optional":
      return `optional_type(${fullTypeName(type.value)})`;
    case "type":
      return type.of === undefined ? "type" : `type(${fullTypeName(type.of)})`;
    default:
      return showType(type);
  }
}

/** What type parameters stand for so far. */
export class Bindings {
  #bound = new Map<string, CelType>();

  /** A copy to try things on. */
  fork(): Bindings {
    const copy = new Bindings();
    copy.#bound = new Map(this.#bound);
    return copy;
  }

  /** Takes over what a fork found. */
  adopt(fork: Bindings): void {
    this.#bound = fork.#bound;
  }

  /** Whether a value of type `from` can stand where `to` is asked for. */
  assignable(from: CelType, to: CelType): boolean {
    if (to.kind === "param") {
      return this.#toParam(from, to.name, (bound) => this.assignable(from, bound));
    }
    if (from.kind === "param") {
      return this.#toParam(to, from.name, (bound) => this.assignable(bound, to));
    }
    if (isDynamic(from) || isDynamic(to)) return true;
    if (from.kind === "null") return to.kind === "null" || NULLABLE.has(to.kind);
    if (to.kind === "null") return NULLABLE.has(from.kind);
    if (from.kind !== to.kind) return false;
    switch (from.kind) {
      case "list":
        return this.assignable(from.element, (to as ListType).element);
      case "map":
        return this.assignable(from.key, (to as MapType).key) &&
          this.assignable(from.value, (to as MapType).value);
      case "optional":
        return this.assignable(from.value, (to as { value: CelType }).value);
      case "object":
      case "opaque":
        return from.name === (to as { name: string }).name;
      default:
        return true;
    }
  }

  #toParam(type: CelType, name: string, fits: (bound: CelType) => boolean): boolean {
    const other = type.kind === "param" ? this.#root(type.name) : undefined;
    const root = this.#root(name);
    if (other === root) return true;
    const bound = this.#bound.get(root);
    if (bound === undefined) {
      if (mentions(this.apply(type), root)) return false;
      this.#bound.set(root, type);
      return true;
    }
    if (!fits(bound)) return false;
    // What comes now holds for both, unless it says more than what was seen first.
    if (isDynamic(type)) {
      this.#bound.set(root, type.kind === "error" ? DYN : type);
    } else if (saysNoMore(type, bound)) {
      if (!mentions(this.apply(type), root)) this.#bound.set(root, type);
    }
    return true;
  }

  /** The parameter at the end of a chain of parameters that stand for each other. */
  #root(name: string): string {
    for (;;) {
      const bound = this.#bound.get(name);
      if (bound?.kind !== "param") return name;
      name = bound.name;
    }
  }

  /** The type with every bound parameter replaced; `free`: what unbound ones become. */
  apply(type: CelType, free?: CelType): CelType {
    switch (type.kind) {
      case "param": {
        const root = this.#root(type.name);
        const bound = this.#bound.get(root);
        return bound === undefined ? free ?? param(root) : this.apply(bound, free);
      }
      case "list": {
        const element = this.apply(type.element, free);
        return element === type.element ? type : listOf(element, type.maxSize);
      }
      case "map": {
        const [key, value] = [this.apply(type.key, free), this.apply(type.value, free)];
        if (key === type.key && value === type.value) return type;
        return mapOf(key, value, type.maxSize, type.isSizedByName);
      }
      case "optional": {
        const value = this.apply(type.value, free);
        return value === type.value ? type : optionalOf(value);
      }
      case "type": {
        if (type.of === undefined) return type;
        const of = this.apply(type.of, free);
        return of === type.of ? type : typeOf(of);
      }
      default:
        return type;
    }
  }
}

/** Types whose values null can stand for. */
const NULLABLE: ReadonlySet<string> = new Set([
  "object",
  "opaque",
  "optional",
  "timestamp",
  "duration",
]);

/** Whether it is {@link ANY}. */
export function isAny(type: CelType): boolean {
  return type.kind === "dyn" && type.isAny === true;
}

export function isDynamic(type: CelType): boolean {
  return type.kind === "dyn" || type.kind === "error";
}

/** Whether what is of the second type is of the first one, too, which leaves open more. */
export function saysNoMore(one: CelType, other: CelType): boolean {
  if (isDynamic(one) || one.kind === "param") return true;
  if (isDynamic(other) || other.kind === "param") return false;
  if (one.kind === "list" && other.kind === "list") return saysNoMore(one.element, other.element);
  if (one.kind === "map" && other.kind === "map") {
    return saysNoMore(one.key, other.key) && saysNoMore(one.value, other.value);
  }
  if (one.kind === "optional" && other.kind === "optional") {
    return saysNoMore(one.value, other.value);
  }
  return one.kind === "type" ? other.kind === "type" : sameType(one, other);
}

function mentions(type: CelType, name: string): boolean {
  switch (type.kind) {
    case "param":
      return type.name === name;
    case "list":
      return mentions(type.element, name);
    case "map":
      return mentions(type.key, name) || mentions(type.value, name);
    case "optional":
      return mentions(type.value, name);
    case "type":
      return type.of !== undefined && mentions(type.of, name);
    default:
      return false;
  }
}

/** Whether two types are the same; names are equal only of types that are. */
export function sameType(one: CelType, other: CelType): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind) return false;
  return showType(one) === showType(other);
}
