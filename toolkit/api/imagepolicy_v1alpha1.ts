// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";

export interface ImageReview {
  apiVersion?: string;
  kind?: "ImageReview";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: ImageReviewSpec;
  status?: ImageReviewStatus;
}

export interface ImageReviewContainerSpec {
  image?: string;
}

export interface ImageReviewSpec {
  containers?: ImageReviewContainerSpec[];
  annotations?: Record<string, string>;
  namespace?: string;
}

export interface ImageReviewStatus {
  allowed?: boolean;
  reason?: string;
  auditAnnotations?: Record<string, string>;
}
