/** Requests that lead to nodes, pods and services: passed on, both ways. */
export { Connections, type ConnectionsOptions } from "./connections.ts";
export { joinStreams, type Throttle } from "./join_streams.ts";
export { DEFAULT_NODE_AGENTS, type NodeAgentSettings } from "./node_agents.ts";
export { nodeAgentsFromFlags } from "./node_agents_from_flags.ts";
export { bodyToPass } from "./passed_body.ts";
export {
  headersToPass,
  headersToReturn,
  type PassedHeaders,
  withholdCrossOrigin,
} from "./passed_headers.ts";
