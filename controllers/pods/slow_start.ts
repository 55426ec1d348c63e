/**
 * Doing the same thing often, carefully.
 *
 * @module
 */

/** What came of it. */
export interface SlowStarted {
  readonly done: number;
  /** The first failure; the rest was left undone then. */
  readonly error: unknown;
}

/**
 * Calls `act` so many times: once, then twice at a time, then four times and so on. After a round in which
 * any call failed there is no other: what the server refuses once it is not asked a thousand times.
 */
export async function slowStart(
  count: number,
  act: (index: number) => Promise<unknown>,
): Promise<SlowStarted> {
  let done = 0;
  for (let round = 1; done < count; round *= 2) {
    const size = Math.min(round, count - done);
    const begun = done;
    const results = await Promise.allSettled(
      Array.from({ length: size }, (_, index) => act(begun + index)),
    );
    const failed = results.filter((result) => result.status === "rejected");
    done += size - failed.length;
    const [first] = failed;
    if (first !== undefined) return { done, error: first.reason };
  }
  return { done, error: undefined };
}
