/**
 * All kinds that a server has.
 *
 * @module
 */

import { isNotFound } from "../errors/mod.ts";
import { type AnyObject, dynamicKind, groupOfKinds, type Kind } from "../kinds/mod.ts";
import { NAMES } from "../names.ts";
import { failureOf } from "../wire/failure.ts";
import type { Client } from "./client.ts";
import type { CallOptions } from "./reader.ts";

/** A kind with what may be done to its objects. */
export interface ServedKind {
  /** The kind in one version, of objects of any fields. */
  readonly kind: Kind<AnyObject>;
  /** `get`, `list`, `watch`, `create`, `delete`, `deletecollection` … */
  readonly verbs: ReadonlySet<string>;
  /** Its parts that have a path of their own: `status`, `scale` … */
  readonly subresources: ReadonlySet<string>;
  /** What one of them is called: `deployment`. Default: the kind in lower case. */
  readonly singular: string;
  /** `deploy`. */
  readonly shortNames: readonly string[];
}

/** Why it is not known what a group version has. */
export interface DiscoveryFailure {
  /** As kinds spell it. */
  readonly group: string;
  /** "": none of the group's versions is known. */
  readonly version: string;
  /** What went wrong. */
  readonly error: Error;
  /** Whether it can't be named: no waiting mends that. */
  readonly malformed: boolean;
}

/** What a server has, as far as it could say. */
export interface DiscoveredKinds {
  /** Every kind in every version. */
  readonly all: readonly ServedKind[];
  /** Every resource once: in its group's preferred version, else in the first that has it. */
  readonly preferred: readonly ServedKind[];
  /** Group versions of which nothing is known now: extension servers that don't answer. */
  readonly failures: readonly DiscoveryFailure[];
}

/** Options of {@link discoverKinds}. */
export type DiscoverOptions = Pick<CallOptions, "signal">;

/** The entry of a version of a group. */
interface VersionEntry {
  readonly version: string;
  readonly freshness?: string;
  /** Undefined where the version has to be asked for it. */
  readonly resources: readonly ResourceEntry[] | undefined;
}

interface ResourceEntry {
  readonly plural?: unknown;
  readonly kind?: unknown;
  readonly namespaced?: unknown;
  readonly verbs?: unknown;
  readonly singular?: unknown;
  readonly shortNames?: unknown;
  readonly subresources?: readonly string[];
}

/** A group with its versions, the preferred one first. */
interface GroupEntry {
  readonly group: string;
  readonly versions: readonly VersionEntry[];
}

/**
 * Asks a server for all of its kinds, in two requests where it can tell all at once. A part of it that
 * can't be known now is among the failures; rejects where nothing can be known.
 */
export async function discoverKinds(
  client: Pick<Client, "fetch" | "dialect">,
  options: DiscoverOptions = {},
): Promise<DiscoveredKinds> {
  const [core, others] = await Promise.all([
    groupsAt(client, "/api", options),
    groupsAt(client, "/apis", options),
  ]);
  const found = await Promise.all(
    [...core, ...others].map(async ({ group, versions }) => ({
      group,
      versions: await Promise.all(
        versions.map((version) => kindsOf(client, group, version, options)),
      ),
    })),
  );
  const all: ServedKind[] = [];
  const preferred: ServedKind[] = [];
  const failures: DiscoveryFailure[] = [];
  for (const { versions } of found) {
    const seen = new Set<string>();
    for (const { kinds, failure } of versions) {
      if (failure !== undefined) failures.push(failure);
      for (const served of kinds) {
        all.push(served);
        if (seen.has(served.kind.plural)) continue;
        seen.add(served.kind.plural);
        preferred.push(served);
      }
    }
  }
  return { all, preferred, failures };
}

/** The groups below a path; none where it is not served. */
async function groupsAt(
  client: Pick<Client, "fetch" | "dialect">,
  path: string,
  options: DiscoverOptions,
): Promise<GroupEntry[]> {
  const own = NAMES[client.dialect].group("apidiscovery");
  const accept = `application/json;g=${own};v=v2;as=APIGroupDiscoveryList, application/json;q=0.9`;
  const body = await ask(client, path, accept, options);
  if (body === undefined) return [];
  if (body.kind === "APIGroupDiscoveryList") return listOf(body.items).map(aggregated);
  if (path === "/api") return [plain("", listOf(body.versions).map(String), undefined)];
  return listOf(body.groups).map((entry) => {
    const { name, versions, preferredVersion } = entry as {
      name?: unknown;
      versions?: unknown;
      preferredVersion?: { version?: unknown };
    };
    const known = listOf(versions).map((one) => String((one as { version?: unknown }).version));
    return plain(String(name ?? ""), known, preferredVersion?.version);
  });
}

function plain(group: string, versions: readonly string[], preferred: unknown): GroupEntry {
  const ordered = [...versions].sort((one, other) =>
    Number(other === preferred) - Number(one === preferred)
  );
  return { group, versions: ordered.map((version) => ({ version, resources: undefined })) };
}

function aggregated(entry: unknown): GroupEntry {
  const { metadata, versions } = entry as { metadata?: { name?: unknown }; versions?: unknown };
  return {
    group: String(metadata?.name ?? ""),
    versions: listOf(versions).map((each) => {
      const { version, freshness, resources } = each as Record<string, unknown>;
      return {
        version: String(version),
        freshness: String(freshness ?? ""),
        resources: listOf(resources).map((one) => {
          const {
            resource,
            responseKind,
            scope,
            verbs,
            singularResource,
            shortNames,
            subresources,
          } = one as Record<string, unknown>;
          const kind = (responseKind as { kind?: unknown } | undefined)?.kind;
          const namespaced = scope === "Namespaced";
          return {
            plural: resource,
            kind,
            namespaced,
            verbs,
            singular: singularResource,
            shortNames,
            subresources: listOf(subresources).map((part) =>
              String((part as { subresource?: unknown }).subresource)
            ),
          };
        }),
      };
    }),
  };
}

/** The kinds of one group version, or why they are not known. */
async function kindsOf(
  client: Pick<Client, "fetch" | "dialect">,
  group: string,
  { version, freshness, resources }: VersionEntry,
  options: DiscoverOptions,
): Promise<{ kinds: ServedKind[]; failure: DiscoveryFailure | undefined }> {
  const failed = (error: Error, malformed = false) => ({
    kinds: [],
    failure: { group: groupOfKinds(group), version, error, malformed },
  });
  try {
    dynamicKind({ group, version, kind: "Some", plural: "some" });
  } catch (error) {
    return failed(error as Error, true);
  }
  if (freshness === "Stale") {
    return failed(new Error(`stale GroupVersion discovery: ${joined(group, version)}`));
  }
  let entries = resources;
  try {
    entries ??= await resourcesOf(client, group, version, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    return failed(error as Error);
  }
  const kinds: ServedKind[] = [];
  let failure: DiscoveryFailure | undefined;
  for (const entry of entries) {
    const { plural, kind, namespaced, verbs, singular, shortNames, subresources = [] } = entry;
    // Parts of objects, and what can be neither read nor written.
    if (String(plural).includes("/") || listOf(verbs).length === 0) continue;
    try {
      kinds.push({
        kind: dynamicKind({
          group,
          version,
          kind: kind as string,
          plural: plural as string,
          namespaced: namespaced as boolean,
        }),
        verbs: new Set(listOf(verbs).map(String)),
        subresources: new Set(subresources),
        singular: String(singular || kind).toLowerCase(),
        shortNames: listOf(shortNames).map(String),
      });
    } catch (error) {
      // One that can't be named: who goes by all kinds has to know that there is more.
      ({ failure } = failed(error as Error));
    }
  }
  return { kinds, failure };
}

async function resourcesOf(
  client: Pick<Client, "fetch" | "dialect">,
  group: string,
  version: string,
  options: DiscoverOptions,
): Promise<ResourceEntry[]> {
  const path = group === "" ? ["api", version] : ["apis", group, version];
  const body = await ask(client, `/${path.join("/")}`, "application/json", options);
  if (body === undefined) {
    throw new Error(`${joined(group, version)} is in the server's list, and not served`);
  }
  const entries = listOf(body.resources) as Readonly<Record<string, unknown>>[];
  const partsOf = new Map<string, string[]>();
  for (const { name } of entries) {
    const [plural = "", part] = String(name).split("/");
    if (part !== undefined) partsOf.set(plural, [...partsOf.get(plural) ?? [], part]);
  }
  return entries.map(({ name, kind, namespaced = false, verbs, singularName, shortNames }) => ({
    plural: name,
    kind,
    namespaced,
    verbs,
    singular: singularName,
    shortNames,
    subresources: partsOf.get(String(name)) ?? [],
  }));
}

/** Undefined: there is no such path. */
async function ask(
  client: Pick<Client, "fetch">,
  path: string,
  accept: string,
  { signal }: DiscoverOptions,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const response = await client.fetch(path, {
    headers: { accept },
    ...(signal !== undefined && { signal }),
  });
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.status === 200) return JSON.parse(new TextDecoder().decode(body));
  const failure = failureOf(body, "GET", {
    code: response.status,
    retryAfter: response.headers.get("retry-after") ?? undefined,
    resource: { group: "", resource: path },
    name: "",
  });
  if (isNotFound(failure)) return undefined;
  throw failure;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function joined(group: string, version: string): string {
  return group === "" ? version : `${group}/${version}`;
}
