/**
 * Rewrites objects that are stored in an old version of their definition in the present one, a few
 * at a time, so that the old version can go.
 *
 * @module
 */

import type { CustomResourceDefinitionStatus } from "../../toolkit/api/apiextensions_v1.ts";
import { type Clock, sleep } from "../../toolkit/clock.ts";
import { isNotFound } from "../../toolkit/errors/mod.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import { openStorage } from "../resource/open_storage.ts";
import { kindOf } from "../resource/own_objects.ts";
import type { ServerContext } from "../server_context.ts";
import { metadataOf } from "../resource/metadata.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { CachedObject } from "../storage/cache/mod.ts";
import type { Definition } from "./definition.ts";
import { withCondition } from "./status.ts";

/** Objects that are rewritten at once; then others have their turn. */
const BATCH_OBJECTS = 100;
/** The pause between batches, which bounds what rewriting takes from the store. */
const BATCH_PAUSE_MS = 100;
/** How long another server may go on writing the old version after the definition has changed. */
const MIGRATION_GRACE_MS = 10_000;
/** The condition that tells how far it is. */
const CONDITION = "StorageMigrating";

/** What a migration works with. */
export interface MigrationOptions {
  readonly server: ServerContext;
  readonly clock: Clock;
  /** The definition as it is now; undefined: it is gone. */
  current(): Definition | undefined;
  /** Writes a status; what `change` gives of the newest. */
  write(change: (current: Definition) => CustomResourceDefinitionStatus): Promise<unknown>;
  time(): string;
}

/** Whether objects may be stored in a version that is not the present one. */
export function needsMigration(definition: Definition): boolean {
  const { storedVersions, storageVersion: { name }, deleting } = definition;
  return !deleting && definition.holds("Established") &&
    storedVersions.some((version) => version !== name);
}

/** Rewrites everything, and takes the old versions off the definition's list then. */
export async function migrate(options: MigrationOptions, signal: AbortSignal): Promise<void> {
  const definition = options.current();
  if (definition === undefined || !needsMigration(definition)) return;
  const { storageVersion: { name: version }, generation } = definition;
  const isSame = () => options.current()?.generation === generation;
  for (let pass = 0;; pass++) {
    // The second look is for what servers wrote that had not heard of the change yet.
    if (pass > 0) await sleep(options.clock, MIGRATION_GRACE_MS, signal);
    if (!isSame()) return;
    const rewritten = await rewriteAll(options, definition, signal);
    if (pass > 0 && rewritten === 0) break;
  }
  const message = `all objects are stored as ${version}`;
  await options.write((current) => {
    const status = noted(options, current, "False", "Completed", message);
    return current.generation === generation ? { ...status, storedVersions: [version] } : status;
  });
}

/** One pass; how many had to be rewritten. */
async function rewriteAll(
  options: MigrationOptions,
  definition: Definition,
  signal: AbortSignal,
): Promise<number> {
  const { server, clock } = options;
  const { group, accepted: { plural = "" }, storageVersion: { name: version } } = definition;
  // A version that isn't served is still the one that objects are stored in.
  const { name = version } = definition.versions.find(({ served }) => served) ?? {};
  const resource = server.source.find(group, version, plural) ??
    server.source.find(group, name, plural);
  const storage = resource && await openStorage(resource);
  if (resource === undefined || storage === undefined) return 0;
  await storage.waitUntilFresh(signal);
  const wanted = JSON.stringify(formatApiVersion(group, version));
  const old = storage.cache.entries().filter((entry) => !isStoredAs(entry, wanted));
  for (let done = 0; done < old.length; done += BATCH_OBJECTS) {
    const message = `${done} of ${old.length} objects have been migrated to ` +
      version;
    await options.write((current) => noted(options, current, "True", "InProgress", message));
    const batch = old.slice(done, done + BATCH_OBJECTS);
    await Promise.all(batch.map((entry) => rewrite(server, resource, storage, entry, signal)));
    await sleep(clock, BATCH_PAUSE_MS, signal);
  }
  return old.length;
}

const decoder = new TextDecoder();
const HEAD_BYTES = 512;

/** Stored objects begin with their apiVersion. */
function isStoredAs({ json }: CachedObject, apiVersion: string): boolean {
  return decoder.decode(json.subarray(0, HEAD_BYTES)).startsWith(`{"apiVersion":${apiVersion},`);
}

async function rewrite(
  { client }: ServerContext,
  resource: ServedResource,
  storage: ResourceStorage,
  entry: CachedObject,
  signal: AbortSignal,
): Promise<void> {
  const { namespace = "", name = "" } = metadataOf(objectOf(entry));
  const key = storage.key(namespace, name);
  try {
    // Nothing changes but the version that it is stored in.
    await client.update(kindOf(resource), { namespace, name }, () => {}, { signal });
  } catch (error) {
    if (storage.cache.get(key) !== undefined && !isNotFound(error)) throw error;
  }
}

function noted(
  { time }: MigrationOptions,
  { object }: Definition,
  status: string,
  reason: string,
  message: string,
): CustomResourceDefinitionStatus {
  const condition = { type: CONDITION, status, reason, message };
  const conditions = withCondition(object.status?.conditions ?? [], condition, time);
  return { ...object.status, conditions };
}
