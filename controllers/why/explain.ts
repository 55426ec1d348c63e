/**
 * The kinds of which `orch why` says what is wrong, as command lines call them.
 *
 * @module
 */

import { explainClaim } from "./claim.ts";
import type { Explain } from "./facts.ts";
import { explainNamespace } from "./namespace.ts";
import { explainService } from "./service.ts";
import {
  explainDaemonSet,
  explainDeployment,
  explainJob,
  explainReplicaSet,
  explainStatefulSet,
} from "./workloads.ts";

/** Who can say something of a kind, by its plural, kind and short name; with its group behind it, too. */
const EXPLAINS: readonly (readonly [names: readonly string[], group: string, explain: Explain])[] =
  [
    [["deployments", "deployment", "deploy"], "apps", explainDeployment],
    [["replicasets", "replicaset", "rs"], "apps", explainReplicaSet],
    [["statefulsets", "statefulset", "sts"], "apps", explainStatefulSet],
    [["daemonsets", "daemonset", "ds"], "apps", explainDaemonSet],
    [["jobs", "job"], "batch", explainJob],
    [["services", "service", "svc"], "", explainService],
    [["persistentvolumeclaims", "persistentvolumeclaim", "pvc"], "", explainClaim],
    [["namespaces", "namespace", "ns"], "", explainNamespace],
  ];

/** Undefined where nothing is known of the kind that a command line says. */
export function explainOf(kind: string): Explain | undefined {
  const said = kind.toLowerCase();
  return EXPLAINS.find(([names, group]) =>
    names.some((name) => said === name || group !== "" && said === `${name}.${group}`)
  )?.[2];
}
