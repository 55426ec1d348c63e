/**
 * Deleting what is in a namespace.
 *
 * @module
 */

import {
  type AnyKind,
  type AnyObject,
  type Client,
  type DiscoveredKinds,
  discoverKinds,
  isMethodNotSupported,
  isNotFound,
  Pod,
  type ServedKind,
} from "../../toolkit/mod.ts";
import { groupOnServer } from "../../toolkit/kinds/mod.ts";

/** Which content, and of whom. */
export interface ContentWork {
  readonly client: Client;
  readonly namespace: string;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  now(): number;
  /** When the namespace was deleted. */
  readonly deletedAt: number;
  /** Whether it is still that namespace and not one of the same name: asked before anything goes. */
  isStillEnding(): Promise<boolean>;
}

/** What is left of one kind. */
export interface Remains {
  readonly kind: AnyKind;
  readonly count: number;
  /** How many objects have each finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

/** What became of the content. */
export interface ContentOutcome {
  /** Undefined: all could be discovered. */
  readonly discovery: { readonly failing: number; readonly message: string } | undefined;
  /** Of group versions that can't be named. */
  readonly malformed: readonly Error[];
  /** What kept content from being deleted. */
  readonly failures: readonly Error[];
  /** Of all kinds; while pods end of none. */
  readonly remains: readonly Remains[];
  /** All that went wrong: it is to be tried again. */
  readonly errors: readonly Error[];
  /** How long what is left may take; 0 where nothing is left. */
  readonly estimateSeconds: number;
}

/** As long as whoever set a finalizer is given at first. */
const FINALIZER_SECONDS = 15;
/** Kinds that are deleted at once. */
const KINDS_AT_ONCE = 4;
/** Objects that are deleted at once, of a kind whose objects have to be deleted one by one. */
const OBJECTS_AT_ONCE = 8;

/**
 * Deletes all that is in a namespace: the pods first, and what they may need when they are gone. What
 * fails keeps nothing else from going.
 */
export async function deleteContent(
  work: ContentWork,
): Promise<ContentOutcome | "another namespace"> {
  const errors: Error[] = [];
  const failures: Error[] = [];
  let found: DiscoveredKinds = { all: [], preferred: [], failures: [] };
  let discovery: ContentOutcome["discovery"];
  try {
    found = await discoverKinds(work.client, work);
    discovery = discoveryFailure(found);
    if (discovery !== undefined) errors.push(new Error(discovery.message));
  } catch (error) {
    work.signal.throwIfAborted();
    discovery = { failing: 0, message: messageOf(error) };
    errors.push(asError(error));
  }
  const malformed = found.failures.filter((one) => one.malformed).map(({ error }) => error);
  errors.push(...malformed);
  const kinds = found.preferred.filter(({ kind, verbs }) => kind.namespaced && verbs.has("delete"));
  const isPod = ({ kind }: ServedKind) => kind.group === Pod.group && kind.plural === Pod.plural;

  const pods = kinds.filter(isPod);
  const ofPods = await deleteKinds(work, pods);
  if (ofPods === undefined) return "another namespace";
  failures.push(...ofPods.failures);
  if (ofPods.failures.length > 0 || ofPods.remains.length > 0) {
    return {
      discovery,
      malformed,
      failures,
      remains: [],
      errors: [...errors, ...failures],
      estimateSeconds: ofPods.estimateSeconds,
    };
  }
  const others = await deleteKinds(work, kinds.filter((served) => !isPod(served)));
  if (others === undefined) return "another namespace";
  failures.push(...others.failures);
  return { ...others, discovery, malformed, errors: [...errors, ...failures] };
}

function discoveryFailure({ failures }: DiscoveredKinds): ContentOutcome["discovery"] {
  const failing = failures.filter(({ malformed }) => !malformed);
  if (failing.length === 0) return undefined;
  const texts = failing.map(({ group, version, error }) =>
    `${group === "" ? version : `${group}/${version}`}: ${error.message}`
  ).sort();
  return {
    failing: failing.length,
    message:
      `Discovery failed for some groups, ${failing.length} failing: unable to retrieve the ` +
      `complete list of server APIs: ${texts.join(", ")}`,
  };
}

interface KindsOutcome {
  readonly failures: Error[];
  readonly remains: Remains[];
  readonly estimateSeconds: number;
}

/** Undefined: it is another namespace. */
async function deleteKinds(
  work: ContentWork,
  kinds: readonly ServedKind[],
): Promise<KindsOutcome | undefined> {
  const outcomes: (KindOutcome | undefined)[] = kinds.map(() => undefined);
  let isAnother = false;
  const waiting = kinds.entries();
  await Promise.all(Array.from({ length: KINDS_AT_ONCE }, async () => {
    for (const [index, served] of waiting) {
      if (isAnother) return;
      try {
        const outcome = await deleteKind(work, served);
        if (outcome === "another namespace") isAnother = true;
        else outcomes[index] = outcome;
      } catch (error) {
        work.signal.throwIfAborted();
        outcomes[index] = { failure: asError(error), remains: undefined, estimateSeconds: 0 };
      }
    }
  }));
  if (isAnother) return undefined;
  const done = outcomes.flatMap((outcome) => outcome ?? []);
  return {
    failures: done.flatMap(({ failure }) => failure ?? []),
    remains: done.flatMap(({ remains }) => remains ?? []),
    estimateSeconds: Math.max(0, ...done.map(({ estimateSeconds }) => estimateSeconds)),
  };
}

interface KindOutcome {
  readonly failure: Error | undefined;
  readonly remains: Remains | undefined;
  readonly estimateSeconds: number;
}

const NOTHING: KindOutcome = { failure: undefined, remains: undefined, estimateSeconds: 0 };

async function deleteKind(
  work: ContentWork,
  { kind, verbs }: ServedKind,
): Promise<KindOutcome | "another namespace"> {
  const { client, namespace, signal } = work;
  const isListed = verbs.has("list");
  const isPods = kind.group === Pod.group && kind.plural === Pod.plural;
  // Of pods it counts for how long they may go on.
  const listing = { namespace, signal, metadataOnly: !isPods };
  if (isListed) {
    const isSome = await hasSome(client.iterate(kind, { ...listing, pageSize: 1 }));
    // Who is told to end sees no objects.
    signal.throwIfAborted();
    if (!isSome) return NOTHING;
  }
  if (!await work.isStillEnding()) return "another namespace";
  if (!await deleteCollection(client, kind, verbs, { namespace, signal })) {
    if (!isListed) return NOTHING;
    await deleteEach(client, kind, client.iterate(kind, listing), signal);
  }
  if (!isListed) return NOTHING;
  const left = new Left(work, isPods);
  for await (const object of client.iterate(kind, listing)) left.add(object);
  signal.throwIfAborted();
  return left.outcome(kind);
}

/** A 404 is no answer: the kind may be back, with its objects, at the next attempt. */
async function hasSome(objects: AsyncIterable<unknown>): Promise<boolean> {
  try {
    for await (const _ of objects) return true;
    return false;
  } catch (error) {
    if (isMethodNotSupported(error)) return false;
    throw error;
  }
}

/** False where the server has no such verb for the kind. */
async function deleteCollection(
  client: Client,
  kind: AnyKind,
  verbs: ReadonlySet<string>,
  options: { readonly namespace: string; readonly signal: AbortSignal },
): Promise<boolean> {
  if (!verbs.has("deletecollection")) return false;
  try {
    await client.deleteAll(kind, { ...options, propagation: "Background" });
    return true;
  } catch (error) {
    if (isNotFound(error) || isMethodNotSupported(error)) return false;
    throw error;
  }
}

async function deleteEach(
  client: Client,
  kind: AnyKind,
  objects: AsyncIterable<AnyObject>,
  signal: AbortSignal,
): Promise<void> {
  const places: { name: string; namespace: string; uid: string }[] = [];
  for await (const { metadata } of objects) places.push(metadata as (typeof places)[number]);
  const errors: unknown[] = [];
  const waiting = places.values();
  await Promise.all(Array.from({ length: OBJECTS_AT_ONCE }, async () => {
    for (const { uid, ...place } of waiting) {
      const options = { uid, propagation: "Background", ignoreNotFound: true, signal } as const;
      await client.delete(kind, place, options).catch((error) => errors.push(error));
    }
  }));
  signal.throwIfAborted();
  if (errors.length > 0) throw errors[0];
}

/** Counts what is left of a kind. */
class Left {
  readonly #work: ContentWork;
  readonly #isPods: boolean;
  readonly #finalizers = new Map<string, number>();
  #count = 0;
  #graceSeconds = 0;

  constructor(work: ContentWork, isPods: boolean) {
    this.#work = work;
    this.#isPods = isPods;
  }

  add({ metadata, spec, status }: AnyObject): void {
    this.#count++;
    for (const finalizer of metadata?.finalizers ?? []) {
      this.#finalizers.set(finalizer, (this.#finalizers.get(finalizer) ?? 0) + 1);
    }
    if (!this.#isPods || status?.phase === "Succeeded" || status?.phase === "Failed") return;
    const grace = Number(spec?.terminationGracePeriodSeconds ?? 0);
    this.#graceSeconds = Math.max(this.#graceSeconds, grace);
  }

  outcome(kind: AnyKind): KindOutcome {
    if (this.#count === 0) return NOTHING;
    const { namespace, now, deletedAt, client } = this.#work;
    const passedSeconds = (now() - deletedAt) / 1000;
    const grace = passedSeconds >= this.#graceSeconds ? 0 : this.#graceSeconds;
    const held = this.#finalizers.size > 0 ? FINALIZER_SECONDS : 0;
    const remains = { kind, count: this.#count, finalizers: this.#finalizers };
    const estimateSeconds = grace > 0 ? grace : held;
    if (estimateSeconds > 0) return { failure: undefined, remains, estimateSeconds };
    const { group, version, plural } = kind;
    const failure = new Error(
      `unexpected items still remain in namespace: ${namespace} for gvr: ` +
        `${groupOnServer(group, client.dialect)}/${version}, Resource=${plural}`,
    );
    return { failure, remains, estimateSeconds };
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
