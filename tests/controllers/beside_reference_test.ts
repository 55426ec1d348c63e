/**
 * This project's collectors and the reference's controller manager on the same API server: the same is done
 * to both, and the same is left.
 */
import { createClient } from "../../mod.ts";
import { referenceProgram } from "../../testing/reference_build.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { startServer } from "../clients/servers.ts";
import { Launched } from "../envtest/launched.ts";
import { COLLECTING, ENDING } from "./scenarios.ts";
import { Stage } from "./stage.ts";

const NAME = "the collectors leave what the reference's controller manager leaves";
const SCENARIOS = Object.entries({ ...COLLECTING, ...ENDING });

if (slowTests()) testWith(["go"], NAME, compare);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});

/** Whose controllers. */
type Side = "ours" | "the reference's";

async function compare(t: Deno.TestContext): Promise<void> {
  const theirs = await leftBy("the reference's");
  const ours = await leftBy("ours");
  for (const [name] of SCENARIOS) {
    await t.step(name, () => assertEquals(ours.get(name), theirs.get(name)));
  }
}

/** What is left of each scenario, by its name: all of them play at the same time. */
async function leftBy(side: Side): Promise<Map<string, unknown>> {
  await using server = await startServer("this server");
  await using client = await createClient({ config: server.kubeconfig });
  await using _controllers = await start(side, server.kubeconfig);
  // What a collector finds when it starts it learns in another order than it was made.
  await SCENARIOS[0]![1](await Stage.open(client, "warm-up"));
  const left = new Map<string, unknown>();
  await Promise.all(SCENARIOS.map(async ([name, play], index) => {
    const stage = await Stage.open(client, `scenario-${index}`);
    try {
      const between = await play(stage);
      await stage.settled();
      left.set(name, { between, end: await stage.left() });
    } catch (cause) {
      throw new Error(`${name}, with ${side} controllers: ${cause}`, { cause });
    }
  }));
  return left;
}

async function start(side: Side, config: string): Promise<Launched> {
  if (side === "ours") {
    const program = new URL("../../controllers/main.ts", import.meta.url).pathname;
    return new Launched(Deno.execPath(), ["run", "-A", "--quiet", program, ...flagsWith(config)]);
  }
  return new Launched(await referenceProgram("kube-controller-manager"), flagsWith(config));
}

/** Both take the same ones. */
function flagsWith(config: string): string[] {
  return [
    `--kubeconfig=${config}`,
    "--controllers=namespace-controller,garbage-collector-controller",
    "--leader-elect=false",
    "--secure-port=0",
    // As fast as it can: how fast is not compared.
    "--kube-api-qps=1000",
    "--kube-api-burst=1000",
  ];
}
