/**
 * Definitions of kinds for tests, some of which nobody would write who means well.
 *
 * @module
 */

/** A definition of one kind; `versions` are the schemas by version. */
export function definition(
  kind: string,
  versions: Record<string, object>,
  { group = "example.com", scope = "Namespaced" }: { group?: string; scope?: string } = {},
) {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase(), shortNames: ["x"] },
      versions: Object.entries(versions).map(([name, spec], at) => ({
        name,
        served: true,
        storage: at === 0,
        ...(at > 0 && { deprecated: true, deprecationWarning: "use */ @ts-ignore\nv1" }),
        schema: {
          openAPIV3Schema: {
            type: "object",
            description: `All of */ ${kind}.\n@ts-expect-error\n\u202e\u0007 end`,
            properties: { spec, metadata: { type: "object" } },
          },
        },
      })),
    },
  };
}
