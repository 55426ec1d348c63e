/**
 * The objects that the API is measured with: config maps of 1.25 KB, a tenth with a label, and other
 * kinds beside config maps of their size.
 *
 * @module
 */

/** Bytes of one as a server shows it, roughly; managed fields and all. */
export const OBJECT_BYTES = 1250;

/** How many are listed. */
export const OBJECTS = 5000;

/** What a tenth of them is labelled with. */
export const LABEL = "tenth=yes";

/** A kind, and how much is put into an object of it. */
export interface Sample {
  readonly kind: "configmaps" | "pods" | "deployments" | "gadgets";
  /** Characters. */
  readonly padding: number;
}

export const CONFIG_MAPS: Sample = { kind: "configmaps", padding: 780 };

const COLLECTIONS = {
  configmaps: "/api/v1/namespaces/default/configmaps",
  pods: "/api/v1/namespaces/default/pods",
  deployments: "/apis/apps/v1/namespaces/default/deployments",
  gadgets: "/apis/example.com/v1/namespaces/default/gadgets",
} as const;

/** Where the objects of a kind are. */
export function collectionOf({ kind }: Sample): string {
  return COLLECTIONS[kind];
}

/** That of config maps. */
export const COLLECTION = COLLECTIONS.configmaps;

/** Of a custom resource: texts and numbers in turns, 27 of them beside three that rules name. */
export const GADGET_FIELDS: readonly string[] = Array.from({ length: 27 }, (_, at) => `field${at}`);

/** The definition of gadgets: 30 properties, five rules. */
export function gadgetDefinition(plural = "gadgets"): string {
  const kind = `${plural[0]?.toUpperCase()}${plural.slice(1, -1)}`;
  const fields = GADGET_FIELDS.map((field, at) => [
    field,
    at % 2 === 0
      ? { type: "string", maxLength: 100, pattern: "^[a-z0-9-]*$" }
      : { type: "integer", minimum: 0, maximum: 1000 },
  ]);
  const number = { type: "integer", minimum: 0 };
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural, singular: plural.slice(0, -1), kind, listKind: `${kind}List` },
      versions: [{
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                required: ["low", "high"],
                properties: {
                  ...Object.fromEntries(fields),
                  text: { type: "string", maxLength: 10_000 },
                  low: number,
                  high: number,
                },
                "x-kubernetes-validations": [
                  { rule: "self.low <= self.high", message: "low is above high" },
                  { rule: "!has(self.field1) || self.field1 < 1000" },
                  { rule: "!has(self.field0) || self.field0.startsWith('value')" },
                  { rule: "!has(self.text) || self.text.size() < 10000" },
                  { rule: "oldSelf.low <= self.low", message: "low can't sink" },
                ],
              },
            },
          },
        },
      }],
    },
  });
}

/** One of them, as a client sends it; `text` is put into it. */
export function objectOf(
  { kind, padding }: Sample,
  name: string,
  index: number,
  text = "x".repeat(padding),
): string {
  const labels = { tenth: name.startsWith("list-") && index % 10 === 0 ? "yes" : "no" };
  if (kind === "configmaps") {
    const metadata = { name, labels };
    return JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { text } });
  }
  if (kind === "gadgets") {
    const spec = Object.fromEntries(
      GADGET_FIELDS.map((field, at) => [field, at % 2 === 0 ? `value-${at}` : at]),
    );
    const metadata = { name, labels };
    return JSON.stringify({
      apiVersion: "example.com/v1",
      kind: "Gadget",
      metadata,
      spec: { ...spec, text, low: 1, high: 2 },
    });
  }
  const metadata = { name, labels, annotations: { text } };
  const spec = { containers: [{ name: "web", image: "nginx:1", ports: [{ containerPort: 80 }] }] };
  if (kind === "pods") return JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata, spec });
  const app = { app: "web" };
  return JSON.stringify({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata,
    spec: { selector: { matchLabels: app }, template: { metadata: { labels: app }, spec } },
  });
}

/** A merge patch that changes one thing. */
export function patchOf({ kind }: Sample, turn: string): string {
  return JSON.stringify(
    kind === "configmaps" ? { data: { turn } } : { metadata: { annotations: { turn } } },
  );
}
