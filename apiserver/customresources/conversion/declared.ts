/**
 * Conversion that a definition declares, without a webhook.
 *
 * @module
 */

import {
  CelCompileError,
  CelEnvironment,
  type CelProgram,
  compileCel,
} from "../../../toolkit/cel/mod.ts";
import { activationOf, DYN, ofJson, STANDARD_LIBRARIES, toJson } from "../../../toolkit/cel/mod.ts";
import { decodeYaml, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { internalError } from "../../../toolkit/errors/mod.ts";
import { formatApiVersion, parseApiVersion } from "../../../toolkit/schema/mod.ts";
import { JsonPathError, readJsonPath } from "../json_path.ts";
import type { Converter } from "./converter.ts";
import { putAt, takeAt, valueAt } from "../../../toolkit/values/json.ts";
import { isObject } from "../../../toolkit/values/json.ts";

/** The longest declaration, in characters. */
const LENGTH_LIMIT = 64 * 1024;
/** Rules of all pairs together. */
const RULES_LIMIT = 1_000;
/** What one expression may cost. */
const EXPRESSION_COST = 1_000_000;

type Path = readonly string[];

type Rule =
  | { readonly is: "move"; readonly from: Path; readonly to: Path }
  | { readonly is: "default"; readonly path: Path; readonly value: unknown }
  | { readonly is: "remove"; readonly path: Path }
  | { readonly is: "set"; readonly path: Path; readonly program: CelProgram };

interface Pair {
  readonly from: string;
  readonly to: string;
  readonly rules: readonly Rule[];
}

/** The annotation that declares a conversion; `group` is that of definitions. */
export function conversionAnnotation(group: string): string {
  return `${group}/conversion`;
}

/**
 * Conversion between the versions of a definition by rules that it declares, without a webhook. An
 * annotation of the definition holds it, as YAML or JSON:
 *
 * ```yaml
 * - from: v1
 *   to: v2
 *   rules:
 *   - move: {from: .spec.size, to: .spec.replicas}
 *   - default: {path: .spec.mode, value: fast}
 *   - remove: .spec.legacy
 *   - set: {path: .spec.title, expression: 'self.spec.name + " (" + string(self.spec.replicas) + ")"'}
 * ```
 *
 * A pair that only moves fields is reversed by itself. Versions without a pair of their own are
 * converted through others: v1 to v3 through v2. {@link DeclaredConversion.read} accepts only what
 * leads from every version to every other one. Metadata is never touched.
 */
export class DeclaredConversion {
  readonly #pairs = new Map<string, Pair>();
  readonly #ways = new Map<string, readonly Pair[]>();

  private constructor(pairs: readonly Pair[]) {
    for (const pair of pairs) this.#pairs.set(`${pair.from} ${pair.to}`, pair);
    for (const { from, to, rules } of pairs) {
      const back = `${to} ${from}`;
      if (this.#pairs.has(back)) continue;
      const reversed = rules.flatMap((rule) =>
        rule.is === "move" ? [{ ...rule, from: rule.to, to: rule.from }] : []
      );
      if (reversed.length < rules.length) continue;
      this.#pairs.set(back, { from: to, to: from, rules: reversed.reverse() });
    }
  }

  /**
   * Reads a declaration for a definition that has these versions; `problems` are what is wrong with
   * it, for people.
   */
  static read(
    text: string,
    versions: readonly string[],
  ): { readonly conversion?: DeclaredConversion; readonly problems: readonly string[] } {
    const problems: string[] = [];
    const pairs = new Reader(problems, versions).pairs(text);
    if (problems.length > 0) return { problems };
    const conversion = new DeclaredConversion(pairs);
    for (const from of versions) {
      for (const to of versions) {
        if (from !== to && conversion.#way(from, to) === undefined) {
          problems.push(
            `no rules convert from ${from} to ${to}: declare this pair, or let the pair from ${to} to ${from} have move rules only, which work both ways`,
          );
        }
      }
    }
    return problems.length > 0 ? { problems } : { conversion, problems };
  }

  /** The object of one version as another has it. */
  convert(object: JsonObject, from: string, to: string): JsonObject {
    const way = this.#way(from, to);
    if (way === undefined) throw internalError(`no declared conversion from ${from} to ${to}`);
    const { apiVersion, kind, metadata, ...fields } = object;
    let body: JsonObject = structuredClone(fields);
    for (const { rules } of way) {
      for (const rule of rules) body = applied(rule, body, { apiVersion, kind, metadata });
    }
    return { apiVersion, kind, metadata, ...body };
  }

  /** The fewest pairs from one version to another. */
  #way(from: string, to: string): readonly Pair[] | undefined {
    const key = `${from} ${to}`;
    const known = this.#ways.get(key);
    if (known !== undefined) return known;
    const reached = new Map<string, readonly Pair[]>([[from, []]]);
    for (const [version, way] of reached) {
      if (version === to) {
        this.#ways.set(key, way);
        return way;
      }
      for (const pair of this.#pairs.values()) {
        if (pair.from === version && !reached.has(pair.to)) reached.set(pair.to, [...way, pair]);
      }
    }
    return undefined;
  }
}

/** A converter by a declaration. */
export function declaredConverter(group: string, declared: DeclaredConversion): Converter {
  const convertOne = (object: JsonObject, apiVersion: string): JsonObject => {
    const from = parseApiVersion(String(object.apiVersion)).version;
    const to = parseApiVersion(apiVersion).version;
    const converted = from === to ? object : declared.convert(object, from, to);
    return { ...converted, apiVersion: formatApiVersion(group, to) };
  };
  return {
    convertOne,
    convert: (objects, apiVersion) =>
      Promise.resolve(objects.map((object) => convertOne(object, apiVersion))),
  };
}

class Reader {
  readonly #problems: string[];
  readonly #versions: readonly string[];
  readonly #environment = new CelEnvironment({
    libraries: STANDARD_LIBRARIES,
    variables: { self: DYN },
  });

  constructor(problems: string[], versions: readonly string[]) {
    this.#problems = problems;
    this.#versions = versions;
  }

  pairs(text: string): Pair[] {
    if (text.length > LENGTH_LIMIT) {
      this.#problems.push(`it is longer than ${LENGTH_LIMIT} characters`);
      return [];
    }
    let document: unknown;
    try {
      [document] = decodeYaml(new TextEncoder().encode(text));
    } catch (error) {
      this.#problems.push(error instanceof Error ? error.message : String(error));
      return [];
    }
    if (!Array.isArray(document)) {
      this.#problems.push("it must be a list of pairs of versions: from, to and rules");
      return [];
    }
    const pairs = document.map((one, index) => this.#pair(one, `[${index}]`));
    const count = pairs.reduce((sum, pair) => sum + (pair?.rules.length ?? 0), 0);
    if (count > RULES_LIMIT) this.#problems.push(`it has more than ${RULES_LIMIT} rules`);
    const seen = new Set<string>();
    for (const pair of pairs) {
      const key = `${pair?.from} to ${pair?.to}`;
      if (pair !== undefined && seen.has(key)) this.#problems.push(`${key} is declared twice`);
      seen.add(key);
    }
    return pairs.filter((pair) => pair !== undefined);
  }

  #pair(value: unknown, at: string): Pair | undefined {
    if (!isObject(value)) return this.#wrong(at, "from, to and rules are expected");
    const { from, to, rules, ...others } = value;
    const unknown = Object.keys(others);
    if (unknown.length > 0) this.#wrong(at, `${unknown.join(", ")}: no such field`);
    for (const version of [from, to]) {
      if (typeof version === "string" && this.#versions.includes(version)) continue;
      return this.#wrong(at, `${JSON.stringify(version)} is not a version of this definition`);
    }
    if (from === to) return this.#wrong(at, "from and to are the same version");
    if (!Array.isArray(rules)) return this.#wrong(`${at}.rules`, "a list of rules is expected");
    const read = rules.map((rule, index) => this.#rule(rule, `${at}.rules[${index}]`));
    return { from: String(from), to: String(to), rules: read.filter((rule) => rule !== undefined) };
  }

  #wrong(at: string, why: string): undefined {
    this.#problems.push(`${at}: ${why}`);
    return undefined;
  }

  #rule(value: unknown, at: string): Rule | undefined {
    const [[name, body] = [undefined, undefined], ...more] = isObject(value)
      ? Object.entries(value)
      : [];
    const fields = isObject(body) ? body : {};
    if (more.length > 0) return this.#wrong(at, "one of move, default, remove and set is expected");
    switch (name) {
      case "move": {
        const [from, to] = [this.#path(fields.from, at), this.#path(fields.to, at)];
        return from && to && { is: "move", from, to };
      }
      case "default": {
        const path = this.#path(fields.path, at);
        if (fields.value === undefined) return this.#wrong(at, "a value is expected");
        return path && { is: "default", path, value: fields.value };
      }
      case "remove": {
        const path = this.#path(body, at);
        return path && { is: "remove", path };
      }
      case "set": {
        const path = this.#path(fields.path, at);
        const program = this.#program(fields.expression, at);
        return path && program && { is: "set", path, program };
      }
      default:
        return this.#wrong(at, "one of move, default, remove and set is expected");
    }
  }

  #path(value: unknown, at: string): Path | undefined {
    if (typeof value !== "string") return this.#wrong(at, "a path is expected: .spec.name");
    try {
      const { fields } = readJsonPath(value);
      if (fields === undefined) return this.#wrong(at, `${value}: only field names are allowed`);
      const [first = ""] = fields;
      if (["apiVersion", "kind", "metadata"].includes(first)) {
        return this.#wrong(at, `${value}: ${first} can't be converted`);
      }
      return fields;
    } catch (error) {
      if (!(error instanceof JsonPathError)) throw error;
      return this.#wrong(at, error.message);
    }
  }

  #program(value: unknown, at: string): CelProgram | undefined {
    if (typeof value !== "string") return this.#wrong(at, "an expression is expected");
    try {
      return compileCel(value, this.#environment);
    } catch (error) {
      if (!(error instanceof CelCompileError)) throw error;
      return this.#wrong(at, `compilation failed: ${error.message}`);
    }
  }
}

function applied(rule: Rule, body: JsonObject, head: JsonObject): JsonObject {
  switch (rule.is) {
    case "move": {
      const value = takeAt(body, rule.from);
      if (value !== undefined) putAt(body, rule.to, value);
      return body;
    }
    case "default":
      if (valueAt(body, rule.path) === undefined) {
        putAt(body, rule.path, structuredClone(rule.value));
      }
      return body;
    case "remove":
      takeAt(body, rule.path);
      return body;
    case "set": {
      const self = ofJson({ ...head, ...body });
      const outcome = rule.program.run(activationOf({ self }), EXPRESSION_COST);
      if (outcome.error !== undefined) {
        throw internalError(
          `the declared conversion failed at .${rule.path.join(".")}: ${outcome.error.message}`,
        );
      }
      putAt(body, rule.path, toJson(outcome.value));
      return body;
    }
  }
}
