// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";
import type { Int64, Time } from "./scalars.ts";

export interface BoundObjectReference {
  kind?: string;
  apiVersion?: string;
  name?: string;
  uid?: string;
}

export type ExtraValue = string[];

export interface SelfSubjectReview {
  apiVersion?: string;
  kind?: "SelfSubjectReview";
  metadata?: metaV1.ReviewMeta;
  status?: SelfSubjectReviewStatus;
}

export interface SelfSubjectReviewStatus {
  userInfo?: UserInfo;
}

export interface TokenRequest {
  apiVersion?: string;
  kind?: "TokenRequest";
  metadata?: metaV1.ObjectMeta;
  spec?: TokenRequestSpec;
  status?: TokenRequestStatus;
}

export interface TokenRequestSpec {
  audiences?: string[] | null;
  expirationSeconds?: Int64 | null;
  boundObjectRef?: BoundObjectReference | null;
}

export interface TokenRequestStatus {
  token?: string;
  expirationTimestamp?: Time | null;
}

export interface TokenReview {
  apiVersion?: string;
  kind?: "TokenReview";
  metadata?: metaV1.ReviewMeta;
  spec: TokenReviewSpec;
  status?: TokenReviewStatus;
}

export interface TokenReviewSpec {
  token?: string;
  audiences?: string[];
}

export interface TokenReviewStatus {
  authenticated?: boolean;
  user?: UserInfo;
  audiences?: string[];
  error?: string;
}

export interface UserInfo {
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: Record<string, ExtraValue>;
}
