/**
 * From when to when a certificate is good.
 *
 * @module
 */

const MINUTE_MS = 60_000;
/** Clocks of others may be behind. */
const BACKDATE_MS = 5 * MINUTE_MS;
/** Below this the time that it is dated back is not taken off its end. */
const SHORT_MS = 8 * 60 * MINUTE_MS;
const LEAST_MS = 10 * MINUTE_MS;

/**
 * The validity of a certificate that is signed now: as long as is asked for, but no longer than signers allow
 * and than their own certificate. Throws where that has ended.
 */
export function validityOf(
  { nowMs, mostMs, askedSeconds, authorityEnd }: {
    readonly nowMs: number;
    readonly mostMs: number;
    readonly askedSeconds: number | undefined;
    readonly authorityEnd: Date;
  },
): { readonly notBefore: Date; readonly notAfter: Date } {
  // Who asks for less than anybody can use gets more; what signers allow is never exceeded for that.
  const asked = Math.max((askedSeconds ?? Infinity) * 1000, LEAST_MS);
  const lasts = Math.min(asked, mostMs);
  const end = nowMs + (lasts < SHORT_MS ? lasts : lasts - BACKDATE_MS);
  const begin = nowMs - BACKDATE_MS;
  if (nowMs >= authorityEnd.getTime()) {
    const what = begin >= authorityEnd.getTime()
      ? "the signer has expired"
      : "refusing to sign a certificate that expired in the past";
    throw new Error(`${what}: NotAfter=${authorityEnd.toISOString()}`);
  }
  return {
    notBefore: new Date(begin),
    notAfter: new Date(Math.min(end, authorityEnd.getTime())),
  };
}
