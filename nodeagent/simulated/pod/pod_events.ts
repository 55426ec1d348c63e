/**
 * Events about the pods of simulated nodes.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import { Recorder } from "../../../toolkit/events/recorder.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { Client, ObjectOf, Pod } from "../../../toolkit/mod.ts";
import type { ContainerRole } from "./behaviour.ts";
import type { Happening } from "./pod_run.ts";

/** What events are written with. */
export interface PodEventsParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
}

const FIELD: Readonly<Record<ContainerRole, string>> = {
  init: "initContainers",
  sidecar: "initContainers",
  main: "containers",
  ephemeral: "ephemeralContainers",
};

/** Each node tells of its pods as if it were alone: none waits for others, or is held back by them. */
export class PodEvents {
  readonly #parts: PodEventsParts;
  readonly #recorders = new Map<string, Recorder>();

  constructor(parts: PodEventsParts) {
    this.#parts = parts;
  }

  /** Tells what has happened to a pod; it is written while whoever tells of it goes on. */
  tell(pod: ObjectOf<typeof Pod>, node: string, happened: readonly Happening[]): void {
    const { apiVersion, kind, metadata } = pod;
    for (const { container, type, reason, message } of happened) {
      const fieldPath = container && `spec.${FIELD[container.role]}{${container.name}}`;
      const subject = { apiVersion, kind, metadata, ...(fieldPath !== undefined && { fieldPath }) };
      const recorder = this.#of(node);
      if (type === "Normal") recorder.normal(subject, reason, message);
      else recorder.warning(subject, reason, message);
    }
  }

  #of(node: string): Recorder {
    const known = this.#recorders.get(node);
    if (known !== undefined) return known;
    const { client, clock, logger } = this.#parts;
    const component = client.names.processNodeAgent;
    const made = new Recorder({ client, component, host: node, clock, logger });
    this.#recorders.set(node, made);
    return made;
  }
}
