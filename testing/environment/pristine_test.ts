import { assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import { linesOf, pristineState, stateOf } from "./pristine.ts";
import { startPristine } from "./pristine_server.ts";

for (const dialect of DIALECTS) {
  Deno.test(`pristineState() is what a server of ${dialect} makes that has just been started`, async () => {
    const made = await linesOf(await startPristine(dialect, "all"));
    const written = await linesOf(await pristineState(dialect, "all"));
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
