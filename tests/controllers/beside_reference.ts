/**
 * Scenarios that play on two API servers of this project at once: one has this project's controllers, the other
 * those of the reference's controller manager.
 *
 * @module
 */

import { dirname } from "node:path";
import { type Client, createClient } from "../../mod.ts";
import { referenceProgram } from "../../testing/reference_build.ts";
import { type RunningServer, type ServerAuthorization, startServer } from "../clients/servers.ts";
import { Launched } from "../envtest/launched.ts";
import { Pair, WorkloadStage } from "./workload_stage.ts";

/** So many play at the same time. */
const AT_ONCE = 8;

/** What is compared. */
export interface BesideReference<S extends WorkloadStage> {
  readonly scenarios: Readonly<Record<string, (stage: S) => Promise<void>>>;
  /** The program that runs this project's controllers, beside this file. Default: the controller manager. */
  readonly program?: string;
  /** What the reference calls the same ones. */
  readonly controllers: readonly string[];
  /** The path of a program that runs the reference's, told where the server is. Default: its controller manager. */
  readonly theirProgram?: () => Promise<string>;
  /** What both are told besides; it may name files of the server's folder. Default: nothing. */
  readonly flags?: readonly string[] | ((folder: string) => readonly string[]);
  /** Starts a server. Default: one in a process of its own. */
  readonly server?: () => Promise<RunningServer>;
  /** How the servers decide who may do what. Default: everybody may do everything. */
  readonly authorization?: ServerAuthorization;
  /** Where scenarios play. Default: a stage of workloads. */
  readonly Stage?: new (...parts: ConstructorParameters<typeof WorkloadStage>) => S;
  /** How many play at the same time. Default 8. */
  readonly atOnce?: number;
  /** What goes on beside the scenarios on each of the two servers. Default: nothing. */
  readonly beside?: (client: Client) => Promise<AsyncDisposable>;
}

/** Plays all scenarios; each is a step of the test. */
export async function playBesideReference<S extends WorkloadStage = WorkloadStage>(
  t: Deno.TestContext,
  options: BesideReference<S>,
): Promise<void> {
  const { scenarios: all, program, controllers, beside, atOnce = AT_ONCE } = options;
  const { flags: given = [], authorization } = options;
  const start = options.server ?? (() => startServer("this server", authorization));
  const Stage = options.Stage ?? (WorkloadStage as unknown as NonNullable<typeof options.Stage>);
  const scenarios = Object.entries(all);
  await using ours = await start();
  await using theirs = await start();
  await using ourClient = await createClient({ config: ours.kubeconfig });
  await using theirClient = await createClient({ config: theirs.kubeconfig });
  await using _ourBeside = await beside?.(ourClient);
  await using _theirBeside = await beside?.(theirClient);
  const flagsFor = ({ kubeconfig }: RunningServer) =>
    typeof given === "function" ? given(dirname(kubeconfig)) : given;
  const common = (server: RunningServer) => [
    ...processFlags(controllers, server.kubeconfig),
    ...flagsFor(server),
  ];
  await using _our = program === undefined
    ? startOurs("../../controllers/main.ts", common(ours))
    : startOurs(program, [`--config=${ours.kubeconfig}`, ...flagsFor(ours)]);
  const { theirProgram } = options;
  await using _their = theirProgram === undefined
    ? new Launched(await referenceProgram("kube-controller-manager"), common(theirs))
    : new Launched(await theirProgram(), [`--kubeconfig=${theirs.kubeconfig}`]);
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
        await using stage = new Stage(client, side, namespace, pair);
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
  await Promise.all(Array.from({ length: atOnce }, play));
  for (const [name] of scenarios) {
    await t.step(name, () => {
      const failed = results.get(name) as PromiseRejectedResult | undefined;
      if (failed !== undefined) throw failed.reason;
    });
  }
}

function startOurs(program: string, flags: readonly string[]): Launched {
  const path = new URL(program, import.meta.url).pathname;
  return new Launched(Deno.execPath(), ["run", "-A", "--quiet", path, ...flags]);
}

/** What the controller managers of both are told. */
function processFlags(controllers: readonly string[], config: string): readonly string[] {
  return [
    `--kubeconfig=${config}`,
    `--controllers=${controllers.join(",")}`,
    "--leader-elect=false",
    "--secure-port=0",
    // As fast as it can: how fast is not compared.
    "--kube-api-qps=1000",
    "--kube-api-burst=1000",
  ];
}
