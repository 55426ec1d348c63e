/**
 * Letting go of everything, before an operator is uninstalled.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { ServerClient } from "../client/server_client.ts";
import { Finalizer } from "../controller/finalizer.ts";
import { managerOf } from "../controller/mod.ts";
import { isNotFound } from "../errors/mod.ts";
import type { KubeObject } from "../kinds/mod.ts";
import type { DefinedOperator } from "./operator.ts";

/** See `Operator.release()`. */
export async function releaseAll(operator: DefinedOperator, client: Client): Promise<void> {
  if (!(client instanceof ServerClient)) {
    throw new TypeError("release: the client was not made by createClient()");
  }
  for (const { for: kind, finalize, name } of operator.controllers) {
    if (finalize === undefined) continue;
    const finalizer = new Finalizer(managerOf(operator.name, name));
    const namespaces = operator.options.namespaces ?? [undefined];
    for (const namespace of kind.namespaced ? namespaces : [undefined]) {
      const where = namespace === undefined ? { allNamespaces: true } : { namespace };
      try {
        for await (const object of client.iterate(kind, where)) {
          await finalizer.takeOff(client, kind, object as KubeObject);
        }
      } catch (error) {
        // A kind that is not served has no objects.
        if (!isNotFound(error)) throw error;
      }
    }
  }
}
