/**
 * Names of groups in regular expressions.
 *
 * @module
 */

/** A pattern with its groups unnamed: all that is told of a match is the same without. */
export function withoutGroupNames(pattern: string): string {
  const name = /\(\?P?<\w+>/y;
  let made = "";
  let inClass = false;
  for (let at = 0; at < pattern.length;) {
    name.lastIndex = at;
    const named = inClass ? null : name.exec(pattern);
    if (named !== null) {
      made += "(";
      at += named[0].length;
      continue;
    }
    const end = endOfPiece(pattern, at, inClass);
    const piece = pattern.slice(at, end);
    if (!inClass && piece.startsWith("[")) inClass = true;
    else if (inClass && piece === "]") inClass = false;
    made += piece;
    at = end;
  }
  return made;
}

/** Where that ends which is read as one: a quotation, an escape, the head of a class, a class in it, a character. */
function endOfPiece(pattern: string, at: number, inClass: boolean): number {
  const after = (mark: string) => {
    const found = pattern.indexOf(mark, at + 2);
    return found < 0 ? pattern.length : found + mark.length;
  };
  if (pattern.startsWith("\\Q", at)) return after("\\E");
  if (pattern[at] === "\\") return at + 2;
  if (pattern[at] !== "[") return at + 1;
  if (inClass) return pattern[at + 1] === ":" ? after(":]") : at + 1;
  const first = pattern[at + 1] === "^" ? at + 2 : at + 1;
  return pattern[first] === "]" ? first + 1 : first;
}
