/**
 * JSON for people.
 *
 * @module
 */

/** What is between the parts of a text, and the parts: whole strings, and what is empty. */
const PARTS = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\}|\[\]|[{}[\],:]/g;

/** Compact JSON with a line a member, by its text alone: numbers keep all their digits. */
export function indented(json: string): string {
  let line = "\n";
  return json.replace(PARTS, (part) => {
    switch (part) {
      case "{":
      case "[":
        line += "  ";
        return part + line;
      case "}":
      case "]":
        line = line.slice(0, -2);
        return line + part;
      case ",":
        return part + line;
      case ":":
        return ": ";
      default:
        return part;
    }
  });
}
