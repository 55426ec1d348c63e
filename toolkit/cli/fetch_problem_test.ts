import { assertEquals } from "../deps/assert.ts";
import { fetchProblem } from "./fetch_problem.ts";

Deno.test("fetchProblem() says what the system says, and not where in the runtime", async () => {
  // Nobody listens there, and nothing is sent beyond this machine.
  const error = await fetch("http://127.0.0.1:1/why?kind=a(b)").catch((error: unknown) => error);
  assertEquals(
    fetchProblem(error).replace(/ \(os error \d+\)/, ""),
    "tcp connect error: Connection refused",
  );
  assertEquals(fetchProblem(new TypeError("connection refused")), "connection refused");
  assertEquals(fetchProblem("odd"), "odd");
});
