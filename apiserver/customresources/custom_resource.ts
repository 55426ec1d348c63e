/**
 * One version of a CustomResourceDefinition as a served resource.
 *
 * @module
 */

import type { CustomResourceDefinitionVersion } from "../../toolkit/api/apiextensions_v1.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";
import { compareVersions } from "../../toolkit/schema/compare_versions.ts";
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
import { scalePlaceOf } from "./scale.ts";
import type { CustomStorage } from "./custom_storage.ts";
import type { Definition } from "./definition.ts";
import { strategyOfObjects, strategyOfStatus } from "./strategies.ts";
import { versionConverter, type VersionParts } from "./version_converter.ts";
import type { VersionSchema } from "./version_schema.ts";

const VERBS = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
const SUBRESOURCE_VERBS = ["get", "patch", "update"];

/** What a version's resource is made of. */
export interface CustomResourceParts extends VersionParts {
  readonly storage: CustomStorage;
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
  /** What each request is warned of. */
  readonly deprecation: string | undefined;
  readonly columns: Columns;
  readonly selectable: ReadonlySet<string>;
  readonly indexed: ReadonlySet<string>;
  readonly #storage: CustomStorage;

  constructor(parts: CustomResourceParts) {
    const { definition, version, schema, storage, otherVersions } = parts;
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
    const { scale } = version.subresources ?? {};
    this.strategy = strategyOfObjects({ schema, hasStatus, scale });
    this.converter = versionConverter(parts);
    this.otherVersions = otherVersions;
    this.subresources = this.#subresources();
    this.deprecation = deprecationOf(definition, version);
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
  describe(options: DescribeOptions): SlicedTask<OpenApiSchema | undefined> {
    return this.shape.describe(options);
  }

  get closedToCreation(): string | undefined {
    return this.definition.deleting
      ? "create not allowed while custom resource definition is terminating"
      : undefined;
  }

  #subresources(): ReadonlyMap<string, Subresource> {
    const { definition, group, version, kind, declared: { subresources }, shape: schema } = this;
    const parts = new Map<string, Subresource>();
    if (subresources?.status !== undefined) {
      const { scale } = subresources;
      const strategy = strategyOfStatus({ schema, hasStatus: true, scale });
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
        scale: scalePlaceOf(subresources.scale, (apiVersion) => {
          const found = definition.versions.find(({ name }) => apiVersion === `${group}/${name}`);
          return found?.subresources?.scale;
        }),
      });
    }
    return parts;
  }
}

/** That a version is deprecated, and the best of the newer ones that are not, where there is one. */
function deprecationOf(
  { group, accepted: { kind = "" }, versions }: Definition,
  { name: version, deprecated = false, deprecationWarning }: CustomResourceDefinitionVersion,
): string | undefined {
  if (!deprecated) return undefined;
  if (deprecationWarning !== undefined && deprecationWarning !== null) return deprecationWarning;
  const [better] = versions
    .filter(({ served, deprecated = false }) => served && !deprecated)
    .map(({ name }) => name)
    .filter((name) => compareVersions(name, version) < 0)
    .sort(compareVersions);
  const what = `${group}/${version} ${kind} is deprecated`;
  return better === undefined ? what : `${what}; use ${group}/${better} ${kind}`;
}
