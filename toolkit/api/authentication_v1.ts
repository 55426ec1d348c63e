// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of authentication/v1. */
export declare namespace authenticationV1 {
  /** The object to which a token is bound. */
  interface BoundObjectReference {
    /** Pod, Secret or Node. */
    kind?: string;
    /** The group and version of the object. */
    apiVersion?: string;
    /** The name of the object. */
    name?: string;
    /** The UID of the object. If unset, that of the existing object. */
    uid?: string;
  }

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
    metadata?: metaV1.ReviewMeta;
    /** The result, set by the server. */
    status?: SelfSubjectReviewStatus;
  }

  /** The user who sent the request. */
  interface SelfSubjectReviewStatus {
    /** The user who sent the request. */
    userInfo?: UserInfo;
  }

  /** Requests a token of a service account, through the token subresource of that account. */
  interface TokenRequest {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "TokenRequest";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The properties of the requested token. */
    spec?: TokenRequestSpec;
    /** The issued token. */
    status?: TokenRequestStatus;
  }

  /** The properties of a requested token. */
  interface TokenRequestSpec {
    /** The audiences of the token. If unset, the API server. */
    audiences?: string[] | null;
    /**
     * The requested lifetime in seconds: at least 600. The issued token may have another one.
     * Default: 3600.
     */
    expirationSeconds?: scalars.Int64 | null;
    /**
     * An object that the token is bound to: it becomes invalid when that object is deleted. If unset,
     * only the service account counts.
     */
    boundObjectRef?: BoundObjectReference | null;
  }

  /** The issued token. */
  interface TokenRequestStatus {
    /** The token. */
    token?: string;
    /** When the token expires. */
    expirationTimestamp?: scalars.Time | null;
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
    metadata?: metaV1.ReviewMeta;
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

export type BoundObjectReference = authenticationV1.BoundObjectReference;
export type ExtraValue = authenticationV1.ExtraValue;
export type SelfSubjectReview = authenticationV1.SelfSubjectReview;
export type SelfSubjectReviewStatus = authenticationV1.SelfSubjectReviewStatus;
export type TokenRequest = authenticationV1.TokenRequest;
export type TokenRequestSpec = authenticationV1.TokenRequestSpec;
export type TokenRequestStatus = authenticationV1.TokenRequestStatus;
export type TokenReview = authenticationV1.TokenReview;
export type TokenReviewSpec = authenticationV1.TokenReviewSpec;
export type TokenReviewStatus = authenticationV1.TokenReviewStatus;
export type UserInfo = authenticationV1.UserInfo;
