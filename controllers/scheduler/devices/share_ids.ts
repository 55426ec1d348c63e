/**
 * Names of what claims have of devices that several share.
 *
 * @module
 */

/** Makes such names, which no two have: UUIDs. `random`: from 0 to less than 1. */
export function shareIds(random: () => number): () => string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join("");
  return () => {
    const variant = (8 + Math.floor(random() * 4)).toString(16);
    return `${digits(8)}-${digits(4)}-4${digits(3)}-${variant}${digits(3)}-${digits(12)}`;
  };
}
