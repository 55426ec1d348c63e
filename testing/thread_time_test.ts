import { systemClock } from "../toolkit/clock.ts";
import { assert } from "../toolkit/deps/assert.ts";
import { threadMs } from "./thread_time.ts";

Deno.test("threadMs() grows while a thread computes, and no faster than time", () => {
  const [began, since] = [threadMs(), systemClock.monotonic()];
  while (threadMs() - began < 50);
  // A tick may have been nearly over.
  assert(systemClock.monotonic() - since > 30);
});
