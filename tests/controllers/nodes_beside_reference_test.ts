/**
 * This project's controllers of nodes, and the reference's controller manager, each on an API server of this project:
 * the same is done to both, and the same comes of it.
 */
import type { Client } from "../../mod.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { type BesideReference, playBesideReference } from "./beside_reference.ts";
import { ADDRESSES } from "./node_ipam_scenarios.ts";
import { NodeLife } from "./node_life.ts";
import { ALONE, LIVES, TAINTED } from "./node_scenarios.ts";
import { Agents, NodeStage } from "./node_stage.ts";

/** As fast as a busy machine lets it be. */
const LIFE = [
  "--node-monitor-period=1s",
  "--node-monitor-grace-period=8s",
  "--node-startup-grace-period=12s",
  // The reference takes one a second for none at all, once it has given up none.
  "--node-eviction-rate=2",
];

const IPAM = [
  "--allocate-node-cidrs",
  "--cluster-cidr=10.244.0.0/20,fd00::/60",
  "--service-cluster-ip-range=10.244.2.0/23",
];

const LIVING = {
  program: "./nodes.ts",
  controllers: ["node-lifecycle-controller", "taint-eviction-controller"],
  flags: LIFE,
  Stage: NodeStage,
};

const TESTS: Readonly<Record<string, BesideReference<NodeStage>>> = {
  "nodes and their pods come to what the reference's controller manager brings them to": {
    ...LIVING,
    scenarios: { ...TAINTED, ...LIVES },
    beside: healthyNode,
  },
  "no node is given up where none is ready, as in the reference": { ...LIVING, scenarios: ALONE },
  "nodes have the addresses that the reference's controller manager gives them": {
    program: "./node_addresses.ts",
    controllers: ["node-ipam-controller"],
    flags: IPAM,
    Stage: NodeStage,
    scenarios: ADDRESSES,
    // Who comes first has the first block.
    atOnce: 1,
  },
};

/** A node of another zone that is always well: something is wrong with few nodes, not with all. */
async function healthyNode(client: Client): Promise<AsyncDisposable> {
  const agents = new Agents(client);
  await new NodeLife(client, systemClock).node("healthy");
  await agents.start("healthy");
  return agents;
}

for (const [name, options] of Object.entries(TESTS)) {
  if (slowTests()) testWith(["go"], name, (t) => playBesideReference(t, options));
  else Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
}
