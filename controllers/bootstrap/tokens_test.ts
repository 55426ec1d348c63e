import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type CachedSecret, expiresMs } from "./tokens.ts";

const CASES: readonly [expiration: string, expiresMs: number | undefined][] = [
  ["", undefined],
  ["2026-01-02T03:04:05Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ["2026-01-02T03:04:05.5+01:00", Date.UTC(2026, 0, 2, 2, 4, 5, 500)],
  ["2026-01-02T3:04:05Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ["9999-12-31T23:59:59Z", Date.UTC(9999, 11, 31, 23, 59, 59)],
  ["2026-02-30T00:00:00Z", -Infinity],
  ["2026-01-01T24:00:00Z", -Infinity],
  ["2026-01-02 03:04:05Z", -Infinity],
  ["2026-01-02", -Infinity],
  ["tomorrow", -Infinity],
];

for (const [expiration, expected] of CASES) {
  Deno.test(`expiresMs() reads as the API server does: ${expiration || "nothing"}`, () => {
    const data = { expiration: btoa(expiration) };
    assertEquals(expiresMs({ metadata: {}, data } as unknown as CachedSecret), expected);
  });
}
