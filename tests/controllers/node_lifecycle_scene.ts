/**
 * Nodes, what their agents say, and the controller that judges them.
 *
 * @module
 */

import { type TestEnv, testEnv } from "../../testing.ts";
import {
  createNodeLifecycleController,
  type NodeLifecycleOptions,
} from "../../controllers/node_lifecycle.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { Mortal } from "./mortal.ts";
import { NodeLife } from "./node_life.ts";

/** What runs beside the controller. */
export const OTHERS = ["namespace"];
/** With the controller. */
export const CONTROLLERS = [...OTHERS, "nodelifecycle"];

/** What a test acts in. */
export interface Scene {
  readonly env: TestEnv;
  readonly life: NodeLife;
  /** Lets time pass in which the agents of some nodes renew their leases. */
  pass(seconds: number, ...alive: string[]): Promise<void>;
}

/** Runs where nodes are judged: by the controller as it is, or with options of its own. */
export async function withNodes(
  act: (scene: Scene) => Promise<void>,
  options?: NodeLifecycleOptions,
  dialect: Dialect = "kubernetes",
): Promise<void> {
  // With options of its own it is run by the test; else as its account lets it.
  const controllers = options === undefined ? CONTROLLERS : OTHERS;
  await using env = await testEnv({ controllers, dialect });
  await using _ = options && new Mortal(
    env,
    (parts) => createNodeLifecycleController(parts, options),
    { how: "lost", at: Infinity },
  );
  const life = new NodeLife(env.client, env.clock);
  await act({
    env,
    life,
    async pass(seconds, ...alive) {
      for (let left = seconds; left > 0; left -= 10) {
        await life.renew(...alive);
        await env.settle(`${Math.min(10, left)}s`);
      }
    },
  });
}

/** Names of nodes of a zone. */
export const named = (zone: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${zone}-${index}`);
