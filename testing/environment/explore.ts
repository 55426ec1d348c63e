/**
 * Running a scenario under many schedules of faults, and making a failure small.
 *
 * @module
 */

import type { DefinedOperator, Operator } from "../../toolkit/operator/operator.ts";
import { Random } from "../random_objects.ts";
import { Environment } from "./environment.ts";
import type { Fault } from "./faults.ts";
import { codeOf, drawnFaults, printed, type Schedule, scheduleIn, type Used } from "./schedule.ts";
import type { TestEnv, TestEnvOptions } from "./test_env.ts";

/** How {@link explore} goes about it. */
export interface ExploreOptions extends Omit<TestEnvOptions, "faults"> {
  /** The operator that is explored. */
  readonly operator: Operator;
  /** How many schedules; the first has no fault. */
  readonly runs: number;
  /** What a failure said: that schedule alone is run. */
  readonly replay?: string | undefined;
}

/** So many lines of what the operator asked are shown. */
const SHOWN_LINES = 40;

/**
 * Runs the scenario once without a fault, then under schedules of faults drawn from the seed, each in an
 * environment of its own that is forked from one. All faults end by themselves: give the operator time
 * (`env.settle("10m")`) before you judge it. What fails is what the scenario throws, an operator that ends,
 * and a requeue storm. A failure is made as small as it can be, and says what to pass as `replay`.
 */
export async function explore(
  options: ExploreOptions,
  scenario: (env: TestEnv) => Promise<void>,
): Promise<void> {
  const { runs, replay, operator, ...rest } = options;
  if (!Number.isSafeInteger(runs) || runs < 1) {
    throw new TypeError(`explore: runs is ${runs}: write a whole number from 1 on`);
  }
  const given = replay === undefined ? undefined : scheduleIn(replay);
  const { seed = crypto.getRandomValues(new Uint32Array(1))[0]! } = options;
  const isReal = options.time === "real";
  const { now = new Date().toISOString().replace(/\.\d+Z$/, "Z") } = given ?? options;
  await using base = await Environment.start({
    ...rest,
    resources: options.resources,
    ...(!isReal && { now }),
    seed,
  }, undefined);
  await base.prepare(operator);
  const exploration = { base, operator, scenario };
  if (given !== undefined) {
    const failure = await failureOf(exploration, given);
    if (failure !== undefined) throw report(given, failure);
    return;
  }
  const seeds = new Random(seed);
  let used: readonly Used[] = [];
  for (let run = 0; run < runs; run++) {
    const own = seeds.below(2 ** 31);
    const random = new Random(own);
    const faults = run === 0 ? [] : drawnFaults(random, operator as DefinedOperator, used);
    const schedule = { seed: own, now, faults };
    const failure = await failureOf(exploration, schedule, (env) => {
      if (run === 0) used = env.used();
    });
    if (failure === undefined) continue;
    throw await shrunk(exploration, schedule, failure, `run ${run + 1} of ${runs}`);
  }
}

interface Exploration {
  /** What each run is forked from: its operator has not started. */
  readonly base: Environment;
  readonly operator: Operator;
  scenario(env: TestEnv): Promise<void>;
}

/** What went wrong in a run, with what the operator had asked. */
interface Failure {
  readonly error: unknown;
  readonly trace: readonly string[];
}

async function failureOf(
  { base, operator, scenario }: Exploration,
  { seed, faults }: Schedule,
  survived: (env: Environment) => void = () => {},
): Promise<Failure | undefined> {
  let forked: Environment;
  try {
    forked = await base.forkWith({ operator, seed, faults });
  } catch (error) {
    return { error, trace: ["the operator did not start"] };
  }
  await using env = forked;
  try {
    await scenario(env);
    // What went wrong while nobody looked counts, too.
    await env.settle();
    survived(env);
    return undefined;
  } catch (error) {
    return { error, trace: [...env.trace] };
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
    const again = await failureOf(exploration, less);
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
      `what the operator asked (the last ${SHOWN_LINES} lines; seconds first):`,
      ...trace.slice(-SHOWN_LINES).map((line) => `  ${line}`),
      `run it again: explore({ …, replay: "${printed(schedule)}" })`,
    ].join("\n"),
    { cause: error },
  );
}
