/**
 * Random schemas of custom definitions, and objects that meet them or nearly.
 *
 * @module
 */

import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";
import { Choices } from "../decisions/choices.ts";
import type { WrittenObject } from "./our_schemas.ts";

type Schema = Record<string, unknown>;

const NAMES = ["a", "b", "c", "d-e", "metadata"];
const TEXTS = [
  "",
  "a",
  "abc",
  "A1",
  "é",
  "2020-01-01T00:00:00Z",
  "10.0.0.1",
  "1h",
  "aGk=",
  "x@example.com",
  "5%",
];
const NUMBERS = [0, 1, -1, 2, 3, 10, 1.5, -0.5, 2147483648, 9007199254740991];

/** Makes definitions, and objects of them. */
export class RandomSchemas extends Choices {
  #made = 0;

  definition(): AnyObject {
    const name = `kinds${this.#made++}`;
    const properties: Record<string, Schema> = { spec: this.#schema(3) };
    if (this.chance(0.2)) properties.other = this.#schema(1);
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${name}.example.com` },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: name, singular: name.slice(0, -1), kind: `Kind${name.slice(5)}` },
        versions: [{
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties } },
        }],
      },
    };
  }

  /** Objects of a definition; of some definitions, such that take the place of others. */
  objects({ spec: { group, names, versions } }: AnyObject): WrittenObject[] {
    const { properties } = versions[0].schema.openAPIV3Schema;
    const stored = this.chance(0.4);
    return this.many(6, () => names.kind).map((kind, number) => {
      const metadata = { name: `o${number}`, namespace: "default" };
      const made = (): AnyObject => ({
        apiVersion: `${group}/v1`,
        kind,
        metadata,
        ...this.#fields(properties),
      });
      const object = made();
      if (!stored) return { object };
      const old = this.chance(0.5) ? structuredClone(object) : made();
      return { object: this.chance(0.7) ? this.#changed(old, object) : object, old };
    });
  }

  #fields(properties: Record<string, Schema>): Record<string, unknown> {
    const fields: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(properties)) {
      if (this.chance(0.95)) fields[name] = this.#value(schema);
    }
    if (this.chance(0.1)) fields.unknown = this.#anything(1);
    return fields;
  }

  /** An object that is the old one but for some of what another one has. */
  #changed(old: AnyObject, other: AnyObject): AnyObject {
    const { apiVersion, kind, metadata } = old;
    return { ...(this.#mixed(old, other) as AnyObject), apiVersion, kind, metadata } as AnyObject;
  }

  #mixed(old: unknown, other: unknown): unknown {
    if (Array.isArray(old) && Array.isArray(other)) {
      const mixed = old.map((one, index) => index in other ? this.#mixed(one, other[index]) : one);
      if (this.chance(0.2)) mixed.reverse();
      if (this.chance(0.2)) mixed.splice(0, 1);
      return this.chance(0.2) ? [...mixed, ...other] : mixed;
    }
    if (!isObject(old) || !isObject(other)) return this.chance(0.3) ? other : old;
    const names = new Set([...Object.keys(old), ...Object.keys(other)]);
    const mixed: Record<string, unknown> = {};
    for (const name of names) {
      const value = !(name in other)
        ? old[name]
        : !(name in old)
        ? other[name]
        : this.#mixed(old[name], other[name]);
      if (name in old ? this.chance(0.9) : this.chance(0.3)) mixed[name] = value;
    }
    return mixed;
  }

  #maybe<Value>(of: number, name: string, make: () => Value): Record<string, Value> {
    return this.chance(of) ? { [name]: make() } : {};
  }

  #schema(depth: number): Schema {
    const type = this.one([
      ...["object", "object", "object", "array", "array", "string", "string", "integer", "number"],
      ...["boolean", "either", ""],
    ]);
    const schema: Schema = {
      ...(type !== "" && type !== "either" && { type }),
      ...(type === "either" && { "x-kubernetes-int-or-string": true }),
      ...this.#maybe(0.12, "nullable", () => this.chance(0.8)),
      ...this.#constraints(type),
      ...this.#maybe(0.06, "description", () => "words"),
    };
    if (type === "" && this.chance(0.8)) schema["x-kubernetes-preserve-unknown-fields"] = true;
    if (type === "object" && depth > 0) Object.assign(schema, this.#members(depth));
    if (type === "array") {
      if (this.chance(0.95)) schema.items = this.#schema(Math.max(depth - 1, 0));
      Object.assign(schema, this.#listType(schema.items as Schema | undefined));
    }
    if (this.chance(0.15)) schema.default = this.#value(schema);
    if (this.chance(0.1)) {
      schema[this.one(["allOf", "anyOf", "oneOf"])] = this.many(
        2,
        () => this.#inner(schema, depth),
      );
    }
    if (this.chance(0.05)) schema.not = this.#inner(schema, depth);
    return schema;
  }

  /** What an object has in it. */
  #members(depth: number): Schema {
    if (this.chance(0.15)) {
      return {
        additionalProperties: this.chance(0.1) ? this.chance(0.5) : this.#schema(depth - 1),
      };
    }
    const names = [...new Set(this.many(3, () => this.one(NAMES)))];
    return {
      properties: Object.fromEntries(names.map((name) => [name, this.#schema(depth - 1)])),
      ...this.#maybe(0.3, "required", () => [...new Set(this.many(2, () => this.one(names)))]),
      ...this.#maybe(0.1, "x-kubernetes-preserve-unknown-fields", () => this.chance(0.9)),
      ...this.#maybe(0.06, "x-kubernetes-embedded-resource", () => true),
      ...this.#maybe(0.05, "x-kubernetes-map-type", () => this.one(["atomic", "granular", "x"])),
    };
  }

  #listType(items: Schema | undefined): Schema {
    if (this.chance(0.6)) return {};
    if (items?.type === "object" && this.chance(0.7)) {
      return {
        "x-kubernetes-list-type": "map",
        ...this.#maybe(
          0.95,
          "x-kubernetes-list-map-keys",
          () =>
            this.chance(0.8)
              ? Object.keys(items.properties as object ?? {}).slice(0, 1)
              : [this.one(NAMES)],
        ),
      };
    }
    return { "x-kubernetes-list-type": this.one(["set", "set", "atomic", "map", "x"]) };
  }

  #constraints(type: string): Schema {
    const number = () => this.one([0, 1, 2, 3, 10, -1, 1.5]);
    const count = () => this.one([0, 1, 2, 3]);
    // What is said of another type than the value's counts too, or nothing does.
    const of = this.chance(0.95) ? type : this.one(["string", "integer", "array", "object"]);
    return {
      ...(["integer", "number"].includes(of) && {
        ...this.#maybe(0.3, "minimum", number),
        ...this.#maybe(0.3, "maximum", number),
        ...this.#maybe(0.1, "exclusiveMinimum", () => this.chance(0.7)),
        ...this.#maybe(0.1, "exclusiveMaximum", () => this.chance(0.7)),
        ...this.#maybe(0.15, "multipleOf", () => this.one([1, 2, 0.5, 3, 0, -1])),
        ...this.#maybe(0.2, "format", () => this.one(["int32", "int64", "float", "double", "own"])),
      }),
      ...(of === "string" && {
        ...this.#maybe(0.25, "minLength", count),
        ...this.#maybe(0.25, "maxLength", count),
        ...this.#maybe(
          0.2,
          "pattern",
          () => this.one(["^a", "^[a-z]*$", "[", "\\d", "(?i)A", "^$", "\\pL"]),
        ),
        ...this.#maybe(0.3, "format", () =>
          this.one([
            ...[
              "date-time",
              "date",
              "ipv4",
              "ipv6",
              "cidr",
              "duration",
              "byte",
              "email",
              "uri",
              "uuid",
            ],
            ...[
              "hostname",
              "mac",
              "password",
              "own",
              "bsonobjectid",
              "isbn",
              "hexcolor",
              "k8s-short-name",
            ],
          ])),
      }),
      ...(of === "array" && {
        ...this.#maybe(0.25, "minItems", count),
        ...this.#maybe(0.25, "maxItems", count),
        ...this.#maybe(0.05, "uniqueItems", () => this.chance(0.3)),
      }),
      ...(of === "object" && {
        ...this.#maybe(0.15, "minProperties", count),
        ...this.#maybe(0.15, "maxProperties", count),
      }),
      ...this.#maybe(0.1, "enum", () => this.many(3, () => this.#oneOfFew(type))),
    };
  }

  /** A value of an enumeration. Numbers without their fractions are as good as integers of one to the reference. */
  #oneOfFew(type: string): unknown {
    const value = this.#value({ type });
    return typeof value === "number" && type !== "integer" ? value + 0.25 : value;
  }

  /** What is said of a value in words of logic. */
  #inner(schema: Schema, depth: number): Schema {
    const names = Object.keys(schema.properties as object ?? {});
    return {
      ...this.#constraints(String(schema.type ?? "")),
      ...(names.length > 0 && this.#maybe(0.5, "required", () => [this.one(names)])),
      ...(names.length > 0 && depth > 0 && this.#maybe(0.5, "properties", () => {
        const name = this.one(names);
        const { type } = (schema.properties as Record<string, Schema>)[name]!;
        return { [name]: this.#constraints(String(type ?? "")) };
      })),
      ...this.#maybe(0.05, "type", () => this.one(["string", "object"])),
      ...this.#maybe(0.03, "default", () => 1),
    };
  }

  /** A value that a schema is of, mostly. */
  #value(schema: Schema): unknown {
    const isEither = schema["x-kubernetes-int-or-string"] === true;
    if (this.chance(0.06)) return this.#anything(1);
    if (schema.nullable === true && this.chance(0.3)) return null;
    if (Array.isArray(schema.enum) && this.chance(0.7)) return this.one(schema.enum);
    switch (schema.type) {
      case "object": {
        const properties = schema.properties as Record<string, Schema> ?? {};
        const { additionalProperties: others } = schema;
        const object: Record<string, unknown> = {};
        for (const [name, one] of Object.entries(properties)) {
          if (this.chance(0.85)) object[name] = this.#value(one);
        }
        if (typeof others === "object" || this.chance(0.15)) {
          for (const name of this.many(2, () => this.one(NAMES))) {
            object[name] = typeof others === "object"
              ? this.#value(others as Schema)
              : this.#anything(1);
          }
        }
        if (schema["x-kubernetes-embedded-resource"] === true && this.chance(0.8)) {
          object.apiVersion = this.one(["v1", "a/b/c", ""]);
          object.kind = this.one(["Pod", "x", ""]);
          if (this.chance(0.6)) {
            object.metadata = this.one<unknown>([
              ...[{ name: "x" }, { name: "X_" }, { labels: { a: 1 } }, { labels: { "-": "b" } }],
              ...[{ other: 1 }, 7, { creationTimestamp: "x" }, { generation: 1.5 }],
            ]);
          }
        }
        return object;
      }
      case "array": {
        const items = schema.items as Schema ?? {};
        return this.chance(0.1) ? [] : this.many(3, () => this.#value(items));
      }
      case "string":
        return this.one(TEXTS);
      case "integer":
        return this.one(NUMBERS.filter(Number.isInteger));
      case "number":
        return this.one(NUMBERS);
      case "boolean":
        return this.chance(0.5);
      default:
        return isEither ? this.one<unknown>([...NUMBERS, ...TEXTS]) : this.#anything(1);
    }
  }

  #anything(depth: number): unknown {
    const kind = this.below(depth > 0 ? 7 : 5);
    if (kind === 0) return null;
    if (kind === 1) return this.one(NUMBERS);
    if (kind === 2) return this.chance(0.5);
    if (kind < 5) return this.one(TEXTS);
    if (kind === 5) return this.many(2, () => this.#anything(depth - 1));
    return { [this.one(NAMES)]: this.#anything(depth - 1) };
  }
}
