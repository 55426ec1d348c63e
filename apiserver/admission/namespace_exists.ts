/**
 * Refuses what is in a namespace that is not there.
 *
 * @module
 */

import type { ServerContext } from "../server_context.ts";
import type { AdmissionPlugin } from "./admission.ts";
import { isNamespaces, namespaceEntry } from "../resource/namespaces.ts";

/** Asks for the namespace of every write, deletions included. */
export function namespaceExists({ source }: Pick<ServerContext, "source">): AdmissionPlugin {
  return {
    handles: ["CREATE", "UPDATE", "DELETE"],
    about: (resource) => !isNamespaces(resource),
    validate({ namespace, signal }) {
      if (namespace === "") return;
      return namespaceEntry(source, namespace, signal).then(() => {});
    },
  };
}
