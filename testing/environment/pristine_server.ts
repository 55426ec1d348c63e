/**
 * Servers that have just been started: what environments begin with.
 *
 * @module
 */

import { serverSettingsOf } from "../../apiserver/control_plane_options.ts";
import type { Groups } from "../../apiserver/served_groups.ts";
import { type ApiServerOptions, runApiServer } from "../../apiserver/server.ts";
import type { ServerSnapshot } from "../../apiserver/snapshot.ts";
import { MemoryStore } from "../../apiserver/storage/mod.ts";
import { ensureExists } from "../../toolkit/client/mod.ts";
import { Namespace } from "../../toolkit/kinds/built_in.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { Random } from "../random_objects.ts";
import { Timeline } from "./timeline.ts";

/** Everything is older than the tests that are run on it. */
const BUILT = Date.UTC(2020, 0, 1);
/** What a server does about its own objects from time to time is done by then. */
const MADE_MS = 1000;

/** What the servers of all environments have in common. */
export const ALIKE: Partial<ApiServerOptions> = {
  // What a compaction forgets is forgotten.
  windowFor: () => 0,
  // Nothing is to come by the machine's clock.
  pacesWatches: false,
};

/** Starts a server, and ends it once it has made all that it makes itself: the same each time. */
export async function startPristine(dialect: Dialect, groups: Groups): Promise<ServerSnapshot> {
  const timeline = new Timeline(BUILT);
  const random = new Random(1);
  const store = new MemoryStore();
  const server = await runApiServer({
    ...serverSettingsOf({ dialect, groups, clock: timeline.clock }),
    ...chanceOf((bound) => random.below(bound)),
    ...ALIKE,
    stores: { stores: [store], storeFor: () => store, close: () => store.close() },
  });
  try {
    await timeline.during(server.ready, true);
    // Where the server makes nothing by itself, the namespace is not there yet.
    await ensureExists(server.client, Namespace, { metadata: { name: "default" } }, {});
    await timeline.pass(MADE_MS);
    return server.snapshot();
  } finally {
    await timeline.during(server.close(0), true);
  }
}

/** Random numbers and ids of a server, drawn from numbers below a bound. */
export function chanceOf(below: (bound: number) => number) {
  return { random: () => below(2 ** 30) / 2 ** 30, uid: () => uidOf(below) };
}

function uidOf(below: (bound: number) => number): string {
  const hex = (digits: number) => below(16 ** digits).toString(16).padStart(digits, "0");
  const variant = "89ab"[below(4)];
  return `${hex(6)}${hex(2)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
}
