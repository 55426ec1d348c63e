/**
 * The job for one time of a cron job: its name and an annotation say for which.
 *
 * @module
 */

import { type batchV1, Job, type metaV1, type ObjectOf } from "../../toolkit/mod.ts";
import type { CronJob } from "../../toolkit/mod.ts";
import type { Names } from "../../toolkit/names.ts";
import type { TimeZone } from "../../toolkit/schedule/mod.ts";
import { byController, controllerOf } from "../loop/mod.ts";

/** A cron job as the server has it. */
export type LiveCronJob = ObjectOf<typeof CronJob>;

const MINUTE_MS = 60_000;

/** What is looked at of a job, made once for each of its states. */
export interface CronChild {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** How it has ended; undefined: it has not. */
  readonly end: "Complete" | "Failed" | undefined;
  readonly startMs: number | undefined;
  readonly completionTime: string | undefined;
  /** The time that it was made for; undefined where it was not made here. */
  readonly scheduledMs: number | undefined;
}

/** Finds jobs by the uid of their controller. */
export const jobsByController = byController(Job);

/** Makes views. */
export function cronChildViews(names: Names): (job: ObjectOf<typeof Job>) => CronChild {
  const annotation = annotationOf(names);
  return ({ metadata, status }) => {
    const { namespace = "", name, uid, resourceVersion, annotations } = metadata;
    const controller = controllerOf({ metadata });
    const over = status?.conditions?.find(({ type, status }) =>
      (type === "Complete" || type === "Failed") && status === "True"
    );
    const scheduledMs = Date.parse(annotations?.[annotation] ?? "");
    const isOurs = controller !== undefined && name === nameFor(controller.name, scheduledMs);
    return {
      key: `${namespace}/${name}`,
      namespace,
      name,
      uid,
      resourceVersion,
      end: over?.type as CronChild["end"],
      startMs: status?.startTime === undefined ? undefined : Date.parse(status.startTime),
      completionTime: status?.completionTime,
      scheduledMs: isOurs ? scheduledMs : undefined,
    };
  };
}

/** The name of the job for a time: there is one job a minute at most. */
export function nameFor(cronJob: string, scheduledMs: number): string {
  return `${cronJob}-${Math.floor(scheduledMs / MINUTE_MS)}`;
}

/** The job for a time. */
export function jobFor(
  { metadata, spec }: LiveCronJob,
  scheduledMs: number,
  { names, zone, reference }: {
    readonly names: Names;
    readonly zone: TimeZone;
    readonly reference: metaV1.OwnerReference;
  },
) {
  const template: batchV1.JobTemplateSpec = spec!.jobTemplate;
  const { labels, annotations } = template.metadata ?? {};
  return {
    metadata: {
      namespace: metadata.namespace!,
      name: nameFor(metadata.name, scheduledMs),
      ...(labels && { labels }),
      annotations: { ...annotations, [annotationOf(names)]: timeIn(zone, scheduledMs) },
      ownerReferences: [reference],
    },
    spec: template.spec,
  };
}

function annotationOf({ domain }: Names): string {
  return `batch.${domain}/cronjob-scheduled-timestamp`;
}

/** A time as RFC 3339 has it, in a zone. */
function timeIn(zone: TimeZone, ms: number): string {
  const offset = zone.offsetAt(ms);
  const wall = new Date(zone.wallAt(ms)).toISOString().slice(0, 19);
  if (offset === 0) return `${wall}Z`;
  const minutes = Math.floor(Math.abs(offset) / MINUTE_MS);
  const two = (count: number) => String(count).padStart(2, "0");
  return `${wall}${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
