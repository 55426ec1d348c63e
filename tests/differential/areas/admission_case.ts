/**
 * Scenarios of admission plugins, as tables of writes.
 *
 * @module
 */

import type { Scenario } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";

/** A write: an object that is created, or a change of one that is there. */
export type Write =
  | readonly [verb: "post", path: string, object: AnyObject]
  | readonly [verb: "put" | "patch", path: string, change: AnyObject]
  | readonly [verb: "delete", path: string]
  /** Waits until a dry run is answered so: the reference's plugins see new objects a moment later. */
  | readonly [verb: "until", path: string, object: AnyObject, answer: string];

/** Writes in a namespace of their own. */
export interface Case {
  readonly name: string;
  /** What the namespace has besides its name. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Paths begin with the kind, in the namespace, or with a slash. `$` in names is the scenario's own. */
  readonly writes: readonly Write[];
}

/** A container of a pod. */
export const container = (name: string, more: AnyObject = {}) => ({ name, image: "i", ...more });
/** A pod with one container. */
export const pod = (name: string, spec: AnyObject = {}, metadata: AnyObject = {}) => ({
  metadata: { name, ...metadata },
  spec: { containers: [container("c")], ...spec },
});
/** What a container asks for and is held to. */
export const amounts = (requests: AnyObject, limits: AnyObject = {}) => ({
  resources: { requests, limits },
});
/** A pod whose container asks for something. */
export const sized = (
  name: string,
  requests: AnyObject,
  limits: AnyObject = {},
  more: AnyObject = {},
) => pod(name, { containers: [container("c", amounts(requests, limits))], ...more });
/** A write of a limit range. */
export const range = (name: string, ...limits: AnyObject[]) =>
  ["post", "limitranges", { metadata: { name }, spec: { limits } }] as const;
/** A claim of a volume. */
export const claim = (name: string, storage: string, more: AnyObject = {}) => ({
  metadata: { name },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } }, ...more },
});

/** A case as a scenario. */
export function scenario({ name, annotations, writes }: Case, isAlone = false): Scenario {
  return {
    name,
    ...(isAlone && { alone: true }),
    async run(session) {
      const namespace = `adm-${session.id}`;
      await session.post("/api/v1/namespaces", {
        metadata: { name: namespace, ...(annotations && { annotations }) },
      });
      for (const write of writes) await send(session, namespace, write);
    },
  };
}

/** Sends a write. */
export async function send(session: Session, namespace: string, write: Write): Promise<void> {
  const own = (value: AnyObject) =>
    JSON.parse(JSON.stringify(value).replaceAll("$", session.id)) as AnyObject;
  const [verb, where, change, answer] = write as readonly [string, string, AnyObject, string?];
  const path = pathOf(own(where), namespace);
  if (verb === "until") {
    const wanted = own(answer ?? "") as unknown as string;
    return await session.until(
      `${path}?dryRun=All`,
      ({ text }) => text.includes(wanted),
      own(change),
    );
  }
  if (verb === "delete") await session.delete(path);
  else if (verb === "post") await session.post(path, own(change));
  else if (verb === "patch") await session.patch(path, "merge", own(change));
  else {
    const { json } = await session.get(path);
    const { metadata = {}, ...rest } = own(change);
    await session.put(path, { ...json, ...rest, metadata: { ...json.metadata, ...metadata } });
  }
}

function pathOf(where: string, namespace: string): string {
  if (where.startsWith("/")) return where;
  const [group, rest] = where.includes(":") ? where.split(":") : ["api/v1", where];
  return `/${group}/namespaces/${namespace}/${rest}`;
}
