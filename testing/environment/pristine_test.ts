import { assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import { linesOf, pristineState, stateOf } from "./pristine.ts";
import { startPristine } from "./pristine_server.ts";

for (const dialect of DIALECTS) {
  Deno.test(`pristineState() is what a server of ${dialect} makes that has just been started`, async () => {
    const made = alike(await linesOf(await startPristine(dialect, "all")));
    const written = alike(await linesOf(await pristineState(dialect, "all")));
    assertEquals(written, made, "the table is stale: run deno task generate");
  });
}

Deno.test("stateOf() reads what linesOf() writes, gaps between revisions included", async () => {
  const lines = ["2\t/a/b\tAA==", "5\t/a/a\tAQI=", "9\t/c\t"].join("\n");
  const state = await stateOf(lines);
  assertEquals([await linesOf(state), state.revision], [lines, 9]);
});

Deno.test("pristineState() starts one server for other groups, and none twice", async () => {
  const one = pristineState("kubernetes", ["apps"]);
  assertEquals(pristineState("kubernetes", ["apps"]), one);
  const lines = await linesOf(await one);
  assertEquals([...lines.matchAll(/\t(\S+)\t/g)].map(([, key]) => key), [
    "/registry/core/namespaces/default",
  ]);
});

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/**
 * Keys and values in the order of the keys, without uids: a machine that is busy may have other objects
 * come first, and theirs are the first of the uids then.
 */
function alike(lines: string): readonly string[] {
  return lines.split("\n").map((line) => {
    const [, key, value] = line.split("\t") as [string, string, string];
    const text = new TextDecoder("latin1").decode(Uint8Array.fromBase64(value));
    return `${key} ${text.replaceAll(UID, "UID")}`;
  }).sort();
}
