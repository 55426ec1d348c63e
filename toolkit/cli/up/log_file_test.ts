import { assertEquals } from "../../deps/assert.ts";
import { lastLines, rotateLog } from "./log_file.ts";

Deno.test("rotateLog() makes way and keeps three", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/logs/a.log`;
    for (let turn = 0; turn < 6; turn++) {
      await rotateLog(path);
      await Deno.writeTextFile(path, `${turn}`, { createNew: true });
    }
    const found: Record<string, string> = {};
    for (const { name } of Deno.readDirSync(`${folder}/logs`)) {
      found[name] = Deno.readTextFileSync(`${folder}/logs/${name}`);
    }
    assertEquals(found, { "a.log": "5", "a.log.1": "4", "a.log.2": "3", "a.log.3": "2" });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const TEXTS: [name: string, text: string, expected: readonly string[]][] = [
  ["fewer than asked for", "a\nb\n", ["a", "b"]],
  ["more than asked for", "a\nb\nc\nd\n", ["b", "c", "d"]],
  ["an unfinished line", "a\nb", ["a", "b"]],
  ["empty lines", "a\n\n \nb\n\n", ["a", "b"]],
  ["what a terminal would obey", "\u001b]0;x\u0007\tb\u009b\n", ["?]0;x?\tb?"]],
  ["a very long line", `${"x".repeat(100_000)}\nb\n`, ["x".repeat(16 * 1024 - 3), "b"]],
  ["nothing", "", []],
];

Deno.test("lastLines() gives the last lines of a log", async () => {
  const path = await Deno.makeTempFile();
  try {
    for (const [name, text, expected] of TEXTS) {
      await Deno.writeTextFile(path, text);
      assertEquals(await lastLines(path, 3), expected, name);
    }
  } finally {
    await Deno.remove(path);
  }
  assertEquals(await lastLines(path, 3), []);
});
