// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as authenticationV1 from "./authentication_v1.ts";
import type * as metaV1 from "./meta_v1.ts";

export type ExtraValue = string[];

export interface SelfSubjectReview {
  apiVersion?: string;
  kind?: "SelfSubjectReview";
  metadata?: metaV1.ClusterObjectMeta;
  status?: SelfSubjectReviewStatus;
}

export interface SelfSubjectReviewStatus {
  userInfo?: authenticationV1.UserInfo;
}

export interface TokenReview {
  apiVersion?: string;
  kind?: "TokenReview";
  metadata?: metaV1.ClusterObjectMeta;
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
