/** What people do with kubectl on the cluster of `orch up`. */
import { createClient, Endpoints } from "../../mod.ts";
import { testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { addressIn, ask, Place, run } from "./place.ts";

testWith(["kubectl"], "orch up runs a cluster for kubectl until Ctrl-C", async () => {
  await using place = new Place();
  await using up = await place.ready();
  const address = addressIn(up.out);
  await up.line(/kubectl get namespaces/);
  const [, typed] = /export KUBECONFIG=(\S+)/.exec(up.out)!;
  await up.line(/That config may do everything. Others may do what roles allow them/);
  await up.line(/Pods run on a simulated node, without containers/);
  const names = await run("kubectl", ["get", "namespaces", "-o", "name"], { KUBECONFIG: typed! });
  assertEquals([names.code, names.err], [0, ""]);
  assertEquals(
    names.out,
    ["default", "kube-node-lease", "kube-public", "kube-system"].map((name) =>
      `namespace/${name}\n`
    ).join(""),
  );

  const second = await place.orch("up");
  assertEquals([second.code, second.out], [1, ""]);
  assertEquals(
    second.err,
    `Error: orch up runs already: process ${up.process.pid}, at ${address} (state folder ${place.state})\n`,
  );

  up.interrupt();
  const { code, out, err } = await up.ended();
  assertEquals([code, err], [0, ""]);
  assert(/^Ended cleanly after .* The state is kept in /m.test(out), out);
});

testWith(["kubectl"], "orch up is closed, unless --open says otherwise", async () => {
  await using place = new Place();
  const kubectl = async (...args: string[]) => {
    const config = { KUBECONFIG: `${place.state}/config/admin.yaml` };
    const { code, out, err } = await run("kubectl", args, config);
    return { code, text: (out + err).trim() };
  };
  {
    await using _ = await place.ready();
    assertEquals((await kubectl("create", "serviceaccount", "robot")).code, 0);
    const token = (await kubectl("create", "token", "robot")).text;
    const response = await ask(place, "nobody", "/api/v1/namespaces/default/pods", token);
    assertEquals(response.status, 403);
    const why = 'User "system:serviceaccount:default:robot" cannot list resource "pods"';
    assert((await response.text()).includes(JSON.stringify(why).slice(1, -1)));
    assertEquals((await kubectl("auth", "can-i", "list", "pods", "--as=bob")).text, "no");
    const secret = ["secret", "generic", "word", "--from-literal=word=nobody-reads-this"];
    assertEquals((await kubectl("create", ...secret)).code, 0);
    const files = [...Deno.readDirSync(place.state)].filter(({ name, isFile }) =>
      isFile && name.startsWith("store.kv")
    );
    for (const { name } of files) {
      const text = new TextDecoder("latin1").decode(Deno.readFileSync(`${place.state}/${name}`));
      assert(!text.includes("nobody-reads-this"), name);
      assert(!text.includes(btoa("nobody-reads-this")), name);
    }
    await place.orch("down");
  }
  await using _ = await place.ready("--open");
  assertEquals((await kubectl("auth", "can-i", "list", "pods", "--as=bob")).text, "yes");
  const read = await kubectl("get", "secret", "word", "-o", "jsonpath={.data.word}");
  assertEquals(atob(read.text), "nobody-reads-this");
});

testWith(
  ["kubectl"],
  "namespaces end and dependents go under orch up, also after a restart",
  async () => {
    await using place = new Place();
    await using up = await place.ready();
    const config = { KUBECONFIG: `${place.state}/config/admin.yaml` };
    const kubectl = async (...args: string[]) => {
      const { code, out, err } = await run("kubectl", args, config);
      assertEquals([code, err], [0, ""], args.join(" "));
      return out;
    };
    const fill = async (name: string) => {
      await kubectl("create", "namespace", name);
      await kubectl("create", "deployment", "web", "--image=web:1", "-n", name);
      await kubectl("create", "configmap", "settings", "-n", name);
    };
    await fill("first");
    await kubectl("delete", "deployment", "web", "-n", "first", "--cascade=foreground", "--wait");
    await kubectl("delete", "namespace", "first", "--wait", "--timeout=120s");

    const { children } = JSON.parse((await place.orch("status", "--output=json")).out);
    const manager = children.find(({ name }: { name: string }) => name === "controller-manager");
    Deno.kill(manager.pid, "SIGKILL");
    await up.line(/The controller manager was ended by SIGKILL/);
    await fill("second");
    await kubectl("delete", "namespace", "second", "--wait", "--timeout=120s");
    assertEquals(
      await kubectl("get", "namespaces", "-o", "name"),
      ["default", "kube-node-lease", "kube-public", "kube-system"]
        .map((name) => `namespace/${name}\n`).join(""),
    );
  },
);

testWith(
  ["kubectl"],
  "pods run on the nodes of orch up, and go on running after a restart",
  async () => {
    await using place = new Place();
    const config = { KUBECONFIG: `${place.state}/config/admin.yaml` };
    const kubectl = async (...args: string[]) => {
      const { code, out, err } = await run("kubectl", args, config);
      assertEquals([code, err], [0, ""], args.join(" "));
      return out;
    };
    const pods = () => kubectl("get", "pods", "-o", "jsonpath={.items[*].metadata.uid}");
    let before: string;
    {
      await using _ = await place.ready("--nodes=2");
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
      before = await pods();
      await place.orch("down");
    }
    await using _ = await place.ready("--nodes=2");
    await kubectl("rollout", "status", "deployment/web", "--timeout=120s");
    assertEquals(await pods(), before, "they are the same pods");
    const drained = await run("kubectl", ["drain", "node-1", "--ignore-daemonsets"], config);
    assertEquals(drained.code, 0, drained.err);
    await kubectl("rollout", "status", "deployment/web", "--timeout=120s");
    const nodes = await kubectl("get", "pods", "-o", "jsonpath={.items[*].spec.nodeName}");
    assertEquals(nodes, "node-2 node-2 node-2");
  },
);
