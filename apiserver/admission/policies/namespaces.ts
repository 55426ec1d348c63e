/**
 * The namespace of a request as expressions see it.
 *
 * @module
 */

import type { Value } from "../../../toolkit/cel/mod.ts";
import { NAMESPACE_TYPE } from "../../../toolkit/policies/mod.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { ResourceSource } from "../../resource/resource_source.ts";
import { type CachedObject, derivedValue } from "../../storage/cache/mod.ts";
import type { AdmissionRequest } from "../admission.ts";
import { typed } from "../expressions/mod.ts";
import { isNamespaces, namespaceEntry } from "../../resource/namespaces.ts";

const namespaceObject = derivedValue((entry: CachedObject) =>
  typed(NAMESPACE_TYPE, objectOf(entry))
);

/** The value of `namespaceObject`: null for what is in none. Throws a 404. */
export async function namespaceValue(
  { namespace, resource, signal }: AdmissionRequest,
  source: Pick<ResourceSource, "find">,
): Promise<Value> {
  // A namespace is in none, whatever its path says.
  if (namespace === "" || isNamespaces(resource)) return null;
  const entry = await namespaceEntry(source, namespace, signal);
  if (entry === undefined) return null;
  return namespaceObject(entry);
}
