/**
 * Match conditions: expressions that all have to hold for a webhook or a policy to be asked.
 *
 * @module
 */

import type { MatchCondition } from "../../../toolkit/api/admissionregistration_v1.ts";
import {
  type Activation,
  CelCompileError,
  CelLimitError,
  CelObject,
  type CelProgram,
  compileCel,
  fullTypeName,
  type ObjectType,
  ofJson,
  type Value,
} from "../../../toolkit/cel/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { policyEnvironment, REQUEST_TYPE } from "../../kinds/rules/expression_environment.ts";

/** What all conditions of one webhook or policy may cost for one request. */
export const CONDITIONS_COST_LIMIT = 2_500_000;

const OUT_OF_BUDGET =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/** What conditions come to. */
export type Verdict =
  | { readonly matches: boolean }
  /** None is false, but some can't be told. */
  | { readonly matches: undefined; readonly why: string; readonly failed: number };

interface Condition {
  readonly expression: string;
  readonly program: CelProgram | string;
}

/** See the module's comment. */
export class MatchConditions {
  readonly #given: readonly MatchCondition[];
  #compiled: readonly Condition[] | undefined;

  constructor(conditions: readonly MatchCondition[] = []) {
    this.#given = conditions;
  }

  get isEmpty(): boolean {
    return this.#given.length === 0;
  }

  /** Compiles what was not compiled yet, and runs it. */
  async run(activation: Activation): Promise<Verdict> {
    this.#compiled ??= this.#given.map(({ expression }) => compiled(expression));
    let left = CONDITIONS_COST_LIMIT;
    const problems: string[] = [];
    for (const { program, expression } of this.#compiled) {
      if (typeof program === "string") {
        problems.push(`compilation error: ${program}`);
        continue;
      }
      const { value, error, cost } = await program.runAsync(activation, left);
      left -= cost;
      if (left < 0 || error instanceof CelLimitError) return failure([OUT_OF_BUDGET]);
      if (error !== undefined) {
        problems.push(`expression '${expression}' resulted in error: ${error.message}`);
      } else if (value === false) return { matches: false };
    }
    return problems.length === 0 ? { matches: true } : failure(problems);
  }
}

function failure(problems: readonly string[]): Verdict {
  const distinct = [...new Set(problems)];
  const [only = ""] = distinct;
  const why = distinct.length === 1 ? only : `[${distinct.join(", ")}]`;
  return { matches: undefined, why, failed: problems.length };
}

const ENVIRONMENT = policyEnvironment({
  hasParams: false,
  hasAuthorizer: true,
  hasPatchTypes: false,
});

function compiled(expression: string): Condition {
  try {
    const program = compileCel(expression, ENVIRONMENT);
    if (program.type.kind === "bool") return { expression, program };
    const found = fullTypeName(program.type);
    return { expression, program: `must evaluate to bool but got ${found}` };
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    return { expression, program: error.message };
  }
}

/** What expressions can read of a request. */
export interface Readable {
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
  facts(): JsonObject;
  /** Made when the first expression asks. */
  authorizer(): Readonly<Record<string, Value>>;
}

/** The variables of expressions about a request. */
export function requestActivation({ object, old, facts, authorizer }: Readable): Activation {
  let request: Value | undefined;
  let questions: Readonly<Record<string, Value>> | undefined;
  return {
    resolve(name) {
      switch (name) {
        case "object":
          return ofJson(object ?? null);
        case "oldObject":
          return ofJson(old ?? null);
        case "request":
          return request ??= new TypedJson(REQUEST_TYPE as ObjectType, facts());
        case "authorizer":
        case "authorizer.requestResource":
          return (questions ??= authorizer())[name];
        case "namespaceObject":
          // Conditions are judged before anybody looks at the namespace.
          return null;
        default:
          return undefined;
      }
    },
  };
}

/** JSON as a value of an object type. */
class TypedJson extends CelObject {
  readonly typeName: string;
  readonly #type: ObjectType;
  readonly #json: JsonObject;

  constructor(type: ObjectType, json: JsonObject) {
    super();
    this.typeName = type.name;
    this.#type = type;
    this.#json = json;
  }

  override get(field: string): Value | undefined {
    const value = Object.hasOwn(this.#json, field) ? this.#json[field] : undefined;
    if (value === undefined) return undefined;
    const inner = this.#type.field(field);
    return inner?.kind === "object" ? new TypedJson(inner, value as JsonObject) : ofJson(value);
  }

  override fields(): Iterable<string> {
    return Object.keys(this.#json);
  }
}
