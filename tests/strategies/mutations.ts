/**
 * Random changes of objects, which leave each value one of its type.
 *
 * @module
 */

import type { Field, ScalarType, StructType, Type } from "../../toolkit/schema/mod.ts";
import type { Random } from "../cel/generated_expressions.ts";
import { Choices } from "../decisions/choices.ts";
import { placeOf, type Words } from "./words.ts";

// deno-lint-ignore no-explicit-any -- objects of any kind, whose types are asked for as they are walked through
type Json = any;

/** What objects say of themselves; the rest of their metadata is the server's, or who they are. */
const METADATA = ["labels", "annotations", "finalizers", "ownerReferences", "generation"];
const METADATA_OF_NEW = [...METADATA, "name", "generateName"];

const MOST = 100;

/** How deep objects are made that nobody thought of. */
const DEPTH = 4;

/** What is to be changed. */
export interface Changing {
  readonly type: StructType;
  readonly isNew: boolean;
  /** Fields on the way to what is changed first of all: `["spec", "template"]`. */
  readonly focus?: readonly string[];
}

/** Changes objects. */
export class Mutations extends Choices {
  readonly #words: Words;
  /** Strings of the object that is changed. */
  #own: string[] = [];
  #metadata: readonly string[] = METADATA;

  constructor(random: Random, words: Words) {
    super(random);
    this.#words = words;
  }

  /** The object with some random changes; itself it stays as it is. */
  changed(object: Json, count: number, { type, isNew, focus = [] }: Changing): Json {
    const copy = structuredClone(object);
    this.#metadata = isNew ? METADATA_OF_NEW : METADATA;
    for (let made = 0; made < count; made++) {
      this.#own = stringsOf(copy);
      this.#along(type, copy, this.chance(0.85) ? focus : []);
    }
    distinctOwners(copy.metadata);
    return withoutEmpty(type, copy);
  }

  /** Changes something in a struct, at the end of a path. */
  #along(type: StructType, value: Json, [first, ...rest]: readonly string[]): void {
    const field = first === undefined ? undefined : type.properties.get(first);
    if (field === undefined) return this.#inStruct(type, value);
    if (field.type.kind !== "struct" || value[field.name] === undefined) {
      return this.#field(type, field, value);
    }
    this.#along(field.type, value[field.name], rest);
  }

  #inStruct(type: StructType, value: Json): void {
    const fields = this.#fieldsOf(type);
    if (fields.length === 0) return;
    const present = fields.filter(({ name }) => value[name] !== undefined);
    this.#field(type, this.one(present.length > 0 && this.chance(0.7) ? present : fields), value);
  }

  #fieldsOf(type: StructType): Field[] {
    const isWhole = type.properties.has("kind") && type.properties.has("metadata");
    return visible(type).filter(({ name }) => {
      if (isWhole && (name === "kind" || name === "apiVersion")) return false;
      if (isWhole && name === "metadata") return this.chance(0.3);
      return type.name !== "ObjectMeta" || this.#metadata.includes(name);
    });
  }

  #field(type: StructType, field: Field, holder: Json): void {
    const { name } = field;
    const place = placeOf(type, name);
    const value = holder[name];
    // Of these nothing but what is in them is changed.
    const chosen = name === "metadata" || name === "spec" ? MOST : this.below(MOST);
    if (value === undefined || value === null) {
      holder[name] = this.#made(field.type, place, 0);
    } else if (chosen < 12) {
      delete holder[name];
    } else if (chosen < 24) {
      holder[name] = this.#made(field.type, place, 0);
    } else {
      holder[name] = this.#changedValue(field.type, place, value);
    }
  }

  #changedValue(type: Type, place: string, value: Json): Json {
    switch (type.kind) {
      case "struct":
        this.#inStruct(type, value);
        return value;
      case "list":
        return this.#changedList(type.element, `${place}[]`, value);
      case "map":
        return this.#changedMap(type.value, place, value);
      default:
        return this.#scalar(type, place);
    }
  }

  #changedList(element: Type, place: string, list: Json[]): Json[] {
    const at = this.below(list.length);
    const chosen = this.below(20);
    if (list.length === 0 || chosen < 3) return [...list, this.#made(element, place, 0)];
    const copy = () => structuredClone(list[at]);
    if (chosen < 5) return [...list, copy()];
    if (chosen < 7) return [...list, this.#changedValue(element, place, copy())];
    if (chosen < 9) return list.toSpliced(at, 1);
    if (chosen < 10) return [...list.slice(at), ...list.slice(0, at)];
    return list.with(at, this.#changedValue(element, place, list[at]));
  }

  #changedMap(value: Type, place: string, map: Json): Json {
    const keys = Object.keys(map);
    const chosen = this.below(10);
    if (keys.length === 0 || chosen < 3) {
      return { ...map, [this.#key(place)]: this.#made(value, `${place}[]`, 0) };
    }
    const key = this.one(keys);
    const { [key]: member, ...rest } = map;
    if (chosen < 5) return rest;
    if (chosen < 7) return { ...rest, [this.#key(place)]: member };
    return { ...map, [key]: this.#changedValue(value, `${place}[]`, member) };
  }

  #key(place: string): string {
    const known = this.#words.at(`${place}{}`) as string[];
    return known.length > 0 && this.chance(0.7) ? this.one(known) : this.#text();
  }

  /** A value that somebody thought of, or any one of the type. */
  #made(type: Type, place: string, depth: number): Json {
    const known = this.#words.at(place);
    if (known.length > 0 && this.chance(0.65)) return structuredClone(this.one(known));
    switch (type.kind) {
      case "list":
        return this.chance(0.15)
          ? []
          : this.many(2, () => this.#made(type.element, `${place}[]`, depth + 1));
      case "map":
        return Object.fromEntries(
          Array.from(
            { length: this.below(3) },
            () => [this.#key(place), this.#made(type.value, `${place}[]`, depth + 1)],
          ),
        );
      case "struct":
        return this.#madeStruct(type, depth);
      default:
        return this.#scalar(type, place);
    }
  }

  #madeStruct(type: StructType, depth: number): Json {
    const known = this.#words.at(type.reference);
    if (known.length > 0 && this.chance(0.6)) return structuredClone(this.one(known));
    const made: Json = {};
    for (const field of this.#fieldsOf(type)) {
      const isNeeded = !field.optional && !field.omitEmpty;
      const chance = isNeeded ? 0.9 : depth >= DEPTH ? 0 : 0.25;
      if (!this.chance(chance) || depth > 2 * DEPTH) continue;
      made[field.name] = this.#made(field.type, placeOf(type, field.name), depth + 1);
    }
    return made;
  }

  #scalar(type: ScalarType, place: string): Json {
    const known = this.#words.at(place);
    if (known.length > 0 && this.chance(0.4)) return structuredClone(this.one(known));
    switch (type.kind) {
      case "string":
        return type.values.length > 0 && this.chance(0.7) ? this.one(type.values) : this.#text();
      case "bool":
        return this.chance(0.5);
      case "int32":
      case "int64":
      case "uint32":
      case "uint64":
        return this.one([-1, 0, 1, 2, 3, 10, 80, 100, 443, 8080, 30_000, 65_535, 65_536, LARGEST]);
      case "float32":
      case "float64":
        return this.one([-0.5, 0, 0.5, 1.5]);
      case "bytes":
        return this.one(["", "YQ==", "aGVsbG8="]);
      case "time":
        return this.one(["2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "2999-01-01T00:00:00Z"]);
      case "microTime":
        return this.one(["2020-01-01T00:00:00.000000Z", "2026-01-01T00:00:00.000001Z"]);
      case "duration":
      case "durationOrNanoseconds":
        return this.one(["-1s", "0s", "1s", "1h", "1ms"]);
      case "quantity":
        return this.one(QUANTITIES);
      case "intOrString":
        return this.one<unknown>([-1, 0, 1, 2, 80, 70_000, "", "A_", "50%", "150%", "-5%", "a"]);
      case "raw":
      case "any":
        return this.one([{}, { a: 1 }, { kind: "A", apiVersion: "example.com/v1" }]);
      default:
        return {};
    }
  }

  /** A string: another one of the object, so that names meet, or one of many forms. */
  #text(): string {
    return this.#own.length > 0 && this.chance(0.35) ? this.one(this.#own) : this.one(TEXTS);
  }
}

const LARGEST = 2_147_483_647;

const QUANTITIES = [
  ...["-1", "0", "1", "2", "1.5", "500m", "1n", "100Mi", "1Gi", "2Gi", "1000Pi", "0.1", "1e3"],
];

const TEXTS = [
  ...[
    "",
    "a",
    "b",
    "web-1",
    "A",
    "X_.",
    "-a",
    "a-",
    "a.b",
    "a..b",
    "a/b",
    "a/b/c",
    "/a",
    "/a/../b",
  ],
  ...["/a//b", "..", "a:b", "a b", "é", "10", "0", "-1", "true", "*", "*.example.com", "%", "a=b"],
  ...["example.com", "example.com/a", "kubernetes.io/a", "Example.com/A", "x".repeat(63)],
  ...["x".repeat(64), "x".repeat(253), "x".repeat(254), "1.2.3.4", "01.2.3.4", "1.2.3.4/24"],
  ...["10.0.0.0/8", "10.0.0.1/8", "0.0.0.0/0", "::1", "fd00::/64", "::ffff:1.2.3.4", "1.2.3"],
  ...["127.0.0.1", "169.254.1.1", "224.0.0.1", "2001:DB8::1", "fe80::1", "https://example.com"],
  ...[
    "http://a:80/b?c#d",
    "0 * * * *",
    "@hourly",
    "*/5 1-3 * * MON",
    "TZ=UTC 0 0 * * *",
    "60 * * * *",
  ],
  ...[
    "Europe/Berlin",
    "Local",
    "UTC",
    "self.a == 1",
    "cpu",
    "memory",
    "pods",
    "storage",
    "hugepages-2Mi",
  ],
  ...["requests.cpu", "example.com/gpu", "http", "443", "TCP", "udp", "Always", "None", "ClientIP"],
];

function visible(type: StructType): Field[] {
  return type.fields.flatMap((field) =>
    field.inline && field.type.kind === "struct" ? visible(field.type) : [field]
  );
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}

/** Lists, maps and bytes without anything in them are none, which not everybody sees at once. */
function withoutEmpty(type: Type, value: Json): Json {
  if (type.kind === "list" && Array.isArray(value)) {
    return value.map((one) => withoutEmpty(type.element, one));
  }
  if (type.kind !== "map" && type.kind !== "struct" || !isObject(value)) return value;
  const typeOf = (name: string) =>
    type.kind === "map" ? type.value : type.properties.get(name)?.type;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const its = typeOf(name);
      const isNone = (its?.kind === "list" || its?.kind === "map") && isEmpty(member) ||
        type.kind === "struct" && its?.kind === "bytes" && member === "";
      return its === undefined || isNone ? [] : [[name, withoutEmpty(its, member)]];
    }),
  );
}

function isObject(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Who is an owner twice is one once, which is not the business of kinds. */
function distinctOwners(metadata: { ownerReferences?: { uid?: string }[] }): void {
  const owners = metadata.ownerReferences;
  if (!Array.isArray(owners)) return;
  metadata.ownerReferences = [...new Map(owners.map((one) => [one.uid, one])).values()];
}
