/** What people do with kubectl on the cluster of `orch up`. */
import { createClient, Endpoints } from "../../mod.ts";
import { testWith } from "../../testing/requirements.ts";
import { eventually } from "../../testing/eventually.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { addressIn, ask, Place, type Result, run, steps } from "./place.ts";

/** What a fresh cluster has. */
const NAMESPACES = ["default", "kube-node-lease", "kube-public", "kube-system"];

testWith(
  ["kubectl"],
  "orch up runs a cluster for kubectl until Ctrl-C, and goes on with it",
  async (t) => {
    const step = steps(t);
    await using place = new Place();
    const config = { KUBECONFIG: `${place.state}/config/admin.yaml` };
    const tried = (...args: string[]): Promise<Result> => run("kubectl", args, config);
    const kubectl = async (...args: string[]) => {
      const { code, out, err } = await tried(...args);
      assertEquals([code, err], [0, ""], args.join(" "));
      return out;
    };
    const namespaces = async () =>
      (await kubectl("get", "namespaces", "-o", "name")).trim().split("\n");
    const pods = () => kubectl("get", "pods", "-o", "jsonpath={.items[*].metadata.uid}");
    let before: string;
    {
      await using up = await place.ready("--nodes=2");
      const address = addressIn(up.out);

      await step("it says how kubectl reaches it", async () => {
        await up.line(/kubectl get namespaces/);
        const [, typed] = /export KUBECONFIG=(\S+)/.exec(up.out)!;
        await up.line(/That config may do everything. Others may do what roles allow them/);
        await up.line(/Pods run on 2 simulated nodes, without containers/);
        assertEquals(typed, config.KUBECONFIG);
        assertEquals(await namespaces(), NAMESPACES.map((name) => `namespace/${name}`));
      });

      await step("a second one is refused", async () => {
        const second = await place.orch("up");
        assertEquals([second.code, second.out], [1, ""]);
        assertEquals(
          second.err,
          `Error: orch up runs already: process ${up.process.pid}, at ${address} (state folder ${place.state})\n`,
        );
      });

      await step("it is closed, and secrets are encrypted", async () => {
        await kubectl("create", "serviceaccount", "robot");
        const token = (await kubectl("create", "token", "robot")).trim();
        const response = await ask(place, "nobody", "/api/v1/namespaces/default/pods", token);
        assertEquals(response.status, 403);
        const why = 'User "system:serviceaccount:default:robot" cannot list resource "pods"';
        assert((await response.text()).includes(JSON.stringify(why).slice(1, -1)));
        const { code, out } = await tried("auth", "can-i", "list", "pods", "--as=bob");
        assertEquals([code, out], [1, "no\n"]);
        await kubectl(
          "create",
          "secret",
          "generic",
          "word",
          "--from-literal=word=nobody-reads-this",
        );
        const files = [...Deno.readDirSync(place.state)].filter(({ name, isFile }) =>
          isFile && name.startsWith("store.kv")
        );
        assert(files.length > 0);
        for (const { name } of files) {
          const text = new TextDecoder("latin1").decode(
            Deno.readFileSync(`${place.state}/${name}`),
          );
          assert(!text.includes("nobody-reads-this"), name);
          assert(!text.includes(btoa("nobody-reads-this")), name);
        }
      });

      await step(
        "namespaces end and dependents go, also after a restart of the manager",
        async () => {
          const fill = async (name: string) => {
            await kubectl("create", "namespace", name);
            await kubectl("create", "deployment", "web", "--image=web:1", "-n", name);
            await kubectl("create", "configmap", "settings", "-n", name);
          };
          await fill("first");
          await kubectl(
            "delete",
            "deployment",
            "web",
            "-n",
            "first",
            "--cascade=foreground",
            "--wait",
          );
          await kubectl("delete", "namespace", "first", "--wait", "--timeout=120s");

          const { children } = JSON.parse((await place.orch("status", "--output=json")).out);
          const manager = children.find(({ name }: { name: string }) =>
            name === "controller-manager"
          );
          Deno.kill(manager.pid, "SIGKILL");
          await up.line(/The controller manager was ended by SIGKILL/);
          await fill("second");
          await kubectl("delete", "namespace", "second", "--wait", "--timeout=120s");
          assertEquals(await namespaces(), NAMESPACES.map((name) => `namespace/${name}`));
        },
      );

      await step("pods run on its nodes", async () => {
        assertEquals(await kubectl("get", "nodes", "-o", "name"), "node/node-1\nnode/node-2\n");
        await kubectl("create", "deployment", "web", "--image=web:1", "--replicas=3");
        await kubectl("rollout", "status", "deployment/web", "--timeout=120s");
        await kubectl("expose", "deployment", "web", "--port=80");
        await using client = await createClient({ config: config.KUBECONFIG });
        await client.waitFor(Endpoints, "web", (one) => one?.subsets?.[0]?.addresses?.length === 3);
        assert((await kubectl("logs", "-l", "app=web")).includes("web is ready"));
        await kubectl("create", "job", "once", "--image=once:1");
        await kubectl("wait", "--for=condition=complete", "job/once", "--timeout=120s");
        await kubectl("delete", "job", "once", "--wait", "--cascade=foreground");
      });

      await step("Ctrl-C ends it", async () => {
        before = await pods();
        up.interrupt();
        const { code, out, err } = await up.ended();
        assertEquals([code, err], [0, ""]);
        assert(/^Ended cleanly after .* The state is kept in /m.test(out), out);
      });
    }
    await using _ = await place.ready("--nodes=2", "--open");

    await step("its pods go on running, and leave a node that is drained", async () => {
      await kubectl("rollout", "status", "deployment/web", "--timeout=120s");
      assertEquals(await pods(), before, "they are the same pods");
      const drained = await tried("drain", "node-1", "--ignore-daemonsets");
      assertEquals(drained.code, 0, drained.err);
      // A rollout's status may be that of before the drain.
      await eventually("all pods are on the other node", async () => {
        const nodes = await kubectl("get", "pods", "-o", "jsonpath={.items[*].spec.nodeName}");
        return nodes === "node-2 node-2 node-2";
      });
    });

    await step("with --open everybody may do everything, and secrets are read still", async () => {
      assertEquals(await kubectl("auth", "can-i", "list", "pods", "--as=bob"), "yes\n");
      const read = await kubectl("get", "secret", "word", "-o", "jsonpath={.data.word}");
      assertEquals(atob(read), "nobody-reads-this");
    });
  },
);
