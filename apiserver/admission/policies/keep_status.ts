/**
 * Keeps the status of validating policies: what may be wrong with their expressions. Every server
 * does so; one that is slower finds it done.
 *
 * @module
 */

import type { ValidatingAdmissionPolicy } from "../../../toolkit/api/admissionregistration_v1.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { statusErrorOf } from "../../../toolkit/errors/mod.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { ownRequest } from "../../endpoints/own_request.ts";
import type { Services } from "../../endpoints/services.ts";
import { objectOf } from "../../resource/object_coder.ts";
import { tracked } from "../../registry/ownership.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { updateObject } from "../../registry/update.ts";
import { derivedValue, type Entry, followChanges } from "../../storage/cache/mod.ts";
import type { Runnable } from "../../../toolkit/runnable.ts";
import { Turns } from "../../../toolkit/turns.ts";
import { warningsOf } from "./type_check.ts";

/** What it works with. */
export interface KeepStatusOptions {
  readonly services: Services;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Follows validating policies. */
export function keepPolicyStatus(options: KeepStatusOptions): Runnable {
  const { services: { source, dialect }, clock, logger } = options;
  return {
    name: "policy status",
    async run({ signal }) {
      const group = NAMES[dialect].group("admissionregistration");
      const resource = source.find(group, "v1", "validatingadmissionpolicies");
      if (resource?.storage === undefined) return;
      const { cache } = resource.storage;
      await followChanges(cache, () => checkAll(cache.entries(), resource, options, signal), {
        clock,
        signal,
        failed: (error) => logger.error("The status of policies can't be kept", error),
      });
    },
  };
}

/** Whether the status is about the policy as it is. */
const isChecked = derivedValue((entry: Entry): boolean => {
  const { metadata, status } = objectOf(entry) as ValidatingAdmissionPolicy;
  return status?.observedGeneration === metadata?.generation;
});

/** Checks what has changed. Throws what went wrong first, once all others are done. */
async function checkAll(
  entries: readonly Entry[],
  resource: ServedResource,
  options: KeepStatusOptions,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const entry of entries) {
    if (isChecked(entry)) continue;
    try {
      await check(entry, resource, options, signal);
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function check(
  entry: Entry,
  resource: ServedResource,
  { services, clock }: KeepStatusOptions,
  signal: AbortSignal,
): Promise<void> {
  const { name = "" } = (objectOf(entry) as ValidatingAdmissionPolicy).metadata ?? {};
  const place = { resource, namespace: "", name, subresource: "status" };
  const request = ownRequest(services, place, signal);
  if (request === undefined) return;
  try {
    await updateObject(request, {
      compute: async (current) =>
        tracked(request, current, await checked(current, services, new Turns(clock, signal))),
    });
  } catch (error) {
    // It has gone.
    if (statusErrorOf(error)?.code !== 404) throw error;
  }
}

async function checked(
  object: JsonObject,
  { source, dialect }: Services,
  turns: Turns,
): Promise<JsonObject> {
  const { metadata, spec = {}, status } = object as ValidatingAdmissionPolicy;
  const expressionWarnings = await warningsOf(spec, source, dialect, turns);
  return {
    ...object,
    status: {
      ...status,
      observedGeneration: metadata?.generation,
      typeChecking: expressionWarnings.length === 0 ? {} : { expressionWarnings },
    },
  };
}
