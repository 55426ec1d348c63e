/**
 * What the server makes in its own store when it starts.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { statusErrorOf } from "../../toolkit/errors/mod.ts";
import type { Logger } from "../../toolkit/logging/logger.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { GROUP_MASTERS } from "../auth/user.ts";
import type { Services } from "../endpoints/services.ts";
import { type HealthCheck, StartHook } from "../health/checks.ts";
import { createObject } from "../registry/create.ts";
import type { Store } from "../storage/mod.ts";

/** What bootstrapping works with. */
export interface BootstrapOptions {
  readonly services: Services;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where the endpoints' leases are. */
  readonly store: Store;
  /** The port of the server. */
  readonly port: number;
}

/** Makes what is missing, and keeps up what must be kept up until `signal` aborts. */
export async function bootstrap(
  options: BootstrapOptions,
  checks: HealthCheck[],
  signal: AbortSignal,
): Promise<void> {
  const hook = new StartHook("bootstrap-controller");
  checks.push(hook);
  const { services } = options;
  const names = NAMES[services.dialect];
  const { namespaceSystem, namespacePublic, namespaceNodeLeases } = names;
  for (const name of ["default", namespaceSystem, namespacePublic, namespaceNodeLeases]) {
    await ensure(services, "namespaces", {
      kind: "Namespace",
      apiVersion: "v1",
      metadata: { name },
    }, signal);
  }
  hook.finish();
}

async function ensure(
  services: Services,
  plural: string,
  object: JsonObject,
  signal: AbortSignal,
): Promise<void> {
  const resource = services.source.find("", "v1", plural);
  if (resource?.storage === undefined) return;
  const target = { resource, storage: resource.storage, namespace: "", name: "" };
  try {
    await createObject({
      target,
      tools: services.tools,
      user: {
        name: NAMES[services.dialect].userApiServer,
        uid: "",
        groups: [GROUP_MASTERS],
        extra: {},
      },
      dryRun: false,
      fieldManager: NAMES[services.dialect].processApiServer,
      fieldValidation: "Ignore",
      warnings: [],
      annotations: {},
      signal,
    }, object);
  } catch (error) {
    if (statusErrorOf(error)?.reason !== "AlreadyExists") throw error;
  }
}
