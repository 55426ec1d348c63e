import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { GatedKv } from "./gated.ts";

Deno.test("pauseWrites() runs its step between writes, and holds up those that come meanwhile", async () => {
  const kv = new GatedKv(await Deno.openKv(":memory:"));
  const order: string[] = [];
  const slow = Promise.withResolvers<void>();
  const before = kv.write(async () => {
    order.push("a write begins");
    await slow.promise;
    order.push("it ends");
  });
  const steps = ["one step", "the next"].map((name) => kv.pauseWrites(() => order.push(name)));
  const after = kv.atomic().set(["a"], 1).commit().then(() => order.push("another write ends"));
  slow.resolve();
  await Promise.all([before, ...steps, after]);
  assertEquals(order.slice(0, 3), ["a write begins", "it ends", "one step"]);
  assertEquals(order.toSorted(), [
    "a write begins",
    "another write ends",
    "it ends",
    "one step",
    "the next",
  ]);
  kv.close();
});

Deno.test("pauseWrites() lets writes go on when its step fails", async () => {
  const kv = new GatedKv(await Deno.openKv(":memory:"));
  const failed = kv.pauseWrites(() => {
    throw new Error("no");
  });
  await failed.catch((error: Error) => assertEquals(error.message, "no"));
  await kv.set(["a"], 1);
  assertEquals((await kv.get(["a"])).value, 1);
  kv.close();
});
