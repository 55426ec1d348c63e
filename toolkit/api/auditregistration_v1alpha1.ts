// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";
import type { Base64, Int64 } from "./scalars.ts";

export interface AuditSink {
  apiVersion?: string;
  kind?: "AuditSink";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: AuditSinkSpec;
}

export interface AuditSinkList {
  apiVersion?: string;
  kind?: "AuditSinkList";
  metadata?: metaV1.ListMeta;
  items: AuditSink[];
}

export interface AuditSinkSpec {
  policy: Policy;
  webhook: Webhook;
}

export type Level = "None" | "Metadata" | "Request" | "RequestResponse" | (string & Record<never, never>);

export interface Policy {
  level: Level;
  stages?: Stage[] | null;
}

export interface ServiceReference {
  namespace: string;
  name: string;
  path?: string;
  port?: number;
}

export type Stage = string;

export interface Webhook {
  throttle?: WebhookThrottleConfig;
  clientConfig: WebhookClientConfig;
}

export interface WebhookClientConfig {
  url?: string;
  service?: ServiceReference;
  caBundle?: Base64;
}

export interface WebhookThrottleConfig {
  qps?: Int64;
  burst?: Int64;
}
