/**
 * Brings the flow schemas and priority levels into the store that every server has, and takes out those that
 * earlier releases had.
 *
 * @module
 */

import { isAlreadyExists, isConflict, isNotFound } from "../../toolkit/errors/mod.ts";
import { FlowSchema, PriorityLevelConfiguration } from "../../toolkit/kinds/built_in.ts";
import type { AnyKind, AnyObject, Draft } from "../../toolkit/kinds/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import type { ServerContext } from "../server_context.ts";
import { EXEMPT } from "./mandatory.ts";
import { STANDARD_LEVELS, type StandardObject, standardSchemas } from "./standard_objects.ts";

const FIELD_MANAGER = "api-priority-and-fairness-config-producer-v1";

/** An object of either kind. */
interface Configured {
  readonly metadata?: {
    readonly name?: string;
    readonly generation?: number;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
}

/**
 * Makes it so, once. A suggested object's spec is brought back unless its annotation says `false`, or somebody
 * changed it who has not said anything; a mandatory one's always. Rejects with what failed first, when all the
 * rest is done.
 */
export async function ensureObjects(context: ServerContext, signal: AbortSignal): Promise<void> {
  const levels = STANDARD_LEVELS;
  const schemas = standardSchemas(NAMES[context.dialect]);
  const done = await Promise.allSettled([
    ...ensureAll(context, PriorityLevelConfiguration, levels, signal),
    ...ensureAll(context, FlowSchema, schemas, signal),
    ...removeUnwanted(context, PriorityLevelConfiguration, levels, signal),
    ...removeUnwanted(context, FlowSchema, schemas, signal),
  ]);
  for (const outcome of done) if (outcome.status === "rejected") throw outcome.reason;
}

function ensureAll(
  context: ServerContext,
  kind: AnyKind,
  expected: readonly StandardObject<unknown>[],
  signal: AbortSignal,
): Promise<void>[] {
  const cached = context.lister(kind);
  if (cached === undefined) return [];
  const annotation = NAMES[context.dialect].annotationFlowControlAutoUpdate;
  const options = { signal, fieldManager: FIELD_MANAGER };
  const create = async ({ name, spec }: StandardObject<unknown>) => {
    const metadata = { name, annotations: { [annotation]: "true" } };
    const draft = structuredClone({ metadata, spec }) as unknown as Draft<AnyObject>;
    try {
      await context.client.create(kind, draft, options);
    } catch (error) {
      // Another server was faster; whether it is right is looked at next time.
      if (!isAlreadyExists(error)) throw error;
    }
  };
  const revise = async (one: StandardObject<unknown>) => {
    const change = (object: AnyObject) =>
      revised(object as Configured, one, annotation) as AnyObject | undefined;
    try {
      await context.client.update(kind, one.name, change, options);
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  };
  return expected.map(async (one) => {
    const current = cached.get(one.name) as Configured | undefined;
    if (current === undefined) await create(one);
    else if (revised(current, one, annotation) !== undefined) await revise(one);
  });
}

/** The object as it should be; undefined where it is. */
export function revised(
  current: Configured,
  { name, spec, isMandatory }: StandardObject<unknown>,
  annotation: string,
): Configured | undefined {
  const said = asBoolean(current.metadata?.annotations?.[annotation]);
  const updates = isMandatory || (said ?? current.metadata?.generation === 1);
  const isRight = !updates || equalJson(comparable(name, spec), comparable(name, current.spec));
  if (isRight && said === updates) return undefined;
  return {
    ...current,
    metadata: {
      ...current.metadata,
      annotations: { ...current.metadata?.annotations, [annotation]: String(updates) },
    },
    ...(!isRight && { spec: structuredClone(spec) }),
  };
}

/** What the exempt level has of the server may be chosen. */
function comparable(name: string, spec: unknown): unknown {
  if (name !== EXEMPT || typeof spec !== "object" || spec === null || !("exempt" in spec)) {
    return spec;
  }
  return { ...spec, exempt: {} };
}

/** Those that say that they are kept up to date, and that no server of this release has. */
function removeUnwanted(
  context: ServerContext,
  kind: AnyKind,
  expected: readonly StandardObject<unknown>[],
  signal: AbortSignal,
): Promise<void>[] {
  const annotation = NAMES[context.dialect].annotationFlowControlAutoUpdate;
  const names = new Set(expected.map(({ name }) => name));
  return (context.lister(kind)?.list() ?? []).flatMap((object) => {
    const { name = "", annotations, uid } = object.metadata ?? {};
    if (names.has(name) || asBoolean(annotations?.[annotation]) !== true) return [];
    return [
      context.client.delete(kind, name, {
        signal,
        ignoreNotFound: true,
        ...(uid !== undefined && { uid }),
      }),
    ];
  });
}

/** What the reference takes for a boolean; undefined for any other text. */
function asBoolean(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (["1", "t", "T", "TRUE", "true", "True"].includes(text)) return true;
  return ["0", "f", "F", "FALSE", "false", "False"].includes(text) ? false : undefined;
}
