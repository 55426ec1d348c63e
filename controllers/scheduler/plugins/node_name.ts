/**
 * A pod that names its node goes there and nowhere else.
 *
 * @module
 */

import { ACTION, type Plugin, unresolvable } from "../framework/mod.ts";

const ANOTHER = unresolvable("node(s) didn't match the requested node name");

/** Makes the plugin. */
export function nodeName(): Plugin {
  return {
    name: "NodeName",
    events: [{ resource: "Node", action: ACTION.add }],
    filter: (_, pod, { name }) =>
      pod.nodeName !== "" && pod.nodeName !== name ? ANOTHER : undefined,
  };
}
