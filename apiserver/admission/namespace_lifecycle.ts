/**
 * Keeps objects out of namespaces that are not there or about to go, and the namespaces that a
 * cluster can't do without from being deleted. Nothing can be changed, or connected to, in a namespace
 * that is not there.
 *
 * @module
 */

import { forbidden } from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { metadataOf } from "../resource/metadata.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { ServerContext } from "../server_context.ts";
import { type AdmissionPlugin, type AdmissionRequest, calledInRefusals } from "./admission.ts";
import { namespaceEntry } from "../resource/namespaces.ts";
import type { CachedObject } from "../storage/cache/mod.ts";

/**
 * The plugin that sees to it. It speaks first, so that nobody is asked about what can't be; and once
 * more before the write, as those who are asked take their time.
 */
export function namespaceLifecycle(
  { source, dialect }: Pick<ServerContext, "source" | "dialect">,
): AdmissionPlugin {
  const { namespaceSystem, namespacePublic, group } = NAMES[dialect];
  const reviews = group("authorization");
  const immortal = new Set(["default", namespaceSystem, namespacePublic]);
  const namespaces = source.find("", "v1", "namespaces");
  /** Versions of namespaces that were seen alive, as the cache has them: asked for with every create. */
  const alive = new WeakSet<CachedObject>();

  function check(request: AdmissionRequest): void | Promise<void> {
    const { operation, resource, namespace, name } = request;
    if (operation === "DELETE") {
      if (resource === namespaces && immortal.has(name)) {
        throw forbidden(resource, name, "this namespace may not be deleted");
      }
      return;
    }
    const storage = namespaces?.storage;
    if (!resource.namespaced || storage === undefined) return;
    const entry = storage.cache.get(storage.key("", namespace));
    // What is there already may still be changed while its namespace goes.
    if (operation !== "CREATE" && entry !== undefined) return;
    if (entry === undefined || !alive.has(entry)) return look(request);
  }

  async function look(request: AdmissionRequest): Promise<void> {
    const { resource, namespace, signal } = request;
    const entry = await namespaceEntry(source, namespace, signal);
    if (entry === undefined) return;
    if (request.operation !== "CREATE") return;
    if (metadataOf(objectOf(entry)).deletionTimestamp !== undefined) {
      throw terminating(resource, calledInRefusals(request), namespace);
    }
    alive.add(entry);
  }

  // A review that said whether there is a namespace would tell those who may not know.
  const isReview = ({ group, resource }: ServedResource) =>
    group === reviews && resource === "localsubjectaccessreviews";
  return { about: (resource) => !isReview(resource), mutate: check, validate: check };
}

function terminating(resource: { group: string; resource: string }, name: string, where: string) {
  const error = forbidden(
    resource,
    name,
    `unable to create new content in namespace ${where} because it is being terminated`,
  );
  const cause = {
    reason: "NamespaceTerminating",
    message: `namespace ${where} is being terminated`,
    field: "metadata.namespace",
  };
  Object.assign(error.status.details as object, { causes: [cause] });
  return error;
}
