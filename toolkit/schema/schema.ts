/**
 * The built-in API in one dialect: kinds, resources and the types behind them.
 *
 * @module
 */

import { type Dialect, DIALECTS, groupInDialect, NAMES, toDialect } from "../names.ts";
import { declarationsIn } from "./declarations.ts";
import { Definitions } from "./definitions.ts";
import { type GroupVersionKind, type Resource, resourcesOf } from "./resource.ts";
import { KINDS, PACKAGES } from "./table.ts";
import type { StructType } from "./type.ts";

const META = "meta/v1";

/** Parsed once for both dialects. */
const DECLARATIONS = declarationsIn(PACKAGES);

/** Kinds that belong to no group: answers of the server itself, under `v1` and any group version. */
const UNVERSIONED = new Set([
  "Status",
  "APIVersions",
  "APIGroup",
  "APIGroupList",
  "APIResourceList",
]);

/** Kinds that every group version has. */
const EVERYWHERE = new Set([
  "WatchEvent",
  "ListOptions",
  "GetOptions",
  "DeleteOptions",
  "CreateOptions",
  "UpdateOptions",
  "PatchOptions",
  "Status",
]);

/** Views of any object; their group goes by both its names in either dialect. */
const VIEWS = new Set([
  "Table",
  "TableOptions",
  "PartialObjectMetadata",
  "PartialObjectMetadataList",
]);
const VIEW_VERSIONS = new Set(["v1", "v1beta1"]);

/** A built-in kind: its name, and its type. */
export interface Kind extends GroupVersionKind {
  /** What its objects look like. */
  readonly type: StructType;
}

/** The built-in API in one dialect. Get it with {@link schemaOf}. */
export class Schema {
  /** Whose group names it speaks. */
  readonly dialect: Dialect;
  /** The built-in resources, in the order of the facts. */
  readonly resources: readonly Resource[];
  readonly #definitions: Definitions;
  readonly #kinds = new Map<string, { pkg: string; type: string }>();
  readonly #resources = new Map<string, Resource>();

  /** Use {@link schemaOf}, which keeps one of each. */
  constructor(dialect: Dialect) {
    this.dialect = dialect;
    this.#definitions = new Definitions(dialect, DECLARATIONS);
    this.resources = resourcesOf(dialect);
    for (const resource of this.resources) {
      this.#resources.set(key(resource.group, resource.version, resource.resource), resource);
    }
    for (const line of KINDS.split("\n")) {
      const [group = "", version = "", kind = "", pkg = "", type = kind] = line.split("\t");
      const target = { pkg, type };
      const name = toDialect(kind, dialect);
      // Discovery is asked for by both names of its group, whatever the dialect.
      const groups = group === NAMES.kubernetes.group("apidiscovery")
        ? DIALECTS.map((each) => groupInDialect(group, each))
        : [groupInDialect(group, dialect)];
      for (const each of groups) this.#kinds.set(key(each, version, name), target);
    }
  }

  /**
   * The type of a built-in kind, lists (`PodList`) and kinds of every group version
   * (`DeleteOptions`) included; undefined for one that is not built in. `group` is spelled in the
   * schema's dialect.
   */
  kind(group: string, version: string, kind: string): StructType | undefined {
    const target = this.#kinds.get(key(group, version, kind));
    if (target !== undefined) return this.#definitions.struct(target.pkg, target.type);
    return this.#isMeta(group, version, kind) ? this.#definitions.struct(META, kind) : undefined;
  }

  #isMeta(group: string, version: string, kind: string): boolean {
    if (group === "" && version === "v1" && UNVERSIONED.has(kind)) return true;
    if (DIALECTS.some((dialect) => group === NAMES[dialect].group("meta"))) {
      return VIEW_VERSIONS.has(version) && (VIEWS.has(kind) || EVERYWHERE.has(kind));
    }
    return EVERYWHERE.has(kind);
  }

  /** The kinds with a group and version of their own, in the order of the table. */
  *kinds(): Generator<Kind> {
    for (const [text, { pkg, type }] of this.#kinds) {
      const [group = "", version = "", kind = ""] = text.split("\t");
      yield { group, version, kind, type: this.#definitions.struct(pkg, type) };
    }
  }

  /** A built-in resource by its plural. */
  resource(group: string, version: string, plural: string): Resource | undefined {
    return this.#resources.get(key(group, version, plural));
  }

  /** A type by the place of its declaration: `struct("meta/v1", "ObjectMeta")`. */
  struct(pkg: string, name: string): StructType {
    return this.#definitions.struct(pkg, name);
  }
}

function key(group: string, version: string, name: string): string {
  return `${group}\t${version}\t${name}`;
}

const schemas = new Map<Dialect, Schema>();

/** The built-in API in `dialect`; the same object each time. */
export function schemaOf(dialect: Dialect): Schema {
  let schema = schemas.get(dialect);
  if (schema === undefined) schemas.set(dialect, schema = new Schema(dialect));
  return schema;
}

/** Finds a kind whose group may be spelled in either dialect, and the schema that knows it. */
export function findKind(
  group: string,
  version: string,
  kind: string,
  preferred: Dialect = "orch",
): { schema: Schema; type: StructType } | undefined {
  for (const dialect of [preferred, ...DIALECTS.filter((each) => each !== preferred)]) {
    const schema = schemaOf(dialect);
    const type = schema.kind(group, version, kind);
    if (type !== undefined) return { schema, type };
  }
  return undefined;
}
