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
  readonly description?: string;
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
  }));
}

/** Of the paths of objects. */
export const NAME: Parameter = { name: "name", in: "path", type: "string" };
/** Of the paths of what is in a namespace. */
export const NAMESPACE: Parameter = { name: "namespace", in: "path", type: "string" };
/** Of the paths that are passed on. */
export const PROXY_PATH: Parameter = { name: "path", in: "path", type: "string" };

/** Of every request. */
export const PRETTY: readonly Parameter[] = query("boolean", { pretty: "Indent the answer." });

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
  ...query("integer", { timeoutSeconds: "Ends the call after this time." }),
];

/** Of lists, beside those that choose. */
export const WATCHING: readonly Parameter[] = query("boolean", {
  allowWatchBookmarks: "Watch only: send the version from time to time.",
  watch: "Follow changes instead of listing.",
});
