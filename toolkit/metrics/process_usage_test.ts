import { assert, assertEquals } from "../deps/assert.ts";

const PROGRAM = `
import { Registry } from ${JSON.stringify(new URL("./registry.ts", import.meta.url).href)};
import { registerProcessMetrics } from ${
  JSON.stringify(new URL("./process_usage.ts", import.meta.url).href)
};
const registry = new Registry();
registerProcessMetrics(registry);
registerProcessMetrics(registry);
console.log(registry.render());
`;

/** The names of what a program shows that may do so much. */
async function shownWith(...permissions: string[]): Promise<string[]> {
  const folder = await Deno.makeTempDir();
  try {
    const program = `${folder}/program.ts`;
    await Deno.writeTextFile(program, PROGRAM);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-check", "--no-config", ...permissions, program],
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    assertEquals([code, decoder.decode(stderr)], [0, ""]);
    return [...decoder.decode(stdout).matchAll(/^process_(\w+) /gm)].map(([, name]) => name!);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("registerProcessMetrics() shows what a program may read of itself, and asks for nothing", async () => {
  const all = ["cpu_seconds_total", "heap_bytes", "resident_memory_bytes", "start_time_seconds"];
  assertEquals(await shownWith(), all);
  if (Deno.build.os !== "linux") return;
  const names = await shownWith("--allow-read");
  assertEquals(names, [...all, "open_fds"].sort());
  assert((await shownWith("-A")).includes("virtual_memory_bytes"));
});
