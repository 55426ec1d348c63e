/**
 * Descriptions of token reviews, token requests and reviews of oneself.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

/** Who somebody is. */
export const USER: FieldWords = {
  username: "The name of the user.",
  uid: "A unique ID of the user, which differs between users who had the same name at different " +
    "times.",
  groups: "The groups that the user belongs to.",
  extra: "Additional attributes from the authenticator, by key.",
};

/** The descriptions of token reviews and self subject reviews, in every version. */
export const REVIEWS: Words = {
  TokenReview: ["Checks a bearer token and returns its user."],
  TokenReviewSpec: ["The token to check.", {
    token: "The bearer token.",
    audiences: "The token must be valid for at least one of these audiences. If unset, the " +
      "audience of the API server.",
  }],
  TokenReviewStatus: ["The result of the check.", {
    authenticated: "Whether the token is valid for a user.",
    user: "The user of the token.",
    audiences: "The requested audiences that the token is valid for.",
    error: "Why the token could not be checked.",
  }],
  UserInfo: ["The identity of a user.", USER],
  SelfSubjectReview: ["Returns the user who sends this request. It is created without fields."],
  SelfSubjectReviewStatus: ["The user who sent the request.", {
    userInfo: "The user who sent the request.",
  }],
};

/** The descriptions of token reviews, token requests and self subject reviews. */
export const AUTHENTICATION: Words = {
  ...REVIEWS,
  TokenRequest: [
    "Requests a token of a service account, through the token subresource of that account.",
    { spec: "The properties of the requested token.", status: "The issued token." },
  ],
  TokenRequestSpec: ["The properties of a requested token.", {
    audiences: "The audiences of the token. If unset, the API server.",
    expirationSeconds: "The requested lifetime in seconds: at least 600. The issued token may " +
      "have another one. Default: 3600.",
    boundObjectRef: "An object that the token is bound to: it becomes invalid when that object " +
      "is deleted. If unset, only the service account counts.",
  }],
  BoundObjectReference: ["The object to which a token is bound.", {
    kind: "Pod, Secret or Node.",
    apiVersion: "The group and version of the object.",
    name: "The name of the object.",
    uid: "The UID of the object. If unset, that of the existing object.",
  }],
  TokenRequestStatus: ["The issued token.", {
    token: "The token.",
    expirationTimestamp: "When the token expires.",
  }],
};
