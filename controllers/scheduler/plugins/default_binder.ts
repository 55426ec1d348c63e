/**
 * Binds pods by a request to the API server.
 *
 * @module
 */

import { Pod } from "../../../toolkit/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { failed, type Plugin, type SchedulerHandle } from "../framework/mod.ts";

/** Makes the plugin. */
export function defaultBinder({ client }: Pick<SchedulerHandle, "client">): Plugin {
  /** Whether the server has the pod on the node. */
  const isOn = async (
    { namespace, name, uid }: PendingPod,
    nodeName: string,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const live = await client.find(Pod, { namespace, name }, { signal });
    return live?.metadata.uid === uid && live.spec.nodeName === nodeName;
  };
  return {
    name: "DefaultBinder",
    async bind(_, pod, nodeName, signal) {
      const { namespace, name, uid } = pod;
      const path = `/api/v1/namespaces/${namespace}/${Pod.plural}/${name}/binding`;
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
        // An earlier try, of which no answer came, may have done it.
        if (response.status === 409 && await isOn(pod, nodeName, signal)) return undefined;
        return failed(new Error(messageIn(text) ?? `status ${response.status}`));
      } catch (error) {
        // The room on the node must not be given away as long as nobody knows.
        if (await isOn(pod, nodeName, signal).catch(() => false)) return undefined;
        return failed(error);
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
