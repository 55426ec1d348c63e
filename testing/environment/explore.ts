/**
 * Running a scenario under many schedules of faults, and making a failure small.
 *
 * @module
 */

import {
  declaredKinds,
  type DefinedOperator,
  type Operator,
} from "../../toolkit/operator/operator.ts";
import type { AnyKind, Span } from "../../toolkit/kinds/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";
import { Random } from "../random_objects.ts";
import { type Fault, fault, type Rejection } from "./faults.ts";
import { type TestEnv, testEnv, type TestEnvOptions } from "./test_env.ts";

/** How {@link explore} goes about it. */
export interface ExploreOptions extends Omit<TestEnvOptions, "faults"> {
  /** The operator that is explored. */
  readonly operator: Operator;
  /** How many schedules; the first has no fault. */
  readonly runs: number;
  /** What a failure said: that schedule alone is run. */
  readonly replay?: string | undefined;
}

/** What is run: all random numbers of the environment, and what goes wrong. */
interface Schedule {
  readonly seed: number;
  readonly faults: readonly Fault[];
}

/** So many lines of what the operator asked are shown. */
const SHOWN_LINES = 40;
const REASONS: readonly Rejection[] = [
  "Conflict",
  "TooManyRequests",
  "ServiceUnavailable",
  "InternalError",
];
const SPANS: readonly Span[] = ["1s", "10s", "1m"];
const FAULTS_LIMIT = 3;

/**
 * Runs the scenario once without a fault, then under schedules of faults drawn from the seed, each in an
 * environment of its own. All faults end by themselves: give the operator time (`env.settle("10m")`)
 * before you judge it. A failure is made as small as it can be, and says what to pass as `replay`.
 */
export async function explore(
  options: ExploreOptions,
  scenario: (env: TestEnv) => Promise<void>,
): Promise<void> {
  const { runs, replay, seed = crypto.getRandomValues(new Uint32Array(1))[0]! } = options;
  if (replay !== undefined) {
    const schedule = scheduleIn(replay);
    const failure = await failureOf(options, schedule, scenario);
    if (failure !== undefined) throw report(schedule, failure);
    return;
  }
  const kinds = declaredKinds((options.operator as DefinedOperator).controllers).map(({ kind }) =>
    kind
  );
  for (let run = 0; run < runs; run++) {
    const random = new Random(seed + run);
    const schedule = { seed: seed + run, faults: run === 0 ? [] : drawn(random, kinds) };
    const failure = await failureOf(options, schedule, scenario);
    if (failure !== undefined) throw await shrunk(options, schedule, failure, scenario);
  }
}

/** What went wrong in a run, with what the operator had asked. */
interface Failure {
  readonly error: unknown;
  readonly trace: readonly string[];
}

async function failureOf(
  { runs: _, replay: __, ...options }: ExploreOptions,
  { seed, faults }: Schedule,
  scenario: (env: TestEnv) => Promise<void>,
): Promise<Failure | undefined> {
  await using env = await testEnv({ ...options, seed });
  using _faults = env.inject(...faults);
  try {
    await scenario(env);
    return undefined;
  } catch (error) {
    return { error, trace: [...env.trace] };
  }
}

/** Leaves out each fault that the failure does not need. */
async function shrunk(
  options: ExploreOptions,
  schedule: Schedule,
  failure: Failure,
  scenario: (env: TestEnv) => Promise<void>,
): Promise<Error> {
  let [smallest, last] = [schedule, failure];
  for (let at = smallest.faults.length - 1; at >= 0; at--) {
    const less = { ...smallest, faults: smallest.faults.toSpliced(at, 1) };
    const again = await failureOf(options, less, scenario);
    if (again !== undefined) [smallest, last] = [less, again];
  }
  return report(smallest, last);
}

function report(schedule: Schedule, { error, trace }: Failure): Error {
  const faults = schedule.faults.map((one) => `  ${codeOf(one)},`);
  const message = error instanceof Error ? error.message : String(error);
  return new Error(
    [
      message,
      faults.length === 0 ? "without any fault" : "with these faults:",
      ...faults,
      `what the operator asked (the last ${SHOWN_LINES} lines; seconds first):`,
      ...trace.slice(-SHOWN_LINES).map((line) => `  ${line}`),
      `run it again: explore({ …, replay: "${printed(schedule)}" })`,
    ].join("\n"),
    { cause: error },
  );
}

/** As a program writes it: `fault.reject({ verb: "apply", kind: Deployment, reason: "Conflict" })`. */
function codeOf({ fault: name, ...rest }: Fault): string {
  const parts = Object.entries(rest).filter(([, value]) => value !== undefined).map((
    [key, value],
  ) => `${key}: ${key === "kind" ? (value as AnyKind).kind : JSON.stringify(value)}`);
  return `fault.${name}(${parts.length === 0 ? "" : `{ ${parts.join(", ")} }`})`;
}

function drawn(random: Random, kinds: readonly AnyKind[]): Fault[] {
  return Array.from({ length: 1 + random.below(FAULTS_LIMIT) }, () => drawnFault(random, kinds));
}

function drawnFault(random: Random, kinds: readonly AnyKind[]): Fault {
  const kind = random.chance(70) ? random.pick(kinds) : undefined;
  const aim = { ...(kind && { kind }), nth: 1 + random.below(5), times: 1 + random.below(3) };
  const span = random.pick(SPANS);
  switch (random.below(9)) {
    case 0:
      return fault.cutWatch(aim);
    case 1:
      return fault.stallWatch({ ...aim, nth: 1, for: span });
    case 2:
      return fault.expireWatch(aim);
    case 3:
      return fault.holdCache({ ...aim, nth: 1, for: span });
    case 4:
    case 5:
      return fault.reject({ ...aim, reason: random.pick(REASONS), ...verbIn(random) });
    case 6:
      return fault.delay({ ...aim, for: span, ...verbIn(random) });
    case 7:
      return fault.kill({ ...aim, times: 1, ...verbIn(random) });
    default:
      return fault.loseAnswer({ ...aim, ...verbIn(random) });
  }
}

function verbIn(random: Random): { verb?: string } {
  return random.chance(50) ? { verb: random.pick(["apply", "create", "patch", "delete"]) } : {};
}

function printed(schedule: Schedule): string {
  return new TextEncoder().encode(JSON.stringify(schedule)).toBase64({ alphabet: "base64url" });
}

function scheduleIn(replay: string): Schedule {
  try {
    const bytes = Uint8Array.fromBase64(replay, { alphabet: "base64url" });
    const schedule = JSON.parse(new TextDecoder().decode(bytes));
    if (isObject(schedule) && typeof schedule.seed === "number" && Array.isArray(schedule.faults)) {
      return schedule as unknown as Schedule;
    }
  } catch {
    // Told below.
  }
  throw new TypeError("replay is none of what explore() has said: paste all of it");
}
