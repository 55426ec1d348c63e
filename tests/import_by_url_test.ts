/** A script that imports mod.ts by URL, with no configuration of its own, as operators do. */
import { assert, assertEquals } from "../toolkit/deps/assert.ts";
import { TOOLKIT_FLOORS } from "./gate/rules/floors.ts";

const ROOT = new URL("../", import.meta.url);

const SCRIPT = (url: string) => `
import { coreV1, decodeYaml, Deployment, NAMES, parseSelector, Quantity, VERSION } from "${url}mod.ts";
const [pod] = decodeYaml("metadata: {labels: {app: web}}") as coreV1.Pod[];
if (!parseSelector("app=web").matches(pod?.metadata?.labels ?? {})) throw new Error("no match");
if (Deployment.plural !== "deployments" || coreV1.Event.group !== "") throw new Error("no kinds");
if (Quantity.parse("1000m").toString() !== "1") throw new Error("no quantity");
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
    // The runtime fetches types and what literal dynamic imports name, too.
    assertEquals(served.filter((path) => !/^(mod\.ts$|toolkit\/)/.test(path)), []);
    assert(served.length < 300, `${served.length} files`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

interface ModuleGraph {
  readonly roots: readonly string[];
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly {
      readonly code?: { readonly specifier?: string };
      readonly isDynamic?: boolean;
    }[];
  }[];
}

/** What is loaded at once when the module is imported. */
async function loadedAtOnce(module: URL): Promise<Set<string>> {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", module.href],
    stdin: "null",
  }).output();
  assertEquals(code, 0);
  const { roots, modules } = JSON.parse(new TextDecoder().decode(stdout)) as ModuleGraph;
  const byUrl = new Map(modules.map((one) => [one.specifier, one]));
  const loaded = new Set<string>(roots);
  for (const url of loaded) {
    for (const { code, isDynamic } of byUrl.get(url)?.dependencies ?? []) {
      if (code?.specifier !== undefined && isDynamic !== true) loaded.add(code.specifier);
    }
  }
  return loaded;
}

/** What importing mod.ts may load, without the packages: nobody waits for more. See decisions 65, 80. */
const LOADED_LIMIT_FILES = 186;
const LOADED_LIMIT_BYTES = 855_000;

Deno.test("importing mod.ts loads nothing that is heavy, and no command", async () => {
  const loaded = await loadedAtOnce(new URL("mod.ts", ROOT));
  const paths = [...loaded].filter((url) => url.startsWith(ROOT.href))
    .map((url) => url.slice(ROOT.href.length));
  assert(paths.includes("toolkit/codec/json.ts"), "the graph is read");
  const operators = TOOLKIT_FLOORS.slice(0, 2).flatMap(([, parts]) => parts);
  const foreign = paths.filter((path) => {
    const [folder, part = ""] = path.split("/");
    return path !== "mod.ts" && !(folder === "toolkit" && operators.includes(part));
  });
  assertEquals(foreign, []);
  // Each package costs those who import, in time and in trust.
  assertEquals(paths.filter((path) => path.startsWith("toolkit/deps/")), ["toolkit/deps/yaml.ts"]);
  assert(!paths.includes("toolkit/schema/table.ts"), "the table of the whole API");
  assert(!paths.includes("toolkit/transport/transport.ts"), "the network");
  assert(paths.length <= LOADED_LIMIT_FILES, `${paths.length} files`);
  const sizes = await Promise.all(paths.map((path) => Deno.stat(new URL(path, ROOT))));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  assert(bytes <= LOADED_LIMIT_BYTES, `${bytes} bytes`);
});
