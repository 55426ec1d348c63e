/**
 * Definitions that a program brings along.
 *
 * @module
 */

import type {
  CustomResourceDefinition as Definition,
  CustomResourceDefinitionCondition,
} from "../toolkit/api/apiextensions_v1.ts";
import type { Reader, Watcher, Writer } from "../toolkit/client/mod.ts";
import type { Apply } from "../toolkit/kinds/mod.ts";
import { CustomResourceDefinition } from "../toolkit/kinds/built_in.ts";

/** Who owns the fields of definitions that are installed so. */
const FIELD_MANAGER = "orch-resources";

/**
 * Applies definitions, over what others wrote into the same fields, and settles once all of them are
 * established. Rejects with what is wrong with one, and with the signal's reason.
 */
export async function installDefinitions(
  client: Reader & Watcher & Writer,
  definitions: readonly Definition[],
  signal: AbortSignal,
): Promise<void> {
  const seen = new Set<string>();
  for (const definition of definitions) {
    const { metadata, spec } = definition;
    const { name = "" } = metadata ?? {};
    if (seen.has(name)) throw new TypeError(`two resources are defined as ${JSON.stringify(name)}`);
    seen.add(name);
    const { labels, annotations } = metadata ?? {};
    const said = {
      metadata: { name, ...(labels && { labels }), ...(annotations && { annotations }) },
      spec,
    } as Apply<Definition>;
    await client.apply(CustomResourceDefinition, said, {
      force: true,
      fieldManager: FIELD_MANAGER,
      signal,
    });
  }
  await Promise.all([...seen].map((name) => established(client, name, signal)));
}

async function established(
  client: Reader & Watcher,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const now = await client.get(CustomResourceDefinition, name, { signal });
  if (isEstablished(name, now.status?.conditions)) return;
  const { resourceVersion } = now.metadata;
  const ended = new AbortController();
  const changes = client.watch(CustomResourceDefinition, {
    resourceVersion,
    fieldSelector: { "metadata.name": name },
    signal: AbortSignal.any([signal, ended.signal]),
  });
  for await (const event of changes) {
    if (event.type === "BOOKMARK") continue;
    if (event.type === "DELETED") throw new Error(`the definition ${name} was deleted meanwhile`);
    if (!isEstablished(name, event.object.status?.conditions)) continue;
    ended.abort();
    return;
  }
  signal.throwIfAborted();
  throw new Error(`nobody can tell whether the definition ${name} is established: its watch ended`);
}

/** Throws where it never will be without a change. */
function isEstablished(
  name: string,
  conditions: readonly CustomResourceDefinitionCondition[] | null | undefined,
): boolean {
  const of = (type: string) => conditions?.find((one) => one.type === type);
  const names = of("NamesAccepted");
  if (names?.status === "False") {
    throw new Error(`the definition ${name} is not accepted: ${names.message ?? names.reason}`);
  }
  return names?.status === "True" && of("Established")?.status === "True";
}
