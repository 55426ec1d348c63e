// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as authenticationV1 from "./authentication_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { JsonValue, MicroTime } from "./scalars.ts";

export interface AuthenticationMetadata {
  impersonationConstraint?: string;
}

export interface Event {
  apiVersion?: string;
  kind?: "Event";
  level: Level;
  auditID: string;
  stage: Stage;
  requestURI: string;
  verb: string;
  user: authenticationV1.UserInfo;
  impersonatedUser?: authenticationV1.UserInfo;
  authenticationMetadata?: AuthenticationMetadata;
  sourceIPs?: string[];
  userAgent?: string;
  objectRef?: ObjectReference;
  responseStatus?: metaV1.Status;
  requestObject?: JsonValue;
  responseObject?: JsonValue;
  requestReceivedTimestamp?: MicroTime | null;
  stageTimestamp?: MicroTime | null;
  annotations?: Record<string, string>;
}

export interface EventList {
  apiVersion?: string;
  kind?: "EventList";
  metadata?: metaV1.ListMeta;
  items: Event[];
}

export interface GroupResources {
  group?: string;
  resources?: string[];
  resourceNames?: string[];
}

export type Level = "None" | "Metadata" | "Request" | "RequestResponse" | (string & Record<never, never>);

export interface ObjectReference {
  resource?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  apiGroup?: string;
  apiVersion?: string;
  resourceVersion?: string;
  subresource?: string;
}

export interface Policy {
  apiVersion?: string;
  kind?: "Policy";
  metadata?: metaV1.ObjectMeta;
  rules: PolicyRule[];
  omitStages?: Stage[];
  omitManagedFields?: boolean;
}

export interface PolicyList {
  apiVersion?: string;
  kind?: "PolicyList";
  metadata?: metaV1.ListMeta;
  items: Policy[];
}

export interface PolicyRule {
  level: Level;
  users?: string[];
  userGroups?: string[];
  verbs?: string[];
  resources?: GroupResources[];
  namespaces?: string[];
  nonResourceURLs?: string[];
  omitStages?: Stage[];
  omitManagedFields?: boolean;
}

export type Stage = "RequestReceived" | "ResponseStarted" | "ResponseComplete" | "Panic" | (string & Record<never, never>);
