/**
 * The kind that somebody means: by its plural, singular, short name or name, with its group, or its
 * version and group, behind it: `deploy`, `deployments.apps`, `Deployment.v1.apps`.
 *
 * @module
 */

import { type DiscoveredKinds, discoverKinds, type ServedKind } from "../client/discover_kinds.ts";
import type { Client } from "../client/client.ts";
import { nearest } from "../flags/mod.ts";
import { type AnyObject, groupOfKinds, type Kind } from "../kinds/mod.ts";
import { CommandError } from "./command.ts";

/** What a command line calls a kind. */
interface SaidKind {
  readonly name: string;
  /** Undefined: any. */
  readonly group: string | undefined;
  readonly version: string | undefined;
}

/** Asks the server for its kinds, and finds the one that is meant; of several, its first. */
export async function findKind(client: Client, text: string): Promise<Kind<AnyObject>> {
  const kinds = await discoverKinds(client);
  const found = kindIn(kinds, text);
  if (found !== undefined) return found;
  throw new CommandError(`the server has no kind ${JSON.stringify(text)}${hint(kinds, text)}`);
}

/** The kind among those of a server; undefined: there is none. */
export function kindIn(kinds: DiscoveredKinds, text: string): Kind<AnyObject> | undefined {
  for (const said of readings(text)) {
    const among = (said.version === undefined ? kinds.preferred : kinds.all).filter(({ kind }) =>
      (said.group === undefined || kind.group === said.group) &&
      (said.version === undefined || kind.version === said.version)
    );
    const found = among.find((one) => namesOf(one).includes(said.name)) ??
      among.find(({ shortNames }) => shortNames.includes(said.name));
    if (found !== undefined) return found.kind;
  }
  return undefined;
}

/** What a text may mean, what is likelier first: `a.v1.b` is version v1 of b, or the group `v1.b`. */
function readings(text: string): SaidKind[] {
  const [name = "", ...rest] = text.split(".");
  const said = { name: name.toLowerCase(), version: undefined };
  if (rest.length === 0) return [{ ...said, group: undefined }];
  const [version, ...group] = rest;
  return [
    { ...said, version, group: groupOfKinds(group.join(".")) },
    { ...said, group: groupOfKinds(rest.join(".")) },
  ];
}

function namesOf({ kind, singular }: ServedKind): string[] {
  return [kind.plural, singular, kind.kind.toLowerCase()];
}

function hint({ preferred, failures }: DiscoveredKinds, text: string): string {
  const names = preferred.flatMap((one) => [...namesOf(one), ...one.shortNames]);
  const near = nearest(text.toLowerCase(), names);
  const unknown = failures.map(({ group, version }) => `${group}/${version}`);
  return (near === undefined ? "" : ` (did you mean ${near}?)`) +
    (unknown.length === 0 ? "" : `; it can't say now what is in ${unknown.join(", ")}`);
}
