/**
 * Which controllers run in this process, as metrics show it.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import type { ProcessController } from "../process_controller.ts";

/** Shows controllers of a process while they run; `manager`: what the process is called. */
export function runningControllers(registry: Registry, manager: string) {
  const running = registry.gauge({
    name: "running_managed_controllers",
    help: "Whether a controller runs in this process, by the shorter of its names: 1, or 0.",
    labels: ["name", "manager"],
    stability: "BETA",
  });
  /** The same controller, which is shown from when it begins until it has ended. */
  return ({ name, aliases: [alias = name] = [] }: ProcessController, one: Runnable): Runnable => ({
    name: one.name,
    ...(one.announcesStart !== undefined && { announcesStart: one.announcesStart }),
    async run(parts) {
      const shown = running.with({ name: alias, manager });
      shown.set(1);
      try {
        await one.run(parts);
      } finally {
        shown.set(0);
      }
    },
  });
}
