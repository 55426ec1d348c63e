/**
 * Makes the namespaces that others create objects in.
 *
 * @module
 */

import { isAlreadyExists, isForbidden, statusErrorOf } from "../../toolkit/errors/mod.ts";
import { Namespace } from "../../toolkit/kinds/built_in.ts";
import type { ServerContext } from "../server_context.ts";
import type { AdmissionPlugin, AdmissionRequest } from "./admission.ts";
import { isNamespaces } from "../resource/namespaces.ts";
import { refused } from "./refusal.ts";

/** Sees to it that there is a namespace for each object that is created; not for dry runs. */
export function namespaceAutoProvision(context: ServerContext): AdmissionPlugin {
  const { lister, client, source } = context;
  const namespaces = lister(Namespace);
  const isThere = (name: string) => {
    const storage = source.find("", "v1", "namespaces")?.storage;
    return storage === undefined || storage.cache.get(storage.key("", name)) !== undefined;
  };
  const make = async (request: AdmissionRequest) => {
    const { namespace: name, signal } = request;
    try {
      await client.create(Namespace, { metadata: { name } }, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (isAlreadyExists(error)) return;
      // A refusal says already what is refused: the namespace.
      if (isForbidden(error)) throw error;
      throw refused(request, statusErrorOf(error)?.message ?? String(error));
    }
  };
  return {
    handles: ["CREATE"],
    about: (resource) => namespaces !== undefined && !isNamespaces(resource),
    mutate(request) {
      const { namespace, dryRun } = request;
      if (dryRun || namespace === "" || isThere(namespace)) return;
      return make(request);
    },
  };
}
