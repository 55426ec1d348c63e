/**
 * What servers of tests make in their own stores.
 *
 * @module
 */

/** Of a server that nobody reaches, and of which no lease tells. */
export const TEST_BOOTSTRAP = {
  advertiseAddress: "192.0.2.1",
  serviceRanges: ["10.0.0.0/24"],
  nodePorts: { first: 30000, last: 32767 },
  serviceNodePort: 0,
  endpointReconciler: "none",
} as const;
