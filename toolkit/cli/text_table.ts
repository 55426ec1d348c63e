/**
 * Tables of text, as wide as what is in them.
 *
 * @module
 */

/** What stands between columns. */
const GAP = "   ";
/** A column beside long cells is not made any wider: such a cell is longer than its column. */
const WIDTH_LIMIT = 60;

/** A cell as it is measured, and as it is written. */
export interface Cell {
  readonly text: string;
  /** Default: the text. */
  readonly shown?: string;
}

/** Rows as lines, the columns under each other. A row may have fewer cells than others. */
export function textTable(rows: readonly (readonly (string | Cell)[])[]): string[] {
  const cells = rows.map((row) => row.map((one) => typeof one === "string" ? { text: one } : one));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [at, { text }] of row.entries()) {
      widths[at] = Math.max(widths[at] ?? 0, Math.min(WIDTH_LIMIT, widthOf(text)));
    }
  }
  return cells.map((row) =>
    row.map(({ text, shown = text }, at) => {
      const isLast = row.slice(at + 1).every((one) => one.text === "");
      return isLast ? shown : shown + " ".repeat(Math.max(0, widths[at]! - widthOf(text))) + GAP;
    }).join("").trimEnd()
  );
}

/** Characters, not code units. */
function widthOf(text: string): number {
  return [...text].length;
}
