/**
 * The controller manager and the scheduler, ours or the reference's, and our simulated nodes, as commands.
 *
 * @module
 */

import { referenceProgram } from "../../testing/reference_build.ts";
import { RUNTIME_FLAGS } from "../../toolkit/cli/up/module_command.ts";

/** Whose it is. */
export type Side = "ours" | "theirs";

/** What is run. */
export type Program = "controller-manager" | "scheduler";

/** What either controller manager is told to be as fast as it can be. */
export const MANAGER_FLAGS = [
  "--leader-elect=false",
  "--secure-port=0",
  "--kube-api-qps=100000",
  "--kube-api-burst=100000",
  "--concurrent-deployment-syncs=20",
  "--concurrent-replicaset-syncs=20",
] as const;

const MAINS: Readonly<Record<Program, string>> = {
  "controller-manager": "controllers/main.ts",
  scheduler: "controllers/scheduler/main.ts",
};

/** The command of a side's program, that reaches its server by a client config. */
export async function programCommand(
  side: Side,
  program: Program,
  config: string,
  more: readonly string[],
): Promise<readonly string[]> {
  const flags = [...more];
  if (program === "scheduler") {
    const file = `${config}.scheduler`;
    await Deno.writeTextFile(
      file,
      JSON.stringify({
        apiVersion: "kubescheduler.config.k8s.io/v1",
        kind: "KubeSchedulerConfiguration",
        leaderElection: { leaderElect: false },
        clientConnection: { kubeconfig: config, qps: 100_000, burst: 100_000 },
      }),
    );
    flags.push(`--config=${file}`);
  } else flags.push(`--kubeconfig=${config}`);
  if (side === "theirs") {
    const isServing = more.some((flag) => flag.startsWith("--secure-port="));
    const secure = program === "scheduler" && !isServing ? ["--secure-port=0"] : [];
    return [await referenceProgram(`kube-${program}`), ...flags, ...secure];
  }
  return [
    ...[Deno.execPath(), "run", "-A", "--quiet", ...RUNTIME_FLAGS, "--no-check"],
    new URL(`../../${MAINS[program]}`, import.meta.url).href,
    "--api-dialect=kubernetes",
    ...flags,
  ];
}

/** The command of so many simulated nodes. */
export function simulatedNodes(config: string, nodes: number): readonly string[] {
  return [
    ...[Deno.execPath(), "run", "-A", "--quiet", ...RUNTIME_FLAGS, "--no-check"],
    new URL("../../nodeagent/main.ts", import.meta.url).href,
    "--api-dialect=kubernetes",
    "--container-runtime=simulated",
    `--simulated-nodes=${nodes}`,
    `--kubeconfig=${config}`,
    "--enable-server=false",
    "--healthz-port=0",
  ];
}
