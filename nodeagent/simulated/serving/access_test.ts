import type { Identity } from "../../../toolkit/authentication/authenticator.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import type { AccessQuestion } from "../../../toolkit/delegation/mod.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import type { HttpRequest } from "../../../toolkit/serving/mod.ts";
import { type AccessOptions, guardAgent } from "./access.ts";
import { text } from "./text.ts";

const JANE: Identity = {
  is: "known",
  user: { name: "jane", uid: "", groups: ["devs"], extra: {} },
};
const ABSENT: Identity = { is: "absent" };
const WRONG: Identity = { is: "refused", reason: "expired" };

/** What somebody is answered, and what was asked about them. */
async function asking(identity: Identity, more: Partial<AccessOptions> = {}) {
  const guard = guardAgent({
    authenticator: { authenticate: () => identity },
    anonymous: false,
    authorizer: undefined,
    question: () => ({ verb: "get", node: "a", subresources: ["pods", "proxy"] }),
    logger: silentLogger,
    ...more,
  }, () => text(200, "told"));
  const { signal } = new AbortController();
  const request = { method: "GET", path: "/pods", signal } as unknown as HttpRequest;
  const { status, body } = await guard(request);
  return [status, body];
}

/** Allows some subresources, and writes down what was asked. */
function allowing(...subresources: string[]) {
  const asked: AccessQuestion[] = [];
  const authorizer: AccessOptions["authorizer"] = {
    authorize(question) {
      asked.push(question);
      const isAllowed = subresources.includes(question.resource!.subresource!);
      return { decision: isAllowed ? "allow" : "no opinion", reason: "" };
    },
  };
  return { asked, authorizer };
}

const forbidden = (who: string) =>
  `Forbidden (user=${who}, verb=get, resource=nodes, subresource(s)=[pods proxy])\n`;

Deno.test("guardAgent() lets nobody in who does not prove who they are, unless anybody may come", async () => {
  const open = { anonymous: true };
  const everything = allowing("pods").authorizer;
  const cases: [name: string, identity: Identity, more: Partial<AccessOptions>, status: number][] =
    [
      ["nobody", ABSENT, {}, 401],
      ["nobody, where all is allowed", ABSENT, { authorizer: everything }, 401],
      ["a wrong proof", WRONG, {}, 401],
      ["a wrong proof where anybody may come", WRONG, open, 401],
      ["a wrong proof where all is allowed", WRONG, { ...open, authorizer: everything }, 401],
      ["anybody", ABSENT, open, 200],
      ["somebody", JANE, {}, 200],
    ];
  for (const [name, identity, more, status] of cases) {
    assertEquals((await asking(identity, more))[0], status, name);
  }
});

Deno.test("guardAgent() lets those in who may do one of the things that a request is about", async () => {
  const none = allowing();
  assertEquals(await asking(JANE, none), [403, forbidden("jane")]);
  assertEquals(
    none.asked.map(({ user, verb, path, resource }) => [user.groups, verb, path, resource]),
    ["pods", "proxy"].map((subresource) => [
      ["devs", "system:authenticated"],
      "get",
      "/pods",
      { group: "", version: "v1", resource: "nodes", subresource, name: "a" },
    ]),
  );
  for (const [subresource, count] of [["pods", 1], ["proxy", 2]] as const) {
    const one = allowing(subresource);
    assertEquals(await asking(JANE, one), [200, "told"]);
    assertEquals(one.asked.length, count);
  }
  const nobody = await asking(ABSENT, { ...allowing("metrics"), anonymous: true });
  assertEquals(nobody, [403, forbidden("system:anonymous")]);
});

Deno.test("guardAgent() tells nothing where what is asked, or the answer, can't be found out", async () => {
  const { authorizer } = allowing("pods", "proxy");
  assertEquals((await asking(JANE, { authorizer, question: () => undefined }))[0], 403);
  const away = { authorize: () => Promise.reject(new Error("no server")) };
  assertEquals(await asking(JANE, { authorizer: away }), [
    500,
    "Authorization error (user=jane, verb=get, resource=nodes, subresource=pods)\n",
  ]);
});
