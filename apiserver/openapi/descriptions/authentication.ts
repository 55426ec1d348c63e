/**
 * Who somebody is, and tokens that show it. Only answers; nothing is stored.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

/** Who somebody is. */
export const USER: FieldWords = {
  username: "The name of the user.",
  uid: "An id that tells users of one name apart over time.",
  groups: "The groups that the user belongs to.",
  extra: "More that the authenticator knows, by key.",
};

/** The OpenAPI descriptions of token reviews, token requests and self subject reviews. */
export const AUTHENTICATION: Words = {
  TokenReview: ["Asks whose a bearer token is."],
  TokenReviewSpec: ["The token.", {
    token: "The token.",
    audiences: "For whom the token has to be: one of these is enough. Left out: the API server.",
  }],
  TokenReviewStatus: ["Whose a token is.", {
    authenticated: "Whether the token is good.",
    user: "Who it belongs to.",
    audiences: "For whom of those asked for it is.",
    error: "Why it could not be checked.",
  }],
  UserInfo: ["Who somebody is.", USER],
  SelfSubjectReview: ["Asks who oneself is: created empty."],
  SelfSubjectReviewStatus: ["Who oneself is.", { userInfo: "The asking user." }],
  TokenRequest: [
    "Asks for a token of a service account: created at its subresource token.",
    { spec: "What token is asked for.", status: "The token, in the answer." },
  ],
  TokenRequestSpec: ["What token is asked for.", {
    audiences: "For whom the token is. Left out: the API server.",
    expirationSeconds: "For how many seconds it should be good: at least 600. It may be made " +
      "shorter or longer. Default: 3600.",
    boundObjectRef: "An object with which the token ends: a pod, a secret or a node. Left out: " +
      "none.",
  }],
  BoundObjectReference: ["An object with which a token ends.", {
    kind: "Pod, Secret or Node.",
    apiVersion: "The group and version of the object.",
    name: "The name of the object.",
    uid: "The uid of the object. Left out: that of the object there is.",
  }],
  TokenRequestStatus: ["The token.", {
    token: "The token itself.",
    expirationTimestamp: "Until when it is good.",
  }],
};
