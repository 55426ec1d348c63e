/** What a stock kubectl does with pods that an agent answers for, and with those that nobody does. */
import { echoing, NodeAgentStandIn, podOn } from "../../testing/node_agent.ts";
import { testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import type { HttpRequest, HttpResponse } from "../../toolkit/serving/mod.ts";
import type { Kubectl } from "./kubectl.ts";
import { withKubectl } from "./with_kubectl.ts";

/** Runs what is asked for by echoing its input, and answers everything else with what was asked. */
function agent(request: HttpRequest): HttpResponse {
  if (request.path.startsWith("/exec/") || request.path.startsWith("/attach/")) {
    return echoing(request);
  }
  const query = request.query === "" ? "" : `?${request.query}`;
  return { status: 200, body: `${request.path}${query}\n` };
}

async function create(kubectl: Kubectl, object: object): Promise<void> {
  await kubectl.ok("create -f -", JSON.stringify(object));
}

for (const dialect of DIALECTS) {
  testWith(["kubectl"], `kubectl reaches what an agent has, ${dialect}`, async () => {
    await using node = await NodeAgentStandIn.start(agent);
    await withKubectl(dialect, async (kubectl) => {
      await create(kubectl, node.node());
      await create(kubectl, podOn("x", { containers: ["a", "b"] }));
      const logs = await kubectl.ok("logs x -c b --tail=3 --since=1m");
      assertEquals(logs, "/containerLogs/default/x/b?sinceSeconds=60&tailLines=3\n");
      const all = await kubectl.ok("logs x --all-containers --prefix -f");
      assert(all.includes("[pod/x/b] /containerLogs/default/x/b?follow=true\n"), all);
      assertEquals(await kubectl.ok("exec -i x -c a -- cat -n", "said\n"), "said\n");
      const asked = "command=cat&command=-n&error=1&input=1&output=1";
      assertEquals(node.requests.at(-1)?.query, asked);
      for (
        const [command, said] of [
          ["logs x -c z", "container z is not valid for pod x"],
          ["exec x -c z -- ls", "container z is not valid for pod x"],
          ["logs none", 'pods "none" not found'],
          ["get --raw /api/v1/nodes/n1/proxy/metrics", "address not allowed"],
        ] as const
      ) {
        const failed = await kubectl.fails(command);
        assert(failed.includes(said), `${command}: ${failed}`);
      }
    }, { nodeAgents: node.settings() });
  });
}

testWith(["kubectl"], "kubectl says that there is no agent", async () => {
  const node = await NodeAgentStandIn.start(agent);
  const { port } = node;
  await node[Symbol.asyncDispose]();
  await withKubectl("kubernetes", async (kubectl) => {
    await create(kubectl, node.node());
    await create(kubectl, podOn("x"));
    await create(kubectl, podOn("lost", { node: "n9" }));
    const said = `error dialing backend: 127.0.0.1:${port}: connection refused`;
    const log = await kubectl.fails("logs x");
    assertEquals(log, `Error from server (ServiceUnavailable): ${said}\n`);
    for (const command of ["exec x -- ls", "attach x"]) {
      const failed = await kubectl.fails(command);
      assert(failed.includes(said), `${command}: ${failed}`);
    }
    const lost = await kubectl.fails("logs lost");
    assertEquals(lost, 'Error from server (NotFound): nodes "n9" not found\n');
  });
});
