/** Controllers that run by themselves, as a user types them. */
import { ConfigMap, Namespace } from "../../mod.ts";
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free_port.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Environment } from "./environment.ts";

const program = (name: string) => new URL(`../../controllers/${name}.ts`, import.meta.url).pathname;

/** Clients send no credentials over plain HTTP: whoever comes is known. */
const EVERYBODY = {
  authenticator: {
    authenticate: () => ({
      is: "known" as const,
      user: { name: "somebody", uid: "", groups: [], extra: {} },
    }),
  },
};

function start(name: string, ...args: string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", program(name), ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function withConfig(server: string, use: (path: string, folder: string) => Promise<void>) {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/config.json`;
    const config = {
      apiVersion: "v1",
      kind: "Config",
      "current-context": "test",
      contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
      clusters: [{ name: "test", cluster: { server } }],
      users: [{ name: "test", user: {} }],
    };
    await Deno.writeTextFile(path, JSON.stringify(config), { mode: 0o600 });
    await use(path, folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("controllers/garbage_collector.ts collects until it is told to end, and tells how it is", async () => {
  await using env = await Environment.start("kubernetes", EVERYBODY);
  const { client } = env;
  const { metadata: { name, uid } } = await client.create(ConfigMap, {
    metadata: { name: "parent" },
  });
  const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name, uid }];
  await client.create(ConfigMap, { metadata: { name: "child", ownerReferences } });
  await withConfig(env.server.url, async (path, folder) => {
    const socket = `${folder}/status.sock`;
    const process = start(
      "garbage_collector",
      `--config=${path}`,
      `--status-socket=${socket}`,
      "--concurrent-gc-syncs=2",
    );
    await client.delete(ConfigMap, "parent");
    await env.gone(ConfigMap, "child");
    using http = Deno.createHttpClient({ proxy: { transport: "unix", path: socket } });
    const ask = async (page: string) => {
      const response = await fetch(`http://status${page}`, { client: http });
      return [response.status, await response.text()] as const;
    };
    assertEquals(await ask("/readyz"), [200, "ok"]);
    assertEquals((await ask("/else"))[0], 404);
    const [, metrics] = await ask("/metrics");
    assert(metrics.includes('workqueue_adds_total{name="garbage_collector_attempt_to_delete"}'));
    assert(
      metrics.includes('rest_client_requests_total{code="200",method="DELETE",host="127.0.0.1:'),
    );
    assertEquals((await Deno.stat(socket)).mode! & 0o777, 0o600);
    process.kill("SIGTERM");
    const { code, stderr } = await process.output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
  });
});

Deno.test("controllers/namespace.ts ends namespaces, by the flag's other names too", async () => {
  await using env = await Environment.start("kubernetes", EVERYBODY);
  const { client } = env;
  await client.create(Namespace, { metadata: { name: "shop" } });
  await client.delete(Namespace, "shop");
  await withConfig(env.server.url, async (path) => {
    const process = start("namespace", "--api-dialect=kubernetes", `--kubeconfig=${path}`);
    await env.gone(Namespace, "shop");
    process.kill("SIGTERM");
    assertEquals((await process.output()).code, 0);
  });
});

Deno.test("controllers tell that they live while the API server is away", async () => {
  await withConfig(`http://127.0.0.1:${freePort()}`, async (path) => {
    const port = freePort();
    const process = start("namespace", `--config=${path}`, `--status-port=${port}`);
    let log = "";
    const logRead = (async () => {
      for await (const text of process.stderr.pipeThrough(new TextDecoderStream())) log += text;
    })();
    const ask = async (page: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${page}`);
      return [response.status, await response.text()];
    };
    await eventually("it answers", () => ask("/livez").then(() => true, () => false));
    assertEquals(await ask("/livez"), [200, "ok"]);
    assertEquals((await ask("/readyz"))[0], 500);
    await eventually("it says so", () => log.includes("The server does not answer yet"));
    process.kill("SIGTERM");
    await process.stdout.cancel();
    const { code } = await process.status;
    await logRead;
    assertEquals(code, 0, log);
  });
});

Deno.test("controllers that can't start say why", async () => {
  const cases: [args: string[], message: string][] = [
    [["--no-such-flag"], "unknown flag: --no-such-flag"],
    [["--config=/nowhere/config.yaml"], "/nowhere/config.yaml"],
    [["--concurrent-namespace-syncs=0"], "must be positive"],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await start("namespace", ...args).output();
    const text = new TextDecoder().decode(stderr);
    assertEquals([code, text.includes(message)], [1, true], text);
  }
});
