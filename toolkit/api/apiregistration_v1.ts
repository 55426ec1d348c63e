// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";
import type { Base64, Time } from "./scalars.ts";

export interface APIService {
  apiVersion?: string;
  kind?: "APIService";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: APIServiceSpec;
  status?: APIServiceStatus;
}

export interface APIServiceCondition {
  type: APIServiceConditionType;
  status: ConditionStatus;
  lastTransitionTime?: Time | null;
  reason?: string;
  message?: string;
}

export type APIServiceConditionType = "Available" | (string & Record<never, never>);

export interface APIServiceList {
  apiVersion?: string;
  kind?: "APIServiceList";
  metadata?: metaV1.ListMeta;
  items: APIService[];
}

export interface APIServiceSpec {
  service?: ServiceReference;
  group?: string;
  version?: string;
  insecureSkipTLSVerify?: boolean;
  caBundle?: Base64;
  groupPriorityMinimum: number;
  versionPriority: number;
}

export interface APIServiceStatus {
  conditions?: APIServiceCondition[];
}

export type ConditionStatus = "True" | "False" | "Unknown" | (string & Record<never, never>);

export interface ServiceReference {
  namespace?: string;
  name?: string;
  port?: number;
}
