/**
 * The parameters of requests.
 *
 * @module
 */

/** A parameter of a path or a query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly type: "string" | "integer" | "boolean";
  readonly description?: string | undefined;
  /** Whether many operations have the very same. */
  readonly isShared?: boolean;
}

function query(
  type: Parameter["type"],
  names: Readonly<Record<string, string>>,
): readonly Parameter[] {
  return Object.entries(names).map(([name, description]) => ({
    name,
    in: "query",
    type,
    description,
    isShared: true,
  }));
}

/** Of the paths of objects of a kind. */
export function nameOf(kind: string): Parameter {
  return { name: "name", in: "path", type: "string", description: `The name of the ${kind}.` };
}

/** Of the paths of what is in a namespace. */
export const NAMESPACE: Parameter = {
  name: "namespace",
  in: "path",
  type: "string",
  description: "The namespace of the object.",
  isShared: true,
};

/** Of the paths that are passed on. */
export const PROXY_PATH: Parameter = {
  name: "path",
  in: "path",
  type: "string",
  description: "The path that is asked for there.",
  isShared: true,
};

/** Of every request. */
export const PRETTY: readonly Parameter[] = query("string", {
  pretty: "true: indent the answer; so is what a browser or curl asks for unless it is false.",
});

/** Of every request that writes. */
const DRY_RUN: readonly Parameter[] = query("string", {
  dryRun: "All: go through every stage but storing.",
});

/** Of requests that create or change. */
export const WRITING: readonly Parameter[] = [
  ...DRY_RUN,
  ...query("string", {
    fieldManager: "Who makes the change; required for apply.",
    fieldValidation: "What becomes of unknown and duplicate fields: Ignore, Warn or Strict.",
  }),
];

/** Of patches. */
export const FORCE: readonly Parameter[] = query("boolean", {
  force: "Apply only: take over fields that conflict.",
});

/** Of deletions. */
export const DELETING: readonly Parameter[] = [
  ...DRY_RUN,
  ...query("integer", { gracePeriodSeconds: "Seconds until the object is removed; 0: at once." }),
  ...query("boolean", {
    ignoreStoreReadErrorWithClusterBreakingPotential:
      "Delete an object that can't be read from the store, without finalizers.",
    orphanDependents: "Deprecated: use propagationPolicy.",
  }),
  ...query("string", {
    propagationPolicy: "What becomes of dependents: Orphan, Background or Foreground.",
  }),
];

/** Of requests that choose from a collection. */
export const CHOOSING: readonly Parameter[] = [
  ...query("string", {
    continue: "The token of the page before.",
    fieldSelector: "Restricts by fields.",
    labelSelector: "Restricts by labels.",
  }),
  ...query("integer", { limit: "Items in one page." }),
  ...query("string", {
    resourceVersion: "The version that the answer is to have seen.",
    resourceVersionMatch: "How resourceVersion is meant: Exact or NotOlderThan.",
  }),
  ...query("boolean", { sendInitialEvents: "Watch only: begin with what is there." }),
  ...query("string", {
    shardSelector: "Restricts to a part of all objects, where a server can; this one sends all.",
  }),
  ...query("integer", { timeoutSeconds: "Ends the call after this time." }),
];

/** Of lists, beside those that choose. */
export const WATCHING: readonly Parameter[] = query("boolean", {
  allowWatchBookmarks: "Watch only: send the version from time to time.",
  watch: "Follow changes instead of listing.",
});
