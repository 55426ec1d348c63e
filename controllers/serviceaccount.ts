/**
 * The service account controller: every namespace has the account that pods take where they name none.
 *
 * @module
 */

import { isAlreadyExists, isNotFound, Namespace, ServiceAccount } from "../toolkit/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import { isNamespaceEnding } from "./pods/mod.ts";
import type { ProcessController } from "./process_controller.ts";

/** The account. */
const NAME = "default";

/** Makes the account where it is missing, in namespaces that are not on their way out. */
export function createServiceAccountController(parts: LoopParts): Runnable {
  const { client, informers } = parts;
  const namespaces = informers.of(Namespace);
  const accounts = informers.of(ServiceAccount, [], { name: NAME });
  return keyedLoop(parts, {
    name: "service-account-controller",
    queue: "serviceaccount",
    workers: 1,
    listen: (wake) => [
      namespaces.subscribe(({ type, key }) => {
        if (type !== "Deleted") wake(key);
      }),
      accounts.subscribe(({ type, object }) => {
        if (type === "Deleted") wake(object.metadata.namespace ?? "");
      }),
    ],
    async sync(namespace, { signal }) {
      if (namespaces.lister.get(namespace)?.status?.phase !== "Active") return;
      if (accounts.lister.has({ namespace, name: NAME })) return;
      try {
        await client.create(ServiceAccount, { metadata: { namespace, name: NAME } }, { signal });
      } catch (error) {
        if (isAlreadyExists(error) || isNotFound(error) || isNamespaceEnding(error)) return;
        throw error;
      }
    },
  });
}

/** The controller of a process. */
export const serviceAccountController: ProcessController = {
  name: "serviceaccount-controller",
  aliases: ["serviceaccount"],
  account: "service-account-controller",
  flags: [],
  make: createServiceAccountController,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("serviceaccount", [serviceAccountController]));
}
