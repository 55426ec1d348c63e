/**
 * Binds pods by a request to the API server.
 *
 * @module
 */

import { isOutcomeUnknown, Pod } from "../../../toolkit/mod.ts";
import { failed, type Plugin, type SchedulerHandle } from "../framework/mod.ts";

/** Makes the plugin. */
export function defaultBinder({ client }: Pick<SchedulerHandle, "client">): Plugin {
  return {
    name: "DefaultBinder",
    async bind(_, { namespace, name, uid }, nodeName, signal) {
      const path = `/api/v1/namespaces/${namespace}/${Pod.plural}/${name}/binding`;
      const what = `binding rejected: bind pod ${namespace}/${name} to node ${nodeName}`;
      try {
        const response = await client.fetch(path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            apiVersion: "v1",
            kind: "Binding",
            metadata: { namespace, name, uid },
            target: { kind: "Node", name: nodeName },
          }),
          signal,
        });
        const text = await response.text();
        if (response.ok) return undefined;
        return failed(new Error(`${what}: ${messageIn(text) ?? `status ${response.status}`}`));
      } catch (error) {
        // Whether it was done is seen by who follows the pods; another try is refused where it was.
        const doubt = isOutcomeUnknown(error) ? ": nobody knows whether it was done" : "";
        return failed(new Error(`${what}${doubt}: ${error}`, { cause: error }));
      }
    },
  };
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text);
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
