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
  /** Takes too long for the short tier. Default false. */
  readonly isLong?: boolean;
  /** Does something and lets time pass; what it settles with has to be the same whatever goes wrong. */
  scenario(env: TestEnv): Promise<unknown>;
}

const SCHEDULES = 1000;
const QUICK_SCHEDULES = 3;
const NOW = "2026-01-02T03:04:05Z";
/** The short tier tries the same ones each time. */
const QUICK_SEED = 1;

/** Declares a test that explores: a thousand schedules in the long tier. */
export function testExplored(
  name: string,
  { on, beside = [], nodes = 0, groups, isLong = false, scenario }: Explored,
): void {
  if (isLong && !slowTests()) return;
  Deno.test(`whatever goes wrong, ${name}`, () =>
    explore({
      controllers: [...beside, ...on],
      faultsOn: on,
      nodes,
      groups,
      now: NOW,
      ...(slowTests() ? { runs: SCHEDULES } : { runs: QUICK_SCHEDULES, seed: QUICK_SEED }),
    }, scenario));
}
