/** What people do with a stock kubectl, step by step, against a whole server. */

import { testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Kubectl } from "./kubectl.ts";
import { startSecureServer, withKubectl } from "./with_kubectl.ts";

const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: "nginx:1", ports: [{containerPort: 80}]}
`;

for (const dialect of ["kubernetes", "orch"] as const) {
  testWith(
    ["kubectl"],
    `kubectl makes, reads, changes and deletes (${dialect})`,
    () =>
      withKubectl(dialect, async (kubectl) => {
        await kubectl.ok("create namespace team");
        await kubectl.ok("create configmap settings -n team --from-literal=color=red");
        assertMatch(await kubectl.ok("get configmap settings -n team -o yaml"), /color: red/);
        assertEquals(
          await kubectl.ok("get cm settings -n team -o 'jsonpath={.data.color}'"),
          "red",
        );
        assertMatch(await kubectl.ok("get cm -n team -o name"), /^configmap\/settings$/m);
        assertMatch(await kubectl.ok("get cm -A -o wide"), /^team +settings /m);
        await kubectl.ok("label cm settings -n team tier=front");
        assertMatch(await kubectl.ok("get cm -n team -l 'tier in (front)'"), /^settings /m);
        assertEquals(await kubectl.ok("get cm -n team -l tier=back -o name"), "");
        await kubectl.ok("annotate cm settings -n team note=kept");
        assertMatch(
          await kubectl.fails("label cm settings -n team tier=back"),
          /already has a value/,
        );
        await kubectl.ok("label cm settings -n team tier-");
        await kubectl.ok(`patch cm settings -n team -p '{"data":{"size":"1"}}'`);
        await kubectl.ok(`patch cm settings -n team --type=merge -p '{"data":{"size":null}}'`);
        const json = `[{"op":"replace","path":"/data/color","value":"blue"}]`;
        await kubectl.ok(`patch cm settings -n team --type=json -p '${json}'`);
        const shown = JSON.parse(await kubectl.ok("get cm settings -n team -o json"));
        assertEquals(shown.data, { color: "blue" });
        assertEquals(shown.metadata.annotations, { note: "kept" });
        shown.data = { color: "green" };
        await kubectl.ok("replace -f -", JSON.stringify(shown));
        assertMatch(
          await kubectl.fails("replace -f -", JSON.stringify(shown)),
          /Conflict|modified/,
        );
        assertMatch(await kubectl.ok("describe cm settings -n team"), /color:\n----\ngreen/);
        await kubectl.ok("delete cm settings -n team");
        assertMatch(await kubectl.fails("get cm settings -n team"), /NotFound/);
        assertMatch(
          await kubectl.fails("create cm x -n missing"),
          /namespaces "missing" not found/,
        );
      }),
  );

  testWith(
    ["kubectl"],
    `kubectl explains and lists what is served (${dialect})`,
    () =>
      withKubectl(dialect, async (kubectl) => {
        const resources = await kubectl.ok("api-resources --no-headers");
        for (const name of ["configmaps", "deployments", "leases"]) {
          assert(resources.includes(name), name);
        }
        assertMatch(await kubectl.ok("api-versions"), /^apps\/v1$/m);
        assertMatch(
          await kubectl.ok("explain deployment.spec.template.spec.containers"),
          /image\t/,
        );
        assertMatch(await kubectl.ok("version"), /Server Version: v1\.36/);
        assertMatch(await kubectl.ok("get --raw /readyz"), /^ok$/);
        assertMatch(await kubectl.ok("get --raw '/livez?verbose'"), /livez check passed/);
      }),
  );
}

testWith(
  ["kubectl"],
  "kubectl apply merges what was applied with what is there",
  () =>
    withKubectl("kubernetes", async (kubectl) => {
      assertMatch(await kubectl.ok("apply -f -", DEPLOYMENT), /created/);
      assertMatch(await kubectl.ok("apply -f -", DEPLOYMENT), /unchanged/);
      await kubectl.ok(`patch deployment web -p '{"spec":{"minReadySeconds":5}}'`);
      const changed = DEPLOYMENT.replace("replicas: 2", "replicas: 3")
        .replace("nginx:1", "nginx:2");
      const { code, out } = await kubectl.run(["diff", "-f", "-"], changed);
      assertEquals(code, 1, "there are differences");
      assertMatch(out, /^\+ {2}replicas: 3$/m);
      assertMatch(await kubectl.ok("apply -f -", changed), /configured/);
      const found = JSON.parse(await kubectl.ok("get deployment web -o json"));
      assertEquals(found.spec.replicas, 3);
      assertEquals(found.spec.minReadySeconds, 5, "what others set stays");
      assertEquals(found.metadata.generation, 3);
      const { image, ports } = found.spec.template.spec.containers[0];
      assertEquals([image, ports], ["nginx:2", [{ containerPort: 80, protocol: "TCP" }]]);
      assertMatch(
        await kubectl.fails("apply -f -", `${DEPLOYMENT}  color: red\n`),
        /unknown field/,
      );
      await kubectl.ok("set image deployment/web web=nginx:3");
      assertMatch(await kubectl.ok("get deployment web -o yaml"), /image: nginx:3/);
      assertMatch(await kubectl.ok("apply --dry-run=server -f -", DEPLOYMENT), /server dry run/);
      assertMatch(await kubectl.ok("get deployment web -o yaml"), /image: nginx:3/);
      await kubectl.ok("delete -f -", DEPLOYMENT);
    }),
);

testWith(
  ["kubectl"],
  "kubectl apply --server-side tells of conflicts and can force them",
  () =>
    withKubectl("kubernetes", async (kubectl) => {
      const config = (color: string) =>
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {color: ${color}}`;
      const apply = "apply --server-side -f - --field-manager";
      await kubectl.ok(`${apply}=one`, config("red"));
      const conflict = await kubectl.fails(`${apply}=two`, config("blue"));
      assertMatch(conflict, /conflict with "one": .data.color/);
      assertEquals(await kubectl.ok("get cm c -o 'jsonpath={.data.color}'"), "red");
      await kubectl.ok(`${apply}=two --force-conflicts`, config("blue"));
      assertEquals(await kubectl.ok("get cm c -o 'jsonpath={.data.color}'"), "blue");
      const version = "get cm c -o 'jsonpath={.metadata.resourceVersion}'";
      const before = await kubectl.ok(version);
      await kubectl.ok(`${apply}=two`, config("blue"));
      assertEquals(await kubectl.ok(version), before, "the same again changes nothing");
      const owners = await kubectl.ok("get cm c -o yaml --show-managed-fields");
      assertMatch(owners, /manager: two\n\s+operation: Apply/);
    }),
);

testWith(
  ["kubectl"],
  "kubectl sorts, pages, waits and watches",
  () =>
    withKubectl("kubernetes", async (kubectl) => {
      const names = ["delta", "alpha", "charlie", "bravo"];
      for (const [index, name] of names.entries()) {
        await kubectl.ok(`create cm ${name} --from-literal=rank=${index}`);
      }
      const sorted = await kubectl.ok("get cm --sort-by='{.data.rank}' -o name");
      assertEquals(sorted.trim().split("\n"), names.map((name) => `configmap/${name}`));
      const paged = await kubectl.ok("get cm --chunk-size=1 -o name");
      assertEquals(paged.trim().split("\n").length, names.length);
      const custom = "custom-columns=NAME:.metadata.name,RANK:.data.rank";
      assertMatch(await kubectl.ok(`get cm alpha -o ${custom}`), /^alpha +1$/m);
      assertMatch(await kubectl.ok("get cm alpha -o 'go-template={{.data.rank}}'"), /^1$/);
      const single = await kubectl.ok("get cm --field-selector=metadata.name=bravo -o name");
      assertEquals(single, "configmap/bravo\n");

      const watching = kubectl.start(["get", "cm", "-w", "--output-watch-events"]);
      await watching.stdin.close();
      const lines = watching.stdout.pipeThrough(new TextDecoderStream()).getReader();
      const until = async (pattern: RegExp) => {
        let seen = "";
        while (!pattern.test(seen)) {
          const { value, done } = await lines.read();
          if (done) throw new Error(`the watch ended without ${pattern}:\n${seen}`);
          seen += value;
        }
      };
      await until(/ADDED +delta/);
      await kubectl.ok("label cm alpha seen=yes");
      await until(/MODIFIED +alpha/);
      await kubectl.ok("delete cm alpha");
      await until(/DELETED +alpha/);
      watching.kill("SIGTERM");
      await lines.cancel();
      await watching.stderr.cancel();
      await watching.status;

      const waiting = kubectl.ok("wait cm/bravo --for=jsonpath='{.data.done}'=yes --timeout=120s");
      await kubectl.ok(`patch cm bravo -p '{"data":{"done":"yes"}}'`);
      assertMatch(await waiting, /condition met/);
    }),
);

testWith(
  ["kubectl"],
  "kubectl delete waits for finalizers",
  () =>
    withKubectl("kubernetes", async (kubectl) => {
      const held = JSON.stringify({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "held", finalizers: ["example.com/hold"] },
      });
      await kubectl.ok("create -f -", held);
      const deleting = kubectl.ok("delete cm held --timeout=120s");
      await kubectl.ok(
        "wait cm/held --for=jsonpath='{.metadata.deletionTimestamp}' --timeout=120s",
      );
      assertMatch(
        await kubectl.fails(
          `patch cm held --type=merge -p '{"metadata":{"finalizers":["example.com/hold","a.b/c"]}}'`,
        ),
        /no new finalizers can be added/,
      );
      await kubectl.ok(`patch cm held --type=merge -p '{"metadata":{"finalizers":null}}'`);
      assertMatch(await deleting, /"held" deleted/);
      assertMatch(await kubectl.fails("get cm held"), /NotFound/);
    }),
);

testWith(["kubectl"], "kubectl --as is somebody else, where that is allowed", async () => {
  await using server = await startSecureServer("kubernetes", {
    authorizer: {
      authorize: ({ verb, name }) => ({
        decision: verb.startsWith("impersonate") && /^(dev|admin)$/.test(name)
          ? "no opinion"
          : "allow",
        reason: "",
      }),
    },
  });
  await using kubectl = await Kubectl.at(server);
  assertMatch(await kubectl.ok("auth whoami --as=somebody"), /Username +somebody/);
  assertMatch(await kubectl.fails("get cm --as=somebody --as-group=dev"), /Forbidden/);
  assertMatch(await kubectl.fails("get cm --as=admin"), /Forbidden/);
  await using stranger = await Kubectl.at(server, "wrong");
  assertMatch(await stranger.fails("get cm"), /Unauthorized|logged in/);
});

function assertMatch(text: string, pattern: RegExp): void {
  assert(pattern.test(text), `${pattern} in:\n${text}`);
}
