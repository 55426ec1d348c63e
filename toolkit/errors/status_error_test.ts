import { assert, assertEquals } from "../deps/assert.ts";
import { fromUnknown } from "./from_unknown.ts";
import { isNotFound, isTimeout, reasonOf, suggestedDelaySeconds } from "./predicates.ts";
import { notFound, serverTimeout, tooManyRequests } from "./reasons.ts";
import { StatusError, statusErrorFromObject, statusErrorOf } from "./status_error.ts";

const pods = { group: "", resource: "pods" };

Deno.test("statusErrorOf() finds the status through causes, and stops on a cycle", () => {
  const inner = notFound(pods, "x");
  assertEquals(statusErrorOf(new Error("a", { cause: new Error("b", { cause: inner }) })), inner);
  const loop = new Error("loop");
  loop.cause = loop;
  for (const other of [loop, undefined, null, "text", { status: {} }]) {
    assertEquals(statusErrorOf(other), undefined);
    assertEquals(reasonOf(other), "");
  }
});

Deno.test("fromUnknown() keeps a status error, and hides what is inside anything else", () => {
  const known = notFound(pods, "x");
  assertEquals(fromUnknown(known), known);
  for (const caught of [new Error("secret path /x"), "text", undefined, { a: 1 }]) {
    const made = fromUnknown(caught, { requestId: "abc" });
    assertEquals(made.code, 500);
    assertEquals(made.reason, "InternalError");
    assert(!JSON.stringify(made).includes("secret"));
    assert(made.message.endsWith("(request abc)"));
    assertEquals(made.cause, caught);
  }
});

Deno.test("fromUnknown() gives a timeout when a signal ended the work", () => {
  for (const name of ["TimeoutError", "AbortError"]) {
    const made = fromUnknown(new DOMException("why", name));
    assert(isTimeout(made));
    assertEquals(made.code, 504);
  }
  const late = fromUnknown(new DOMException("why", "TimeoutError"));
  const message = "Timeout: request did not complete within the allotted timeout";
  assertEquals(late.message, message, "what is looked for in logs of clients");
});

Deno.test("statusErrorFromObject() gives back the status that was sent", () => {
  for (const sent of [notFound(pods, "x"), tooManyRequests("why", 3)]) {
    const received = statusErrorFromObject(JSON.parse(JSON.stringify(sent)));
    assertEquals(JSON.stringify(received), JSON.stringify(sent));
  }
  const other = statusErrorFromObject({ kind: "Status", apiVersion: "meta.example/v1", code: 404 });
  assert(isNotFound(other), "the code decides where there is no reason");
});

Deno.test("statusErrorFromObject() drops what has a wrong type, and refuses other objects", () => {
  const odd = statusErrorFromObject({
    kind: "Status",
    apiVersion: "v1",
    code: "404",
    reason: 7,
    message: ["x"],
    details: { name: {}, causes: [null, "x", { reason: 1, message: "m" }], retryAfterSeconds: 1.5 },
  });
  assertEquals(JSON.parse(JSON.stringify(odd)), {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    details: { causes: [{ message: "m" }] },
    code: 0,
  });
  const others = [
    null,
    [],
    "Status",
    { kind: "Pod", apiVersion: "v1" },
    { kind: "Status", apiVersion: "v2" },
    { kind: "Status", apiVersion: "v1", status: "Success" },
  ];
  for (const other of others) assertEquals(statusErrorFromObject(other), undefined);
});

Deno.test("a predicate does not go by the code when the reason is a known one", () => {
  const odd = new StatusError({ code: 404, reason: "Gone", message: "" });
  assert(!isNotFound(odd));
  assert(isNotFound(new StatusError({ code: 404, reason: "Unheard", message: "" })));
});

Deno.test("suggestedDelaySeconds() gives the seconds, 0 for a server timeout without any", () => {
  assertEquals(suggestedDelaySeconds(tooManyRequests("why", 3)), 3);
  assertEquals(suggestedDelaySeconds(serverTimeout(pods, "get", 0)), 0);
  assertEquals(suggestedDelaySeconds(notFound(pods, "x")), undefined);
  assertEquals(suggestedDelaySeconds(new Error()), undefined);
});
