// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as authenticationV1 from "./authentication_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { Base64, JsonValue } from "./scalars.ts";

export interface AdmissionRequest {
  uid?: string;
  kind?: metaV1.GroupVersionKind;
  resource?: metaV1.GroupVersionResource;
  subResource?: string;
  requestKind?: metaV1.GroupVersionKind;
  requestResource?: metaV1.GroupVersionResource;
  requestSubResource?: string;
  name?: string;
  namespace?: string;
  operation?: Operation;
  userInfo?: authenticationV1.UserInfo;
  object?: JsonValue;
  oldObject?: JsonValue;
  dryRun?: boolean;
  options?: JsonValue;
}

export interface AdmissionResponse {
  uid?: string;
  allowed?: boolean;
  status?: metaV1.Status;
  patch?: Base64;
  patchType?: PatchType;
  auditAnnotations?: Record<string, string>;
  warnings?: string[];
}

export interface AdmissionReview {
  apiVersion?: string;
  kind?: "AdmissionReview";
  request?: AdmissionRequest;
  response?: AdmissionResponse;
}

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT" | (string & Record<never, never>);

export type PatchType = "JSONPatch" | (string & Record<never, never>);
