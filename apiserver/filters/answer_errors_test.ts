import { testRequest } from "../../testing/request_context.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { conflict } from "../../toolkit/errors/mod.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { ClientGone } from "../../toolkit/serving/mod.ts";
import { errorAnswer } from "./answer_errors.ts";

const GONE = "Internal error occurred: the client is gone";
const DEFECT =
  "Internal error occurred: an unexpected error, which the server has logged (request id)";
const PODS = { group: "", resource: "pods" };

Deno.test("errorAnswer() says that a client is gone, which is no fault and is not logged as one", () => {
  const gone = AbortSignal.abort(new ClientGone());
  const here = new AbortController().signal;
  const cases: Record<
    string,
    [error: unknown, signal: AbortSignal, code: number, message: string, logged: number]
  > = {
    "gone while it sent": [new ClientGone(), here, 500, GONE, 0],
    "gone, and what came of it": [new Error("broken off"), gone, 500, GONE, 0],
    "gone, and refused": [
      conflict(PODS, "a", "no"),
      gone,
      409,
      conflict(PODS, "a", "no").message,
      0,
    ],
    "a defect": [new Error("a defect"), here, 500, DEFECT, 1],
  };
  for (const [name, [error, signal, code, message, logged]] of Object.entries(cases)) {
    let count = 0;
    const logger = { ...silentLogger, error: () => void count++ };
    const context = testRequest({ signal });
    const { status } = errorAnswer(context, error, logger);
    const { answeredStatus, defect } = context;
    assertEquals([status, answeredStatus?.message, count, defect !== undefined], [
      code,
      message,
      logged,
      logged > 0,
    ], name);
  }
});
