/**
 * What a controller is run with.
 *
 * @module
 */

import type { ServerClient } from "../client/server_client.ts";
import type { RunningInformer } from "../informer/mod.ts";
import type { AnyKind, KubeObject } from "../kinds/mod.ts";
import type { Logger } from "../logger.ts";
import type { Registry } from "../metrics/mod.ts";
import type { Cause } from "../workqueue/mod.ts";
import type { ErasedController } from "./controller.ts";

/** What its operator gives a controller. */
export interface ControllerEnvironment {
  /** The operator's name: managers, finalizers and events begin with it. */
  readonly operator: string;
  /** Which of several processes it is. */
  readonly instance: string;
  readonly client: ServerClient;
  /** The one informer of a kind that was declared. */
  informerOf(kind: AnyKind): RunningInformer<KubeObject>;
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly fetch: typeof fetch;
  /** Told of each run as it begins; what it returns is called when that run has ended. */
  readonly onRun?: ((run: BegunRun) => void | (() => void)) | undefined;
}

/** A run of a controller for one object, as it begins. */
export interface BegunRun {
  /** Its name. */
  readonly controller: string;
  /** `namespace/name`, or `name`. */
  readonly object: string;
  /** Counted from 1; more where the runs before have failed. */
  readonly attempt: number;
  /** What has come together since the run before. */
  readonly causes: readonly Cause[];
}

/** The field manager of a controller, which is also the name of its finalizer. */
export function managerOf(operator: string, controller: string): string {
  return `${operator}/${controller}`;
}

/** Who sets the finalizer of a controller. */
export function finalizerManagerOf(manager: string): string {
  return `${manager}/finalizer`;
}

/** What servers take for a field manager. */
export const MANAGER_LIMIT_CHARS = 128;

/** The longest of the field managers of a controller. */
export function longestManagerOf(
  operator: string,
  { name, finalize }: Pick<ErasedController, "name" | "finalize">,
): string {
  const manager = managerOf(operator, name);
  return finalize === undefined ? manager : finalizerManagerOf(manager);
}
