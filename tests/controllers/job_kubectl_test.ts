/** What stock kubectl does with jobs and cron jobs, whose controllers and server are processes of their own. */
import { AssertionError } from "node:assert";
import { type Client, createClient, Pod } from "../../mod.ts";
import { RunningNodes } from "../../testing/environment/nodes.ts";
import { testWith } from "../../testing/requirements.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { startServer } from "../clients/servers.ts";
import { Launched, run } from "../envtest/launched.ts";

const PROGRAM = new URL("./batch.ts", import.meta.url).pathname;

testWith(["kubectl"], "kubectl makes jobs, waits for them and tells of them", async (t) => {
  await using server = await startServer("this server");
  const config = server.kubeconfig;
  const command = ["run", "-A", "--quiet", PROGRAM, `--config=${config}`];
  await using _ = new Launched(Deno.execPath(), command);
  await using client = await createClient({ config });
  const failed = (error: unknown) => console.error(error);
  const parts = { client, clock: systemClock, random: Math.random, binds: true };
  await using _nodes = RunningNodes.start(1, parts, failed);
  const kubectl = async (line: string): Promise<string> => {
    const { code, out, err } = await run("kubectl", [`--kubeconfig=${config}`, ...line.split(" ")]);
    if (code === 0) return out;
    throw new AssertionError({ message: `kubectl ${line}: exit code ${code}: ${err}` });
  };

  await t.step("create job, and wait until it is complete", async () => {
    assertEquals(await kubectl("create job sum --image=one"), "job.batch/sum created\n");
    await succeed(client, "sum");
    assertEquals(
      await kubectl("wait --for=condition=complete job/sum --timeout=120s"),
      "job.batch/sum condition met\n",
    );
    const table = await kubectl("get job sum --no-headers");
    assert(/^sum +Complete +1\/1 +\d+s +\d+s\n$/.test(table), table);
  });
  await t.step("create cronjob", async () => {
    await kubectl("create cronjob tick --image=one --schedule=@yearly");
    const table = await kubectl("get cronjob tick --no-headers");
    assert(/^tick +@yearly +<none> +False +0 +<none> +\d+s\n$/.test(table), table);
  });
  await t.step("create job --from=cronjob, and wait until it is complete", async () => {
    const made = await kubectl("create job now --from=cronjob/tick");
    assertEquals(made, "job.batch/now created\n");
    await succeed(client, "now");
    await kubectl("wait --for=condition=complete job/now --timeout=120s");
    const last = "jsonpath={.status.lastSuccessfulTime}";
    await kubectl(`wait --for=${last} cronjob/tick --timeout=120s`);
    const owner = await kubectl("get job now -o jsonpath={.metadata.ownerReferences[*].name}");
    assertEquals(owner, "tick");
  });
  await t.step("wait until a job has failed", async () => {
    await kubectl("create job broken --image=one");
    const limits = '{"spec":{"activeDeadlineSeconds":1}}';
    await kubectl(`patch job broken -p ${limits}`);
    await kubectl("wait --for=condition=failed job/broken --timeout=120s");
    const why = "jsonpath={.status.conditions[?(@.type=='Failed')].reason}";
    assertEquals(await kubectl(`get job broken -o ${why}`), "DeadlineExceeded");
  });
  await t.step("describe tells what was done", async () => {
    const job = await kubectl("describe job sum");
    assert(/Pods Statuses: +0 Active \(0 Ready\) \/ 1 Succeeded \/ 0 Failed\n/.test(job), job);
    assert(/SuccessfulCreate .*job-controller +Created pod: sum-\w{5}\n/.test(job), job);
    assert(/Completed .*job-controller +Job completed\n/.test(job), job);
    const cronJob = await kubectl("describe cronjob tick");
    assert(/UnexpectedJob .*cronjob-controller/.test(cronJob), cronJob);
  });
  await t.step("delete takes jobs and pods along", async () => {
    await kubectl("delete cronjob tick --cascade=foreground --timeout=120s");
    await kubectl("delete jobs --all --cascade=foreground --timeout=120s");
    assertEquals(await kubectl("get jobs,pods -o name"), "");
  });
});

/** Has the pod of a job succeed once it runs. */
async function succeed(client: Client, job: string): Promise<void> {
  const selection = { labelSelector: { "batch.kubernetes.io/job-name": job } };
  for await (const event of client.watch(Pod, selection)) {
    if (!("object" in event) || event.object.status?.phase !== "Running") continue;
    const { name } = event.object.metadata;
    await client.patch(Pod, name, { status: { phase: "Succeeded" } }, { subresource: "status" });
    return;
  }
}
