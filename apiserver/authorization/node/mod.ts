/** Authorization of the agents of nodes. */
export { NodeGraph } from "./graph.ts";
export { nodeNameOf } from "./node_name.ts";
export { createNode } from "./plugin.ts";
