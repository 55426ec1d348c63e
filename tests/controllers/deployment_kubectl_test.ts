/** What stock kubectl does with deployments, whose controllers and server are processes of their own. */
import { AssertionError } from "node:assert";
import { createClient, Deployment } from "../../mod.ts";
import { RunningNodes } from "../../testing/environment/nodes.ts";
import { testWith } from "../../testing/requirements.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { startServer } from "../clients/servers.ts";
import { Launched, run } from "../envtest/launched.ts";

const PROGRAM = new URL("./workloads.ts", import.meta.url).pathname;

testWith(
  ["kubectl"],
  "kubectl rolls deployments out, back, on and off, and scales them",
  async (t) => {
    await using server = await startServer("this server");
    const config = server.kubeconfig;
    await using _ = new Launched(Deno.execPath(), [
      "run",
      "-A",
      "--quiet",
      PROGRAM,
      `--config=${config}`,
    ]);
    await using client = await createClient({ config });
    const failed = (error: unknown) => console.error(error);
    await using _nodes = RunningNodes.start(
      2,
      { client, clock: systemClock, random: Math.random, binds: true },
      failed,
    );
    const kubectl = async (line: string): Promise<string> => {
      const { code, out, err } = await run("kubectl", [
        `--kubeconfig=${config}`,
        ...line.split(" "),
      ]);
      if (code === 0) return out;
      throw new AssertionError({ message: `kubectl ${line}: exit code ${code}: ${err}` });
    };
    const image = () => kubectl("get deployment web -o jsonpath={..containers[0].image}");
    const rolledOut = () => kubectl("rollout status deployment/web --timeout=120s");

    /** Pods of the template before may still be on their way out when a rollout is over. */
    const gone = async (names: string) =>
      await kubectl(`wait --for=delete --timeout=120s ${names.trim().split("\n").join(" ")}`);

    await t.step("create, and rollout status", async () => {
      await kubectl("create deployment web --image=one --replicas=3");
      assert(/deployment "web" successfully rolled out\n$/.test(await rolledOut()));
      const table = await kubectl("get deployment web --no-headers");
      assert(/^web +3\/3 +3 +3 +\d+s\n$/.test(table), table);
    });
    await t.step("set image, annotate, and rollout history", async () => {
      await kubectl("annotate deployment web kubernetes.io/change-cause=first");
      await kubectl("set image deployment/web one=two");
      await kubectl("annotate deployment web kubernetes.io/change-cause=second --overwrite");
      await rolledOut();
      const history = (await kubectl("rollout history deployment/web")).trim().split("\n");
      assertEquals(history.slice(1).map((line) => line.split(/ +/)), [
        ["REVISION", "CHANGE-CAUSE"],
        ["1", "first"],
        ["2", "second"],
      ]);
      const first = await kubectl("rollout history deployment/web --revision=1");
      assert(/Image:\s+one\n/.test(first), first);
    });
    await t.step("rollout undo", async () => {
      assertEquals(
        await kubectl("rollout undo deployment/web"),
        "deployment.apps/web rolled back\n",
      );
      await rolledOut();
      assertEquals(await image(), "one");
      await kubectl("rollout undo deployment/web --to-revision=2");
      await rolledOut();
      assertEquals(await image(), "two");
      const { metadata } = await client.get(Deployment, "web");
      assertEquals(metadata.annotations?.["deployment.kubernetes.io/revision"], "4");
    });
    await t.step("rollout pause and resume", async () => {
      await kubectl("rollout pause deployment/web");
      await kubectl("set image deployment/web one=three");
      await client.waitFor(
        Deployment,
        "web",
        (one) =>
          one?.status?.conditions?.some(({ reason }) => reason === "DeploymentPaused") ?? false,
        { timeout: "120s" },
      );
      assert((await kubectl("get pods -o jsonpath={..image}")).indexOf("three") < 0);
      const before = await kubectl("get pods -o name");
      await kubectl("rollout resume deployment/web");
      await rolledOut();
      await gone(before);
      assertEquals(
        await kubectl("get pods -o jsonpath={.items[*].spec.containers[0].image}"),
        "three three three",
      );
    });
    await t.step("rollout restart", async () => {
      const before = await kubectl("get pods -o name");
      await kubectl("rollout restart deployment/web");
      await rolledOut();
      await gone(before);
      assertEquals((await kubectl("get pods -o name")).trim().split("\n").length, 3);
    });
    await t.step("scale", async () => {
      await kubectl("scale deployment/web --replicas=5 --current-replicas=3");
      await rolledOut();
      assert(/^web +5\/5 /.test(await kubectl("get deployment web --no-headers")));
      await kubectl("scale deployment/web --replicas=0");
      await rolledOut();
      await kubectl("wait --for=delete pod -l app=web --timeout=120s");
      assertEquals(await kubectl("get pods -o name"), "");
    });
    await t.step("autoscale makes the object, which nobody heeds yet", async () => {
      await kubectl("autoscale deployment web --min=1 --max=3 --cpu-percent=50");
      assertEquals(
        await kubectl("get hpa web -o jsonpath={.spec.scaleTargetRef.kind}/{.spec.maxReplicas}"),
        "Deployment/3",
      );
    });
    await t.step("describe tells what was done", async () => {
      const text = await kubectl("describe deployment web");
      assert(/Conditions:\n.*\n.*\n +Progressing +True +NewReplicaSetAvailable\n/.test(text), text);
      assert(/ScalingReplicaSet .*deployment-controller/.test(text), text);
    });
    await t.step("delete takes its sets and pods along", async () => {
      await kubectl("scale deployment/web --replicas=1");
      await rolledOut();
      await kubectl("delete deployment web --cascade=foreground --timeout=120s");
      assertEquals(await kubectl("get replicasets,pods -o name"), "");
    });
  },
);
