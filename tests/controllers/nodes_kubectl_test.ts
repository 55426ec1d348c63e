/**
 * What stock kubectl does with nodes that pods are to leave, and with owners that let their own go: the API server, the
 * controller manager and the scheduler are processes of their own.
 */
import { AssertionError } from "node:assert";
import { createClient, Deployment, Node, Pod } from "../../mod.ts";
import { nodeName, RunningNodes } from "../../testing/environment/nodes.ts";
import { eventually } from "../../testing/eventually.ts";
import { testWith } from "../../testing/requirements.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { startServer } from "../clients/servers.ts";
import { Launched, run } from "../envtest/launched.ts";

const PROGRAMS = ["main.ts", "scheduler/main.ts"];
const [ONE, OTHER] = [nodeName(1), nodeName(2)];
const REPLICAS = 3;

testWith(["kubectl"], "kubectl closes, taints and drains nodes, and lets objects go", async (t) => {
  await using server = await startServer("this server");
  const config = server.kubeconfig;
  await using stack = new AsyncDisposableStack();
  for (const program of PROGRAMS) {
    const path = new URL(`../../controllers/${program}`, import.meta.url).pathname;
    stack.use(
      new Launched(Deno.execPath(), [
        ...["run", "-A", "--quiet", path, "--api-dialect=kubernetes"],
        ...["--secure-port=0", "--leader-elect=false", `--kubeconfig=${config}`],
      ]),
    );
  }
  await using client = await createClient({ config });
  await using _nodes = RunningNodes.start(
    2,
    { client, clock: systemClock, random: Math.random, binds: false },
    (error) => console.error(error),
  );
  for (const name of [ONE, OTHER]) {
    const isOpen = (node?: { spec?: { taints?: unknown } }) =>
      node !== undefined && node.spec?.taints === undefined;
    await client.waitFor(Node, name, isOpen, { timeout: "120s" });
  }
  const call = (line: string) => run("kubectl", [`--kubeconfig=${config}`, ...line.split(" ")]);
  const kubectl = async (line: string): Promise<string> => {
    const { code, out, err } = await call(line);
    if (code === 0) return out;
    throw new AssertionError({ message: `kubectl ${line}: exit code ${code}: ${err}` });
  };
  /** Scales, and waits until all pods are there and ready. */
  const scale = async (replicas: number) => {
    await kubectl(`scale deployment/web --replicas=${replicas}`);
    await settled(replicas);
  };
  const settled = async (replicas: number) => {
    await kubectl("rollout status deployment/web --timeout=120s");
    await client.waitFor(
      Deployment,
      "web",
      (one) => one?.status?.replicas === replicas && one.status.readyReplicas === replicas,
      { timeout: "120s" },
    );
  };
  const podsOn = async (node: string) => {
    const { items } = await client.list(Pod, { fieldSelector: { "spec.nodeName": node } });
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map(({ metadata }) => metadata.name).sort();
  };

  await t.step("cordon keeps new pods away, and uncordon lets them in", async () => {
    await kubectl(`cordon ${ONE}`);
    assert(/SchedulingDisabled/.test(await kubectl(`get node ${ONE} --no-headers`)));
    await kubectl(`create deployment web --image=one --replicas=${REPLICAS}`);
    await settled(REPLICAS);
    assertEquals([(await podsOn(ONE)).length, (await podsOn(OTHER)).length], [0, REPLICAS]);
    await kubectl(`uncordon ${ONE}`);
    await scale(2 * REPLICAS);
    assert((await podsOn(ONE)).length > 0);
  });
  await t.step("a taint NoSchedule keeps new pods away, and drives none away", async () => {
    const before = await podsOn(ONE);
    await kubectl(`taint node ${ONE} team=a:NoSchedule`);
    await scale(2 * REPLICAS + 2);
    assertEquals(await podsOn(ONE), before);
    await kubectl(`taint node ${ONE} team=a:NoSchedule-`);
  });
  await t.step("a taint NoExecute drives pods away", async () => {
    const leaving = await podsOn(ONE);
    await kubectl(`taint node ${ONE} team=a:NoExecute`);
    await kubectl(`wait --for=delete pod ${leaving.join(" ")} --timeout=120s`);
    await settled(2 * REPLICAS + 2);
    assertEquals(await podsOn(ONE), []);
    const events = await kubectl("get events -o jsonpath={.items[*].reason}");
    assert(events.split(" ").includes("TaintManagerEviction"), events);
    await kubectl(`taint node ${ONE} team-`);
    await scale(REPLICAS);
  });
  await t.step("drain waits for what a budget forbids, and goes on when it may", async () => {
    await kubectl("create pdb web --selector=app=web --min-available=1");
    await kubectl(
      `wait --for=jsonpath={.status.currentHealthy}=${REPLICAS} pdb/web --timeout=120s`,
    );
    // All but one at once: kubectl asks again for that one five seconds later. Until it was refused nobody comes instead.
    await kubectl(`cordon ${ONE}`);
    const draining = call(`drain ${OTHER} --timeout=120s`);
    await eventually("an eviction is refused", async () => {
      const metrics = await (await client.fetch("/metrics")).text();
      return metrics.split("\n").some((line) =>
        line.startsWith("apiserver_request_total{") && line.includes('code="429"') &&
        line.includes('subresource="eviction"')
      );
    });
    await kubectl(`uncordon ${ONE}`);
    const { code, err } = await draining;
    assertEquals(code, 0, err);
    assert(/Cannot evict pod as it would violate the pod's disruption budget/.test(err), err);
    await settled(REPLICAS);
    assertEquals([(await podsOn(ONE)).length, (await podsOn(OTHER)).length], [REPLICAS, 0]);
    await kubectl(`uncordon ${OTHER}`);
    await kubectl("delete pdb web");
  });
  await t.step("wait tells of conditions, fields and ends", async () => {
    const met = "deployment.apps/web condition met\n";
    assertEquals(await kubectl("wait --for=condition=Available deployment/web"), met);
    const field = `jsonpath={.status.readyReplicas}=${REPLICAS}`;
    assertEquals(await kubectl(`wait --for=${field} deployment/web`), met);
    const { code, err } = await call("wait --for=condition=Never deployment/web --timeout=1s");
    assertEquals([code, err], [
      1,
      "error: timed out waiting for the condition on deployments/web\n",
    ]);
  });
  await t.step(
    "delete --cascade=orphan leaves what it owned, and background takes it along",
    async () => {
      const pods = await kubectl("get pods -o name");
      await kubectl("delete deployment web --cascade=orphan --timeout=120s");
      const owner = "jsonpath={.items[*].metadata.ownerReferences}";
      assertEquals(await kubectl(`get replicasets -o ${owner}`), "");
      assertEquals(await kubectl("get pods -o name"), pods);
      await kubectl("delete replicasets --all --cascade=orphan --timeout=120s");
      assertEquals(await kubectl(`get pods -o ${owner}`), "");
      assertEquals(await kubectl("get pods -o name"), pods);
      // Another one of the name takes them in again.
      await kubectl(`create deployment web --image=one --replicas=${REPLICAS}`);
      await settled(REPLICAS);
      await kubectl("delete deployment web --cascade=background");
      await kubectl("wait --for=delete replicasets,pods -l app=web --timeout=120s");
      await kubectl("delete pods --all --timeout=120s");
      assertEquals(await kubectl("get replicasets,pods -o name"), "");
    },
  );
});
