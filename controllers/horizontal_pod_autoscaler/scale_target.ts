/**
 * What an autoscaler scales: any object that has a scale.
 *
 * @module
 */

import {
  type autoscalingV1,
  type autoscalingV2,
  type Client,
  isConflict,
} from "../../toolkit/mod.ts";
import type { AnyObject, Kind, ServedKind } from "../../toolkit/mod.ts";
import { groupOnServer } from "../../toolkit/kinds/group.ts";
import { failureOf } from "../../toolkit/wire/failure.ts";
import { groupOf, type ServedKinds } from "./served_kinds.ts";

/** Somebody else may write just as often before it is given up. */
const MOST_TRIES = 5;

/** The scale of an object, as it was read. */
export interface ScaleTarget {
  readonly kind: Kind<AnyObject>;
  readonly scale: autoscalingV1.Scale;
}

/** Reads the scale that an autoscaler names. Rejects where there is none. */
export async function readScale(
  client: Client,
  kinds: ServedKinds,
  { apiVersion = "", kind, name }: autoscalingV2.CrossVersionObjectReference,
  namespace: string,
  signal: AbortSignal,
): Promise<ScaleTarget> {
  const group = groupOf(apiVersion);
  let first: unknown;
  for (const served of await kinds.find(group, kind)) {
    try {
      return await scaleOf(client, served, namespace, name, signal);
    } catch (error) {
      signal.throwIfAborted();
      first ??= error;
    }
  }
  throw first;
}

async function scaleOf(
  client: Client,
  { kind }: ServedKind,
  namespace: string,
  name: string,
  signal: AbortSignal,
): Promise<ScaleTarget> {
  if (!kind.namespaced) {
    throw new Error(
      `${kind.plural} ${
        JSON.stringify(name)
      } is in no namespace: an autoscaler scales what is in its own`,
    );
  }
  const scale = await client.scale(kind, { namespace, name }, undefined, { signal });
  return { kind, scale };
}

/** Sets the replicas, whatever else has changed meanwhile. */
export async function writeScale(
  client: Client,
  { kind, scale }: ScaleTarget,
  replicas: number,
  signal: AbortSignal,
): Promise<void> {
  const { namespace = "", name = "" } = scale.metadata ?? {};
  let newest = scale;
  for (let tries = 1;; tries++) {
    try {
      return await replaceScale(client, kind, {
        ...newest,
        spec: { ...newest.spec, replicas },
      }, signal);
    } catch (error) {
      if (tries === MOST_TRIES || !isConflict(error)) throw error;
    }
    newest = await client.scale(kind, { namespace, name }, undefined, { signal });
  }
}

/** A scale is of another kind than the object that it is of. */
async function replaceScale(
  client: Client,
  kind: Kind<AnyObject>,
  scale: autoscalingV1.Scale,
  signal: AbortSignal,
): Promise<void> {
  const { plural, version } = kind;
  const { namespace = "", name = "" } = scale.metadata ?? {};
  const group = groupOnServer(kind.group, client.dialect);
  const root = group === "" ? "/api" : `/apis/${group}`;
  const path = `${root}/${version}/namespaces/${namespace}/${plural}/${name}/scale`;
  const response = await client.fetch(path, {
    method: "PUT",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ ...scale, apiVersion: "autoscaling/v1", kind: "Scale" }),
    signal,
  });
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.ok) return;
  throw failureOf(body, "PUT", {
    code: response.status,
    retryAfter: response.headers.get("retry-after") ?? undefined,
    resource: { group, resource: plural },
    name,
  });
}
