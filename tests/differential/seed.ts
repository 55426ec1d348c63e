/**
 * The seed of what is chosen at random.
 *
 * @module
 */

/** Names another seed than the one that every run has. */
export const SEED_VARIABLE = "ORCH_DIFFERENTIAL_SEED";

const DEFAULT_SEED = 1;

/** The seed of this run, and whether somebody gave it. */
export function seedOf(): { readonly value: number; readonly given: boolean } {
  const text = Deno.env.get(SEED_VARIABLE) ?? "";
  if (text === "") return { value: DEFAULT_SEED, given: false };
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${SEED_VARIABLE}=${text} is no whole number`);
  return { value, given: true };
}
