/**
 * Descriptions of the question whether images may be run.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of image reviews. */
export const IMAGE_POLICY: Words = {
  ImageReview: ["Asks a webhook whether the images of a pod may be run."],
  ImageReviewSpec: ["The pod that is about to be created or changed.", {
    containers: "The containers, with their images.",
    annotations: "Those annotations of the pod that are meant for the webhook.",
    namespace: "The namespace of the pod.",
  }],
  ImageReviewContainerSpec: ["A container, as far as it is asked about.", {
    image: "The image: NAME:TAG, or NAME@DIGEST.",
  }],
  ImageReviewStatus: ["The answer.", {
    allowed: "Whether all images may be run.",
    reason: "Why not, for people. May be empty.",
    auditAnnotations: "Keys and values for the audit log.",
  }],
};
