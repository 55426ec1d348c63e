/**
 * What `orch up` says once everything is ready.
 *
 * @module
 */

import { NAMES } from "../../names.ts";
import { seconds } from "./progress.ts";

/** What there is to say. */
export interface NextSteps {
  readonly url: string;
  readonly afterMs: number;
  readonly adminConfig: string;
  readonly logs: string;
  /** Whether whoever is known may do everything. */
  readonly open: boolean;
  /** How many simulated nodes there are. */
  readonly nodes: number;
  /** Marks what is to be typed. */
  strong(text: string): string;
}

/** The text, of several lines. */
export function nextSteps(
  { url, afterMs, adminConfig, logs, open, nodes, strong }: NextSteps,
): string {
  // Of whatever dialect the cluster is, it is the stock client that reads it.
  const variable = NAMES.kubernetes.environmentClientConfig;
  return `
Ready after ${seconds(afterMs)}, at ${url}. In another terminal, type:

  ${strong(`export ${variable}=${quoted(adminConfig)}`)}
  ${strong("kubectl get namespaces")}

${
    open
      ? "Whoever authenticates may do everything, as --open says."
      : "That config may do everything. Others may do what roles allow them: kubectl auth can-i --list tells."
  }
${
    nodes === 0
      ? "No node runs pods: --nodes=1 has a simulated one."
      : `Pods run on ${
        nodes === 1 ? "a simulated node" : `${nodes} simulated nodes`
      }, without containers: their annotations tell what they do (docs/nodes.md).`
  }
Logs are in ${logs}. orch down ends everything, and so does Ctrl-C here unless it was started with --detach.
`;
}

/** As a shell reads it. */
function quoted(text: string): string {
  return /^[A-Za-z0-9_/.:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
