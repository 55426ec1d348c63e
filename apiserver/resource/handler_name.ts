/**
 * Verbs that the generic way of a resource does not answer: subresources that carry another kind, and
 * resources that hold no objects. A kind names here what answers them; the handlers themselves stand
 * with the endpoints.
 *
 * @module
 */

/** All handlers, each with the verbs that it answers. */
export const HANDLED_VERBS = {
  "binding": ["create"],
  "component status": ["get", "list"],
  "eviction": ["create"],
  "connection": ["create", "get"],
  "local subject access review": ["create"],
  "log": ["get"],
  "proxy": ["create", "delete", "get", "patch", "update"],
  "scale": ["get", "patch", "update"],
  "self subject access review": ["create"],
  "self subject review": ["create"],
  "self subject rules review": ["create"],
  "subject access review": ["create"],
  "token request": ["create"],
  "token review": ["create"],
} as const;

/** What answers the verbs of a subresource or resource in its own way. */
export type HandlerName = keyof typeof HANDLED_VERBS;
