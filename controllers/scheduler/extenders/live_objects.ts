/**
 * Pods and nodes as the server has them, for extenders that want all of them.
 *
 * @module
 */

import { Node, Pod } from "../../../toolkit/mod.ts";
import type { SharedInformers } from "../../loop/mod.ts";
import type { LiveNode } from "../cluster/node_info.ts";
import type { LivePod } from "../pod/pod_info.ts";

/** Where they are found. */
export interface LiveObjects {
  node(name: string): LiveNode | undefined;
  pod(key: string): LivePod | undefined;
}

/** Those that informers have. The informers are asked for now, and read later. */
export function liveObjects(informers: SharedInformers): LiveObjects {
  const [nodes, pods] = [informers.of(Node), informers.of(Pod)];
  return {
    node: (name) => nodes.lister.get(name),
    pod: (key) => pods.lister.get(key),
  };
}
