/**
 * The controllers of volumes in a process of their own, for tests beside the reference's.
 *
 * @module
 */

import { runControllers } from "../../controllers/command.ts";
import { volumeBinder } from "../../controllers/persistentvolume_binder.ts";

if (import.meta.main) Deno.exit(await runControllers("volumes", [volumeBinder]));
