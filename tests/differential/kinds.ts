/**
 * The built-in kinds that both servers serve, with the objects and changes that the tables beside the
 * kinds declare.
 *
 * @module
 */

import type { BadRow, Change, KindTables, UpdateRow } from "../../testing/kind_tables.ts";
import { mergePatch } from "../../apiserver/patch/mod.ts";
import type { Server, Side } from "./servers.ts";
import type { AnyObject, Session } from "./session.ts";

/** A resource, as discovery says. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
  /** `v1`, `apps/v1`. */
  readonly apiVersion: string;
  /** Its tables; none for what nobody stores. */
  readonly tables: readonly KindTables[];
}

/** All that both serve. */
export type Kinds = readonly Kind[];

/** Definitions have an area of their own: they make other objects, in their own time. */
export function isPlain(kind: Kind): boolean {
  return isStored(kind) && kind.resource !== "customresourcedefinitions";
}

/** Where a collection is; in a namespace whose path is given, or of the whole cluster. */
export function collection({ group, version, resource }: Kind, namespace = ""): string {
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${namespace.replace(/^\/api\/v1/, "")}/${resource}`;
}

/** Whether objects of a kind can be made and changed. */
export function isStored({ verbs }: Kind): boolean {
  return verbs.includes("create") && verbs.includes("update") && verbs.includes("delete");
}

/** Kinds whose objects a server changes by itself soon after they were made: when it is done. */
const SETTLED: Readonly<Record<string, (object: AnyObject, side: Side) => boolean>> = {
  apiservices: ({ status }) => (status?.conditions ?? []).length > 0,
  customresourcedefinitions: ({ status }) =>
    (status?.conditions ?? []).some(({ type, status }: AnyObject) =>
      type === "Established" && status === "True" || type === "NamesAccepted" && status === "False"
    ),
  // The reference leaves the rest to its controllers.
  servicecidrs: ({ status }, side) => side === "reference" || (status?.conditions ?? []).length > 0,
  validatingadmissionpolicies: ({ metadata, status }, side) =>
    side === "reference" || status?.observedGeneration === metadata?.generation,
};

/** Whether a server works on objects of a kind by itself. */
export function isWorkedOn({ resource }: Kind): boolean {
  return resource in SETTLED;
}

/** Waits until a server has done what it does by itself about an object. */
export async function settled(session: Session, { resource }: Kind, path: string): Promise<void> {
  const wanted = SETTLED[resource];
  if (wanted === undefined) return;
  await session.until(path, ({ status, json }) => status !== 200 || wanted(json, session.side));
}

/** Waits until an object is gone. */
export async function gone(session: Session, path: string): Promise<void> {
  await session.until(path, ({ status }) => status === 404);
}

/** The valid object of a table with these changes, under a name. */
export function objectOf(
  { apiVersion, kind }: Kind,
  { valid }: KindTables,
  name: string | undefined,
  ...changes: readonly Change[]
): AnyObject {
  let object: unknown = { apiVersion, kind, ...valid };
  for (const change of changes) object = mergePatch(object, change);
  const { metadata = {}, ...rest } = object as AnyObject;
  const named = metadata.name === undefined && name !== undefined
    ? { name, ...metadata }
    : metadata;
  return { apiVersion, kind, metadata: named, ...rest };
}

/** The kinds that both servers serve. */
export async function commonKinds(servers: readonly Server[]): Promise<Kinds> {
  const tables = await declaredTables();
  const [first = new Map(), ...others] = await Promise.all(servers.map(served));
  const common = [...first].filter(([name]) => others.every((kinds) => kinds.has(name)));
  return common.map(([, kind]) => ({
    ...kind,
    tables: tables.filter(({ group, resource, version = "v1", dialect = "kubernetes" }) =>
      dialect === "kubernetes" && group === kind.group && resource === kind.resource &&
      version === kind.version
    ),
  })).toSorted((a, b) => collection(a) < collection(b) ? -1 : 1);
}

const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

async function served({ url, http }: Server): Promise<Map<string, Omit<Kind, "tables">>> {
  const found = new Map<string, Omit<Kind, "tables">>();
  for (const root of ["/api", "/apis"]) {
    const response = await fetch(url + root, { client: http, headers: { accept: AGGREGATED } });
    const list: AnyObject = await response.json();
    for (const { metadata, versions } of list.items) {
      const group: string = metadata.name ?? "";
      for (const { version, resources } of versions) {
        for (const { resource, responseKind, scope, verbs, subresources = [] } of resources) {
          const apiVersion = group === "" ? version : `${group}/${version}`;
          found.set(`${apiVersion} ${resource}`, {
            group,
            version,
            resource,
            apiVersion,
            kind: responseKind.kind,
            namespaced: scope === "Namespaced",
            verbs,
            subresources: subresources.map((one: AnyObject) => one.subresource),
          });
        }
      }
    }
  }
  return found;
}

const TABLES = new URL("../../testing/declared_tables.ts", import.meta.url).pathname;

/** The tables that the files beside the kinds declare. */
export async function declaredTables(): Promise<KindTables[]> {
  // In a process of its own, as the files with the tables declare tests.
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", TABLES],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("the tables beside the kinds could not be read");
  return JSON.parse(new TextDecoder().decode(stdout));
}

export type { BadRow, Change, KindTables, UpdateRow };
