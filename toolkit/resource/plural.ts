/**
 * The plural of a kind, as paths have it.
 *
 * @module
 */

/**
 * The plural in lower case by the rules of English: `websites`, `policies`, `ingresses`, `analyses`.
 * Words that follow no rule need theirs written out.
 */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (word.endsWith("sis")) return `${word.slice(0, -2)}es`;
  if (/(?:[sxz]|[cs]h)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}
