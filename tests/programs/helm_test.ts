/** helm: a chart with a definition and hooks, from its installation to its end. */
import { missing, slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import {
  type Client,
  ConfigMap,
  createClient,
  CustomResourceDefinition,
  Deployment,
  dynamicKind,
  Job,
  Namespace,
  RoleBinding,
  Secret,
  Service,
} from "../../toolkit/mod.ts";
import { startServer } from "../clients/servers.ts";
import { writeChart } from "./chart.ts";
import { HELM_VERSION, helmProgram } from "./helm.ts";

const NAME = `helm ${HELM_VERSION} installs, upgrades, rolls back, tests and removes a chart`;

const Widget = dynamicKind({
  group: "shop.example",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
});

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else if (missing(["go"]).length > 0) {
  testWith(["go"], NAME, () => {});
} else {
  const helm = await helmProgram().catch((error: Error) => error);
  if (typeof helm === "string") Deno.test(NAME, (context) => runHelm(context, helm));
  else Deno.test.ignore(`${NAME} [needs helm, which can't be built: ${helm.message}]`, () => {});
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function runHelm(context: Deno.TestContext, program: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const home = await Deno.makeTempDir({ prefix: "orch-helm-" });
  stack.defer(() => Deno.remove(home, { recursive: true }));
  const server = stack.use(await startServer("this server"));
  const over = new AbortController();
  const client = stack.use(
    await createClient({ config: server.kubeconfig, namespace: "shop", signal: over.signal }),
  );
  await client.create(Namespace, { metadata: { name: "shop" } });
  await client.create(Secret, { metadata: { name: "given" }, stringData: { word: "hello" } });
  const done: string[] = [];
  const completing = completeJobs(client, done);
  stack.defer(async () => {
    over.abort();
    await completing.catch(() => {});
  });
  const chart = `${home}/shop`;
  await writeChart(chart);

  const helm = async (...args: string[]): Promise<Ran> => {
    const { code, stdout, stderr } = await new Deno.Command(program, {
      args: [...args, "--namespace=shop"],
      env: { HOME: home, KUBECONFIG: server.kubeconfig, HELM_NAMESPACE: "shop" },
      cwd: home,
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
  };
  const ok = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await helm(...args);
    assertEquals(code, 0, `helm ${args.join(" ")}: ${err}\n${server.log()}`);
    return out;
  };
  const colors = async () => {
    const { data } = await client.get(ConfigMap, "a-config");
    const widgets = (await client.list(Widget)).items;
    return [data?.color, ...widgets.map(({ spec }) => spec.color)];
  };
  const revisions = async () => {
    const history = JSON.parse(await ok("history", "a", "--output=json"));
    return history.map(({ revision, status }: { revision: number; status: string }) =>
      `${revision} ${status}`
    );
  };
  const step = async (name: string, run: () => Promise<void>) => {
    if (!await context.step(name, run)) throw new Error(`${name} failed`);
  };
  const WAIT = ["--wait", "--wait-for-jobs", "--timeout=120s"];

  await step("what would be installed is asked of the server", async () => {
    // The definition comes with the chart: a dry run makes none of it.
    const args = ["install", "a", chart, "--dry-run=server", "--skip-crds", "--set=widgets=0"];
    const manifest = await ok(...args);
    assert(manifest.includes('given: "hello"') && manifest.includes('apis: "true"'), manifest);
    assertEquals(
      (await client.list(ConfigMap, { labelSelector: { "app.kubernetes.io/name": "shop" } })).items,
      [],
    );
  });
  await step("install with a definition and hooks, waiting for both", async () => {
    const out = await ok("install", "a", chart, ...WAIT);
    assert(out.includes("The shop is red."), out);
    assertEquals(done, ["a-pre-install before a-config", "a-post-install after a-config"]);
    assertEquals(await colors(), ["red", "red", "red"]);
    assertEquals((await client.list(Job)).items, []);
    const binding = await client.get(RoleBinding, "a");
    assertEquals(binding.subjects?.[0]?.namespace ?? "shop", "shop");
    const [release] = (await client.list(Secret, { labelSelector: { owner: "helm" } })).items;
    assertEquals([release?.type, release?.metadata.name], [
      "helm.sh/release.v1",
      "sh.helm.release.v1.a.v1",
    ]);
  });
  await step("an upgrade leaves alone what others own, and what the server gave", async () => {
    const before = await client.get(Service, "a");
    await client.patch(Service, "a", { metadata: { annotations: { mine: "kept" } } });
    await ok("upgrade", "a", chart, "--set=color=blue,widgets=1,port=81", ...WAIT);
    const after = await client.get(Service, "a");
    assertEquals(after.spec.clusterIP, before.spec.clusterIP);
    assertEquals(after.spec.ports?.map(({ port }) => port), [81]);
    assertEquals(after.metadata.annotations?.mine, "kept");
    assertEquals(await colors(), ["blue", "blue"]);
    const { spec } = await client.get(Deployment, "a");
    assertEquals(spec.template.spec?.containers[0]?.env, [{ name: "COLOR", value: "blue" }]);
  });
  await step("what the server refuses is told, and the release is as before", async () => {
    for (
      const [values, told] of [
        ["color=blue,widgets=1,port=99999", 'Service "a" is invalid: spec.ports[0].port: Invalid'],
        ["color=green,widgets=2,port=81", 'Unsupported value: "green": supported values: "red", '],
      ] as const
    ) {
      const refused = await helm("upgrade", "a", chart, `--set=${values}`, "--atomic", ...WAIT);
      assertEquals(refused.code, 1);
      assert(refused.err.includes(told), refused.err);
      assertEquals(await colors(), ["blue", "blue"]);
    }
    const history = ["1 superseded", "2 superseded", "3 failed", "4 superseded", "5 failed"];
    assertEquals(await revisions(), [...history, "6 deployed"]);
  });
  await step("rollback", async () => {
    await ok("rollback", "a", "1", ...WAIT);
    assertEquals(await colors(), ["red", "red", "red"]);
    assertEquals((await client.get(Service, "a")).spec.ports?.map(({ port }) => port), [80]);
    assertEquals((await revisions()).at(-1), "7 deployed");
  });
  await step("test, status, list, get", async () => {
    await ok("test", "a", "--timeout=120s");
    const status = JSON.parse(await ok("status", "a", "--output=json"));
    assertEquals(status.info.status, "deployed");
    const listed = JSON.parse(await ok("list", "--output=json"));
    assertEquals(
      listed.map(({ name, revision }: { name: string; revision: string }) => [name, revision]),
      [
        ["a", "7"],
      ],
    );
    assert((await ok("get", "manifest", "a")).includes("kind: Widget"));
  });
  await step("uninstall leaves the definition, and nothing else", async () => {
    await ok("uninstall", "a", ...WAIT.filter((flag) => flag !== "--wait-for-jobs"));
    assertEquals(await client.find(ConfigMap, "a-config"), undefined);
    assertEquals(await client.find(Service, "a"), undefined);
    assertEquals((await client.list(Widget)).items, []);
    assertEquals((await client.list(Secret)).items.map(({ metadata }) => metadata.name), ["given"]);
    assert(await client.find(CustomResourceDefinition, "widgets.shop.example"));
    assertEquals((await helm("status", "a")).err.trim(), "Error: release: not found");
  });
  const hooks = done.slice(2).map((text) => text.replace(" after a-config", ""));
  assertEquals(hooks, [
    "a-pre-upgrade",
    ...["a-pre-upgrade", "a-pre-rollback"],
    ...["a-pre-upgrade", "a-pre-rollback"],
    "a-pre-rollback",
    "a-test",
    "a-pre-delete",
  ]);
}

/** Does what controllers and nodes would: each job is complete as soon as it is there. */
async function completeJobs(client: Client, done: string[]): Promise<void> {
  const seen = new Set<string>();
  for await (const event of client.watch(Job)) {
    if (event.type !== "ADDED" && event.type !== "MODIFIED") continue;
    const { metadata: { name, uid } } = event.object;
    if (seen.has(uid)) continue;
    seen.add(uid);
    const isAfter = await client.find(ConfigMap, "a-config") !== undefined;
    done.push(`${name} ${isAfter ? "after" : "before"} a-config`);
    const time = new Date().toISOString().replace(/\.\d+/, "");
    const condition = { status: "True", lastProbeTime: time, lastTransitionTime: time } as const;
    await client.patch(Job, name, {
      status: {
        startTime: time,
        completionTime: time,
        succeeded: 1,
        conditions: [
          { type: "SuccessCriteriaMet", ...condition },
          { type: "Complete", ...condition },
        ],
      },
    }, { subresource: "status" });
  }
}
