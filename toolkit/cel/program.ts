/**
 * From text to something that runs.
 *
 * @module
 */

import { checkCel, type Checked } from "./checker.ts";
import type { Range } from "./cost.ts";
import type { CelEnvironment } from "./environment.ts";
import { estimateCost } from "./estimate.ts";
import { type Activation, type EvaluationStep, Frame } from "./frame.ts";
import { isMacro } from "./macros.ts";
import { parseCel } from "./parser.ts";
import { planCel } from "./plan.ts";
import { readsField } from "./reads.ts";
import { CelError, CelLimitError, Suspended } from "./source.ts";
import type { CelType } from "./type.ts";
import type { Value } from "./values.ts";
import { withWork, Work } from "./work.ts";

/** How often one run may wait for an answer: each question is dear, so that costs end it sooner. */
const MOST_QUESTIONS = 100;

/** What came of a run: a value or an error, and what it cost either way. */
export type Outcome =
  | { readonly value: Value; readonly error?: undefined; readonly cost: number }
  | { readonly value?: undefined; readonly error: CelError; readonly cost: number };

/** A compiled expression. */
export class CelProgram {
  readonly #checked: Checked;
  readonly #step: EvaluationStep;

  constructor(checked: Checked) {
    this.#checked = checked;
    this.#step = planCel(checked);
  }

  get source(): string {
    return this.#checked.source;
  }

  /** The type of its value. */
  get type(): CelType {
    return this.#checked.result;
  }

  /** What a run can cost. */
  estimate(): Range {
    return estimateCost(this.#checked);
  }

  /** Whether the expression reads this variable. */
  uses(variable: string): boolean {
    return this.#checked.variables.has(variable);
  }

  /** Whether the expression reads a field of a variable by its name. */
  reads(variable: string, field: string): boolean {
    return readsField(this.#checked.expr, variable, field);
  }

  /** Runs it, as far as `limit` reaches, and `work`, which other runs may share. */
  run(activation: Activation, limit: number, work: Work = new Work()): Outcome {
    const frame = new Frame(activation, limit);
    try {
      return { value: withWork(work, () => this.#step(frame)), cost: frame.cost };
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      return { error, cost: frame.cost };
    }
  }

  /** Runs it, again and again where it asks for what takes time; the cost is that of the last run. */
  async runAsync(
    activation: Activation,
    limit: number,
    work: Work = new Work(),
  ): Promise<Outcome> {
    for (let asked = 0; asked < MOST_QUESTIONS; asked++) {
      try {
        return this.run(activation, limit, work);
      } catch (error) {
        if (!(error instanceof Suspended)) throw error;
        await error.until;
      }
    }
    return {
      error: new CelLimitError("operation cancelled: it waits for too many answers"),
      cost: limit,
    };
  }
}

/** Compiles an expression. Throws CelCompileError. */
export function compileCel(source: string, environment: CelEnvironment): CelProgram {
  const expr = parseCel(source, {
    isMacro: (name, isMember, args) =>
      isMacro(name, isMember, args) && (name !== "bind" || environment.hasBind),
  });
  return new CelProgram(checkCel(source, expr, environment));
}
