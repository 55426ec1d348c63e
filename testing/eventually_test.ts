import { assertEquals, assertRejects } from "../toolkit/deps/assert.ts";
import { eventually } from "./eventually.ts";

for (const [how, said] of [["at once", (is: boolean) => is], ["by an answer", asAnswer]] as const) {
  Deno.test(`eventually() settles when what it looks at is true, told ${how}`, async () => {
    let looks = 0;
    await eventually("three looks", () => said(++looks === 3));
    assertEquals(looks, 3);
  });

  Deno.test(`eventually() names what did not come true, told ${how}`, async () => {
    const options = { limitMs: 0, shows: () => "the log" };
    await assertRejects(
      () => eventually("a miracle", () => said(false), options),
      "a miracle: it did not come true within 0 s: the log",
    );
  });
}

function asAnswer(is: boolean): Promise<boolean> {
  return Promise.resolve(is);
}
