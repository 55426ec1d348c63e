/**
 * An object that goes through writes and applies, for tests. Nothing but tests imports this.
 *
 * @module
 */

import { canonicalObject, type JsonObject } from "../toolkit/codec/mod.ts";
import { runToEnd } from "../toolkit/time_slice.ts";
import { parseApiVersion, schemaOf, type StructType } from "../toolkit/schema/mod.ts";
import {
  type Applied,
  applyPatch,
  type ApplyPatchOptions,
  mergeTypeOf,
  trackUpdate,
  type TrackUpdateOptions,
} from "../apiserver/fieldmanager/mod.ts";

/** What a step may set beyond the usual. */
export type StepOptions = Partial<
  Pick<ApplyPatchOptions, "subresource" | "force" | "skip" | "now">
>;

/** One object of a built-in kind. */
export class Stage {
  /** The object as it is stored; undefined until it is created. */
  live: JsonObject | undefined;
  readonly struct: StructType;
  readonly #apiVersion: string;
  readonly #kind: string;
  readonly #options: Partial<ApplyPatchOptions>;

  constructor(apiVersion: string, kind: string, options: Partial<ApplyPatchOptions> = {}) {
    const { group, version } = parseApiVersion(apiVersion);
    const struct = schemaOf("kubernetes").kind(group, version, kind);
    if (struct === undefined) throw new Error(`no ${apiVersion} ${kind}`);
    this.struct = struct;
    this.#apiVersion = apiVersion;
    this.#kind = kind;
    this.#options = { canonical: (object) => canonicalObject(struct, object), ...options };
  }

  /** Applies what is given beside kind, version and name. */
  apply(manager: string, fields: JsonObject, options: StepOptions = {}): Applied {
    return this.applyWhole(manager, this.#named(fields), options);
  }

  /** Applies a whole object. */
  applyWhole(manager: string, applied: JsonObject, options: StepOptions = {}): Applied {
    const apply = applyPatch({
      ...this.#base(manager),
      applied,
      kind: this.#kind,
      force: false,
      ...this.#options,
      ...options,
    });
    const result = runToEnd(apply);
    this.live = canonicalObject(this.struct, result.object);
    return { ...result, object: this.live };
  }

  /** Writes an object that has what is given beside kind, version and name, and nothing else. */
  update(manager: string, fields: JsonObject, options: StepOptions = {}): JsonObject {
    return this.updateWhole(manager, this.#named(fields), options);
  }

  /** Writes a whole object. */
  updateWhole(manager: string, object: JsonObject, options: StepOptions = {}): JsonObject {
    const write: TrackUpdateOptions = {
      ...this.#base(manager),
      updated: canonicalObject(this.struct, object),
      ...options,
    };
    this.live = canonicalObject(this.struct, trackUpdate(write));
    return this.live;
  }

  /** The sets of the managers as texts, under `Apply me` or `Update me status`. */
  owners(): Record<string, string> {
    const owners: Record<string, string> = {};
    for (const entry of this.entries()) {
      const name = [entry.operation, entry.manager, entry.subresource].filter(Boolean).join(" ");
      owners[name] = JSON.stringify(entry.fieldsV1);
    }
    return owners;
  }

  /** The entries of the object. */
  entries(): JsonObject[] {
    return ((this.live?.metadata as JsonObject | undefined)?.managedFields ?? []) as JsonObject[];
  }

  #base(manager: string) {
    return {
      schema: mergeTypeOf(this.struct),
      live: this.live,
      manager,
      apiVersion: this.#apiVersion,
      now: NOW,
    };
  }

  #named({ metadata, ...fields }: JsonObject): JsonObject {
    return {
      apiVersion: this.#apiVersion,
      kind: this.#kind,
      metadata: { name: "a", ...metadata as object },
      ...fields,
    };
  }
}

/** When steps happen that do not say. */
export const NOW = "2026-01-02T03:04:05Z";
