/**
 * What the descriptions of the API are made from: a served resource, as far as they need it.
 *
 * @module
 */

import type { GroupVersionKind, StructType } from "../../toolkit/schema/mod.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";

/** A schema of OpenAPI, as plain JSON. */
export type OpenApiSchema = { readonly [name: string]: unknown };

/** How a schema of its own is published. */
export interface DescribeOptions {
  /** The version of OpenAPI. The older one knows no alternatives and no null. */
  readonly version: 2 | 3;
  /** What extensions begin with. */
  readonly extensionPrefix: string;
  /** The schema of metadata, for objects within objects: a reference to it. */
  readonly metadata: OpenApiSchema;
}

/** A resource to describe. */
export interface DescribedResource extends GroupVersionKind {
  /** The plural, in lower case. */
  readonly resource: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verbs: readonly string[];
  /** What its objects look like; undefined for custom resources. */
  readonly type: StructType | undefined;
  /**
   * Of a custom resource: the schema of its objects, without `apiVersion`, `kind` and `metadata`,
   * which are added. Undefined: objects of any fields. In steps: a schema may be large.
   */
  describe?(options: DescribeOptions): SlicedTask<OpenApiSchema | undefined>;
  /** Fields that objects may be selected by besides their name and namespace. Default: none. */
  readonly selectable?: ReadonlySet<string>;
  readonly subresources: ReadonlyMap<string, DescribedSubresource>;
  /** Whether deleting an object answers with it. Default: with a Status. */
  readonly strategy?: { readonly returnsDeleted: boolean };
}

/**
 * A part of a resource with a path of its own. A kind without metadata has no body: its fields are
 * query parameters, and the connection is a stream or passed on.
 */
export interface DescribedSubresource extends GroupVersionKind {
  readonly name: string;
  /** The kind whose fields are query parameters, where that is another. */
  readonly parameters?: string | undefined;
  readonly verbs: readonly string[];
}

/** Resources of one group version. */
export interface DescribedGroupVersion {
  /** "" for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resources: readonly DescribedResource[];
}

/** The group versions of some resources, in the order in which they first occur. */
export function groupVersionsOf(resources: readonly DescribedResource[]): DescribedGroupVersion[] {
  const found = new Map<string, DescribedGroupVersion & { resources: DescribedResource[] }>();
  for (const resource of resources) {
    const { group, version } = resource;
    const path = pathOf(group, version);
    const known = found.get(path);
    if (known === undefined) found.set(path, { group, version, resources: [resource] });
    else known.resources.push(resource);
  }
  return [...found.values()];
}

/** `api/v1`, `apis/apps/v1`. */
export function pathOf(group: string, version: string): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}
