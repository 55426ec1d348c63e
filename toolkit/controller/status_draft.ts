/**
 * The status as one run wants it: what its controller said before, and what the run says now.
 *
 * @module
 */

import { copyJson, equalJson, isObject, type JsonObject } from "../values/json.ts";
import type { ConditionPatch } from "./context.ts";

/** A condition as it is stored. */
interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/** What a status is computed from. */
export interface StatusBase {
  /** The object as it was read. */
  readonly object: JsonObject;
  /** What of its status this controller owns. */
  readonly owned: JsonObject;
  /** Whether the generation that was seen belongs into it: into that of every resource of one's own. */
  readonly observesGeneration: boolean;
  /** RFC 3339. */
  readonly now: string;
}

/** Collects what a run says of the status. */
export class StatusDraft {
  #said: JsonObject | undefined;
  readonly #conditions = new Map<string, ConditionPatch | undefined>();

  /** Whether something was said since the last write. */
  get isSaid(): boolean {
    return this.#said !== undefined;
  }

  say(patch: object): void {
    const { conditions, ...fields } = patch as {
      conditions?: Record<string, ConditionPatch | undefined>;
    };
    this.#said ??= {};
    overlay(this.#said, copyJson(fields) as JsonObject, true);
    for (const [type, condition] of Object.entries(conditions ?? {})) {
      this.#conditions.set(type, condition);
    }
  }

  /** Whether a condition was said. */
  says(condition: string): boolean {
    return this.#conditions.has(condition);
  }

  /** All of the status that the controller wants; undefined: it is so already. */
  wanted({ object, owned, observesGeneration, now }: StatusBase): JsonObject | undefined {
    const wanted = copyJson(owned) as JsonObject;
    overlay(wanted, this.#said ?? {}, false);
    const { generation } = object.metadata as { generation?: number };
    const observed = observesGeneration && generation !== undefined
      ? { observedGeneration: generation }
      : {};
    Object.assign(wanted, observed);
    const present = conditionsOf(object.status);
    const conditions = new Map(conditionsOf(owned).map((one) => [one.type, one]));
    for (const [type, said] of this.#conditions) {
      if (said === undefined) conditions.delete(type);
      else {
        const before = present.find((one) => one.type === type);
        conditions.set(type, { ...conditionOf(type, said, before, now), ...observed });
      }
    }
    if (conditions.size > 0) wanted.conditions = [...conditions.values()];
    else delete wanted.conditions;
    return equalJson(wanted, owned) ? undefined : wanted;
  }

  /** It was written: what is said from now on is a status of its own. */
  clear(): void {
    this.#said = undefined;
    this.#conditions.clear();
  }
}

function conditionsOf(status: unknown): Condition[] {
  const list = isObject(status) ? status.conditions : undefined;
  return Array.isArray(list)
    ? list.filter((one) => isObject(one) && typeof one.type === "string")
    : [];
}

function conditionOf(
  type: string,
  said: ConditionPatch,
  before: Condition | undefined,
  now: string,
): Condition {
  const { status, reason, message = "" } = typeof said === "boolean"
    ? { status: said, reason: said ? type : `Not${type}` }
    : said;
  const text = typeof status === "boolean" ? (status ? "True" : "False") : status;
  const since = before?.status === text ? before.lastTransitionTime : undefined;
  return { type, status: text, reason, message, lastTransitionTime: since ?? now };
}

/** Lays fields over others: objects merge, lists and values replace; `undefined` takes away. */
function overlay(target: JsonObject, fields: JsonObject, keepsUndefined: boolean): void {
  for (const [name, value] of Object.entries(fields)) {
    const present = target[name];
    if (isObject(value) && isObject(present)) overlay(present, value, keepsUndefined);
    else if (value !== undefined || keepsUndefined) target[name] = value;
    else delete target[name];
  }
}
