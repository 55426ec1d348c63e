/**
 * Definitions of custom resources, as tests need them: of one version, in `example.com`.
 *
 * @module
 */

/** What is defined. */
export interface DefinitionOptions {
  readonly kind: string;
  readonly plural: string;
  /** Default: any object, whose fields are dropped. */
  readonly schema?: object;
  /** Default: none. */
  readonly subresources?: object;
}

/** A definition of namespaced objects whose one version, `v1`, is served and stored. */
export function customDefinition({ kind, plural, schema, subresources }: DefinitionOptions) {
  return {
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Namespaced" as const,
      names: { kind, plural },
      versions: [{
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: (schema ?? { type: "object" }) as { type: string } },
        ...(subresources && { subresources }),
      }],
    },
  };
}
