/**
 * One informer a kind for all the controllers of a process.
 *
 * @module
 */

import { groupOfKinds } from "../../toolkit/kinds/mod.ts";
import {
  type AnyKind,
  type Client,
  createInformer,
  type DerivedValues,
  type Index,
  type Informer,
  type ObjectOf,
  type Span,
} from "../../toolkit/mod.ts";

/**
 * What controllers share of an informer: who starts and ends it is their process. The objects that they are told of
 * are for all of them: none may change one. What a lister returns is its caller's own.
 */
export interface SharedInformer<R>
  extends Pick<Informer<R>, "lister" | "subscribe" | "settled" | "doubt"> {
  /** As `lister.derive()`, but whoever names the same function shares what it has made. */
  derive<T>(make: (object: R) => T): DerivedValues<R, T>;
}

/** An informer that some controller has asked for. */
export interface AskedInformer {
  readonly informer: SharedInformer<object>;
  /** As {@link SharedInformers.start}, of this one alone. */
  start(signal: AbortSignal): Promise<void>;
}

/** Which objects of a kind. */
export interface SharedSelection {
  /** The one name that they have. Default: any. */
  readonly name?: string;
  /** The one namespace that they are in. Default: any. */
  readonly namespace?: string;
  /** The one type that they have: of secrets. Default: any. */
  readonly type?: string;
}

interface Asked {
  readonly kind: AnyKind;
  readonly selection: SharedSelection;
  readonly indexes: Set<Index<unknown>>;
  informer: Informer<unknown> | undefined;
  started: Promise<void> | undefined;
  readonly shared: SharedInformer<unknown>;
}

/**
 * Informers of whole kinds. What they have can be changed and put in the place of what the server has. Controllers ask
 * for them while they are made, with the indexes that they find objects by; all that were asked for until then are
 * opened at a {@link start}.
 */
export class SharedInformers implements AsyncDisposable {
  readonly #client: Client;
  readonly #resync: Span | undefined;
  readonly #asked = new Map<string, Asked>();

  /**
   * `client`: whose writes the informers never fall behind, those of clients made of it included; `resync`: how often
   * they tell of all that there is. Default: never.
   */
  constructor(client: Client, { resync }: { readonly resync?: Span | undefined } = {}) {
    this.#client = client;
    this.#resync = resync;
  }

  /** The informer of a kind. It has objects once {@link start} has settled. */
  of<K extends AnyKind>(
    kind: K,
    indexes: readonly Index<ObjectOf<K>>[] = [],
    selection: SharedSelection = {},
  ): SharedInformer<ObjectOf<K>> {
    const id = idOf(kind, selection);
    const asked = this.#asked.get(id) ?? this.#ask(id, kind, selection);
    const missing = indexes.filter((index) => !asked.indexes.has(index as Index<unknown>));
    if (missing.length > 0 && asked.informer !== undefined) {
      throw new Error(`the informer of ${kind.plural} runs already: no index can be added to it`);
    }
    for (const index of missing) asked.indexes.add(index as Index<unknown>);
    return asked.shared as SharedInformer<ObjectOf<K>>;
  }

  /**
   * Settles when the objects of all kinds have come that were asked for before. Each kind is started once; of
   * one that could not be started the next call tries again.
   */
  async start(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#asked.values()].map((asked) => this.#start(asked, signal)));
  }

  /**
   * The informer of all objects of a kind, where some controller has asked for it: for one who needs less of them than
   * there is, but would have to follow them by himself.
   */
  asked(kind: AnyKind): AskedInformer | undefined {
    const asked = this.#asked.get(idOf(kind, {}));
    return asked && {
      informer: asked.shared as SharedInformer<object>,
      start: (signal) => this.#start(asked, signal),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      [...this.#asked.values()].map(({ informer }) => informer?.[Symbol.asyncDispose]()),
    );
  }

  #start(asked: Asked, signal: AbortSignal): Promise<void> {
    asked.started ??= this.#open(asked).start(signal).catch((error) => {
      asked.started = undefined;
      throw error;
    });
    return asked.started;
  }

  #ask(id: string, kind: AnyKind, selection: SharedSelection): Asked {
    const opened = () => this.#open(asked);
    const derived = new Map<unknown, DerivedValues<unknown, unknown>>();
    const asked: Asked = {
      kind,
      selection,
      indexes: new Set(),
      informer: undefined,
      started: undefined,
      shared: {
        derive<T>(make: (object: unknown) => T) {
          const known = derived.get(make) ?? opened().lister.derive<unknown>(make);
          derived.set(make, known);
          return known as DerivedValues<unknown, T>;
        },
        get lister() {
          return opened().lister;
        },
        subscribe: (handler) => opened().subscribe(handler),
        settled: (ref, signal) => opened().settled(ref, signal),
        doubt: (ref) => opened().doubt(ref),
      },
    };
    this.#asked.set(id, asked);
    return asked;
  }

  #open(asked: Asked): Informer<unknown> {
    const { namespace, name, type } = asked.selection;
    asked.informer ??= createInformer(this.#client, asked.kind, {
      ...(namespace !== undefined && { namespaces: [namespace] }),
      fieldSelector: {
        ...(name !== undefined && { "metadata.name": name }),
        ...(type !== undefined && { type }),
      },
      indexes: [...asked.indexes] as Index<never>[],
      // Who replaces an object has to have all of it.
      keepLastApplied: true,
      // Of a pod's change a dozen controllers are told.
      sharesObjects: true,
      resync: this.#resync,
    }) as Informer<unknown>;
    return asked.informer;
  }
}

/** What tells informers apart: a kind, and what its objects are selected by. */
function idOf({ group, version, plural }: AnyKind, selection: SharedSelection): string {
  const { namespace = "", name = "", type = "" } = selection;
  return JSON.stringify([groupOfKinds(group), version, plural, namespace, name, type]);
}
