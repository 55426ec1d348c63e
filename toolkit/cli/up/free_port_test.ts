import { assert, assertEquals } from "../../deps/assert.ts";
import { freePort } from "./free_port.ts";

/** Numbers that stand for these ports. */
function drawing(...ports: readonly number[]): () => number {
  const left = ports.values();
  return () => ((left.next().value ?? ports.at(-1)!) - 20_000 + 0.5) / 12_768;
}

Deno.test("freePort() is a port below those that systems give away", () => {
  for (const random of [() => 0, Math.random, () => 0.999999]) {
    const port = freePort("127.0.0.1", random);
    assert(port >= 20_000 && port < 32_768, `${port}`);
  }
});

Deno.test("freePort() passes by a port that somebody listens on, and gives up in the end", () => {
  const taken = freePort("127.0.0.1");
  const free = freePort("127.0.0.1");
  using _ = Deno.listen({ hostname: "127.0.0.1", port: taken });
  assertEquals(freePort("127.0.0.1", drawing(taken, taken, free)), free);
  assert(freePort("127.0.0.1", drawing(taken)) !== taken);
});
