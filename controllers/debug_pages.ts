/**
 * What controllers show of themselves to whoever looks for an error.
 *
 * @module
 */

import type { PageAnswer } from "../toolkit/pages/mod.ts";

/** Shows a page: what it answers to a query. */
export type ShowPage = (page: string, answer: (query: URLSearchParams) => PageAnswer) => void;

/** Pages at `/debug/controllers/CONTROLLER/PAGE`, from when a controller shows them. */
export class DebugPages {
  /** Those that there are when they are asked for. */
  readonly byPath: Record<string, (query: URLSearchParams) => PageAnswer> = {};

  /** Where a controller shows its own. */
  of(controller: string): ShowPage {
    return (page, answer) => {
      this.byPath[`/debug/controllers/${controller}/${page}`] = answer;
    };
  }
}
