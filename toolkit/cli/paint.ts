/**
 * Colours, for those who can see them.
 *
 * @module
 */

import type { Surroundings } from "./command.ts";

/** Styles of a terminal. */
const STYLES = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33" } as const;

/** A text in a style. */
export type Paint = (style: keyof typeof STYLES, text: string) => string;

/** Styles texts on a terminal, unless `NO_COLOR` is set to something; anywhere else they stay as they are. */
export function painter(
  { terminal, environment }: Pick<Surroundings, "terminal" | "environment">,
): Paint {
  if (terminal.columns === 0 || environment.NO_COLOR) return (_, text) => text;
  return (style, text) => `\u001b[${STYLES[style]}m${text}\u001b[0m`;
}
