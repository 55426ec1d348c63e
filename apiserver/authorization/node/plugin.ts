/**
 * Authorization of nodes as a part of a server.
 *
 * @module
 */

import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import type { Authorizer } from "../authorizer.ts";
import { rulesOfNodes } from "../rbac/mod.ts";
import { nodeAuthorizer } from "./authorizer.ts";
import { NodeGraph } from "./graph.ts";

/** Authorization of the agents of nodes, by what the server's caches say that their nodes need. */
export function createNode(context: ServerContext): Authorizer {
  const names = NAMES[context.dialect];
  return nodeAuthorizer({
    graph: NodeGraph.open(context),
    names,
    mayEveryNode: rulesOfNodes(names),
  });
}
