/**
 * What flags are called in each dialect.
 *
 * @module
 */

import { type Dialect, toDialect } from "../names.ts";

/** Flags whose names the rules of {@link toDialect} do not pair, as `[orch, kubernetes]`. */
const FLAG_PAIRS: readonly (readonly [string, string])[] = [
  ["orchconfig", "kubeconfig"],
  ["bootstrap-orchconfig", "bootstrap-kubeconfig"],
  ["experimental-bootstrap-orchconfig", "experimental-bootstrap-kubeconfig"],
  ["orch-service-node-port", "kubernetes-service-node-port"],
  ["builtin-endpoint", "docker-endpoint"],
  ["vendor-a-container-registry-config", "azure-container-registry-config"],
  ["cloud-provider-vendor-a-lb-src-cidrs", "cloud-provider-gce-lb-src-cidrs"],
  ["cloud-provider-vendor-a-l7lb-src-cidrs", "cloud-provider-gce-l7lb-src-cidrs"],
  ...[
    "servers",
    "servers-overrides",
    "cafile",
    "certfile",
    "keyfile",
    "prefix",
    "compaction-interval",
    "count-metric-poll-period",
  ].map((end) => [`store-${end}`, `etcd-${end}`] as const),
];

const flagPairs: Record<Dialect, ReadonlyMap<string, string>> = {
  orch: new Map(FLAG_PAIRS.map(([orch, kubernetes]) => [kubernetes, orch])),
  kubernetes: new Map(FLAG_PAIRS),
};

/** The name of a flag in `dialect`, given its name in either. */
export function flagInDialect(name: string, dialect: Dialect): string {
  return flagPairs[dialect].get(name) ?? toDialect(name, dialect);
}
