/**
 * How built-in kinds declare their rules.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { FieldError } from "../../toolkit/errors/mod.ts";
import type { Names } from "../../toolkit/names.ts";
import type { HandlerName } from "../resource/handler_name.ts";
import type { Columns } from "../resource/served_resource.ts";
import type { Strategy, Writing } from "../resource/strategy.ts";
import type { Feature } from "../flags/features.ts";
import type { GatedField } from "./gated_fields.ts";

/**
 * What a built-in kind adds to what its schema says; generic code does the rest. Objects come in
 * canonical form, and hooks may change the one that they are about, never the old one.
 */
export interface KindRules extends Partial<Strategy> {
  /**
   * The fields by which objects can be selected besides name and namespace, and what they are:
   * a value that is absent, null or empty counts as "". `true`: what stands at that path.
   */
  readonly fields?: Readonly<Record<string, true | ((object: JsonObject) => unknown)>>;
  /** What some of them were called once, and still may be asked for as. */
  readonly formerFields?: Readonly<Record<string, string>>;
  /** Those of them that the cache has an index of: lists and watches by them look at no others. */
  readonly indexed?: readonly string[];
  /**
   * Whether whoever makes an object says its status too, as an agent does that makes the object of
   * itself. Default false: a status begins as the server's.
   */
  readonly beginsWithStatus?: boolean;
  /** What every request is told that a kind of old is on its way out. */
  readonly deprecation?: string;
  /** Whether any name is one of a finalizer. Default false: it has a domain, or is well known. */
  readonly takesBareFinalizers?: boolean;
  /** Fields that are left out of what is written while the feature that they belong to is off. */
  readonly gated?: readonly GatedField[];
  /** Completes an object that was read from the store with what its stored form has no place for. */
  readonly afterDecode?: (object: JsonObject) => void;
  /** How lists show objects to people; undefined: name and time. */
  readonly columns?: Columns;
  /** Writes through subresources that carry the object itself, by the name of the subresource. */
  readonly subresources?: Readonly<Record<string, SubresourceRules>>;
  /** What answers the verbs of subresources in a way of its own, or those of the resource itself (""). */
  readonly handlers?: Readonly<Record<string, HandlerName>>;
  /** Subresources that are served only while a feature is on. */
  readonly gatedSubresources?: Readonly<Record<string, Feature>>;
}

/** What writes through a subresource add; by itself it changes its own fields and nothing else. */
export interface SubresourceRules {
  /** Which of the object's fields it changes, where that is not the field of its name. */
  readonly changes?: readonly string[];
  /**
   * Whether labels, annotations, finalizers and owners are out of its reach too. Default false, as of
   * old.
   */
  readonly keepsMetadata?: boolean;
  /** Which verbs it has. Default: get, patch and update. */
  readonly verbs?: readonly string[];
  /** Whether any name is one of a finalizer here. Default: as of the object. */
  readonly takesBareFinalizers?: boolean;
  /** Fields that writes here may not own. Default: all that they can't change. */
  readonly resetFields?: Strategy["resetFields"];
  /** Fills in what a request through here left out. Default: nothing, as what it left out is kept. */
  setDefaults?(object: JsonObject): void;
  /** After everything else was taken back. */
  prepareForUpdate?(object: JsonObject, old: JsonObject, writing: Writing): void;
  validateUpdate?(object: JsonObject, old: JsonObject): FieldError[];
  warnings?(object: JsonObject, old: JsonObject | undefined): string[];
  /** Completes what has been found valid. */
  canonicalize?(object: JsonObject): void;
}

/** The rules of a kind, whose identifiers are those of a dialect. */
export type KindDeclaration = KindRules | ((names: Names) => KindRules);

/** The declarations of a group's kinds by their resources. */
export type GroupDeclarations = Readonly<Record<string, KindDeclaration>>;
