/** `orch owners` on whole servers, in both dialects. */
import {
  ConfigMap,
  defineResource,
  Deployment,
  type Dialect,
  DIALECTS,
  FakeClock,
  Type,
} from "../../mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { EXIT_CONFLICT, main as owners } from "../../toolkit/cli/owners/command.ts";
import { encodeYaml } from "../../toolkit/codec/yaml.ts";
import { OpenServer } from "./server.ts";
import { run, type RunOptions, TestFolder } from "./terminal.ts";

const web = {
  metadata: { name: "web" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "web", image: "nginx:1" }] },
    },
  },
};
const manifest = { apiVersion: "apps/v1", kind: "Deployment", ...web };

/** A deployment that two have applied, and a third has labelled. */
async function started(dialect: Dialect = "kubernetes") {
  const server = await OpenServer.start(dialect);
  const { client } = server;
  await client.apply(Deployment, web, { fieldManager: "kubectl" });
  const scaled = { metadata: { name: "web" }, spec: { replicas: 5 } };
  await client.apply(Deployment, scaled, { fieldManager: "scaler", force: true });
  const annotations = { "example.com/evil": "\u001b[2J\u009b31m\u202e" };
  await client.patch(Deployment, "web", { metadata: { annotations } }, { fieldManager: "noter" });
  const call = (args: string[], options?: RunOptions) =>
    run(owners, [...args, "--kubeconfig", server.url], options);
  return { server, client, call, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

for (const dialect of DIALECTS) {
  Deno.test(`orch owners shows fields as a tree, each with its owner, ${dialect}`, async () => {
    await using env = await started(dialect);
    const { code, out, err } = await env.call(["deploy/web"]);
    assertEquals([code, err], [0, ""]);
    const rows = out.split("\n").map((line) =>
      line.trim().replace(/ {3,}/g, " | ").replace(/T\d\d:.*/, "")
    );
    assertEquals(rows.slice(0, 3), [
      "deployments.apps default/web",
      "",
      "FIELD | VALUE | MANAGER | OPERATION | TIME",
    ]);
    const today = new Date().toISOString().slice(0, 10);
    for (
      const row of [
        `replicas | 5 | scaler | Apply | ${today}`,
        `selector | {"matchLabels":{"app":"web"}} | kubectl | Apply | ${today}`,
        `image | "nginx:1" | kubectl | Apply | ${today}`,
        `restartPolicy | "Always" | -`,
      ]
    ) assert(rows.includes(row), `${row}\n${rows.join("\n")}`);
    // What others wrote moves no cursor, and no line.
    assert(
      rows.some((row) =>
        row.startsWith('example.com/evil | "\\u001b[2J\\u009b31m\\u202e" | noter')
      ),
      out,
    );
    // deno-lint-ignore no-control-regex
    assert(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/.test(out), "a terminal would obey");
  });
}

Deno.test("orch owners takes a kind by any of its names", async () => {
  await using env = await started();
  const names = [
    ["deploy/web"],
    ["deployment", "web"],
    ["deployments/web"],
    ["Deployment/web"],
    ["deployments.apps/web"],
    ["deploy.v1.apps/web"],
    ["deployment/web", "-n", "default"],
  ];
  for (const args of names) {
    const { out, err } = await env.call(args);
    assert(out.startsWith("deployments.apps default/web\n"), `${args}: ${err}`);
  }
  const namespace = await env.call(["ns/default", "-n", "elsewhere"]);
  assert(namespace.out.startsWith("namespaces default\n"), namespace.err);
});

Deno.test("orch owners prints JSON whose values are whole", async () => {
  await using env = await started();
  const { code, out } = await env.call(["deploy/web", "-o", "json"]);
  assertEquals(code, 0);
  const { fields, ...object } = JSON.parse(out) as {
    fields: { path: string; value?: unknown; owners: { manager: string; operation: string }[] }[];
  };
  assertEquals(object as unknown, {
    group: "apps",
    version: "v1",
    kind: "Deployment",
    namespace: "default",
    name: "web",
  });
  const field = (path: string) => fields.find((one) => one.path === path);
  assertEquals(field("metadata.annotations.example.com/evil")?.value, "\u001b[2J\u009b31m\u202e");
  assertEquals(
    field("spec.replicas")?.owners.map(({ manager, operation }) => [manager, operation]),
    [
      ["scaler", "Apply"],
    ],
  );
  assertEquals(field('spec.template.spec.containers[name="web"].image')?.value, "nginx:1");
  assertEquals(field("metadata.uid"), undefined);
});

Deno.test("orch owners --apply tells what would change, whose it is, and writes nothing", async () => {
  await using env = await started();
  const { client, call } = env;
  await using folder = await TestFolder.make();
  const before = await client.get(Deployment, "web");
  const labelled = { ...manifest, metadata: { name: "web", labels: { a: "b" } } };
  const other = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "web" }, data: {} };
  const file = await folder.write(
    "web.yaml",
    `${encodeYaml(other)}---\n${encodeYaml(labelled)}---\n`,
  );
  const refused = await call(["deploy/web", "--apply", file]);
  assertEquals([refused.code, refused.err], [EXIT_CONFLICT, ""]);
  assertEquals(
    refused.out,
    `Applying deployments.apps default/web as "kubectl" would change 2 fields:

    FIELD               NOW   THEN   OWNED BY
+   metadata.labels.a   -     "b"    -
!   spec.replicas       5     2      scaler     conflict

1 field is in conflict: the server would refuse this apply. Leave out what is scaler's, or apply with force to take it. Nothing was written.
`,
  );
  // As the one who owns the field there is nothing to be refused.
  const own = await call(["deploy/web", "-f", file, "--field-manager", "scaler", "-o", "json"]);
  assertEquals(own.code, 0);
  const { changes, fieldManager } = JSON.parse(own.out) as {
    fieldManager: string;
    changes: { path: string; before?: unknown; after?: unknown; conflict: boolean }[];
  };
  assertEquals([fieldManager, changes.map(({ path }) => path)], [
    "scaler",
    ["metadata.labels.a", "spec.replicas"],
  ]);
  const same = await call(["deploy/web", "-f", "-", "--field-manager", "scaler"], {
    text: JSON.stringify({ ...manifest, spec: { ...web.spec, replicas: 5 } }),
  });
  assertEquals(
    same.out,
    'Applying deployments.apps default/web as "scaler" would change no field.\n',
  );
  const fresh = await call(["cm/new", "-f", "-"], {
    text: JSON.stringify({ ...other, metadata: { name: "new" }, data: { k: "v" } }),
  });
  assertEquals([fresh.code, /^\+ +data\.k +- +"v" +-$/m.test(fresh.out)], [0, true], fresh.out);
  assertEquals(await client.find(ConfigMap, "new"), undefined);
  assertEquals((await client.get(Deployment, "web")).metadata, before.metadata);
});

Deno.test("orch owners knows the lists of custom resources by their keys", async () => {
  const Site = defineResource({
    group: "example.com",
    version: "v1",
    kind: "Site",
    scope: "Cluster",
    spec: Type.Object({
      tags: Type.ListSet(Type.String()),
      routes: Type.ListMap(Type.Object({ path: Type.String(), to: Type.Integer() }), ["path"]),
      steps: Type.Array(Type.Integer()),
    }),
  });
  await using server = await OpenServer.start();
  const { client } = server;
  // Together: the kind is waited for then.
  await client.applyManifests([Site.definition(), {
    apiVersion: "example.com/v1",
    kind: "Site",
    metadata: { name: "a" },
    spec: { tags: ["x", 'q"'], routes: [{ path: "/", to: 1 }], steps: [1, 2] },
  }], { fieldManager: "one" });
  const { out, err } = await run(owners, ["sites/a", "-o", "json", "--kubeconfig", server.url]);
  assertEquals(err, "");
  const { fields } = JSON.parse(out) as { fields: { path: string; owners: unknown[] }[] };
  assertEquals(fields.map(({ path, owners }) => [path, owners.length]), [
    ['spec.tags[="x"]', 1],
    ['spec.tags[="q\\""]', 1],
    ['spec.routes[path="/"]', 1],
    ['spec.routes[path="/"].path', 1],
    ['spec.routes[path="/"].to', 1],
    ["spec.steps", 1],
  ]);
});

Deno.test("orch owners uses colours on terminals alone, and not with NO_COLOR", async () => {
  await using env = await started();
  const colored = async (options: RunOptions) =>
    (await env.call(["deploy/web"], options)).out.includes("\u001b[");
  assertEquals(await colored({ columns: 80 }), true);
  assertEquals(await colored({ columns: 80, environment: { NO_COLOR: "1" } }), false);
  assertEquals(await colored({ columns: 80, environment: { NO_COLOR: "" } }), true);
  assertEquals(await colored({}), false);
});

Deno.test("orch owners says what is wrong: 2 for the command line, 1 for the rest", async () => {
  await using env = await started();
  await using folder = await TestFolder.make();
  const file = await folder.write("a.yaml", encodeYaml(manifest));
  const twice = await folder.write("b.yaml", `${encodeYaml(manifest)}---\n${encodeYaml(manifest)}`);
  const elsewhere = { ...manifest, metadata: { name: "web", namespace: "shop" } };
  const other = await folder.write("c.yaml", encodeYaml(elsewhere));
  const bad = await folder.write("d.yaml", "a: b: c");
  const wrong = { ...manifest, spec: { ...web.spec, replicas: "many" } };
  const mistyped = await folder.write("e.yaml", encodeYaml(wrong));
  const cases: [code: number, args: string[], said: RegExp][] = [
    [2, [], /no object is named: write KIND\/NAME/],
    [2, ["web"], /"web" names no object/],
    [2, ["a/b/c"], /"a\/b\/c" names no object/],
    [2, ["deploy/"], /"deploy\/" names no object/],
    [2, ["deploy", "web", "more"], /unexpected argument "more"/],
    [2, ["deploy", "shop/web"], /its namespace by -n/],
    [2, ["deploy/web", "--sing"], /unknown flag: --sing/],
    [2, ["deploy/web", "-o", "xml"], /must be one of text, json/],
    [2, ["deploy/web", "--apply="], /--apply names no file/],
    [2, ["deploy/web", "--field-manager", "me"], /--field-manager is about --apply/],
    [2, ["deploy/web", "--timeout", "5 minutes"], /5 minutes/],
    [1, ["depoly/web"], /no kind "depoly" \(did you mean deploy\?\)/],
    [1, ["deploy.v2.apps/web"], /no kind "deploy\.v2\.apps"/],
    [1, ["deploy/nope"], /deployments\.apps "nope" not found/],
    [1, ["deploy/web", "-n", "nope"], /"web" not found/],
    [2, ["deploy/.."], /"\.\." is no name/],
    [2, ["deploy/web", "-n", "a/b"], /"a\/b" is no name/],
    [1, ["deploy/web", "--apply", "/nowhere"], /nowhere/],
    [1, ["deploy/web", "--apply", folder.path], /directory/],
    [
      1,
      ["cm/web", "--apply", file],
      /no ConfigMap web of the namespace default: there is Deployment web/,
    ],
    [1, ["deploy/web", "--apply", twice], /the Deployment web of the namespace default 2 times/],
    [1, ["deploy/web", "--apply", other], /no Deployment web of the namespace default/],
    [1, ["deploy/web", "--apply", bad], /yaml: line 1/],
    [1, ["deploy/web", "--apply", mistyped], /replicas/],
  ];
  for (const [code, args, said] of cases) {
    const found = await env.call(args);
    assert(said.test(found.err), `${args}: ${found.err}`);
    assertEquals([found.code, found.out, found.err.startsWith("Error: ")], [code, "", true]);
    assertEquals(/--help' for help\.\n$/.test(found.err), code === 2);
  }
});

Deno.test("orch owners ends when its time is over", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${listener.addr.port}`;
  const clock = new FakeClock();
  const said = run(owners, ["deploy/web", "--kubeconfig", url, "--timeout=2m"], { clock });
  await clock.advance(120_000);
  const { code, err } = await said;
  assertEquals([code, err], [1, "Error: the server has not answered within 2m: see --timeout\n"]);
});

Deno.test("orch owners --help names every flag and exit code", async () => {
  const { code, out } = await run(owners, ["--help"]);
  assertEquals(code, 0);
  for (
    const word of ["KIND/NAME", "--apply file", "--kubeconfig file", "-o, --output", "Exit codes"]
  ) {
    assert(out.includes(word), word);
  }
});
