/**
 * Who leads, in an annotation of endpoints or of a config map: what there was before leases.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { ConfigMap, Endpoints } from "../kinds/built_in.ts";
import { isObject } from "../values/json.ts";
import type { LeaderRecord, Lock, LockObject, LockPlace, LockState } from "./lock.ts";

/** Whose annotation it can be. */
const KINDS = { endpoints: Endpoints, configmaps: ConfigMap } as const;

/** What endpoints and config maps have in common. */
interface Annotated extends LockObject {
  readonly metadata: LockObject["metadata"] & {
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** A lock in an annotation; the object, and all else in it, is its owner's. */
export function annotationLock(
  client: Client,
  type: keyof typeof KINDS,
  place: LockPlace,
): Lock {
  // The two are written alike as far as metadata goes.
  const kind = KINDS[type] as typeof ConfigMap;
  const { annotationLeader: annotation } = client.names;
  const stateOf = (object: Annotated): LockState => {
    const text = object.metadata.annotations?.[annotation] ?? "";
    return {
      record: recordOf(text, `${type} ${place.namespace}/${place.name}`),
      version: text,
      objects: [object],
    };
  };
  return {
    async find(options) {
      const object = await client.find(kind, place, options);
      return object && stateOf(object as Annotated);
    },
    async create(record, options) {
      const metadata = { ...place, annotations: { [annotation]: written(record) } };
      return stateOf(await client.create(kind, { metadata }, options) as Annotated);
    },
    async replace({ objects: [before] }, record, options) {
      const object = before as Annotated;
      const annotations = { ...object.metadata.annotations, [annotation]: written(record) };
      const changed = { ...object, metadata: { ...object.metadata, annotations } };
      return stateOf(await client.replace(kind, changed as never, options) as Annotated);
    },
  };
}

/** Nobody's, as long as nobody wrote one. */
const NOBODYS: LeaderRecord = {
  holderIdentity: "",
  leaseDurationSeconds: 0,
  acquireTime: "",
  renewTime: "",
  leaderTransitions: 0,
};

/** Throws where the annotation is something else: whoever wrote that may think that he leads. */
function recordOf(text: string, where: string): LeaderRecord {
  if (text === "") return NOBODYS;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const isRecord = isObject(value) &&
    Object.entries(NOBODYS).every(([field, empty]) => {
      const told = (value as Record<string, unknown>)[field] ?? empty;
      return typeof told === typeof empty;
    });
  if (!isRecord) {
    throw new Error(`the leader annotation of ${where} is no record of a leader: remove it`);
  }
  const told = value as Partial<LeaderRecord>;
  return {
    holderIdentity: told.holderIdentity ?? "",
    leaseDurationSeconds: told.leaseDurationSeconds ?? 0,
    acquireTime: told.acquireTime ?? "",
    renewTime: told.renewTime ?? "",
    leaderTransitions: told.leaderTransitions ?? 0,
  };
}

/** As older processes read it: their times have no parts of seconds. */
function written(record: LeaderRecord): string {
  const { holderIdentity, leaseDurationSeconds, leaderTransitions } = record;
  return JSON.stringify({
    holderIdentity,
    leaseDurationSeconds,
    acquireTime: wholeSeconds(record.acquireTime),
    renewTime: wholeSeconds(record.renewTime),
    leaderTransitions,
  });
}

function wholeSeconds(time: string): string | null {
  return time === "" ? null : time.replace(/\.\d+Z$/, "Z");
}
