import { assert, assertEquals } from "../deps/assert.ts";
import { FieldError } from "./field_error.ts";
import { FieldPath } from "./field_path.ts";
import { fromResponse } from "./from_response.ts";
import * as predicates from "./predicates.ts";
import * as reasons from "./reasons.ts";
import type { StatusError } from "./status_error.ts";

const pods = { group: "", resource: "pods" };
const deployments = { group: "apps", resource: "deployments" };
const path = FieldPath.of("spec", "a");

const CASES: [name: string, error: StatusError, status: string, predicate: unknown][] = [
  [
    "notFound",
    reasons.notFound(pods, "x"),
    '"message":"pods \\"x\\" not found","reason":"NotFound",' +
    '"details":{"name":"x","kind":"pods"},"code":404',
    predicates.isNotFound,
  ],
  [
    "notFound in a group",
    reasons.notFound(deployments, 'a"b'),
    '"message":"deployments.apps \\"a\\\\\\"b\\" not found","reason":"NotFound",' +
    '"details":{"name":"a\\"b","group":"apps","kind":"deployments"},"code":404',
    predicates.isNotFound,
  ],
  [
    "alreadyExists",
    reasons.alreadyExists(pods, "x"),
    '"message":"pods \\"x\\" already exists","reason":"AlreadyExists",' +
    '"details":{"name":"x","kind":"pods"},"code":409',
    predicates.isAlreadyExists,
  ],
  [
    "generateNameConflict",
    reasons.generateNameConflict(pods, "x-", 1),
    '"message":"pods \\"x-\\" already exists, the server was not able to generate a unique name ' +
    'for the object","reason":"AlreadyExists",' +
    '"details":{"name":"x-","kind":"pods","retryAfterSeconds":1},"code":409',
    predicates.isAlreadyExists,
  ],
  [
    "conflict",
    reasons.conflict(pods, "x"),
    '"message":"Operation cannot be fulfilled on pods \\"x\\": the object has been modified; ' +
    'please apply your changes to the latest version and try again","reason":"Conflict",' +
    '"details":{"name":"x","kind":"pods"},"code":409',
    predicates.isConflict,
  ],
  [
    "applyConflict",
    reasons.applyConflict([{ reason: "FieldManagerConflict", field: ".spec" }], "m"),
    '"message":"m","reason":"Conflict",' +
    '"details":{"causes":[{"reason":"FieldManagerConflict","field":".spec"}]},"code":409',
    predicates.isConflict,
  ],
  [
    "invalid with one error",
    reasons.invalid({ group: "", kind: "Pod" }, "x", [FieldError.required(path)]),
    '"message":"Pod \\"x\\" is invalid: spec.a: Required value","reason":"Invalid",' +
    '"details":{"name":"x","kind":"Pod","causes":[{"reason":"FieldValueRequired",' +
    '"message":"Required value","field":"spec.a"}]},"code":422',
    predicates.isInvalid,
  ],
  [
    "invalid with several, one of them twice",
    reasons.invalid({ group: "apps", kind: "Deployment" }, "x", [
      FieldError.forbidden(path, "no"),
      FieldError.forbidden(path, "no"),
      FieldError.required(path.child("b")),
    ]),
    '"message":"Deployment.apps \\"x\\" is invalid: [spec.a: Forbidden: no, spec.a.b: Required ' +
    'value]","reason":"Invalid","details":{"name":"x","group":"apps","kind":"Deployment",' +
    '"causes":[{"reason":"FieldValueForbidden","message":"Forbidden: no","field":"spec.a"},' +
    '{"reason":"FieldValueForbidden","message":"Forbidden: no","field":"spec.a"},' +
    '{"reason":"FieldValueRequired","message":"Required value","field":"spec.a.b"}]},"code":422',
    predicates.isInvalid,
  ],
  [
    "unauthorized",
    reasons.unauthorized(),
    '"message":"not authorized","reason":"Unauthorized","code":401',
    predicates.isUnauthorized,
  ],
  [
    "forbidden",
    reasons.forbidden(pods, "x", "why"),
    '"message":"pods \\"x\\" is forbidden: why","reason":"Forbidden",' +
    '"details":{"name":"x","kind":"pods"},"code":403',
    predicates.isForbidden,
  ],
  [
    "forbidden without a name",
    reasons.forbidden(deployments, "", "why"),
    '"message":"deployments.apps is forbidden: why","reason":"Forbidden",' +
    '"details":{"group":"apps","kind":"deployments"},"code":403',
    predicates.isForbidden,
  ],
  [
    "forbidden without a resource",
    reasons.forbidden(undefined, "", "why"),
    '"message":"forbidden: why","reason":"Forbidden","details":{},"code":403',
    predicates.isForbidden,
  ],
  [
    "badRequest",
    reasons.badRequest("why"),
    '"message":"why","reason":"BadRequest","code":400',
    predicates.isBadRequest,
  ],
  ["gone", reasons.gone("why"), '"message":"why","reason":"Gone","code":410', predicates.isGone],
  [
    "resourceExpired",
    reasons.resourceExpired("why"),
    '"message":"why","reason":"Expired","code":410',
    predicates.isResourceExpired,
  ],
  [
    "methodNotSupported",
    reasons.methodNotSupported(deployments, "patch"),
    '"message":"patch is not supported on resources of kind \\"deployments.apps\\"",' +
    '"reason":"MethodNotAllowed","details":{"group":"apps","kind":"deployments"},"code":405',
    predicates.isMethodNotSupported,
  ],
  [
    "notAcceptable",
    reasons.notAcceptable(["application/json", "text/x"]),
    '"message":"only the following media types are accepted: application/json, text/x",' +
    '"reason":"NotAcceptable","code":406',
    predicates.isNotAcceptable,
  ],
  [
    "unsupportedMediaType",
    reasons.unsupportedMediaType(["application/json"]),
    '"message":"the body of the request was in an unknown format - accepted media types include: ' +
    'application/json","reason":"UnsupportedMediaType","code":415',
    predicates.isUnsupportedMediaType,
  ],
  [
    "requestEntityTooLarge",
    reasons.requestEntityTooLarge("limit is 5"),
    '"message":"Request entity too large: limit is 5","reason":"RequestEntityTooLarge","code":413',
    predicates.isRequestEntityTooLarge,
  ],
  [
    "tooManyRequests",
    reasons.tooManyRequests("why", 3),
    '"message":"why","reason":"TooManyRequests","details":{"retryAfterSeconds":3},"code":429',
    predicates.isTooManyRequests,
  ],
  [
    "overloaded",
    reasons.overloaded("why"),
    '"message":"Too many requests: why","reason":"TooManyRequests","code":429',
    predicates.isTooManyRequests,
  ],
  [
    "serverTimeout",
    reasons.serverTimeout(pods, "list", 2),
    '"message":"The list operation against pods could not be completed at this time, please try ' +
    'again.","reason":"ServerTimeout",' +
    '"details":{"name":"list","kind":"pods","retryAfterSeconds":2},"code":500',
    predicates.isServerTimeout,
  ],
  [
    "timeout",
    reasons.timeout("why"),
    '"message":"Timeout: why","reason":"Timeout","details":{},"code":504',
    predicates.isTimeout,
  ],
  [
    "tooLargeResourceVersion",
    reasons.tooLargeResourceVersion(9, 7n, 1),
    '"message":"Timeout: Too large resource version: 9, current: 7","reason":"Timeout",' +
    '"details":{"causes":[{"reason":"ResourceVersionTooLarge",' +
    '"message":"Too large resource version"}],"retryAfterSeconds":1},"code":504',
    predicates.isTooLargeResourceVersion,
  ],
  [
    "serviceUnavailable",
    reasons.serviceUnavailable("why"),
    '"message":"why","reason":"ServiceUnavailable","code":503',
    predicates.isServiceUnavailable,
  ],
  [
    "storageReadError",
    reasons.storageReadError("why"),
    '"message":"why","reason":"StorageReadError","code":500',
    predicates.isStorageReadError,
  ],
  [
    "internalError",
    reasons.internalError("why", new Error("inside")),
    '"message":"Internal error occurred: why","reason":"InternalError",' +
    '"details":{"causes":[{"message":"why"}]},"code":500',
    predicates.isInternalError,
  ],
  [
    "fromResponse of a missing path",
    fromResponse({ code: 404, method: "GET" }),
    '"message":"the server could not find the requested resource","reason":"NotFound",' +
    '"details":{},"code":404',
    predicates.isNotFound,
  ],
  [
    "fromResponse of a conflicting create",
    fromResponse({ code: 409, method: "POST", resource: deployments, name: "x" }),
    '"message":"the server reported a conflict (post deployments.apps x)",' +
    '"reason":"AlreadyExists",' +
    '"details":{"name":"x","group":"apps","kind":"deployments"},"code":409',
    predicates.isAlreadyExists,
  ],
  [
    "fromResponse of a proxy's failure",
    fromResponse({
      code: 502,
      method: "GET",
      resource: pods,
      serverMessage: "bad\n",
      retryAfterSeconds: 4,
      unexpected: true,
    }),
    '"message":"an error on the server (\\"bad\\\\n\\") has prevented the request from succeeding ' +
    '(get pods)","reason":"InternalError","details":{"kind":"pods",' +
    '"causes":[{"reason":"UnexpectedServerResponse","message":"bad\\n"}],' +
    '"retryAfterSeconds":4},"code":502',
    predicates.isUnexpectedServerError,
  ],
  [
    "fromResponse of a code that nobody knows",
    fromResponse({ code: 418, method: "GET" }),
    '"message":"the server responded with the status code 418 but did not return more ' +
    'information","details":{},"code":418',
    undefined,
  ],
  [
    "fromResponse of 403 keeps the server's words",
    fromResponse({ code: 403, method: "GET", serverMessage: "you may not" }),
    '"message":"you may not","reason":"Forbidden","details":{},"code":403',
    predicates.isForbidden,
  ],
];

const QUESTIONS = [
  predicates.isAlreadyExists,
  predicates.isBadRequest,
  predicates.isConflict,
  predicates.isForbidden,
  predicates.isGone,
  predicates.isInternalError,
  predicates.isInvalid,
  predicates.isMethodNotSupported,
  predicates.isNotAcceptable,
  predicates.isNotFound,
  predicates.isRequestEntityTooLarge,
  predicates.isResourceExpired,
  predicates.isServerTimeout,
  predicates.isServiceUnavailable,
  predicates.isStorageReadError,
  predicates.isTimeout,
  predicates.isTooManyRequests,
  predicates.isUnauthorized,
  predicates.isUnsupportedMediaType,
];
/** These answer for a reason that another question is about, too. */
const NARROWER = new Set<unknown>([
  predicates.isTooLargeResourceVersion,
  predicates.isUnexpectedServerError,
  undefined,
]);

for (const [name, error, status, predicate] of CASES) {
  Deno.test(`the status is the reference's when the failure is ${name}`, () => {
    const head = '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",';
    assertEquals(JSON.stringify(error), `${head}${status}}`);
    assertEquals(error.message, JSON.parse(`{${status}}`).message);
  });
  Deno.test(`exactly one question is true when the failure is ${name}`, () => {
    const wrapped = new Error("outer", { cause: error });
    const yes = QUESTIONS.filter((question) => question(wrapped));
    if (NARROWER.has(predicate)) {
      assertEquals(yes.length, predicate === undefined ? 0 : 1);
      assert(predicate === undefined || (predicate as (error: unknown) => boolean)(wrapped));
    } else {
      assertEquals(yes, [predicate as (error: unknown) => boolean]);
    }
  });
}

Deno.test("a status tells of no more than anybody reads, and says how much it leaves out", () => {
  const huge = Array.from({ length: 200_000 }, (_, index) => `key ${index}`);
  const errors = Array.from({ length: 1000 }, (_, index) => {
    return FieldError.invalid(path.index(index), huge, "is wrong");
  });
  const { status: { message = "", details } } = reasons.invalid(
    { group: "", kind: "Pod" },
    "x",
    errors,
  );
  assert(JSON.stringify({ message, details }).length < 5_000_000);
  const told = details?.causes?.length ?? 0;
  assert(told > 0 && told < 1000, `${told} causes`);
  assert(message.endsWith(`, and ${1000 - told} more]`), message.slice(-100));
  assert(/"key 1",.*…: is wrong/.test(message.slice(0, 20_000)), message.slice(0, 100));
});

Deno.test("a name that is too long to read is shown in part", () => {
  const long = path.key("k".repeat(1_000_000)).child("n".repeat(1_000_000));
  const text = String(long);
  assertEquals(text, `spec.a[${"k".repeat(1000)}…].${"n".repeat(1000)}…`);
});
