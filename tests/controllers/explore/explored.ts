/**
 * Controllers under many schedules of faults: each ends as the run without faults does.
 *
 * @module
 */

import { explore, type TestEnv } from "../../../testing.ts";
import { slowTests } from "../../../testing/requirements.ts";

/** What is explored, and what is done to it. */
export interface Explored {
  /** The controllers that meet faults. */
  readonly on: readonly string[];
  /** Others, that meet none. Default: none. */
  readonly beside?: readonly string[];
  /** Default: none. */
  readonly nodes?: number;
  /** What the server has, where all would be many requests. Default: all groups. */
  readonly groups?: readonly string[];
  /** Schedules that once ended otherwise, as `explore` tells of them: both tiers try them. */
  readonly replays?: readonly string[];
  /** Takes too long for the short tier. Default false. */
  readonly isLong?: boolean;
  /** Does something and lets time pass; what it settles with has to be the same whatever goes wrong. */
  scenario(env: TestEnv): Promise<unknown>;
}

/** In the long tier, unless it is told otherwise: all scenarios take hours. */
const SCHEDULES = Number(Deno.env.get("ORCH_EXPLORE_RUNS") ?? 1000);
const QUICK_SCHEDULES = 3;
const NOW = "2026-01-02T03:04:05Z";
/** The short tier tries the same ones each time. */
const QUICK_SEED = 1;

/** Declares a test that explores; in the long tier as many schedules as `ORCH_EXPLORE_RUNS` says. */
export function testExplored(
  name: string,
  { on, beside = [], nodes = 0, groups, isLong = false, replays = [], scenario }: Explored,
): void {
  const options = {
    controllers: [...beside, ...on],
    faultsOn: on,
    nodes,
    groups,
    now: NOW,
  };
  for (const [index, replay] of replays.entries()) {
    Deno.test(
      `where it once went wrong (${index + 1}), ${name}`,
      () => explore({ ...options, runs: 1, replay }, scenario),
    );
  }
  if (isLong && !slowTests()) return;
  Deno.test(`whatever goes wrong, ${name}`, () =>
    explore({
      ...options,
      ...(slowTests() ? { runs: SCHEDULES } : { runs: QUICK_SCHEDULES, seed: QUICK_SEED }),
    }, scenario));
}
