/**
 * Running a scenario under many schedules of faults, and making a failure small.
 *
 * @module
 */

import { deepStrictEqual } from "node:assert";
import type { DefinedOperator } from "../../toolkit/operator/operator.ts";
import { Random } from "../random_objects.ts";
import { CONTROLLERS } from "./controllers.ts";
import { Environment } from "./environment.ts";
import type { Fault } from "./faults.ts";
import { codeOf, drawnFaults, printed, type Schedule, scheduleIn, type Used } from "./schedule.ts";
import type { TestEnv, TestEnvOptions } from "./test_env.ts";

/** How {@link explore} goes about it. What is explored is the operator, or the controllers of `faultsOn`, or both. */
export interface ExploreOptions extends Omit<TestEnvOptions, "faults"> {
  /** How many schedules; the first has no fault. */
  readonly runs: number;
  /** What a failure said: that schedule alone is run. */
  readonly replay?: string | undefined;
}

/** So many lines of what was asked are shown. */
const SHOWN_LINES = 40;

/**
 * Runs the scenario once without a fault, then under schedules of faults drawn from the seed, each in an
 * environment of its own that is forked from one. All faults end by themselves: give who meets them time
 * (`env.settle("10m")`) before you judge. What fails is what the scenario throws, an operator that ends,
 * a requeue storm, and a run that settles with something else than the one without faults: return what has to be
 * the same. A failure is made as small as it can be, and says what to pass as `replay`.
 */
export async function explore(
  options: ExploreOptions,
  scenario: (env: TestEnv) => Promise<unknown>,
): Promise<void> {
  const { runs, replay, operator, faultsOn = [], ...rest } = options;
  const wrong = (text: string) => {
    throw new TypeError(`explore: ${text}`);
  };
  if (!Number.isSafeInteger(runs) || runs < 1) {
    wrong(`runs is ${runs}: write a whole number from 1 on`);
  }
  if (operator === undefined && faultsOn.length === 0) {
    wrong("nobody meets faults: write an operator, or controllers in faultsOn");
  }
  const given = replay === undefined ? undefined : scheduleIn(replay);
  const { seed = crypto.getRandomValues(new Uint32Array(1))[0]! } = options;
  const isReal = options.time === "real";
  const { now = new Date().toISOString().replace(/\.\d+Z$/, "Z") } = given ?? options;
  const { controllers = CONTROLLERS } = options;
  await using base = await Environment.start({
    ...rest,
    // Who meets faults has not started yet.
    controllers: controllers.filter((name) => !faultsOn.includes(name)),
    ...(!isReal && { now }),
    seed,
  }, undefined);
  await base.prepare(operator);
  const exploration = new Exploration(base, { operator, controllers, faultsOn }, scenario);
  const seeds = new Random(seed);
  const first = { seed: given?.seed ?? seeds.below(2 ** 31), now, faults: [] };
  const broken = await exploration.begin(first);
  if (broken !== undefined) throw report(first, broken, `run 1 of ${runs}`);
  if (given !== undefined) {
    const failure = await exploration.failure(given);
    if (failure !== undefined) throw report(given, failure);
    return;
  }
  for (let run = 1; run < runs; run++) {
    const own = seeds.below(2 ** 31);
    const faults = drawnFaults(
      new Random(own),
      operator as DefinedOperator | undefined,
      exploration.used,
    );
    const schedule = { seed: own, now, faults };
    const failure = await exploration.failure(schedule);
    if (failure === undefined) continue;
    throw await shrunk(exploration, schedule, failure, `run ${run + 1} of ${runs}`);
  }
}

/** What went wrong in a run, with what had been asked. */
interface Failure {
  readonly error: unknown;
  readonly trace: readonly string[];
}

/** Runs of one scenario. */
class Exploration {
  /** What each run is forked from. */
  readonly #base: Environment;
  /** Who starts in each run. */
  readonly #explored: Partial<TestEnvOptions>;
  readonly #scenario: (env: TestEnv) => Promise<unknown>;
  /** What came of it without faults. */
  #expected: { readonly result: unknown } | undefined;
  /** What was asked then. */
  used: readonly Used[] = [];

  constructor(
    base: Environment,
    explored: Partial<TestEnvOptions>,
    scenario: (env: TestEnv) => Promise<unknown>,
  ) {
    this.#base = base;
    this.#explored = explored;
    this.#scenario = scenario;
  }

  /** The run without faults: the others have to end as it does. */
  async begin(schedule: Schedule): Promise<Failure | undefined> {
    return await this.#run(schedule, (env, result) => {
      this.used = env.used();
      this.#expected = { result };
    });
  }

  /** What goes wrong with these faults. */
  async failure(schedule: Schedule): Promise<Failure | undefined> {
    return await this.#run(schedule, (_, result) => {
      deepStrictEqual(result, this.#expected?.result);
    });
  }

  async #run(
    { seed, faults }: Schedule,
    judge: (env: Environment, result: unknown) => void,
  ): Promise<Failure | undefined> {
    let forked: Environment;
    try {
      forked = await this.#base.forkWith({ ...this.#explored, seed, faults });
    } catch (error) {
      return { error, trace: ["it did not start"] };
    }
    await using env = forked;
    try {
      const result = await this.#scenario(env);
      // What went wrong while nobody looked counts, too.
      await env.settle();
      judge(env, result);
      return undefined;
    } catch (error) {
      return { error, trace: [...env.trace] };
    }
  }
}

/** Leaves out each fault that the failure does not need, and has those that are left happen once. */
async function shrunk(
  exploration: Exploration,
  schedule: Schedule,
  failure: Failure,
  which: string,
): Promise<Error> {
  let [smallest, last] = [schedule, failure];
  const attempt = async (faults: readonly Fault[]) => {
    const less = { ...smallest, faults };
    const again = await exploration.failure(less);
    if (again !== undefined) [smallest, last] = [less, again];
  };
  for (let at = smallest.faults.length - 1; at >= 0; at--) {
    await attempt(smallest.faults.toSpliced(at, 1));
  }
  for (const [at, one] of smallest.faults.entries()) {
    if ((one.times ?? 1) > 1) await attempt(smallest.faults.with(at, { ...one, times: 1 }));
  }
  return report(smallest, last, which);
}

function report(schedule: Schedule, { error, trace }: Failure, which = "the replay"): Error {
  const faults = schedule.faults.map((one) => `  ${codeOf(one)},`);
  const message = error instanceof Error ? error.message : String(error);
  return new Error(
    [
      message,
      `in ${which}, ${faults.length === 0 ? "without any fault" : "with these faults:"}`,
      ...faults,
      `what was asked (the last ${SHOWN_LINES} lines; seconds first):`,
      ...trace.slice(-SHOWN_LINES).map((line) => `  ${line}`),
      `run it again: explore({ …, replay: "${printed(schedule)}" })`,
    ].join("\n"),
    { cause: error },
  );
}
