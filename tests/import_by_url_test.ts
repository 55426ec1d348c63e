/** A script that imports mod.ts by URL, with no configuration of its own, as operators do. */
import { assert, assertEquals } from "../toolkit/deps/assert.ts";

const ROOT = new URL("../", import.meta.url);

const SCRIPT = (url: string) => `
import { NAMES, VERSION } from "${url}mod.ts";
console.log(VERSION, NAMES.kubernetes.namespaceSystem);
`;

Deno.test("mod.ts works when it is imported by URL, and loads no process", async () => {
  const served: string[] = [];
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const path = new URL(request.url).pathname.slice(1);
      served.push(path);
      const text = await Deno.readTextFile(new URL(path, ROOT));
      return new Response(text, { headers: { "content-type": "application/typescript" } });
    },
  );
  const host = `127.0.0.1:${server.addr.port}`;
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/script.ts`, SCRIPT(`http://${host}/`));
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-config",
        "--no-lock",
        `--allow-import=${host}`,
        `--reload=http://${host}`,
        `${folder}/script.ts`,
      ],
      cwd: folder,
      stdin: "null",
      env: { NO_COLOR: "1" },
    }).output();
    const decoder = new TextDecoder();
    assertEquals(code, 0, decoder.decode(stderr));
    assert(/^\d+\.\d+\.\d+ kube-system\n$/.test(decoder.decode(stdout)));
    // The runtime fetches what literal dynamic imports name, too: only commands that work without
    // a checkout may be behind mod.ts, and nothing of the other processes.
    const foreign = served.filter((path) =>
      !/^(mod\.ts$|toolkit\/|apiserver\/(storage|flags)\/)/.test(path)
    );
    assertEquals(foreign, []);
    assert(served.length < 300, `${served.length} files`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
