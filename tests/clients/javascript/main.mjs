/**
 * Uses an API server through the stock JavaScript client, and says of each step what came of it.
 *
 *     node main.mjs --kubeconfig FILE [--only SUBJECT]
 */

import process from "node:process";
import { parseArgs } from "node:util";
import { KubeConfig } from "@kubernetes/client-node";
import { custom } from "./custom.mjs";
import { everyApi } from "./every_api.mjs";
import { informers } from "./informers.mjs";
import { manifests } from "./manifests.mjs";
import { anyFailed } from "./report.mjs";
import { reviews } from "./reviews.mjs";
import { streams } from "./streams.mjs";
import { watches } from "./watches.mjs";
import { writes } from "./writes.mjs";

const SUBJECTS = {
  everyApi,
  writes,
  manifests,
  watches,
  informers,
  custom,
  reviews,
  streams,
};

const { values } = parseArgs({
  options: { kubeconfig: { type: "string" }, only: { type: "string" } },
});
const config = new KubeConfig();
config.loadFromFile(values.kubeconfig);
for (const [name, use] of Object.entries(SUBJECTS)) {
  if (values.only === undefined || values.only === name) await use(config);
}
// Connections that are kept would keep the program.
process.exit(anyFailed() ? 1 : 0);
