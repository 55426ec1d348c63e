/**
 * Scenarios that play on two API servers of this project at once: one has this project's controllers, the other
 * those of the reference's controller manager.
 *
 * @module
 */

import { createClient } from "../../mod.ts";
import { referenceProgram } from "../../testing/reference_build.ts";
import { startServer } from "../clientgo/servers.ts";
import { Launched } from "../envtest/launched.ts";
import type { WorkloadScenario } from "./replica_scenarios.ts";
import { Pair, WorkloadStage } from "./workload_stage.ts";

/** So many play at the same time. */
const AT_ONCE = 8;

/** What is compared. */
export interface BesideReference {
  readonly scenarios: Readonly<Record<string, WorkloadScenario>>;
  /** The program that runs this project's controllers, beside this file. */
  readonly program: string;
  /** What the reference calls the same ones. */
  readonly controllers: readonly string[];
  /** What both are told besides. Default: nothing. */
  readonly flags?: readonly string[];
}

/** Plays all scenarios; each is a step of the test. */
export async function playBesideReference(
  t: Deno.TestContext,
  { scenarios: all, program, controllers, flags = [] }: BesideReference,
): Promise<void> {
  const scenarios = Object.entries(all);
  await using ours = await startServer("this server");
  await using theirs = await startServer("this server");
  await using ourClient = await createClient({ config: ours.kubeconfig });
  await using theirClient = await createClient({ config: theirs.kubeconfig });
  await using _our = await startOurs(program, ours.kubeconfig, flags);
  await using _their = await startTheirs(controllers, theirs.kubeconfig, flags);
  const results = new Map<string, unknown>();
  const waiting = [...scenarios.entries()];
  const play = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, [name, scenario]] = next;
      const pair = new Pair();
      const namespace = `scenario-${index}`;
      const ended = await Promise.allSettled(([
        ["ours", ourClient],
        ["theirs", theirClient],
      ] as const).map(async ([side, client]) => {
        const stage = new WorkloadStage(client, side, namespace, pair);
        try {
          await stage.open();
          await scenario(stage);
          await stage.same("at the end");
        } catch (error) {
          pair.abandon(error);
          throw error;
        }
      }));
      results.set(name, ended.find(({ status }) => status === "rejected"));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, play));
  for (const [name] of scenarios) {
    await t.step(name, () => {
      const failed = results.get(name) as PromiseRejectedResult | undefined;
      if (failed !== undefined) throw failed.reason;
    });
  }
}

function startOurs(program: string, config: string, flags: readonly string[]): Launched {
  const path = new URL(program, import.meta.url).pathname;
  return new Launched(Deno.execPath(), [
    "run",
    "-A",
    "--quiet",
    path,
    `--config=${config}`,
    ...flags,
  ]);
}

async function startTheirs(
  controllers: readonly string[],
  config: string,
  flags: readonly string[],
): Promise<Launched> {
  return new Launched(await referenceProgram("kube-controller-manager"), [
    `--kubeconfig=${config}`,
    `--controllers=${controllers.join(",")}`,
    "--leader-elect=false",
    "--secure-port=0",
    // As fast as it can: how fast is not compared.
    "--kube-api-qps=1000",
    "--kube-api-burst=1000",
    ...flags,
  ]);
}
