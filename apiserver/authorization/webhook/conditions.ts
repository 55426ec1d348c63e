/**
 * Conditions under which an authorization webhook is asked.
 *
 * @module
 */

import type { SubjectAccessReviewSpec } from "../../../toolkit/api/authorization_v1.ts";
import {
  activationOf,
  BOOL,
  CelCompileError,
  CelEnvironment,
  CelLimitError,
  type CelProgram,
  CelProgramError,
  type CelType,
  compileCel,
  fullTypeName,
  listOf,
  mapOf,
  objectType,
  ofJson,
  type Outcome,
  STANDARD_LIBRARIES,
  STRING,
  type Value,
  Work,
} from "../../../toolkit/cel/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { aggregate } from "../aggregate.ts";

/** What one expression may cost: about a tenth of a second. */
const EXPRESSION_COST_LIMIT = 1_000_000;
/** What all conditions of a webhook may cost for one request. */
const CONDITIONS_COST_LIMIT = 2_500_000;
/** Characters of an error that are told: it may quote what a client sent. */
const SHOWN_CHARS = 1024;

const { expressionTypePrefix: prefix } = NAMES.kubernetes;

const texts = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, STRING] as const));

const REQUIREMENTS = listOf(objectType(`${prefix}SelectorRequirement`, {
  ...texts("key", "operator"),
  values: listOf(STRING),
}));
const selector = (name: string) =>
  objectType(`${prefix}${name}`, { rawSelector: STRING, requirements: REQUIREMENTS });

/** The question, as expressions see it. */
const REQUEST = objectType(`${prefix}SubjectAccessReviewSpec`, {
  resourceAttributes: objectType(`${prefix}ResourceAttributes`, {
    ...texts("namespace", "verb", "group", "version", "resource", "subresource", "name"),
    fieldSelector: selector("FieldSelectorAttributes"),
    labelSelector: selector("LabelSelectorAttributes"),
  }),
  nonResourceAttributes: objectType(`${prefix}NonResourceAttributes`, texts("path", "verb")),
  ...texts("user", "uid"),
  groups: listOf(STRING),
  extra: mapOf(STRING, listOf(STRING)),
});

/** What conditions can name. */
export const ENVIRONMENT = new CelEnvironment({
  libraries: STANDARD_LIBRARIES,
  variables: { request: REQUEST },
});

/** Whether conditions hold: true, false, or why that can't be told. */
export type Match = boolean | { readonly error: string };

/** One condition, compiled. */
interface Condition {
  readonly source: string;
  readonly program: CelProgram;
}

/** Compiles a condition. Throws an error that says what is wrong with it. */
export function compileCondition(source: string): CelProgram {
  let program: CelProgram;
  try {
    program = compileCel(source, ENVIRONMENT);
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    if (error instanceof CelProgramError) expectBool(error.type);
    const stage = error instanceof CelProgramError ? "program instantiation" : "compilation";
    throw new Error(`${stage} failed: ${error.message}`, { cause: error });
  }
  expectBool(program.type);
  return program;
}

function expectBool(type: CelType): void {
  if (type.kind === BOOL.kind) return;
  throw new Error(`must evaluate to ${fullTypeName(BOOL)} but got ${fullTypeName(type)}`);
}

/** Conditions that must all hold. */
export class Conditions {
  readonly #conditions: readonly Condition[];

  /** Throws on an expression that {@link compileCondition} refuses. */
  constructor(expressions: readonly string[]) {
    this.#conditions = expressions.map((source) => ({ source, program: compileCondition(source) }));
  }

  get isEmpty(): boolean {
    return this.#conditions.length === 0;
  }

  /** Whether all hold for a question. One that is false counts more than those that can't be told. */
  match(spec: SubjectAccessReviewSpec): Match {
    const activation = activationOf({ request: questionValue(spec) });
    const work = new Work();
    const errors: string[] = [];
    let left = CONDITIONS_COST_LIMIT;
    for (const { source, program } of this.#conditions) {
      const { value, error, cost } = ran(
        () => program.run(activation, Math.min(EXPRESSION_COST_LIMIT, left), work),
      );
      left = Math.max(0, left - cost);
      if (value === false) return false;
      if (error !== undefined) {
        const why = error.message.slice(0, SHOWN_CHARS);
        errors.push(`cel evaluation error: expression '${source}' resulted in error: ${why}`);
      }
    }
    return errors.length === 0 || { error: aggregate(errors) };
  }
}

/** What comes of a run; the runtime itself may stop one, whose values are too deep for it or too long. */
function ran(run: () => Outcome): Outcome {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const why = new CelLimitError(`operation cancelled: ${error.message}`);
    return { error: why, cost: EXPRESSION_COST_LIMIT };
  }
}

/** A question as expressions see it: with all texts, empty ones too, so that they need not ask for them. */
export function questionValue(spec: SubjectAccessReviewSpec): Value {
  const { user = "", uid = "", groups = [], extra = {} } = spec;
  const { resourceAttributes: resource, nonResourceAttributes: other } = spec;
  const empty = { namespace: "", verb: "", group: "", version: "", resource: "", subresource: "" };
  return ofJson({
    user,
    uid,
    groups,
    extra,
    ...(resource && { resourceAttributes: { ...empty, name: "", ...resource } }),
    ...(other && { nonResourceAttributes: { path: "", verb: "", ...other } }),
  });
}
