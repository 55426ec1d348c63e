/** The manifests of each example are what it prints. */
import { equal } from "node:assert/strict";

const here = new URL(".", import.meta.url);
const examples = [...Deno.readDirSync(here)].map(({ name }) => name)
  .filter((name) => name.endsWith(".ts") && !name.endsWith("_test.ts"))
  .map((name) => name.slice(0, -3)).sort();

for (const name of examples) {
  Deno.test(`examples/manifests/${name}.yaml is what ${name}.ts prints`, async () => {
    const image = `example.com/${name.replaceAll("_", "-")}:1.0.0`;
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "-A", `${name}.ts`, "manifests", "--image", image],
      cwd: here,
      env: { NO_COLOR: "1" },
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    equal(success, true, text(stderr));
    const kept = await Deno.readTextFile(new URL(`manifests/${name}.yaml`, here));
    equal(
      kept,
      text(stdout),
      `run: deno run -A examples/${name}.ts manifests --image ${image} > examples/manifests/${name}.yaml`,
    );
  });
}
