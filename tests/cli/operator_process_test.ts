/** An operator as a process, with the permissions of its image: it works, and ends when it is told to. */
import { Deployment, Lease } from "../../mod.ts";
import { freePort } from "../../testing/free_port.ts";
import { imageFile } from "../../toolkit/cli/init/project_files.ts";
import { operatorNames } from "../../toolkit/cli/init/operator_name.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Website } from "../compiler/programs/website.ts";
import { encodeYaml } from "../../toolkit/codec/yaml.ts";
import { OpenServer } from "./server.ts";
import { deno, TestFolder } from "./terminal.ts";
import { runUnwritable } from "./unwritable_output.ts";

const PROGRAM = new URL("../compiler/programs/website.ts", import.meta.url).pathname;

let cached: Promise<unknown> | undefined;

/** How the image runs an operator, with all that it imports in the cache, as when the image was built. */
async function runtime(): Promise<string[]> {
  await (cached ??= deno(".", "cache", "--quiet", "--no-config", "--no-lock", PROGRAM));
  const image = imageFile({
    names: operatorNames("website-operator", "example.com"),
    webhook: false,
    toolkit: "https://example.com/",
    deno: "1.0.0",
  });
  const [program, ...args] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(image)![1]!) as string[];
  assertEquals([program, args.pop()], ["deno", "website.ts"]);
  return [...args, "--no-check", "--quiet", "--no-config", "--no-lock"];
}

/** A file, as the credentials of a pod are files. */
function clientConfig(server: string): string {
  return encodeYaml({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "a",
    contexts: [{ name: "a", context: { cluster: "a", user: "a" } }],
    clusters: [{ name: "a", cluster: { server } }],
    users: [{ name: "a", user: {} }],
  });
}

/** Lines of the process, until one has the text; the rest of them is read on. */
async function untilSaid(stream: ReadableStream<Uint8Array>, text: string): Promise<string> {
  const [own, rest] = stream.tee();
  const ended = rest.pipeTo(new WritableStream());
  ended.catch(() => {});
  let said = "";
  for await (const piece of own.pipeThrough(new TextDecoderStream())) {
    said += piece;
    if (said.includes(text)) return said;
  }
  throw new Error(`it ended without saying ${text}:\n${said}`);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`an operator's main() runs with the image's permissions until ${signal}`, async () => {
    await using server = await OpenServer.start();
    const { client, url } = server;
    await using folder = await TestFolder.make();
    const config = await folder.write("config.yaml", clientConfig(url));
    const port = freePort();
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        ...await runtime(),
        PROGRAM,
        "run",
        `--kubeconfig=${config}`,
        "--namespace=default",
        "--install",
        "--leader-elect",
        `--listen=127.0.0.1:${port}`,
        "-v1",
      ],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    try {
      await untilSaid(child.stderr, "The operator runs");
      await client.create(Website, { metadata: { name: "shop" }, spec: { image: "nginx:1" } });
      const there = (one: unknown) => one !== undefined;
      await client.waitFor(Deployment, "shop", there, { timeout: "120s" });
      const lease = await client.get(Lease, "website-operator");
      assert(lease.spec.holderIdentity, "it leads");
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
      assertEquals([ready.status, await ready.text()], [200, "ok"]);
    } finally {
      child.kill(signal);
    }
    const { code } = await child.status;
    assertEquals(code, 0);
    // The next process need not wait.
    assertEquals((await client.get(Lease, "website-operator")).spec.holderIdentity ?? "", "");
  });
}

const waiting: [what: string, said: string, listens: boolean][] = [
  ["for a server that is not there", "The server does not answer yet", false],
  ["for its definitions", "An informer waits for its kind to be served", true],
];
for (const [what, said, listens] of waiting) {
  Deno.test(`an operator's main() waits ${what}, and ends at once when it is told to`, async () => {
    await using server = listens ? await OpenServer.start() : undefined;
    const url = server?.url ?? `http://127.0.0.1:${freePort()}`;
    const child = new Deno.Command(Deno.execPath(), {
      args: [...await runtime(), PROGRAM, `--kubeconfig=${url}`],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    try {
      await untilSaid(child.stderr, said);
    } finally {
      child.kill("SIGTERM");
    }
    assertEquals((await child.status).code, 0);
  });
}

Deno.test({
  name:
    "an operator's main() says that its output can't be written, and nothing where nobody reads it",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const full = "website-operator: standard output can't be written: " +
      "No space left on device (os error 28)\n";
    for (const args of ["--help", "crds", "rbac", "manifests"]) {
      const program = [...await runtime(), PROGRAM, args];
      assertEquals(await runUnwritable("full", program), [1, full], args);
      assertEquals(await runUnwritable("closed", program), [141, ""], args);
    }
  },
});

Deno.test("an operator's main() ends at once when it is told to while a server takes its time", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const child = new Deno.Command(Deno.execPath(), {
    args: [...await runtime(), PROGRAM, `--kubeconfig=http://127.0.0.1:${listener.addr.port}`],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    // It has asked, and nobody answers.
    const early = child.status.then(({ code }) => {
      throw new Error(`it ended with ${code} before it asked`);
    });
    using connection = await Promise.race([listener.accept(), early]);
    early.catch(() => {});
    await connection.read(new Uint8Array(1));
    child.kill("SIGTERM");
    assertEquals((await child.status).code, 0);
  } finally {
    await child.status;
  }
});
