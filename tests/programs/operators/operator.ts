/**
 * An operator that others publish, and what its users do with it.
 *
 * @module
 */

/** A published operator. */
export interface Operator {
  /** Its module, with the version: `example.com/operator@v1.0.0`. */
  readonly module: string;
  /** Where in its module the program is. */
  readonly path: string;
  /** Its module replaces parts of itself by folders that are published apart. */
  readonly isRequired?: true;
  /** Its manifests, as kubectl prints or reads them. `folder`: of its module. */
  manifests(kubectl: Kubectl, folder: string): Promise<string>;
  readonly namespace: string;
  readonly account: string;
  /** Its flags; what it reads besides is written to a folder. */
  flags(config: string, folder: string, webhookPort: number): Promise<readonly string[]>;
  /** What its users do. */
  use(kubectl: Kubectl): Promise<void>;
}

/** Runs kubectl: its words with blanks between them, `-` for the input. Throws where it fails. */
export type Kubectl = (args: string, input?: object) => Promise<string>;

/** A container of a pod that nobody looks into. */
export const CONTAINER = { name: "c", image: "i" };
