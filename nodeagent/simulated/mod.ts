/**
 * Nodes that run pods without processes: for controllers to be tried on, and for measuring.
 *
 * @module
 */

export type { UsualBehaviour } from "./pod/behaviour.ts";
export { NODES_LIMIT, type NodeTaint, type SimulatedNodesOptions } from "./options.ts";
export {
  createSimulatedNodes,
  type SimulatedNodes,
  type SimulatedNodesParts,
} from "./simulated_nodes.ts";
