/** Processes as `up` starts them, real ones. */
import { getPriority } from "node:os";
import { assert, assertEquals } from "../../deps/assert.ts";
import { NICEST } from "./niceness.ts";
import { spawnProcess } from "./spawn.ts";

async function logOf(
  run: (log: string) => Promise<void>,
): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    await run(`${folder}/log`);
    return await Deno.readTextFile(`${folder}/log`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("what a process says is in its log, and it ends with its input", async () => {
  const text = await logOf(async (log) => {
    const { ended, closeInput } = spawnProcess({
      program: "/bin/sh",
      args: ["-c", 'echo "$A"; echo err >&2; cat; exit 3'],
      environment: { A: "a" },
      log,
      input: "piped",
    });
    closeInput();
    assertEquals(await ended, { code: 3, signal: null });
  });
  assertEquals(text, "a\nerr\n");
});

Deno.test("a program that can't be started says so in its log, and has ended", async () => {
  const text = await logOf(async (log) => {
    const command = { program: "/nothing/there", args: [], environment: {}, log } as const;
    const { ended, pid } = spawnProcess({ ...command, input: "none" });
    assertEquals([await ended, pid], [{ code: 127, signal: null }, 0]);
  });
  assert(text.startsWith("/nothing/there can't be started: "), text);
});

Deno.test({
  name: "a process yields as much as it is told, as its session does",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const yieldingOf = async (niceness: number | undefined) =>
      await logOf(async (log) => {
        const { ended, closeInput } = spawnProcess({
          program: "/bin/sh",
          // What it starts is as nice as it is, as threads are.
          args: ["-c", "read -r line; nice; cut -d ' ' -f 2- /proc/self/autogroup 2>&-; true"],
          environment: { PATH: "/usr/bin:/bin" },
          log,
          input: "piped",
          ...(niceness !== undefined && { niceness }),
        });
        closeInput();
        await ended;
      });
    const own = getPriority();
    const [plain, nicer] = [await yieldingOf(undefined), await yieldingOf(2)];
    const more = Math.min(own + 2, NICEST);
    const sessions = plain.includes("nice 0");
    assertEquals(plain, `${own}\n${sessions ? "nice 0\n" : ""}`);
    assertEquals(nicer, `${more}\n${sessions ? `nice ${more}\n` : ""}`);
  },
});
