/**
 * The controller that tells nodes how long they may keep what they read: longer the more nodes there are.
 *
 * @module
 */

import { isNotFound, Node } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

const WORKERS = 5;

/** How many nodes there may be, and for how many seconds nodes keep what they read then. */
const STEPS: readonly { least: number; most: number; seconds: number }[] = [
  { least: 0, most: 100, seconds: 0 },
  { least: 90, most: 500, seconds: 15 },
  { least: 450, most: 1000, seconds: 30 },
  { least: 900, most: 2000, seconds: 60 },
  { least: 1800, most: Infinity, seconds: 300 },
];

/**
 * Keeps an annotation of every node. The steps overlap, so that a node that comes and goes changes nothing. Nodes
 * that were there before a step was taken have theirs written when they change next, which they do every few
 * minutes: not all at once.
 */
export function createTtlController(parts: LoopParts): Runnable {
  const { client, informers } = parts;
  const annotation = `node.alpha.${NAMES[client.dialect].domain}/ttl`;
  const nodes = informers.of(Node);
  let step = 0;
  const secondsNow = () => {
    const { size } = nodes.lister;
    while (size > STEPS[step]!.most) step++;
    while (size < STEPS[step]!.least) step--;
    return String(STEPS[step]!.seconds);
  };
  return keyedLoop(parts, {
    name: "ttl-controller",
    queue: "ttlcontroller",
    workers: WORKERS,
    listen: (wake) => [
      nodes.subscribe(({ type, key, object }) => {
        const seconds = secondsNow();
        if (type !== "Deleted" && object.metadata.annotations?.[annotation] !== seconds) wake(key);
      }),
    ],
    async sync(name, { signal }) {
      const node = nodes.lister.get(name);
      const seconds = secondsNow();
      if (node === undefined || node.metadata.annotations?.[annotation] === seconds) return;
      const patch = { metadata: { annotations: { [annotation]: seconds } } } as never;
      try {
        await client.patch(Node, name, patch, { signal });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  });
}

/** The controller of a process. */
export const ttlController: ProcessController = {
  name: "ttl-controller",
  aliases: ["ttl"],
  account: "ttl-controller",
  flags: [],
  make: createTtlController,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("ttl", [ttlController]));
}
