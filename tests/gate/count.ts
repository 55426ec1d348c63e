/** What a step of the gate amounted to. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** No test at all. */
export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 };

/** All counts together. */
export function sum(counts: readonly Count[]): Count {
  return counts.reduce((total, one) => ({
    passed: total.passed + one.passed,
    failed: total.failed + one.failed,
    skipped: total.skipped + one.skipped,
  }), NOTHING);
}
