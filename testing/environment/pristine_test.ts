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
  const json = JSON.stringify({ metadata: { labels: { a: "\\b`${1}" } } });
  const lines = [
    `2\t/a/\tb\tAA==\t${json}\t{"metadata.name":"b"}`,
    `5\t/a/\ta\tAQI=\t{"metadata":{}}\t{}`,
    "9\t\t/c\t",
  ].join("\n");
  const state = await stateOf(lines);
  assertEquals([await linesOf(state), state.revision], [lines, 9]);
  const labels = state.read?.[0]?.get("/a/")?.entries.get("/a/b")?.labels;
  assertEquals(labels, { a: "\\b`${1}" });
});

Deno.test("pristineState() starts one server for other groups, and none twice", async () => {
  const one = pristineState("kubernetes", ["apps"]);
  assertEquals(pristineState("kubernetes", ["apps"]), one);
  const lines = await linesOf(await one);
  const keys = lines.split("\n").map((line) => line.split("\t").slice(1, 3).join(""));
  assertEquals(keys, ["/registry/core/namespaces/default"]);
});

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/**
 * All but the revisions and the uids, in the order of the keys: a machine that is busy may have other objects
 * come first, and theirs are the first of both then.
 */
function alike(lines: string): readonly string[] {
  return lines.split("\n").map((line) => {
    const [, prefix, name, value, json, fields] = line.split("\t") as string[];
    const stored = new TextDecoder("latin1").decode(Uint8Array.fromBase64(value!));
    const shown = json!.replace(/"resourceVersion":"\d+"/, "");
    return [prefix, name, stored, shown, fields].join(" ").replaceAll(UID, "UID");
  }).sort();
}
