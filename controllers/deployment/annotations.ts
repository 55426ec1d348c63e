/**
 * What a deployment notes on its replica sets: the number of their revision, and for what size they were
 * scaled.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";
import type { DeploymentView } from "./deployment_view.ts";
import type { SetView } from "./set_view.ts";

type Annotations = Readonly<Record<string, string>>;

/** The history of a set's revisions is no longer than so many characters. */
const MOST_HISTORY = 2000;
const MOST_REPLICAS = 2 ** 31 - 1;

/** What the annotations are called. */
export interface AnnotationNames {
  /** Which revision a set is, and the deployment has. */
  readonly revision: string;
  /** The revisions that a set was before. */
  readonly history: string;
  /** How many pods the deployment wanted when it scaled the set last. */
  readonly desired: string;
  /** How many there could be then, with those that may be too many. */
  readonly most: string;
  /** The revision that the deployment is to go back to. */
  readonly rollback: string;
  /** Those of a deployment that say nothing about its sets. */
  readonly own: ReadonlySet<string>;
}

/** The names in a dialect. */
export function annotationNames(names: Names): AnnotationNames {
  const prefix = `deployment.${names.domain}`;
  const revision = names.annotationDeploymentRevision;
  const history = `${prefix}/revision-history`;
  const desired = `${prefix}/desired-replicas`;
  const most = `${prefix}/max-replicas`;
  const rollback = "deprecated.deployment.rollback.to";
  const own = new Set([revision, history, desired, most, rollback, names.annotationLastApplied]);
  return { revision, history, desired, most, rollback, own };
}

/** The number that a text is, of 64 bits; undefined for anything else. */
export function numberOf(text: string | undefined): bigint | undefined {
  if (text === undefined || !/^[+-]?\d{1,99}$/.test(text)) return undefined;
  const number = BigInt(text.replace("+", ""));
  return BigInt.asIntN(64, number) === number ? number : undefined;
}

/** A number of pods that an annotation has; undefined where it has none. */
export function replicasOf(annotations: Annotations, name: string): number | undefined {
  const text = annotations[name];
  if (text === undefined || !/^\d+$/.test(text) || Number(text) > MOST_REPLICAS) return undefined;
  return Number(text);
}

/** The revision of a set; 0 where it has none that can be read. */
export function revisionOf({ annotations }: SetView, names: AnnotationNames): bigint {
  return numberOf(annotations[names.revision]) ?? 0n;
}

/** Orders revisions, the lowest first. */
export function compareRevisions(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The revision after the highest of some sets. */
export function revisionAfter(sets: readonly SetView[], names: AnnotationNames): bigint {
  return BigInt.asIntN(64, 1n + (revisionsOf(sets, names)[0] ?? 0n));
}

/** The revision before the highest of some sets; 0 where there is none. */
export function revisionBefore(sets: readonly SetView[], names: AnnotationNames): bigint {
  return revisionsOf(sets, names)[1] ?? 0n;
}

/** The revisions above 0, the highest first. */
function revisionsOf(sets: readonly SetView[], names: AnnotationNames): bigint[] {
  return sets.map((set) => revisionOf(set, names))
    .filter((revision) => revision > 0n)
    .sort((one, other) => compareRevisions(other, one));
}

/** The annotations of a deployment that its sets get too. */
export function copiedAnnotations(
  annotations: Annotations,
  { own }: AnnotationNames,
): Record<string, string> {
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => !own.has(name)));
}

/** What a set of this size says of the deployment. */
export function sizeAnnotations(
  { replicas, surge }: DeploymentView,
  { desired, most }: AnnotationNames,
): Record<string, string> {
  return { [desired]: String(replicas), [most]: String(replicas + surge) };
}

/**
 * What the annotations of the newest set lack: those of its deployment, and the revision after the highest of
 * the others. A revision that it had before goes to its history.
 */
export function missingAnnotations(
  deployment: DeploymentView,
  set: Pick<SetView, "annotations">,
  revision: bigint,
  names: AnnotationNames,
): Record<string, string> {
  const copied = Object.entries(copiedAnnotations(deployment.annotations, names));
  const missing = Object.fromEntries(
    copied.filter(([name, value]) => set.annotations[name] !== value),
  );
  const before = numberOf(set.annotations[names.revision]);
  if ((before ?? 0n) >= revision) return missing;
  missing[names.revision] = String(revision);
  const history = before !== undefined &&
    longerHistory(set.annotations[names.history] ?? "", String(before));
  if (history) missing[names.history] = history;
  return missing;
}

/** A list with one more at its end, and without the oldest where it would get too long. */
function longerHistory(history: string, revision: string): string {
  const all = history === "" ? [] : history.split(",");
  all.push(revision);
  while (all.length > 1 && all.join(",").length > MOST_HISTORY) all.shift();
  return all.join(",");
}
