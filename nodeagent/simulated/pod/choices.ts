/**
 * Values of an annotation that may differ by container and by completion index.
 *
 * @module
 */

import { quoteText } from "../../../toolkit/values/mod.ts";

/** More in one annotation are refused. */
const LIMIT = 1000;

interface Choice {
  /** Undefined: of any. */
  readonly container: string | undefined;
  /** Whether it names indexes. */
  readonly isIndexed: boolean;
  readonly value: number;
}

/**
 * Reads `10s`, or `10s, main=20s, main#3=1s, #4-7=2s`: a value for all, for a container, for a container of
 * some indexes, for all containers of these. The function that it returns tells a container's value, the
 * most exact one: container and index, then container, then index; `named`: only one that names the container.
 * Throws what says what is wrong.
 */
export function readChoices(
  text: string,
  read: (text: string) => number,
  index: number | undefined,
): (container: string, named?: boolean) => number | undefined {
  const parts = text.split(",");
  if (parts.length > LIMIT) throw new Error(`it has ${parts.length} values, over ${LIMIT}`);
  const choices = parts.flatMap((part) => readChoice(part.trim(), read, index));
  return (container, named = false) => {
    let best: number | undefined;
    let bestRank = -1;
    for (const choice of choices) {
      if (choice.container === undefined ? named : choice.container !== container) continue;
      const rank = (choice.container === undefined ? 0 : 2) + (choice.isIndexed ? 1 : 0);
      // Of several that are as exact the last one counts.
      if (rank >= bestRank) [best, bestRank] = [choice.value, rank];
    }
    return best;
  };
}

/** None where it is for other indexes. */
function readChoice(
  part: string,
  read: (text: string) => number,
  index: number | undefined,
): Choice[] {
  const at = part.indexOf("=");
  const value = read(part.slice(at + 1).trim());
  if (at < 0) return [{ container: undefined, isIndexed: false, value }];
  const whom = part.slice(0, at).trim();
  const match = /^([a-z0-9-]*)(?:#(\d{1,10})(?:-(\d{1,10}))?)?$/.exec(whom);
  if (match === null || whom === "") {
    throw new Error(
      `${quoteText(whom)} names nobody: write CONTAINER, CONTAINER#INDEX, #INDEX or #FIRST-LAST`,
    );
  }
  const [, name = "", first, last = first] = match;
  const isIndexed = first !== undefined;
  if (isIndexed && !(index! >= Number(first) && index! <= Number(last))) return [];
  return [{ container: name === "" ? undefined : name, isIndexed, value }];
}
