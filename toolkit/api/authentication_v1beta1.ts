// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { authenticationV1 } from "./authentication_v1.ts";
import type { metaV1 } from "./meta_v1.ts";

/** The types of authentication/v1beta1. */
export declare namespace authenticationV1beta1 {
  /** The values of one additional attribute of a user. */
  type ExtraValue = string[];

  /** Returns the user who sends this request. It is created without fields. */
  interface SelfSubjectReview {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "SelfSubjectReview";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The result, set by the server. */
    status?: SelfSubjectReviewStatus;
  }

  /** The user who sent the request. */
  interface SelfSubjectReviewStatus {
    /** The user who sent the request. */
    userInfo?: authenticationV1.UserInfo;
  }

  /** Checks a bearer token and returns its user. */
  interface TokenReview {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "TokenReview";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The request to evaluate. */
    spec: TokenReviewSpec;
    /** The result, set by the server. */
    status?: TokenReviewStatus;
  }

  /** The token to check. */
  interface TokenReviewSpec {
    /** The bearer token. */
    token?: string;
    /**
     * The token must be valid for at least one of these audiences. If unset, the audience of the API
     * server.
     */
    audiences?: string[];
  }

  /** The result of the check. */
  interface TokenReviewStatus {
    /** Whether the token is valid for a user. */
    authenticated?: boolean;
    /** The user of the token. */
    user?: UserInfo;
    /** The requested audiences that the token is valid for. */
    audiences?: string[];
    /** Why the token could not be checked. */
    error?: string;
  }

  /** The identity of a user. */
  interface UserInfo {
    /** The name of the user. */
    username?: string;
    /**
     * A unique ID of the user, which differs between users who had the same name at different times.
     */
    uid?: string;
    /** The groups that the user belongs to. */
    groups?: string[];
    /** Additional attributes from the authenticator, by key. */
    extra?: Record<string, ExtraValue>;
  }
}

export type ExtraValue = authenticationV1beta1.ExtraValue;
export type SelfSubjectReview = authenticationV1beta1.SelfSubjectReview;
export type SelfSubjectReviewStatus = authenticationV1beta1.SelfSubjectReviewStatus;
export type TokenReview = authenticationV1beta1.TokenReview;
export type TokenReviewSpec = authenticationV1beta1.TokenReviewSpec;
export type TokenReviewStatus = authenticationV1beta1.TokenReviewStatus;
export type UserInfo = authenticationV1beta1.UserInfo;
