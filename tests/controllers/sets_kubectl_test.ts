/** What stock kubectl does with stateful sets and daemon sets, whose controllers and server are processes of their own. */
import { AssertionError } from "node:assert";
import { createClient, Node } from "../../mod.ts";
import { nodeName, RunningNodes } from "../../testing/environment/nodes.ts";
import { testWith } from "../../testing/requirements.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { encodeYaml } from "../../toolkit/codec/yaml.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { startServer } from "../clients/servers.ts";
import { Launched, run } from "../envtest/launched.ts";

const PROGRAM = new URL("./sets.ts", import.meta.url).pathname;
const SCHEDULER = new URL("../../controllers/scheduler/main.ts", import.meta.url).pathname;
const NODES = 2;

/** What is made: two pods of each. */
const SETS = {
  statefulset: { kind: "StatefulSet", spec: { replicas: NODES, serviceName: "web" } },
  daemonset: { kind: "DaemonSet", spec: {} },
};

const manifest = ({ kind, spec }: { kind: string; spec: object }) =>
  encodeYaml({
    apiVersion: "apps/v1",
    kind,
    metadata: { name: "web" },
    spec: {
      ...spec,
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "main", image: "one" }] },
      },
    },
  });

for (const [resource, set] of Object.entries(SETS)) {
  testWith(["kubectl"], `kubectl rolls ${resource}s out, back and anew`, async (t) => {
    await using server = await startServer("this server");
    const config = server.kubeconfig;
    const launched = (program: string, ...flags: string[]) =>
      new Launched(Deno.execPath(), ["run", "-A", "--quiet", program, ...flags]);
    await using _controllers = launched(PROGRAM, `--config=${config}`);
    await using _scheduler = launched(
      SCHEDULER,
      "--api-dialect=kubernetes",
      "--secure-port=0",
      `--kubeconfig=${config}`,
    );
    await using client = await createClient({ config });
    await using _nodes = RunningNodes.start(
      NODES,
      { client, clock: systemClock, random: Math.random, binds: false },
      (error) => console.error(error),
    );
    // Nobody else says that they are ready.
    for (let index = 1; index <= NODES; index++) {
      await client.waitFor(Node, nodeName(index), (node) => node !== undefined, {
        timeout: "120s",
      });
      await client.patch(Node, nodeName(index), { spec: { taints: null } } as never);
    }
    const kubectl = async (line: string): Promise<string> => {
      const { code, out, err } = await run("kubectl", [
        `--kubeconfig=${config}`,
        ...line.split(" "),
      ]);
      if (code === 0) return out;
      throw new AssertionError({ message: `kubectl ${line}: exit code ${code}: ${err}` });
    };
    const name = `${resource}/web`;
    const rolledOut = () => kubectl(`rollout status ${name} --timeout=120s`);
    const images = () => kubectl("get pods -o jsonpath={.items[*].spec.containers[0].image}");
    const numbers = async () => {
      const history = (await kubectl(`rollout history ${name}`)).trim().split("\n");
      return history.slice(2).map((line) => line.split(/ +/).join(" "));
    };

    await t.step("create, and rollout status", async () => {
      const path = await Deno.makeTempFile({ suffix: ".yaml" });
      try {
        await Deno.writeTextFile(path, manifest(set));
        await kubectl(`create -f ${path}`);
      } finally {
        await Deno.remove(path);
      }
      assert(/roll out complete|successfully rolled out/.test(await rolledOut()));
      assertEquals(await images(), "one one");
    });
    await t.step("set image, annotate, and rollout history", async () => {
      await kubectl(`annotate ${name} kubernetes.io/change-cause=second`);
      await kubectl(`set image ${name} main=two`);
      await rolledOut();
      assertEquals(await images(), "two two");
      assertEquals(await numbers(), ["1 <none>", "2 second"]);
      const first = await kubectl(`rollout history ${name} --revision=1`);
      assert(/Image:\s+one\n/.test(first), first);
    });
    await t.step("rollout undo", async () => {
      assertEquals(await kubectl(`rollout undo ${name}`), `${resource}.apps/web rolled back\n`);
      await rolledOut();
      assertEquals(await images(), "one one");
      await kubectl(`rollout undo ${name} --to-revision=2`);
      await rolledOut();
      assertEquals(await images(), "two two");
      assertEquals((await numbers()).map((line) => line.split(" ")[0]), ["3", "4"]);
    });
    await t.step("rollout restart", async () => {
      const uids = () => kubectl("get pods -o jsonpath={.items[*].metadata.uid}");
      const before = (await uids()).split(" ");
      await kubectl(`rollout restart ${name}`);
      await rolledOut();
      const after = (await uids()).split(" ");
      assertEquals(after.length, NODES);
      assert(after.every((uid) => !before.includes(uid)), `${before} and ${after}`);
    });
    await t.step("describe tells what was done", async () => {
      const text = await kubectl(`describe ${name}`);
      assert(new RegExp(`SuccessfulCreate .*${resource}-controller`).test(text), text);
    });
    await t.step("delete takes its pods and revisions along", async () => {
      await kubectl(`delete ${name} --cascade=foreground --timeout=120s`);
      assertEquals(await kubectl("get pods,controllerrevisions -o name"), "");
    });
  });
}
