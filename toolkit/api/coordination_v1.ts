// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";
import type { MicroTime } from "./scalars.ts";

export type CoordinatedLeaseStrategy = "OldestEmulationVersion" | (string & Record<never, never>);

export interface Lease {
  apiVersion?: string;
  kind?: "Lease";
  metadata?: metaV1.ObjectMeta;
  spec?: LeaseSpec;
}

export interface LeaseList {
  apiVersion?: string;
  kind?: "LeaseList";
  metadata?: metaV1.ListMeta;
  items: Lease[];
}

export interface LeaseSpec {
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  acquireTime?: MicroTime;
  renewTime?: MicroTime;
  leaseTransitions?: number;
  strategy?: CoordinatedLeaseStrategy;
  preferredHolder?: string;
}
