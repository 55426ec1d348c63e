/** A scheduler that gives loud nodes to loud pods only: all of the usual one, and one plugin. */
import { ACTION, type Plugin, unresolvable } from "../../controllers/scheduler/framework/mod.ts";
import { main } from "../../controllers/scheduler/main.ts";

export const quietNodes: Plugin = {
  name: "QuietNodes",
  events: [{ resource: "Node", action: ACTION.add | ACTION.nodeLabel }],
  filter: (_, { labels }, { node }) =>
    "loud" in node.labels && !("loud" in labels) ? unresolvable("node(s) were loud") : undefined,
};

if (import.meta.main) Deno.exit(await main(Deno.args, { plugins: [quietNodes] }));
