/**
 * This project's controllers of workloads and the reference's controller manager, each on an API server of
 * this project: the same is done to both, and the same comes of it.
 */
import { createClient } from "../../mod.ts";
import { referenceProgram } from "../../testing/reference_build.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { startServer } from "../clientgo/servers.ts";
import { Launched } from "../envtest/launched.ts";
import { DEPLOYMENTS } from "./deployment_scenarios.ts";
import { REPLICAS } from "./replica_scenarios.ts";
import { Pair, WorkloadStage } from "./workload_stage.ts";

const NAME = "workloads come to what the reference's controller manager brings them to";
const SCENARIOS = Object.entries({ ...REPLICAS, ...DEPLOYMENTS });
/** So many play at the same time. */
const AT_ONCE = 8;

if (slowTests()) testWith(["go"], NAME, compare);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});

async function compare(t: Deno.TestContext): Promise<void> {
  await using ours = await startServer("this server");
  await using theirs = await startServer("this server");
  await using ourClient = await createClient({ config: ours.kubeconfig });
  await using theirClient = await createClient({ config: theirs.kubeconfig });
  await using _our = await start("ours", ours.kubeconfig);
  await using _their = await start("theirs", theirs.kubeconfig);
  const results = new Map<string, unknown>();
  const waiting = [...SCENARIOS.entries()];
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
  for (const [name] of SCENARIOS) {
    await t.step(name, () => {
      const failed = results.get(name) as PromiseRejectedResult | undefined;
      if (failed !== undefined) throw failed.reason;
    });
  }
}

async function start(side: "ours" | "theirs", config: string): Promise<Launched> {
  if (side === "ours") {
    const program = new URL("./workloads.ts", import.meta.url).pathname;
    return new Launched(Deno.execPath(), ["run", "-A", "--quiet", program, `--config=${config}`]);
  }
  return new Launched(await referenceProgram("kube-controller-manager"), [
    `--kubeconfig=${config}`,
    "--controllers=deployment-controller,replicaset-controller,replicationcontroller-controller," +
    "namespace-controller,garbage-collector-controller",
    "--leader-elect=false",
    "--secure-port=0",
    // As fast as it can: how fast is not compared.
    "--kube-api-qps=1000",
    "--kube-api-burst=1000",
  ]);
}
