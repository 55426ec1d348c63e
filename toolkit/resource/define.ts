/**
 * Resources of one's own, as values: kinds that know their definition.
 *
 * @module
 */

import type { Static, TSchema } from "../deps/typebox.ts";
import type { apiextensionsV1 } from "../kinds/built_in.ts";
import type { Kind, KubeObject } from "../kinds/mod.ts";
import type { Dialect } from "../names.ts";
import type { Column } from "./columns.ts";
import type { Conversion, Convert, StatusOf, VersionInfo } from "./conversion.ts";
import type { CustomRead, CustomWrite, Scope } from "./custom_object.ts";
import { checkedResource } from "./checked_resource.ts";
import { type Defined, definitionOf } from "./definition.ts";
import type { StaticWrite, TEmpty } from "./static_write.ts";
import { withConversions } from "./with_conversions.ts";

/** What is said of a resource besides its versions. */
export interface ResourceInfo<N extends string, C extends string, G extends Scope> {
  /** One's own: `example.com`. */
  readonly group: string;
  /** `Website`. */
  readonly kind: N;
  /** Default: the kind in lower case, with the ending that English has for it. */
  readonly plural?: string;
  /** For kubectl: `kubectl get ws`. */
  readonly shortNames?: readonly string[];
  /** Lists of several kinds that this one is in: `all`. */
  readonly categories?: readonly string[];
  /** Default `Namespaced`. */
  readonly scope?: G;
  /**
   * The types of conditions that one's own controllers set, default `["Ready"]`. Every status has
   * `conditions` and `observedGeneration` without declaring them.
   */
  readonly conditions?: readonly C[];
  /** Default: the age alone. A column is shown in the versions that have its field. */
  readonly columns?: readonly Column[];
  /** Where `kubectl scale` and autoscalers find replicas: `.spec.replicas`, `.status.ready`. */
  readonly scale?: { readonly spec: string; readonly status: string; readonly selector?: string };
}

/** A kind that knows its definition. Plain data but for that: nothing is registered anywhere. */
export interface Resource<W extends KubeObject, R extends KubeObject, V = unknown>
  extends Kind<W, R> {
  /** The same kind in each of its versions. */
  readonly versions: { readonly [N in keyof V]: Kind };
  /** The types of the conditions that it declares. */
  readonly conditions: readonly string[];
  /** By the names of the versions that are not stored. */
  readonly conversions: Readonly<Record<string, Conversion>>;
  /**
   * The definition for a server that speaks `dialect`, default `kubernetes`, in whose spelling kinds
   * are, too; each call makes a new one. Where conversions are functions, servers need `webhook` to
   * call them, and refuse a definition without it.
   */
  definition(
    dialect?: Dialect,
    webhook?: apiextensionsV1.WebhookClientConfig,
  ): apiextensionsV1.CustomResourceDefinition;
}

/** A resource whose versions still have to be told how they become one another. */
export interface VersionedResource<
  W extends KubeObject,
  R extends KubeObject,
  V extends Record<string, VersionInfo>,
  L extends keyof V,
> extends Resource<W, R, V> {
  /**
   * The same kind with its conversions. A call of its own: within the call that infers the versions the
   * compiler would widen the literals that conversions return.
   */
  convert(conversions: Convert<V, L>): Resource<W, R, V>;
}

/**
 * A resource of one version. It is a kind, to be used wherever one is, and has a definition to be
 * installed. Its schema is checked here: throws a TypeError that says which part no server takes, and
 * what to write instead.
 *
 * ```ts
 * import { defineResource, type ObjectOf, Type } from "../../mod.ts";
 *
 * const Website = defineResource({
 *   group: "example.com",
 *   version: "v1",
 *   kind: "Website",
 *   spec: Type.Object({ image: Type.String(), replicas: Type.Integer({ default: 1, minimum: 0 }) }),
 *   status: Type.Object({ ready: Type.Integer() }),
 *   columns: [{ name: "Ready", path: ".status.ready" }],
 * });
 * type Website = ObjectOf<typeof Website>;
 * console.log(JSON.stringify(Website.definition()));
 * ```
 */
export function defineResource<
  const N extends string,
  S extends TSchema,
  T extends TSchema = TEmpty,
  const C extends string = "Ready",
  G extends Scope = "Namespaced",
>(
  definition: ResourceInfo<N, C, G> & { version: string; spec: S; status?: T },
): Resource<
  CustomWrite<N, StaticWrite<S>, Static<T>, C, G>,
  CustomRead<N, Static<S>, Static<T>, C, G>
> {
  const { version, spec, status, ...info } = definition;
  const versions = { [version]: { spec, ...(status && { status }) } };
  return resourceOf(checkedResource("defineResource", { ...info, versions, storage: version }));
}

/**
 * A resource of several versions, one of which is stored. Those that differ in more than their names
 * need conversions: `.convert({ … })`, without which there is no definition.
 *
 * ```ts
 * import { defineVersionedResource, Type } from "../../mod.ts";
 *
 * const Bucket = defineVersionedResource({
 *   group: "storage.example.com",
 *   kind: "Bucket",
 *   storage: "v1",
 *   versions: {
 *     v1: { spec: Type.Object({ sizeGiB: Type.Integer(), retain: Type.Boolean({ default: false }) }) },
 *     v1beta1: { spec: Type.Object({ size: Type.String() }), deprecated: "use v1" },
 *   },
 * }).convert({
 *   v1beta1: {
 *     up: ({ spec }) => ({ spec: { sizeGiB: parseInt(spec.size) } }),
 *     down: ({ spec }) => ({ spec: { size: `${spec.sizeGiB}Gi` } }), // retain is kept
 *   },
 * });
 * ```
 */
export function defineVersionedResource<
  const N extends string,
  const V extends Record<string, VersionInfo>,
  L extends keyof V & string,
  const C extends string = "Ready",
  G extends Scope = "Namespaced",
>(
  definition: ResourceInfo<N, C, G> & { versions: V; storage: L },
): VersionedResource<
  CustomWrite<N, StaticWrite<V[L]["spec"]>, Static<StatusOf<V[L]>>, C, G>,
  CustomRead<N, Static<V[L]["spec"]>, Static<StatusOf<V[L]>>, C, G>,
  V,
  L
> {
  const defined = checkedResource("defineVersionedResource", definition);
  return {
    ...resourceOf(defined),
    convert: (conversions) => resourceOf(withConversions(defined, conversions)),
  };
}

function resourceOf<W extends KubeObject, R extends KubeObject, V>(
  defined: Defined,
): Resource<W, R, V> {
  const { group, kind, plural, namespaced, storage, conditions, conversions } = defined;
  const kindOf = (version: string): Kind => ({ group, version, kind, plural, namespaced });
  return {
    group,
    version: storage,
    kind,
    plural,
    namespaced,
    versions: Object.fromEntries(
      defined.versions.map(({ name }) => [name, kindOf(name)]),
    ) as unknown as Resource<W, R, V>["versions"],
    conditions,
    conversions,
    definition: (dialect = "kubernetes", webhook) => {
      if (defined.versions.length > 1 && Object.keys(conversions).length === 0) {
        withConversions(defined, {});
      }
      return definitionOf(defined, dialect, webhook);
    },
  };
}
