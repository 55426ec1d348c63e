/**
 * One version of a CustomResourceDefinition as a served resource.
 *
 * @module
 */

import type { CustomResourceDefinitionVersion } from "../../toolkit/api/apiextensions_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { compareVersions } from "../../toolkit/schema/compare_versions.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import { copyJson } from "../../toolkit/values/json.ts";
import type { OtherVersions } from "../fieldmanager/mod.ts";
import type { DescribeOptions, OpenApiSchema } from "../openapi/mod.ts";
import type {
  Columns,
  ServedResource,
  Subresource,
  VersionConverter,
} from "../resource/served_resource.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import { columnsOfVersion } from "./columns.ts";
import type { Converter } from "./conversion/mod.ts";
import { scalePlaceOf } from "./scale.ts";
import type { CustomStorage } from "./custom_storage.ts";
import type { Definition } from "./definition.ts";
import { strategyOfObjects, strategyOfStatus } from "./strategies.ts";
import type { VersionSchema } from "./version_schema.ts";

const VERBS = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
const SUBRESOURCE_VERBS = ["get", "patch", "update"];

/** What a version's resource is made of. */
export interface CustomResourceParts {
  readonly definition: Definition;
  readonly version: CustomResourceDefinitionVersion;
  readonly schema: VersionSchema;
  /** Of the version in which objects are stored. */
  readonly storedSchema: VersionSchema;
  readonly storage: CustomStorage;
  readonly converter: Converter;
  readonly otherVersions?: OtherVersions | undefined;
}

/**
 * One version of a CustomResourceDefinition as a served resource: its schema, subresources,
 * columns, selectable fields and view of the stored version. Never changed: another state of the
 * definition makes another.
 */
export class CustomResource implements ServedResource {
  readonly definition: Definition;
  readonly declared: CustomResourceDefinitionVersion;
  readonly group: string;
  readonly version: string;
  readonly storageVersion: string;
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs = VERBS;
  readonly type = undefined;
  readonly isVirtual = false;
  readonly shape: VersionSchema;
  readonly strategy;
  readonly converter: VersionConverter | undefined;
  readonly otherVersions: OtherVersions | undefined;
  readonly subresources: ReadonlyMap<string, Subresource>;
  readonly columns: Columns;
  readonly selectable: ReadonlySet<string>;
  readonly indexed: ReadonlySet<string>;
  readonly #storage: CustomStorage;

  constructor(parts: CustomResourceParts) {
    const { definition, version, schema, storedSchema, storage, converter, otherVersions } = parts;
    const { accepted, group, namespaced } = definition;
    const { plural = "", singular = "", kind = "", listKind = `${kind}List` } = accepted;
    this.definition = definition;
    this.declared = version;
    this.group = group;
    this.version = version.name;
    this.storageVersion = definition.storageVersion.name;
    this.resource = plural;
    this.singular = singular;
    this.kind = kind;
    this.listKind = listKind;
    this.namespaced = namespaced;
    this.shortNames = accepted.shortNames ?? [];
    this.categories = accepted.categories ?? [];
    this.shape = schema;
    const hasStatus = version.subresources?.status !== undefined;
    this.strategy = strategyOfObjects({ schema, hasStatus });
    this.converter = converterOf(definition, version.name, storedSchema, converter);
    this.otherVersions = otherVersions;
    this.subresources = this.#subresources();
    this.columns = columnsOfVersion(version);
    const selectable = (version.selectableFields ?? []).map(({ jsonPath }) => jsonPath.slice(1));
    this.selectable = new Set(selectable);
    this.indexed = new Set();
    this.#storage = storage;
  }

  /** Open once somebody has asked for it. */
  get storage(): ResourceStorage | undefined {
    return this.#storage.opened;
  }

  open(): Promise<ResourceStorage> {
    return this.#storage.open();
  }

  /** For the API's descriptions. */
  describe(options: DescribeOptions): OpenApiSchema | undefined {
    return this.shape.describe(options);
  }

  get deprecation(): string | undefined {
    const { deprecated = false, deprecationWarning } = this.declared;
    if (!deprecated) return undefined;
    return deprecationWarning ?? this.#deprecatedFor();
  }

  /** That it is deprecated, and the best of the newer versions that are not, where there is one. */
  #deprecatedFor(): string {
    const { group, version, kind } = this;
    const [better] = this.definition.versions
      .filter(({ served, deprecated = false }) => served && !deprecated)
      .map(({ name }) => name)
      .filter((name) => compareVersions(name, version) < 0)
      .sort(compareVersions);
    const deprecated = `${group}/${version} ${kind} is deprecated`;
    return better === undefined ? deprecated : `${deprecated}; use ${group}/${better} ${kind}`;
  }

  get closedToCreation(): string | undefined {
    return this.definition.deleting
      ? "create not allowed while custom resource definition is terminating"
      : undefined;
  }

  #subresources(): ReadonlyMap<string, Subresource> {
    const { group, version, kind, declared: { subresources }, shape: schema } = this;
    const parts = new Map<string, Subresource>();
    if (subresources?.status !== undefined) {
      const strategy = strategyOfStatus({ schema, hasStatus: true });
      parts.set("status", {
        name: "status",
        group,
        version,
        kind,
        verbs: SUBRESOURCE_VERBS,
        strategy,
      });
    }
    if (subresources?.scale !== undefined) {
      parts.set("scale", {
        name: "scale",
        group: "autoscaling",
        version: "v1",
        kind: "Scale",
        verbs: SUBRESOURCE_VERBS,
        // Nothing but the replicas is touched anyway.
        strategy: this.strategy,
        handler: "scale",
        scale: scalePlaceOf(subresources.scale),
      });
    }
    return parts;
  }
}

/** How objects that are stored in another version are shown in this one; undefined: there are none. */
function converterOf(
  definition: Definition,
  version: string,
  storedSchema: VersionSchema,
  { convert, convertOne }: Converter,
): VersionConverter | undefined {
  const { group, storageVersion: { name: storageVersion }, storedVersions } = definition;
  if (version === storageVersion && storedVersions.every((one) => one === version)) {
    return undefined;
  }
  const own = formatApiVersion(group, version);
  const stored = formatApiVersion(group, storageVersion);
  /** What comes from another version is stored as it will be read: pruned, and with defaults. */
  const settled = (object: JsonObject) => {
    storedSchema.afterDecode(object);
    return object;
  };
  if (convertOne !== undefined) {
    return {
      fromStored: (object) => object.apiVersion === own ? object : convertOne(object, own),
      // Parts of what was converted are its writer's still.
      toStored: (object) =>
        object.apiVersion === stored
          ? object
          : settled(copyJson(convertOne(object, stored)) as JsonObject),
    };
  }
  const never = new AbortController().signal;
  return {
    fromStored: (object) => {
      if (object.apiVersion === own) return object;
      throw new Error(`an object of ${String(object.apiVersion)} was not converted before`);
    },
    async toStored(object) {
      if (object.apiVersion === stored) return object;
      const [converted = object] = await convert([object], stored, never);
      return settled(converted);
    },
    manyFromStored: (objects, signal) => convert(objects, own, signal),
  };
}
