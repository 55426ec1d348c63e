/**
 * Keeps the status of validating policies: what may be wrong with their expressions. Every server
 * does so; one that is slower finds it done.
 *
 * @module
 */

import type { ValidatingAdmissionPolicy } from "../../../toolkit/api/admissionregistration_v1.ts";
import type { AnyKind, AnyObject } from "../../../toolkit/kinds/mod.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { isNotFound } from "../../../toolkit/errors/mod.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { kindOf } from "../../resource/own_objects.ts";
import type { ServerContext } from "../../server_context.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { type CachedObject, derivedValue, followChanges } from "../../storage/cache/mod.ts";
import type { Runnable } from "../../../toolkit/runnable.ts";
import { TimeSlice } from "../../../toolkit/time_slice.ts";
import { warningsOf } from "./type_check.ts";

/** What it works with. */
export interface KeepStatusOptions {
  readonly server: ServerContext;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Follows validating policies. */
export function keepPolicyStatus(options: KeepStatusOptions): Runnable {
  const { server: { source, dialect }, clock, logger } = options;
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
        failed: (error) => logger.error("The status of policies can't be updated", error),
      });
    },
  };
}

/** Whether the status is about the policy as it is. */
const isChecked = derivedValue((entry: CachedObject): boolean => {
  const { metadata, status } = objectOf(entry) as ValidatingAdmissionPolicy;
  return status?.observedGeneration === metadata?.generation;
});

/** Checks what has changed. Throws what went wrong first, once all others are done. */
async function checkAll(
  entries: readonly CachedObject[],
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
  entry: CachedObject,
  resource: ServedResource,
  { server, clock }: KeepStatusOptions,
  signal: AbortSignal,
): Promise<void> {
  const { name = "" } = (objectOf(entry) as ValidatingAdmissionPolicy).metadata ?? {};
  const change = (current: AnyObject) => checked(current, server, new TimeSlice(clock, signal));
  try {
    await server.client.update<AnyKind>(kindOf(resource), name, change, {
      signal,
      subresource: "status",
    });
  } catch (error) {
    // It has gone.
    if (!isNotFound(error)) throw error;
  }
}

async function checked(
  object: JsonObject,
  { source, dialect }: ServerContext,
  slice: TimeSlice,
): Promise<JsonObject> {
  const { metadata, spec = {}, status } = object as ValidatingAdmissionPolicy;
  const expressionWarnings = await warningsOf(spec, source, dialect, slice);
  return {
    ...object,
    status: {
      ...status,
      observedGeneration: metadata?.generation,
      typeChecking: expressionWarnings.length === 0 ? {} : { expressionWarnings },
    },
  };
}
