/**
 * An operator that others publish, and what its users do with it.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";

/** A published operator. */
export interface Operator {
  /** Its module, with the version: `example.com/operator@v1.0.0`. */
  readonly module: string;
  /** Its module replaces parts of itself by folders that are published apart. */
  readonly isRequired?: true;
  /** Its manifests, as kubectl prints or reads them. `folder`: of its module. */
  manifests(kubectl: Kubectl, folder: string): Promise<string>;
  readonly namespace: string;
  readonly programs: readonly Program[];
  /** What its users do. */
  use(kubectl: Kubectl): Promise<void>;
}

/** A program of an operator. */
export interface Program {
  /** Where in the module it is. */
  readonly path: string;
  readonly account: string;
  /**
   * The services that lead to it: it tells the API server itself whom to trust there. Where no program of an operator
   * has any, its webhooks are those of the first, at a URL and with a certificate that are made for it.
   */
  readonly services?: readonly string[];
  /** Its flags; what it reads besides is written to a folder. Variables (`NAME=value`) come first. */
  flags(config: string, folder: string, webhookPort: number): Promise<readonly string[]>;
}

/** Runs kubectl: its words with blanks between them, `-` for the input. Throws where it fails. */
export type Kubectl = (args: string, input?: object) => Promise<string>;

/** A container of a pod that nobody looks into. */
export const CONTAINER = { name: "c", image: "i" };

/** What is said to who would create it; nothing where it is not refused. */
export async function refused(kubectl: Kubectl, object: object): Promise<string> {
  return await kubectl("create --dry-run=server -f -", object)
    .then(() => "", (error: Error) => error.message);
}

/** Longer than all that users do takes. */
const WORK_LIMIT_MS = 3_600_000;

/**
 * Does `work`, and meanwhile again and again what a program does that is not run here. Throws where either fails.
 */
export async function answered(
  answer: () => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  let over = false;
  const answers = async () => {
    await answer();
    return over;
  };
  await Promise.all([
    work().finally(() => over = true),
    eventually("all is done", answers, { limitMs: WORK_LIMIT_MS }),
  ]);
}
