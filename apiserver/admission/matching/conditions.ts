/**
 * Match conditions: expressions that all have to hold for a webhook or a policy to be asked.
 *
 * @module
 */

import type { MatchCondition } from "../../../toolkit/api/admissionregistration_v1.ts";
import {
  type Activation,
  BOOL,
  CelCompileError,
  CelEnvironment,
  CelLimitError,
  CelObject,
  type CelProgram,
  type CelType,
  compileCel,
  DYN,
  listOf,
  mapOf,
  objectType,
  ofJson,
  STANDARD_LIBRARIES,
  STRING,
  type Value,
} from "../../../toolkit/cel/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";

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
  run(activation: Activation): Verdict {
    this.#compiled ??= this.#given.map(({ expression }) => compiled(expression));
    let left = CONDITIONS_COST_LIMIT;
    const problems: string[] = [];
    for (const { program, expression } of this.#compiled) {
      if (typeof program === "string") {
        problems.push(`compilation error: ${program}`);
        continue;
      }
      const { value, error, cost } = program.run(activation, left);
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

const KIND = objectType("GroupVersionKind", {
  group: STRING,
  version: STRING,
  kind: STRING,
});
const RESOURCE = objectType("GroupVersionResource", {
  group: STRING,
  version: STRING,
  resource: STRING,
});
const USER = objectType("UserInfo", {
  username: STRING,
  uid: STRING,
  groups: listOf(STRING),
  extra: mapOf(STRING, listOf(STRING)),
});
/** What expressions can read of a request. */
const REQUEST_FIELDS: Readonly<Record<string, CelType>> = {
  kind: KIND,
  resource: RESOURCE,
  subResource: STRING,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: USER,
  dryRun: BOOL,
  options: DYN,
};
const REQUEST = objectType("AdmissionRequest", REQUEST_FIELDS);

/** What expressions about requests start from. */
export const REQUEST_ENVIRONMENT: CelEnvironment = new CelEnvironment({
  libraries: STANDARD_LIBRARIES,
  variables: { object: DYN, oldObject: DYN, request: REQUEST },
});

function compiled(expression: string): Condition {
  try {
    const program = compileCel(expression, REQUEST_ENVIRONMENT);
    const { type } = program;
    if (type.kind === "bool" || type.kind === "dyn") return { expression, program };
    return { expression, program: "must evaluate to bool" };
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    return { expression, program: error.message };
  }
}

/** The objects and the facts of a request, for expressions. */
export function requestActivation(
  object: JsonObject | undefined,
  old: JsonObject | undefined,
  facts: () => JsonObject,
): Activation {
  let request: Value | undefined;
  return {
    resolve(name) {
      switch (name) {
        case "object":
          return ofJson(object ?? null);
        case "oldObject":
          return ofJson(old ?? null);
        case "request":
          return request ??= new RequestValue(REQUEST.name, facts());
        default:
          return undefined;
      }
    },
  };
}

const INNER: Readonly<Record<string, string>> = {
  kind: KIND.name,
  requestKind: KIND.name,
  resource: RESOURCE.name,
  requestResource: RESOURCE.name,
  userInfo: USER.name,
};

class RequestValue extends CelObject {
  constructor(readonly typeName: string, readonly json: JsonObject) {
    super();
  }

  override get(field: string): Value | undefined {
    const value = Object.hasOwn(this.json, field) ? this.json[field] : undefined;
    if (value === undefined) return undefined;
    const inner = this.typeName === REQUEST.name && Object.hasOwn(INNER, field)
      ? INNER[field]
      : undefined;
    return inner === undefined ? ofJson(value) : new RequestValue(inner, value as JsonObject);
  }

  override fields(): Iterable<string> {
    return Object.keys(this.json);
  }
}
