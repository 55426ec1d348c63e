/** Assertions of the unit tests: the platform's own, under the names that Deno users know. */
import assertModule from "node:assert/strict";

/** Fails unless `actual` is deeply and strictly equal to `expected`. */
export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  assertModule.deepStrictEqual(actual, expected, message && note(message, actual, expected));
}

function note(message: string, actual: unknown, expected: unknown): Error | string {
  try {
    assertModule.deepStrictEqual(actual, expected);
    return message;
  } catch (error) {
    return new Error(`${message}: ${(error as Error).message}`);
  }
}

/** Fails unless `condition` is true. */
export function assert(condition: unknown, message?: string): asserts condition {
  assertModule.ok(condition, message);
}

/** Calls `run`, fails unless it throws an error whose message `pattern` matches, and returns it. */
export function assertThrows(run: () => unknown, pattern?: RegExp | string): Error {
  try {
    run();
  } catch (error) {
    return matching(error, pattern);
  }
  throw new Error("expected a throw, and none came");
}

/** As {@link assertThrows}, for a promise that must reject. */
export async function assertRejects(
  run: () => Promise<unknown>,
  pattern?: RegExp | string,
): Promise<Error> {
  try {
    await run();
  } catch (error) {
    return matching(error, pattern);
  }
  throw new Error("expected a rejection, and none came");
}

function matching(error: unknown, pattern: RegExp | string | undefined): Error {
  assertModule.ok(error instanceof Error, `not an Error was thrown: ${error}`);
  if (pattern === undefined) return error;
  const found = typeof pattern === "string"
    ? error.message.includes(pattern)
    : pattern.test(error.message);
  if (!found) throw new Error(`the error does not match ${pattern}: ${error.message}`);
  return error;
}
