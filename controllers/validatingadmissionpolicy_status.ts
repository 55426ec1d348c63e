/**
 * The controller that says in the status of a validating policy what may be wrong with its expressions.
 *
 * @module
 */

import { ValidatingAdmissionPolicy } from "../toolkit/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { TimeSlice } from "../toolkit/time_slice.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { ServedKinds } from "./validatingadmissionpolicy_status/served_kinds.ts";
import { warningsOf } from "./validatingadmissionpolicy_status/type_check.ts";
import { writeStatus } from "./write_status.ts";

const NAME = "validatingadmissionpolicy-status-controller";

/** Policies at a time. */
const WORKERS = 5;

/** Checks each policy once for each of its generations, by the kinds that the server has then. */
export function createPolicyStatusController(parts: LoopParts): Runnable {
  const { client, informers, clock } = parts;
  const policies = informers.of(ValidatingAdmissionPolicy);
  const isChecked = ({ metadata, status }: ValidatingAdmissionPolicy) =>
    Number(status?.observedGeneration ?? 0) >= Number(metadata?.generation ?? 0);
  return keyedLoop(parts, {
    name: NAME,
    queue: NAME,
    workers: WORKERS,
    listen: (wake) => [
      policies.subscribe(({ type, key, object }) => {
        if (type !== "Deleted" && !isChecked(object)) wake(key);
      }),
    ],
    async sync(name, { signal }) {
      const policy = policies.lister.get(name);
      if (policy === undefined || isChecked(policy)) return;
      const { metadata, spec = {}, status } = policy;
      const kinds = new ServedKinds(client, signal);
      const warnings = await warningsOf(spec, kinds, new TimeSlice(clock, signal));
      // Warnings that are no longer true take what they stood in with them.
      const none = status?.typeChecking?.expressionWarnings?.length ? null : {};
      await writeStatus(client, ValidatingAdmissionPolicy, policy, {
        observedGeneration: metadata.generation,
        typeChecking: warnings.length === 0 ? none : { expressionWarnings: warnings },
      });
    },
  });
}

/** The controller of a process. */
export const policyStatusController: ProcessController = {
  name: NAME,
  aliases: [],
  account: NAME,
  flags: [],
  make: createPolicyStatusController,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("validatingadmissionpolicy_status", [policyStatusController]));
}
