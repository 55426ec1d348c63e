/**
 * Random objects of a type, for property tests: fields in any order, values in any spelling that
 * the API takes. Nothing but tests imports this.
 *
 * @module
 */

import {
  type Field,
  isTypeMeta,
  type ScalarType,
  type StructType,
  type Type,
} from "../toolkit/schema/mod.ts";
import type { JsonObject } from "../toolkit/codec/json_read.ts";
import { setMember } from "../toolkit/values/json.ts";
import { jsonFields } from "../toolkit/codec/presence.ts";

/** A source of random numbers that a seed determines. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The seed of a source that goes on as this one does. */
  get state(): number {
    return this.#state;
  }

  /** From 0 up to, and without, `bound`. */
  below(bound: number): number {
    this.#state = this.#state + 0x6d2b79f5 >>> 0;
    let mixed = Math.imul(this.#state ^ this.#state >>> 15, this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) % bound;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }
}

const TEXTS = [
  "a",
  "web-1",
  "",
  "kubelet",
  "é",
  "日本語",
  "😀",
  "<b>&amp;",
  "\u2028\u2029",
  'quote"\\',
  "tab\tnew\nline",
  "\u0001\b\f\u007f",
  "yes",
  "017",
  "1e3",
  "null",
  "~",
  "- x",
  "a: b",
  " lead",
  "#",
  "2026-01-02T03:04:05Z",
  "x".repeat(200),
  "é".repeat(80),
];
const NAMES = [
  ...TEXTS,
  "10",
  "2",
  "007",
  "__proto__",
  "constructor",
  "a/b.c",
  "\ue000",
  "\ud83d\ude00",
];
const QUANTITIES: unknown[] = [
  "0.5",
  "100m",
  "1024Mi",
  "1Gi",
  "1e3",
  "0",
  "1.50",
  "12E",
  3,
  2.5,
  "-1k",
];
const TIMES = ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05+02:00", "1969-12-31T23:59:59Z", null];
const MICRO_TIMES = ["2026-01-02T03:04:05.000006Z", "1960-02-29T23:59:59.999999Z", null];
const DURATIONS = ["1m30s", "90s", "0", "1h", "-1.5h", "100ms", "1ns"];
const INTEGERS = [0, 1, -1, 127, 128, 2 ** 31 - 1, -(2 ** 31), 300, 16384];
const WIDE = [...INTEGERS, 2 ** 53 - 1, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n), 2 ** 35];
const FLOATS = [0, 1, 0.5, -2.25, 1e21, 1e-7, 123456789.125];

/** How deep structs nest before their optional fields are left out. */
const DEPTH = 7;

/** A random object of a struct, without its `kind` and `apiVersion`. */
export function randomObject(struct: StructType, random: Random, depth = 0): JsonObject {
  const percent = depth > DEPTH ? 0 : depth < 2 ? 75 : 35;
  const members: [string, unknown][] = [];
  for (const field of jsonFields(struct)) {
    if (!random.chance(percent) || isKind(struct, field)) continue;
    const name = random.pick([field.name, ...field.aliases]);
    members.push([name, randomField(field, random, depth)]);
  }
  const object: JsonObject = {};
  while (members.length > 0) {
    const [[name, value]] = members.splice(random.below(members.length), 1) as [[string, unknown]];
    object[name] = value;
  }
  return object;
}

/** Whether it is the `kind` or `apiVersion` of an object: inside of others, Protobuf has neither. */
function isKind(struct: StructType, field: Field): boolean {
  return struct.fields.some(({ type }) =>
    isTypeMeta(type) && type.kind === "struct" && type.fields.includes(field)
  );
}

function randomField(field: Field, random: Random, depth: number): unknown {
  // Null leaves a field unset, whatever its type, but a duration refuses it.
  if (random.chance(3) && (field.pointer || field.type.kind !== "duration")) return null;
  return randomValue(field.type, random, depth);
}

/** A random value; lists and maps are never empty, as empty ones do not survive Protobuf. */
function randomValue(type: Type, random: Random, depth: number): unknown {
  switch (type.kind) {
    case "struct":
      return randomObject(type, random, depth + 1);
    case "list":
      return Array.from(
        { length: 1 + random.below(3) },
        () => randomValue(type.element, random, depth + 1),
      );
    case "map": {
      const map: JsonObject = {};
      for (let i = random.below(4); i >= 0; i--) {
        setMember(map, random.pick(NAMES), randomValue(type.value, random, depth + 1));
      }
      return map;
    }
    default:
      return randomScalar(type, random, depth);
  }
}

function randomScalar(type: ScalarType, random: Random, depth: number): unknown {
  switch (type.kind) {
    case "string":
      return random.pick(type.values.length > 0 && random.chance(50) ? type.values : TEXTS);
    case "bool":
      return random.chance(50);
    case "int32":
      return random.pick(INTEGERS);
    case "uint32":
      return random.pick([0, 1, 2 ** 32 - 1]);
    case "int64":
      return random.pick(WIDE);
    case "uint64":
      return random.pick([0, 1, 2 ** 53 - 1, 2n ** 64n - 1n]);
    case "float32":
      return random.pick([0, 0.1, 1.5, -3]);
    case "float64":
      return random.pick(FLOATS);
    case "bytes":
      return random.pick(["", "AA==", "aGVsbG8=", "/+8=", "AB=="]);
    case "time":
      return random.pick(TIMES);
    case "microTime":
      return random.pick(MICRO_TIMES);
    case "duration":
    case "durationOrNanoseconds":
      return random.pick(DURATIONS);
    case "quantity":
      return random.pick(QUANTITIES);
    case "intOrString":
      return random.pick<unknown>([...INTEGERS, "http", "25%", ""]);
    case "raw":
    case "any":
      return randomJson(random, depth);
    case "schemaOrBool":
      return random.chance(50) ? random.chance(50) : randomSchema(type, random, depth);
    case "schemaOrArray":
      return random.chance(50)
        ? [randomSchema(type, random, depth)]
        : randomSchema(type, random, depth);
    case "schemaOrStrings":
      return random.chance(50) ? [random.pick(TEXTS)] : randomSchema(type, random, depth);
  }
}

function randomSchema(type: ScalarType, random: Random, depth: number): unknown {
  return type.schema === undefined ? {} : randomObject(type.schema, random, depth + 2);
}

/** Any JSON. */
export function randomJson(random: Random, depth: number): unknown {
  switch (random.below(depth > DEPTH ? 5 : 7)) {
    case 0:
      return random.pick(TEXTS);
    case 1:
      return random.pick(WIDE);
    case 2:
      return random.pick(FLOATS);
    case 3:
      return random.chance(50);
    case 4:
      return {};
    case 5:
      return Array.from({ length: random.below(4) }, () => randomJson(random, depth + 1) ?? 0);
    default: {
      const object: JsonObject = {};
      for (let i = random.below(4); i > 0; i--) {
        setMember(object, random.pick(NAMES), randomJson(random, depth + 1));
      }
      return object;
    }
  }
}
