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
  readonly kind: "configmaps" | "pods" | "deployments";
  /** Characters. */
  readonly padding: number;
}

export const CONFIG_MAPS: Sample = { kind: "configmaps", padding: 780 };

const COLLECTIONS = {
  configmaps: "/api/v1/namespaces/default/configmaps",
  pods: "/api/v1/namespaces/default/pods",
  deployments: "/apis/apps/v1/namespaces/default/deployments",
} as const;

/** Where the objects of a kind are. */
export function collectionOf({ kind }: Sample): string {
  return COLLECTIONS[kind];
}

/** That of config maps. */
export const COLLECTION = COLLECTIONS.configmaps;

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
