/** Which way the server's own connections go. */
export {
  type ClusterNetwork,
  DIRECTLY,
  type Egress,
  type EgressOptions,
  openEgress,
  proxyToUrls,
} from "./egress.ts";
