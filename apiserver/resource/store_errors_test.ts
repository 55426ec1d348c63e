import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { statusErrorOf } from "../../toolkit/errors/mod.ts";
import { Conflict, SetBack, TooLarge, Unavailable } from "../storage/mod.ts";
import { fromStore } from "./store_errors.ts";

const PODS = { group: "", resource: "pods" };

Deno.test("fromStore() tells clients what could not be done, and whether it may have been", () => {
  const away = new Error("no route to host");
  const cases: [error: Error, code: number, reason: string, message: string][] = [
    [
      new Unavailable("asking", "nothing written", away),
      500,
      "ServerTimeout",
      "The list operation against pods could not be completed at this time, please try again.",
    ],
    [
      new Unavailable("writing", "unknown", away),
      504,
      "Timeout",
      "Timeout: the store did not answer: the write may have happened or not",
    ],
    [new Conflict("/pods/a", 0, 5), 409, "AlreadyExists", 'pods "a" already exists'],
    [
      new TooLarge("a value", 2, 1),
      413,
      "RequestEntityTooLarge",
      "Request entity too large: a value is 2, which is over the limit of 1",
    ],
    [
      new SetBack("etcd", 9, 5),
      503,
      "ServiceUnavailable",
      "the store was set back to an earlier state: the server has to be started anew",
    ],
  ];
  for (const [error, code, reason, message] of cases) {
    const status = statusErrorOf(fromStore(error, PODS, "a", "list"));
    assert(status !== undefined);
    assertEquals([status.code, status.reason, status.message], [code, reason, message]);
  }
  const other = new Error("a defect");
  assertEquals(fromStore(other, PODS, "a", "list"), other);
});
