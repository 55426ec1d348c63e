/**
 * Doubles as texts.
 *
 * @module
 */

/** As Go's shortest form: an exponent below 1e-4 and from 1e6. */
export function doubleText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const amount = Math.abs(value);
  if (amount !== 0 && (amount < 1e-4 || amount >= 1e6)) {
    const [digits = "", exponent = ""] = value.toExponential().split("e");
    const sign = exponent.startsWith("-") ? "-" : "+";
    return `${digits}e${sign}${exponent.replace(/^[+-]/, "").padStart(2, "0")}`;
  }
  return String(value);
}
