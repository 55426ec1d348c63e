/**
 * What is known of an authorization webhook.
 *
 * @module
 */

/** The version of SubjectAccessReview that a webhook speaks. */
export type ReviewVersion = "v1" | "v1beta1";

/** All of them. */
export const REVIEW_VERSIONS: readonly ReviewVersion[] = ["v1", "v1beta1"];

/** A webhook, and how it is asked. */
export interface WebhookSettings {
  /** What metrics and errors call it. */
  readonly name: string;
  /** What errors call where its client config file was named. */
  readonly source: string;
  /** Its client config file. */
  readonly path: string;
  readonly version: ReviewVersion;
  /** The longest time of one attempt. */
  readonly timeoutMs: number;
  /** How long what it allows is remembered; 0: not at all. */
  readonly authorizedTtlMs: number;
  /** How long what it does not allow is remembered; 0: not at all. */
  readonly unauthorizedTtlMs: number;
  /** What its failure means. */
  readonly onFailure: "deny" | "no opinion";
  /** Expressions that must all be true for it to be asked. */
  readonly conditions: readonly string[];
}
