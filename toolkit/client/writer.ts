/**
 * The contract of writing.
 *
 * @module
 */

import type {
  AnyKind,
  Apply,
  Draft,
  JsonPatch,
  MergePatch,
  ObjectOf,
  Ref,
  Span,
  WriteOf,
} from "../kinds/mod.ts";
import type { CallOptions, ListOptions } from "./reader.ts";

/** Options of every write. */
export interface WriteOptions extends CallOptions {
  /** Everything happens but the write itself. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Who will own the fields. Default: the client's. */
  readonly fieldManager?: string | undefined;
  /**
   * What becomes of fields that the kind does not have: the write is refused, the log gets a warning,
   * or nothing. Default: as the server likes.
   */
  readonly fieldValidation?: "Strict" | "Warn" | "Ignore" | undefined;
  /**
   * Whether the write is sent again where nobody knows what became of it, as after a lost connection: done twice it
   * does no harm, though what is created may exist by then. Default false: that is a failure.
   */
  readonly replayable?: boolean | undefined;
}

/** Options of a patch. */
export interface PatchOptions extends WriteOptions {
  /**
   * The patch is a strategic merge patch: lists are merged by their keys. Built-in kinds alone have
   * it. Default false.
   */
  readonly strategic?: boolean | undefined;
}

/** Options of an apply. */
export interface ApplyOptions extends WriteOptions {
  /** Takes fields from others that own them; without it that is a conflict. Default false. */
  readonly force?: boolean | undefined;
}

/** Options of a deletion. */
export interface DeleteOptions extends WriteOptions {
  /**
   * What becomes of objects that it owns: they go after it, before it, or stay. Default: as the
   * kind has it.
   */
  readonly propagation?: "Background" | "Foreground" | "Orphan" | undefined;
  /** In whole seconds, a part of one counting as one. Default: as the object says. */
  readonly gracePeriod?: Span | undefined;
  /** Only this very object. */
  readonly uid?: string | undefined;
  /** Only this version of it. */
  readonly resourceVersion?: string | undefined;
  /** Whether it is as good if the object is not there. Default false: that rejects with NotFound. */
  readonly ignoreNotFound?: boolean | undefined;
}

/** Options of a deletion of all objects that are chosen. */
export interface DeleteAllOptions
  extends ListOptions, Pick<DeleteOptions, "dryRun" | "propagation" | "gracePeriod"> {}

/** What an update makes of an object: changed in place, or another one returned. */
export type Mutate<R> = (object: R) => void | R | Promise<void | R>;

/** Writes objects. Each call settles with the object as it is stored then. */
export interface Writer {
  /** Rejects with AlreadyExists. */
  create<K extends AnyKind>(
    kind: K,
    object: Draft<WriteOf<K>>,
    options?: WriteOptions,
  ): Promise<ObjectOf<K>>;
  /** Puts the object in the place of the one of its resourceVersion; rejects with Conflict. */
  replace<K extends AnyKind>(
    kind: K,
    object: ObjectOf<K>,
    options?: WriteOptions,
  ): Promise<ObjectOf<K>>;
  /**
   * Gets an object, has it changed, and replaces it; again on the newest state where somebody else was
   * faster. What changes nothing is not written.
   */
  update<K extends AnyKind>(
    kind: K,
    ref: Ref,
    change: Mutate<ObjectOf<K>>,
    options?: WriteOptions,
  ): Promise<ObjectOf<K>>;
  /** An object is a merge patch, a list a JSON patch. */
  patch<K extends AnyKind>(
    kind: K,
    ref: Ref,
    patch: MergePatch<WriteOf<K>> | JsonPatch,
    options?: PatchOptions,
  ): Promise<ObjectOf<K>>;
  /** Makes the object what all of its appliers say together. */
  apply<K extends AnyKind>(
    kind: K,
    configuration: Apply<WriteOf<K>>,
    options?: ApplyOptions,
  ): Promise<ObjectOf<K>>;
  /** Deletes an object, or begins to where something holds it. Rejects with NotFound. */
  delete(kind: AnyKind, ref: Ref, options?: DeleteOptions): Promise<void>;
}
