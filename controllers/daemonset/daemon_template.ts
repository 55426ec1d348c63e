/**
 * The template of a daemon set's pods, for one node.
 *
 * @module
 */

import type { coreV1 } from "../../toolkit/mod.ts";
import type { DaemonSetView } from "./daemon_set_view.ts";

/**
 * The set's template with what daemons bear, bound to a node by its name. Other demands on the node were looked at
 * already, and give way; everything else of the affinity stays.
 */
export function daemonTemplate(
  { template, tolerations }: DaemonSetView,
  node: string,
): coreV1.PodTemplateSpec {
  const { spec } = template;
  const { affinity } = spec ?? {};
  return {
    ...template,
    spec: {
      ...spec,
      tolerations: [...tolerations],
      affinity: {
        ...affinity,
        nodeAffinity: {
          ...affinity?.nodeAffinity,
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{
              matchFields: [{ key: "metadata.name", operator: "In", values: [node] }],
            }],
          },
        },
      },
    } as coreV1.PodSpec,
  };
}
