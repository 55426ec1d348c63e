/**
 * Which built-in resources a server serves, as `--runtime-config` says.
 *
 * @module
 */

import { type Dialect, groupInDialect } from "../toolkit/names.ts";
import { formatApiVersion, type Resource, schemaOf } from "../toolkit/schema/mod.ts";

/** What the core group was called when it was the only one. */
const OLD_CORE = /^api\/v1(?=\/|$)/;

const ALL = "api/all";
const STAGES = new Set([ALL, "api/ga", "api/beta", "api/alpha", "api/legacy"]);

/**
 * What the switches leave on: those of a resource (`group/version/resource`) go before those of its version, and these
 * before those of its stage. Throws on a key that names nothing, and where nothing would be on.
 */
export function switchedResources(
  config: Readonly<Record<string, boolean>>,
  dialect: Dialect,
): (resource: Resource) => boolean {
  if (config[ALL] === false && Object.keys(config).length === 1) {
    throw new Error(`invalid --runtime-config with only ${ALL}=false: nothing would be served`);
  }
  const { resources } = schemaOf(dialect);
  const known = new Set(resources.map(({ group, version }) => formatApiVersion(group, version)));
  const switches = new Map<string, boolean>();
  for (const [key, on] of Object.entries(config)) switches.set(switchOf(key, known, dialect), on);
  return ({ group, version, resource, onByDefault }) => {
    const [, stage = "ga"] = /(alpha|beta)\d+$/.exec(version) ?? [];
    const place = formatApiVersion(group, version);
    return switches.get(`${place}/${resource}`) ?? switches.get(place) ??
      switches.get(`api/${stage}`) ?? switches.get(ALL) ?? onByDefault;
  };
}

/** What a key switches, in the names of the dialect. */
function switchOf(key: string, known: ReadonlySet<string>, dialect: Dialect): string {
  if (STAGES.has(key)) return key;
  const wrong = (why: string) =>
    new Error(`invalid --runtime-config ${JSON.stringify(key)}: ${why}`);
  // The core group has no name, and stands for itself.
  const path = key.replace(OLD_CORE, "/v1").replace(/^[^/]+$/, "/$&");
  const [group = "", version = "", resource, more] = path.split("/");
  if (resource === "" || resource !== resource?.toLowerCase()) {
    throw wrong("a resource is called by its plural in lower case");
  }
  const place = [group, groupInDialect(group, dialect)]
    .map((name) => formatApiVersion(name, version)).find((name) => known.has(name));
  if (place === undefined || more !== undefined) {
    throw wrong("no such group and version is built in");
  }
  return resource === undefined ? place : `${place}/${resource}`;
}
