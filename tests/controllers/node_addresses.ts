/**
 * The controller of nodes' addresses in a process of its own, for tests beside the reference's.
 *
 * @module
 */

import { runControllers } from "../../controllers/command.ts";
import { nodeIpamController } from "../../controllers/node_ipam.ts";

if (import.meta.main) Deno.exit(await runControllers("node_addresses", [nodeIpamController]));
