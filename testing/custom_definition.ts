/**
 * Definitions of custom resources, as tests need them: of one version, in `example.com`; and objects of them.
 *
 * @module
 */

import type { Client } from "../toolkit/mod.ts";
import type { AnyObject } from "./api_client.ts";

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

/** Makes an object of a kind that was defined, in the namespace `default`. */
export async function makeCustom(
  client: Pick<Client, "fetch">,
  plural: string,
  object: AnyObject,
): Promise<AnyObject> {
  const made = await client.fetch(`/apis/${object.apiVersion}/namespaces/default/${plural}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(object),
  });
  if (made.status !== 201) throw new Error(`${made.status} ${await made.text()}`);
  return await made.json();
}
