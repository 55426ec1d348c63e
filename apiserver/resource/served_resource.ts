/**
 * Resources as they are served.
 *
 * @module
 */

import type { TableColumnDefinition, TableRowCondition } from "../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Fields } from "../../toolkit/selectors/mod.ts";
import type { StructType } from "../../toolkit/schema/mod.ts";
import type { OtherVersions } from "../fieldmanager/mod.ts";
import type { HandlerName } from "./handler_name.ts";
import type { ObjectShape } from "./object_shape.ts";
import type { ResourceStorage } from "./resource_storage.ts";
import type { ScalePlace } from "./scale.ts";
import type { Strategy } from "./strategy.ts";

/**
 * A resource as it is served: the declaration from which everything generic works, for built-in and
 * custom resources alike.
 */
export interface ServedResource {
  /** "" for the core group. */
  readonly group: string;
  readonly version: string;
  /** The version that its objects are stored in, where that may be another. */
  readonly storageVersion?: string | undefined;
  /** The plural, in lower case. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  /** What its objects look like; undefined where no table says so: custom resources. */
  readonly type: StructType | undefined;
  /** The same of a custom resource. */
  readonly shape?: ObjectShape | undefined;
  readonly strategy: Strategy;
  /** What answers its verbs in a way of its own; undefined: the generic way does. */
  readonly handler?: HandlerName | undefined;
  /** Whether it holds no objects: each request is answered and forgotten, as reviews are. */
  readonly isVirtual: boolean;
  /**
   * Where its objects are, once that is open: from the start for built-in resources, from the first
   * request on for custom ones. Who may be that first asks `openStorage()`.
   */
  readonly storage: ResourceStorage | undefined;
  /** Opens its storage, where that waits for the first request. */
  open?(): Promise<ResourceStorage>;
  /** What every request is told of a resource that is on its way out. */
  readonly deprecation?: string | undefined;
  /** Why there can be no new objects of it now; undefined while there can. */
  readonly closedToCreation?: string | undefined;
  /** How its objects differ from those that are stored; undefined where they are the same. */
  readonly converter: VersionConverter | undefined;
  /**
   * Its objects in the other versions in which managers name fields; undefined where there are none, or
   * where somebody else would have to be asked: then those managers are forgotten with the next write.
   */
  readonly otherVersions?: OtherVersions | undefined;
  readonly subresources: ReadonlyMap<string, Subresource>;
  /** How lists show its objects to people. */
  readonly columns: Columns;
  /** The fields by which a selector may choose objects, besides name and namespace. */
  readonly selectable: ReadonlySet<string>;
  /** What some of them were called once, by that name. */
  readonly formerFields?: ReadonlyMap<string, string> | undefined;
  /** Those of them that the cache has an index of. */
  readonly indexed: ReadonlySet<string>;
}

/** A table's columns, and what an object shows in them. */
export interface Columns {
  readonly definitions: readonly TableColumnDefinition[];
  /** One value a column. */
  cells(object: JsonObject): readonly unknown[];
  /** What is told of its row besides. Default: nothing of any. */
  conditions?(object: JsonObject): readonly TableRowCondition[] | undefined;
}

/** A resource that shows stored objects of another group or version. */
export interface VersionConverter {
  /** An object as this resource shows it, of one as it is stored. */
  fromStored(object: JsonObject): JsonObject;
  /** Reverses {@link fromStored}. */
  toStored(object: JsonObject): JsonObject | Promise<JsonObject>;
  /**
   * What {@link fromStored} would give of many objects, where that has to be asked for elsewhere:
   * then it is asked for here before, and {@link fromStored} is not called.
   */
  manyFromStored?(objects: readonly JsonObject[], signal: AbortSignal): Promise<JsonObject[]>;
  /** The fields that objects are selected by, of one as it is shown, where the stored one doesn't say them. */
  shownFields?(object: JsonObject): Fields;
  /** What a field that objects are selected by is called in stored ones; without it, the same. */
  storedField?(field: string): string;
}

/** A converter that needs nobody else. */
export interface LocalVersionConverter extends VersionConverter {
  toStored(object: JsonObject): JsonObject;
  /** The same without defaults, which nobody has said. Where it is left out {@link toStored} sets none. */
  toStoredAsSaid?(object: JsonObject): JsonObject;
}

/** A part of a resource's objects with a path of its own. */
export interface Subresource {
  readonly name: string;
  /** The kind that its requests and answers carry. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The kind of the parameters of its requests, where that is another. */
  readonly parameters?: string | undefined;
  readonly verbs: readonly string[];
  /** How writes through it differ from writes of the object; undefined for one of another kind. */
  readonly strategy: Strategy | undefined;
  /** How admission is shown its objects, where writes of it are writes of the whole object. */
  readonly carried?: SubresourceObject | undefined;
  /** What answers its verbs in a way of its own; undefined: the generic way does. */
  readonly handler?: HandlerName | undefined;
  /** Of a scale: where the objects have it. */
  readonly scale?: ScalePlace | undefined;
}

/** A part of an object as an object of a kind of its own. */
export interface SubresourceObject {
  readonly kind: Pick<ServedResource, "group" | "version" | "kind" | "type" | "shape">;
  /** The part of an object. */
  show(object: JsonObject): JsonObject;
  /** Puts a part into an object, which is changed; what was part of it before is not. */
  put(object: JsonObject, part: JsonObject): void;
}
