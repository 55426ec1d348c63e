import { testRequest } from "../../testing/request_context.ts";
import { ANONYMOUS, type User } from "../../toolkit/authentication/user.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { RequestContext } from "../http/context.ts";
import { endAnonymous } from "./end_anonymous.ts";

const JANE: User = { name: "jane", uid: "", groups: [], extra: {} };

/** A request of which nobody knows yet who sends it. */
function unknown(): RequestContext {
  const { request, info, id } = testRequest();
  return new RequestContext(request, info, id, 0);
}

/** A request of one who acts as another. */
function acting(user: User, as: User): RequestContext {
  const context = testRequest({ user });
  context.actAs(as);
  return context;
}

Deno.test("endAnonymous() lets only those keep a connection who have proved who they are", async () => {
  const cases: [name: string, context: RequestContext, status: number, ends: boolean][] = [
    ["a user", testRequest({ user: JANE }), 200, false],
    ["a user who may not", testRequest({ user: JANE }), 403, false],
    ["a user refused by somebody behind", testRequest({ user: JANE }), 401, false],
    ["a user who acts as nobody", acting(JANE, ANONYMOUS), 200, false],
    ["nobody", testRequest({ user: ANONYMOUS }), 200, true],
    ["nobody who may not", testRequest({ user: ANONYMOUS }), 403, true],
    ["nobody who acts as a user", acting(ANONYMOUS, JANE), 200, true],
    ["wrong credentials", unknown(), 401, true],
    ["a page that asks whether it may ask", unknown(), 204, false],
  ];
  for (const [name, context, status, ends] of cases) {
    const response = await endAnonymous(context, () => Promise.resolve({ status }));
    assertEquals([response.status, response.goAway ?? false], [status, ends], name);
  }
});
