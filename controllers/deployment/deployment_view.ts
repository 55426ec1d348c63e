/**
 * What a deployment asks for, made once for each of its states.
 *
 * @module
 */

import type { Deployment, ObjectOf } from "../../toolkit/mod.ts";
import { type Selector, selectorOf } from "../../toolkit/selectors/mod.ts";
import { scaledIntOrPercent } from "../../toolkit/values/mod.ts";
import { templateText } from "./set_view.ts";

/** A deployment as informers have it. */
export type LiveDeployment = ObjectOf<typeof Deployment>;

/** A deployment, and what its fields come to. It is shared: do not change it. */
export interface DeploymentView {
  readonly object: LiveDeployment;
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly isDeleting: boolean;
  readonly isPaused: boolean;
  readonly selector: Selector;
  /** The same text as that of a set that has its template. */
  readonly template: string;
  readonly replicas: number;
  readonly isRolling: boolean;
  /** So many pods there may be above `replicas`: 0 unless it rolls. */
  readonly surge: number;
  /** So many pods may be missing: 0 unless it rolls. */
  readonly unavailable: number;
  /** How long a rollout may stand still; undefined: for ever. */
  readonly deadlineMs: number | undefined;
  /** So many old sets are kept; undefined: all. */
  readonly historyLimit: number | undefined;
}

/** Stands for no limit. */
const UNLIMITED = 2 ** 31 - 1;

/** The view of a deployment. Throws for a selector, surge or unavailable count that means nothing. */
export function deploymentViewOf(object: LiveDeployment): DeploymentView {
  const { metadata, spec } = object;
  const { namespace = "", name, uid } = metadata;
  const replicas = spec?.replicas ?? 1;
  const { progressDeadlineSeconds: deadline = UNLIMITED, revisionHistoryLimit = UNLIMITED } =
    spec ?? {};
  const isRolling = spec?.strategy?.type === "RollingUpdate";
  return {
    object,
    key: `${namespace}/${name}`,
    namespace,
    name,
    uid,
    annotations: metadata.annotations ?? {},
    isDeleting: metadata.deletionTimestamp !== undefined,
    isPaused: spec?.paused === true,
    selector: selectorOf(spec?.selector ?? undefined),
    template: templateText(spec?.template),
    replicas,
    isRolling,
    ...(isRolling ? boundsOf(object, replicas) : { surge: 0, unavailable: 0 }),
    deadlineMs: deadline === UNLIMITED ? undefined : deadline * 1000,
    historyLimit: revisionHistoryLimit === UNLIMITED ? undefined : revisionHistoryLimit,
  };
}

/** Surge rounds up and unavailable down; where both come to nothing one pod may be missing. */
function boundsOf(
  { spec }: LiveDeployment,
  replicas: number,
): { readonly surge: number; readonly unavailable: number } {
  const { maxSurge = 0, maxUnavailable = 0 } = spec?.strategy?.rollingUpdate ?? {};
  const surge = scaledIntOrPercent(maxSurge, replicas, { round: "up" });
  const missing = scaledIntOrPercent(maxUnavailable, replicas, { round: "down" });
  const unavailable = surge === 0 && missing === 0 ? 1 : missing;
  return { surge, unavailable: Math.min(unavailable, replicas) };
}
