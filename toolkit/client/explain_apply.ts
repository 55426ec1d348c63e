/**
 * What an apply would change, and with whom it conflicts, before it is made.
 *
 * @module
 */

import { isConflict } from "../errors/mod.ts";
import { statusErrorOf } from "../errors/status_error.ts";
import type { AnyKind, AnyObject, Apply, Kind, KubeObject, WriteOf } from "../kinds/mod.ts";
import { equalJson, isObject } from "../values/json.ts";
import type { ExplainOptions, FieldChange } from "./client.ts";
import {
  addShape,
  isOfTheServer,
  isSameOwner,
  type OwnedField,
  ownedFields,
  partsOf,
  pathOf,
} from "./owned_fields.ts";
import type { ServerClient } from "./server_client.ts";
import { CallSignal } from "./call_signal.ts";
import type { ApplyOptions } from "./writer.ts";

/** An object that changes faster than it is looked at is looked at so often. */
const ATTEMPTS = 5;
/** As the server calls whoever does not say. */
const NOBODY = "unknown";

/** See `Client.explainApply()`. */
export async function explainApply<K extends AnyKind>(
  client: ServerClient,
  kind: K,
  configuration: Apply<WriteOf<K>>,
  options: ExplainOptions = {},
): Promise<readonly FieldChange[]> {
  const { clock, fieldManager = NOBODY } = client.options;
  using call = new CallSignal(options, clock, client.http.ends);
  const own = { ...options, signal: call.signal, timeout: undefined };
  const wanted = configuration as unknown as Apply<AnyObject>;
  const { name } = wanted.metadata;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { namespace = own.namespace } = wanted.metadata;
    const { signal } = own;
    const before = await client.find(kind as Kind<AnyObject>, { name, namespace }, {
      namespace,
      signal,
    });
    const { after, conflicts } = await tried(client, kind, wanted, own);
    // Otherwise somebody wrote between the two, and the difference is not only the apply's.
    if (!isSameState(before, after)) continue;
    const me = {
      manager: options.fieldManager ?? fieldManager,
      operation: "Apply",
      subresource: options.subresource ?? "",
    };
    return new Comparison(before ?? {}, after, conflicts, me).changes;
  }
  throw new Error(
    `the apply of the ${kind.kind} ${JSON.stringify(name)} can't be explained: the object was ` +
      `changed each of the ${ATTEMPTS} times that it was looked at; try again`,
  );
}

/** Whether an apply that is not made started from this state; a new object has no revision. */
function isSameState(before: KubeObject | undefined, after: KubeObject): boolean {
  return (before?.metadata?.resourceVersion ?? "") === (after.metadata?.resourceVersion ?? "");
}

/** A conflict as the server tells of it. */
interface Conflict {
  /** Without the dot before it. */
  readonly path: string;
  readonly manager: string;
}

/** What the apply would make of the object, were it forced, and what speaks against it. */
async function tried(
  client: ServerClient,
  kind: AnyKind,
  configuration: Apply<AnyObject>,
  options: ApplyOptions,
): Promise<{ readonly after: KubeObject; readonly conflicts: readonly Conflict[] }> {
  const apply = (force: boolean) =>
    client.apply(kind as Kind<AnyObject>, configuration, { ...options, force, dryRun: true });
  try {
    return { after: await apply(false), conflicts: [] };
  } catch (error) {
    const conflicts = conflictsIn(error);
    if (conflicts.length === 0) throw error;
    return { after: await apply(true), conflicts };
  }
}

const MANAGER = /^conflict with ("(?:[^"\\]|\\.)*")/;

function conflictsIn(error: unknown): Conflict[] {
  if (!isConflict(error)) return [];
  return (statusErrorOf(error)?.status.details?.causes ?? []).flatMap((cause) => {
    const { reason, field = "", message = "" } = cause;
    if (reason !== "FieldManagerConflict") return [];
    return [{ path: field.replace(/^\./, ""), manager: unquoted(MANAGER.exec(message)?.[1]) }];
  });
}

function unquoted(text: string | undefined): string {
  if (text === undefined) return "";
  try {
    return String(JSON.parse(text));
  } catch {
    // Escapes that JSON does not have.
    return text.slice(1, -1);
  }
}

/** Two states of an object, field by field. */
class Comparison {
  readonly changes: FieldChange[] = [];
  readonly #me: Parameters<typeof isSameOwner>[0];
  /** By path. */
  readonly #conflicts: ReadonlyMap<string, readonly Conflict[]>;
  /** Sorted: those of a field and what is in it stand beside each other. */
  readonly #paths: readonly string[];
  readonly #seen = new Set<string>();

  constructor(
    before: KubeObject,
    after: KubeObject,
    conflicts: readonly Conflict[],
    me: Parameters<typeof isSameOwner>[0],
  ) {
    this.#me = me;
    this.#conflicts = Map.groupBy(conflicts, ({ path }) => path);
    this.#paths = [...this.#conflicts.keys()].sort();
    const fields = ownedFields(before);
    addShape(fields, after);
    this.#compare({ path: "", before, after, field: fields, inConflict: false });
    for (const path of this.#paths) {
      if (this.#seen.has(path)) continue;
      const owners = [...new Set(this.#conflicts.get(path)!.map(({ manager }) => manager))];
      this.changes.push({ path, owners, conflict: true });
    }
  }

  #compare({ path, before, after, field, inConflict }: Place): void {
    if (isOfTheServer(path)) return;
    const isNamed = this.#conflicts.has(path);
    if (isNamed) this.#seen.add(path);
    const conflict = inConflict || isNamed;
    const within = this.#conflictsWithin(path);
    const isEqual = equalJson(before, after);
    if (isEqual && !isNamed && within.length === 0) return;
    const steps = isEqual && within.length === 0 ? undefined : sharedSteps(before, after, field);
    if (steps === undefined) {
      for (const one of within) this.#seen.add(one);
      this.#add({ path, before, after, field, inConflict: conflict || within.length > 0 });
      return;
    }
    const [old, now] = [partsOf(before, field), partsOf(after, field)];
    for (const step of steps) {
      this.#compare({
        path: pathOf(path, step),
        before: old?.get(step),
        after: now?.get(step),
        field: field?.parts.get(step),
        inConflict: conflict,
      });
    }
  }

  #add({ path, before, after, field, inConflict }: Place): void {
    const others = [...field?.allOwners() ?? []].filter((owner) => !isSameOwner(owner, this.#me));
    this.changes.push({
      path,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      owners: [...new Set(others.map(({ manager }) => manager))],
      conflict: inConflict,
    });
  }

  /** The paths of conflicts about what is in a field. */
  #conflictsWithin(path: string): readonly string[] {
    if (path === "") return this.#paths;
    const found: string[] = [];
    for (const separator of [".", "["]) {
      const prefix = path + separator;
      for (let at = this.#firstFrom(prefix); this.#paths[at]?.startsWith(prefix); at++) {
        found.push(this.#paths[at]!);
      }
    }
    return found;
  }

  #firstFrom(path: string): number {
    let [low, high] = [0, this.#paths.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#paths[middle]! < path) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A field in both states. */
interface Place {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly field: OwnedField | undefined;
  /** Whether it is in something that is in conflict. */
  readonly inConflict: boolean;
}

/** The steps into both values, in order; undefined where they are to be compared as wholes. */
function sharedSteps(
  before: unknown,
  after: unknown,
  field: OwnedField | undefined,
): Iterable<string> | undefined {
  const [old, now] = [partsOf(before, field), partsOf(after, field)];
  if (before === undefined) return now?.keys();
  if (after === undefined) return old?.keys();
  if (old === undefined && now === undefined) return undefined;
  // An empty object or list beside one that is not: what is in that has come, or gone.
  if (old === undefined && !isEmptyLike(before, after)) return undefined;
  if (now === undefined && !isEmptyLike(after, before)) return undefined;
  return new Set([...old?.keys() ?? [], ...now?.keys() ?? []]);
}

function isEmptyLike(value: unknown, other: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 && Array.isArray(other);
  return isObject(value) && Object.keys(value).length === 0 && isObject(other);
}
