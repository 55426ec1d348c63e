import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { Reinvocations } from "./reinvocations.ts";

Deno.test("Reinvocations wants those again that were asked before a change, and want to know", () => {
  const reinvocations = new Reinvocations();
  reinvocations.asked("a");
  reinvocations.changed();
  reinvocations.asked("b");
  assertEquals(["a", "b", "c"].map((id) => reinvocations.wants(id)), [true, false, false]);
});

Deno.test("Reinvocations sees what others changed from one round to the next", () => {
  for (const [others, wanted] of [[{ k: "w" }, true], [{ k: "v" }, false]] as const) {
    const reinvocations = new Reinvocations();
    const object: Record<string, string> = { k: "v" };
    reinvocations.asked("a");
    reinvocations.leave(object);
    // It is changed in place.
    Object.assign(object, others);
    reinvocations.enter(object);
    assertEquals(reinvocations.wants("a"), wanted);
  }
});
