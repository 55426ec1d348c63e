/**
 * The signer of what new nodes are told of the cluster: they know it by the token that they join with.
 *
 * @module
 */

import { ConfigMap, isNotFound, Secret } from "../toolkit/mod.ts";
import { equalJson } from "../toolkit/values/json.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { detachedSignature } from "./bootstrap/detached_signature.ts";
import { signingToken } from "./bootstrap/tokens.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

/** The config map with what is signed, and its keys. */
const CONFIG_MAP = "cluster-info";
const SIGNED = "kubeconfig";
const SIGNATURE_PREFIX = "jws-kubeconfig-";

/**
 * Keeps a signature for each token of the system namespace that is meant for it beside the client config of the
 * public config map, and none of those that have ended.
 */
export function createBootstrapSigner(parts: LoopParts): Runnable {
  const { client, informers, clock } = parts;
  const names = NAMES[client.dialect];
  const place = { namespace: names.namespacePublic, name: CONFIG_MAP };
  const type = names.secretTypeBootstrapToken;
  const maps = informers.of(ConfigMap, [], place);
  const secrets = informers.of(Secret, [], { namespace: names.namespaceSystem, type });
  const signaturesOf = (text: string) => {
    const tokens = secrets.lister.list().flatMap((secret) =>
      signingToken(secret, clock.now()) ?? []
    );
    return Object.fromEntries(
      tokens.map((token) =>
        [`${SIGNATURE_PREFIX}${token.id}`, detachedSignature(text, token)] as const
      ),
    );
  };
  return keyedLoop(parts, {
    name: "bootstrap-signer-controller",
    queue: "bootstrap_signer_queue",
    workers: 1,
    listen: (wake) => [
      maps.subscribe(({ type }) => {
        if (type !== "Deleted") wake(CONFIG_MAP);
      }),
      secrets.subscribe(() => wake(CONFIG_MAP)),
    ],
    async sync(_, { signal }) {
      const map = maps.lister.get(place);
      const text = map?.data?.[SIGNED];
      if (map === undefined || text === undefined) return;
      const present = Object.fromEntries(
        Object.entries(map.data ?? {}).filter(([key]) => key.startsWith(SIGNATURE_PREFIX)),
      );
      const wanted = signaturesOf(text);
      if (equalJson(present, wanted)) return;
      try {
        await client.update(ConfigMap, place, (live) => {
          // What was signed is not what is there: it comes again.
          if (live.data?.[SIGNED] !== text) return;
          const isOther = ([key]: [string, unknown]) => !key.startsWith(SIGNATURE_PREFIX);
          live.data = {
            ...Object.fromEntries(Object.entries(live.data).filter(isOther)),
            ...wanted,
          };
        }, { signal });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  });
}

/** The controller of a process. */
export const bootstrapSigner: ProcessController = {
  name: "bootstrap-signer-controller",
  aliases: ["bootstrapsigner"],
  isOptional: true,
  account: "bootstrap-signer",
  flags: [],
  make: createBootstrapSigner,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("bootstrap_signer", [bootstrapSigner]));
}
