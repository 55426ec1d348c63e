import { assertEquals } from "../toolkit/deps/assert.ts";
import { eventually } from "./eventually.ts";

Deno.test("eventually() settles when what it looks at is true", async () => {
  let looks = 0;
  await eventually("three looks", () => ++looks === 3);
  assertEquals(looks, 3);
});
