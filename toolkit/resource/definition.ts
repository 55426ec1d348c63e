/**
 * The definition of a resource as servers take it.
 *
 * @module
 */

import type { apiextensionsV1 } from "../kinds/built_in.ts";
import { CustomResourceDefinition } from "../kinds/built_in.ts";
import { groupOnServer } from "../kinds/mod.ts";
import type { Dialect } from "../names.ts";
import type { DefinedColumn } from "./columns.ts";
import type { Conversion, ConversionRule } from "./conversion.ts";
import { type Schema, spelledSchema } from "./schema.ts";

/** A version, checked and complete. */
export interface DefinedVersion {
  readonly name: string;
  /** Of whole objects. */
  readonly schema: Schema;
  readonly served: boolean;
  readonly deprecated: string | undefined;
  readonly columns: readonly DefinedColumn[];
  readonly scale: apiextensionsV1.CustomResourceSubresourceScale | undefined;
}

/** A resource, checked and complete. */
export interface Defined {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly storage: string;
  /** The types of those that the resource's own controllers set. */
  readonly conditions: readonly string[];
  readonly versions: readonly DefinedVersion[];
  readonly conversions: Readonly<Record<string, Conversion>>;
}

/** Whether all conversions are rules, which a server of this project runs itself. */
export function isDeclared(conversions: Readonly<Record<string, Conversion>>): boolean {
  const all = Object.values(conversions);
  return all.length > 0 && all.every(({ rules }) => rules !== undefined);
}

/** The definition, for a server that speaks `dialect`; `webhook` is where its conversions are run. */
export function definitionOf(
  defined: Defined,
  dialect: Dialect,
  webhook: apiextensionsV1.WebhookClientConfig | undefined,
): apiextensionsV1.CustomResourceDefinition {
  const { group, kind, plural, shortNames, categories, namespaced, storage, versions } = defined;
  const ownGroup = groupOnServer(CustomResourceDefinition.group, dialect);
  const declared = webhook === undefined && isDeclared(defined.conversions);
  const annotations = declared
    ? { annotations: { [`${ownGroup}/conversion`]: JSON.stringify(declarationsOf(defined)) } }
    : {};
  const needsWebhook = Object.keys(defined.conversions).length > 0 && !declared;
  return {
    apiVersion: `${ownGroup}/${CustomResourceDefinition.version}`,
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, ...annotations },
    spec: {
      group,
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: kind.toLowerCase(),
        ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
        ...(categories.length > 0 && { categories: [...categories] }),
      },
      scope: namespaced ? "Namespaced" : "Cluster",
      versions: versions.map((version) => versionOf(version, version.name === storage, dialect)),
      conversion: needsWebhook
        ? {
          strategy: "Webhook",
          webhook: {
            ...(webhook && { clientConfig: structuredClone(webhook) }),
            conversionReviewVersions: ["v1"],
          },
        }
        : { strategy: "None" },
    },
  };
}

function versionOf(
  { name, schema, served, deprecated, columns, scale }: DefinedVersion,
  storage: boolean,
  dialect: Dialect,
): apiextensionsV1.CustomResourceDefinitionVersion {
  return {
    name,
    served,
    storage,
    ...(deprecated !== undefined && {
      deprecated: true,
      ...(deprecated !== "" && { deprecationWarning: deprecated }),
    }),
    schema: {
      openAPIV3Schema: spelledSchema(schema, dialect) as apiextensionsV1.JSONSchemaProps,
    },
    subresources: { status: {}, ...(scale && { scale: { ...scale } }) },
    ...(columns.length > 0 &&
      { additionalPrinterColumns: columns.map((column) => ({ ...column })) }),
  };
}

interface Declaration {
  readonly from: string;
  readonly to: string;
  readonly rules: readonly ConversionRule[];
}

function declarationsOf({ storage, conversions }: Defined): Declaration[] {
  return Object.entries(conversions).flatMap(([name, { rules }]) => [
    { from: name, to: storage, rules: rules?.up ?? [] },
    { from: storage, to: name, rules: rules?.down ?? [] },
  ]);
}
