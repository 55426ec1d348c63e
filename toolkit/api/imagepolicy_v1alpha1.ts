// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";

/** The types of imagepolicy/v1alpha1. */
export declare namespace imagepolicyV1alpha1 {
  /** Asks a webhook whether the images of a pod may be run. */
  interface ImageReview {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ImageReview";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The request to evaluate. */
    spec?: ImageReviewSpec;
    /** The result, set by the server. */
    status?: ImageReviewStatus;
  }

  /** A container, as far as it is asked about. */
  interface ImageReviewContainerSpec {
    /** The image: NAME:TAG, or NAME@DIGEST. */
    image?: string;
  }

  /** The pod that is about to be created or changed. */
  interface ImageReviewSpec {
    /** The containers, with their images. */
    containers?: ImageReviewContainerSpec[];
    /** Those annotations of the pod that are meant for the webhook. */
    annotations?: Record<string, string>;
    /** The namespace of the pod. */
    namespace?: string;
  }

  /** The answer. */
  interface ImageReviewStatus {
    /** Whether all images may be run. */
    allowed?: boolean;
    /** Why not, for people. May be empty. */
    reason?: string;
    /** Keys and values for the audit log. */
    auditAnnotations?: Record<string, string>;
  }
}

export type ImageReview = imagepolicyV1alpha1.ImageReview;
export type ImageReviewContainerSpec = imagepolicyV1alpha1.ImageReviewContainerSpec;
export type ImageReviewSpec = imagepolicyV1alpha1.ImageReviewSpec;
export type ImageReviewStatus = imagepolicyV1alpha1.ImageReviewStatus;
