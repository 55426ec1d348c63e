/**
 * `--help` and the notices at start, printed from the declarations.
 *
 * @module
 */

import { type Dialect, NAMES, type Names } from "../names.ts";
import { flagInDialect } from "./flag_names.ts";
import { defaultOf, type Flag, type FlagGroup } from "./flag.ts";
import { declaredFlags } from "./parse.ts";

/** What `--help` says above the flags. */
export interface HelpHead {
  /** The name of the program, as it is typed. */
  readonly program: string;
  /** What it is for: one or more paragraphs. */
  readonly about: string;
  /** What stands behind the name, a line for each way to type it. Default `[flags]`. */
  readonly usage?: readonly string[];
}

/** Columns of the terminal that help is fitted to; 0: lines are as long as they come. */
export interface HelpOptions {
  readonly dialect: Dialect;
  readonly columns: number;
}

/** The whole text of `--help`. */
export function helpText(
  head: HelpHead,
  groups: readonly FlagGroup[],
  options: HelpOptions,
): string {
  const sections = groups.filter((one) => Object.keys(one.flags).length > 0)
    .map((one) => section(one, options));
  const usage = (head.usage ?? ["[flags]"]).map((line) => `  ${head.program} ${line}\n`).join("");
  return `${wrap(head.about, 0, options.columns)}\n\nUsage:\n${usage}\n${sections.join("\n")}`;
}

function section(one: FlagGroup, options: HelpOptions): string {
  const names = NAMES[options.dialect];
  const rows = Object.entries(one.flags)
    .map(([name, flag]) => row(flagInDialect(name, options.dialect), flag, names))
    .sort((a, b) => a.name < b.name ? -1 : 1);
  const width = Math.max(...rows.map(({ left }) => left.length)) + 3;
  // A column too wide for the terminal would leave no room for the meaning: it goes below then.
  const narrow = options.columns > 0 && width > options.columns / 2;
  const lines = rows.map(({ left, right }) =>
    narrow
      ? `${left}\n${" ".repeat(16)}${wrap(right, 16, options.columns)}`
      : left.padEnd(width) + wrap(right, width, options.columns)
  );
  return `${one.title} flags:\n\n${lines.join("\n")}\n`;
}

function row(name: string, flag: Flag<unknown>, names: Names) {
  const letter = flag.shorthand === undefined ? "    " : `-${flag.shorthand}, `;
  const placeholder = flag.placeholder ?? flag.kind.name;
  const left = `  ${letter}--${name}${placeholder === "" ? "" : ` ${placeholder}`}`;
  const printed = flag.kind.print(defaultOf(flag, names));
  let right = flag.meaning;
  if (printed !== "") right += ` (default ${printed})`;
  if (flag.deprecated !== undefined) right += ` (DEPRECATED: ${flag.deprecated})`;
  return { name, left, right };
}

/** Breaks `text` at spaces to `columns`, indenting all lines but the first. */
function wrap(text: string, indent: number, columns: number): string {
  if (columns === 0) return text;
  const room = Math.max(24, columns - indent - 1);
  return text.split("\n").map((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line !== "" && line.length + 1 + word.length > room) {
        lines.push(line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    lines.push(line);
    return lines.join(`\n${" ".repeat(indent)}`);
  }).join(`\n${" ".repeat(indent)}`);
}

/** A notice about a flag that was given and does not do all that its user may expect. */
export interface Notice {
  readonly flag: string;
  readonly text: string;
}

/** Why each given flag has no effect, or what to use instead of it: said once, at start. */
export function notices(
  groups: readonly FlagGroup[],
  given: ReadonlyMap<string, string>,
): Notice[] {
  const found: Notice[] = [];
  const all = declaredFlags(groups);
  const works = new Set(all.filter(({ status }) => status.is === "works").map(({ name }) => name));
  // Nobody is told to use what has no effect itself.
  const isAdvice = (text: string) =>
    [...text.matchAll(/--([a-z0-9-]+)/g)].every(([, name]) => works.has(name!));
  for (const { name, flag, status } of all) {
    const spelled = given.get(name);
    if (spelled === undefined) continue;
    if (flag.deprecated !== undefined && isAdvice(flag.deprecated)) {
      found.push({ flag: spelled, text: `deprecated: ${flag.deprecated}` });
    }
    if (status.is === "later") {
      found.push({ flag: spelled, text: `has no effect yet: ${status.why}` });
    } else if (status.is === "never") {
      found.push({ flag: spelled, text: `has no effect here: ${status.why}` });
    }
  }
  return found;
}
