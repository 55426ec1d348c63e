/** Every controller that environments run is explored here. */
import { testEnv } from "../../../testing.ts";
import { assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";

Deno.test("no controller is left out of what is explored", async () => {
  const refusal = await assertRejects(() => testEnv({ controllers: ["nobody"] }));
  const names = refusal.message.split("there are ")[1]!.split(", ");
  const explored = new Set<string>();
  for await (const { name } of Deno.readDir(import.meta.dirname!)) {
    if (!name.endsWith("_test.ts")) continue;
    const text = await Deno.readTextFile(`${import.meta.dirname}/${name}`);
    for (const [, on = ""] of text.matchAll(/^ {2}on: \[(.*)\],$/gm)) {
      for (const [, one = ""] of on.matchAll(/"([^"]+)"/g)) explored.add(one);
    }
  }
  assertEquals(names.filter((name) => !explored.has(name)), []);
});
