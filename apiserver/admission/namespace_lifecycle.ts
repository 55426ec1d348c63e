/**
 * Keeps objects out of namespaces that are not there or about to go, and the namespaces that a
 * cluster can't do without from being deleted.
 *
 * @module
 */

import { forbidden, notFound } from "../../toolkit/errors/mod.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import { metadataOf } from "../registry/metadata.ts";
import { objectOf } from "../registry/object_coder.ts";
import type { ResourceSource } from "../registry/resource_source.ts";
import type { Admission } from "./admission.ts";

/** See the module's comment. */
export function namespaceLifecycle(source: ResourceSource, dialect: Dialect): Admission {
  const { namespaceSystem, namespacePublic } = NAMES[dialect];
  const immortal = new Set(["default", namespaceSystem, namespacePublic]);
  const namespaces = source.find("", "v1", "namespaces");
  /** Those that were seen alive at a version: asked for with every create. */
  const alive = new Map<string, number>();
  return {
    async validate({ operation, resource, namespace, name, signal }) {
      if (operation === "DELETE") {
        if (resource === namespaces && immortal.has(name)) {
          throw forbidden(resource, name, "this namespace may not be deleted");
        }
        return;
      }
      if (operation !== "CREATE" || !resource.namespaced || namespaces?.storage === undefined) {
        return;
      }
      const { storage } = namespaces;
      const key = storage.key("", namespace);
      let entry = storage.cache.get(key);
      if (entry === undefined) {
        await storage.fresh(signal);
        entry = storage.cache.get(key);
      }
      if (entry === undefined) {
        alive.delete(namespace);
        throw notFound(namespaces, namespace);
      }
      if (alive.get(namespace) === entry.revision) return;
      if (metadataOf(objectOf(entry)).deletionTimestamp !== undefined) {
        alive.delete(namespace);
        throw terminating(resource, name, namespace);
      }
      alive.set(namespace, entry.revision);
    },
  };
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
