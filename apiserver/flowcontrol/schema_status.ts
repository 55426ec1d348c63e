/**
 * Says in each flow schema whether its level is there.
 *
 * @module
 */

import type {
  FlowSchema as FlowSchemaObject,
  FlowSchemaCondition,
} from "../../toolkit/api/flowcontrol_v1.ts";
import { isNotFound } from "../../toolkit/errors/mod.ts";
import { FlowSchema } from "../../toolkit/kinds/built_in.ts";
import type { AnyKind } from "../../toolkit/kinds/mod.ts";
import type { ServerContext } from "../server_context.ts";

const FIELD_MANAGER = "api-priority-and-fairness-config-consumer-v1";

const DANGLING = "Dangling";

/** Servers that disagree must not write for ever: so many writes of one schema in so long. */
const WRITES = 6;
const SPAN_MS = 60_000;
/** When it is tried again, and how much later at most. */
const AGAIN_MS = 30_000;
const LATER_MS = 45_000;

/** Keeps the conditions of flow schemas. */
export class SchemaStatus {
  readonly #context: ServerContext;
  /** When each schema was written lately. */
  readonly #written = new Map<string, number[]>();

  constructor(context: ServerContext) {
    this.#context = context;
  }

  /**
   * Looks at all schemas, and writes the conditions that are wrong. Settles with how many milliseconds later
   * some are to be looked at again, if any; rejects with what failed first, when all the rest is done.
   */
  async check(
    schemas: Iterable<FlowSchemaObject>,
    isThere: (level: string) => boolean,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const { clock, random } = this.#context;
    const now = clock.monotonic();
    let isDelayed = false;
    const failed: unknown[] = [];
    for (const schema of schemas) {
      const { name = "" } = schema.metadata ?? {};
      const level = schema.spec?.priorityLevelConfiguration.name ?? "";
      const condition = danglingOf(level, isThere(level));
      if (isSaid(schema, condition)) continue;
      if (!this.#mayWrite(name, now)) {
        isDelayed = true;
        continue;
      }
      try {
        await this.#write(name, condition, signal);
      } catch (error) {
        signal.throwIfAborted();
        failed.push(error);
      }
    }
    for (const [name, times] of this.#written) {
      if (now - times.at(-1)! > SPAN_MS) this.#written.delete(name);
    }
    if (failed.length > 0) throw failed[0];
    return isDelayed ? AGAIN_MS + random() * LATER_MS : undefined;
  }

  #mayWrite(name: string, now: number): boolean {
    const times = (this.#written.get(name) ?? []).filter((time) => now - time <= SPAN_MS);
    if (times.length >= WRITES) return false;
    times.push(now);
    this.#written.set(name, times);
    return true;
  }

  /** Says this one condition, and leaves all others to whoever says those. */
  async #write(name: string, condition: FlowSchemaCondition, signal: AbortSignal): Promise<void> {
    const { client, clock, features } = this.#context;
    const lastTransitionTime = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
    const said = { ...condition, lastTransitionTime };
    const options = { signal, subresource: "status", fieldManager: FIELD_MANAGER };
    try {
      if (features.has("ServerSideApply")) {
        const configuration = { metadata: { name }, status: { conditions: [said] } };
        await client.apply(FlowSchema as AnyKind, configuration, { ...options, force: true });
      } else {
        await client.update(FlowSchema as AnyKind, name, (object) => {
          const { status } = object as FlowSchemaObject;
          const others = (status?.conditions ?? []).filter(({ type }) => type !== DANGLING);
          return { ...object, status: { ...status, conditions: [...others, said] } };
        }, options);
      }
    } catch (error) {
      // It has gone: an apply would have made it anew, and must say more than a condition for that.
      if (!isNotFound(error)) throw error;
    }
  }
}

function danglingOf(level: string, isThere: boolean): FlowSchemaCondition {
  const what = "This FlowSchema references the PriorityLevelConfiguration object named " +
    JSON.stringify(level);
  return isThere
    ? { type: DANGLING, status: "False", reason: "Found", message: `${what} and it exists` }
    : {
      type: DANGLING,
      status: "True",
      reason: "NotFound",
      message: `${what} but there is no such object`,
    };
}

function isSaid({ status }: FlowSchemaObject, wanted: FlowSchemaCondition): boolean {
  const said = status?.conditions?.find(({ type }) => type === DANGLING);
  return said !== undefined && said.status === wanted.status && said.reason === wanted.reason &&
    said.message === wanted.message;
}
