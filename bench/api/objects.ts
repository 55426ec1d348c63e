/** The objects that the API is measured with: config maps of 1.25 KB, a tenth with a label. */

/** Bytes of one as a server shows it, roughly; managed fields and all. */
export const OBJECT_BYTES = 1250;

/** How many are listed. */
export const OBJECTS = 5000;

/** What a tenth of them is labelled with. */
export const LABEL = "tenth=yes";

/** The collection that they are in. */
export const COLLECTION = "/api/v1/namespaces/default/configmaps";

const PADDING = "x".repeat(780);

/** One of them, as a client sends it. */
export function configMap(name: string, index: number, data = PADDING): string {
  const labels = { tenth: name.startsWith("list-") && index % 10 === 0 ? "yes" : "no" };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, labels },
    data: { text: data },
  });
}
