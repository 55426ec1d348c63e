import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { Headers, HttpRequest } from "../../toolkit/serving/mod.ts";
import type { Identity } from "../../toolkit/authentication/authenticator.ts";
import { RequestContext } from "../http/context.ts";
import { requestInfoOf } from "../http/request_info.ts";
import { authenticate } from "./authenticate.ts";

const JANE: Identity = { is: "known", user: { name: "jane", uid: "", groups: [], extra: {} } };

/** Passes a request through the filter; gives its context, once it got through. */
async function passed(
  identity: Identity,
  headers: Headers = {},
  metrics = new Registry(),
): Promise<RequestContext> {
  const request = { headers: { ...headers }, sentBy() {} } as unknown as HttpRequest;
  const context = new RequestContext(request, requestInfoOf("GET", "/healthz", ""), "id", 0);
  const filter = authenticate({
    authenticator: { authenticate: () => identity },
    allowAnonymous: ({ info }) => info.path === "/healthz" && headers.host !== "private",
    identityHeaders: {
      username: ["x-who"],
      uid: ["x-which"],
      group: ["x-team"],
      extraPrefixes: ["x-more-"],
    },
    metrics,
    clock: new FakeClock(),
  });
  await filter(context, () => Promise.resolve({ status: 200 }));
  return context;
}

Deno.test("authenticate() lets no credentials go further, whoever sent them", async () => {
  const kept: Headers = {
    "host": "a",
    "x-whole": "kept",
    "user-agent": "b",
    "impersonate-user": "bob",
  };
  const token = "base64url.bearer.authorization.k8s.io.eA";
  for (const identity of [JANE, { is: "absent" }] as Identity[]) {
    const { request } = await passed(identity, {
      ...kept,
      "authorization": "Bearer secret",
      "x-remote-user": "a",
      "x-remote-uid": "a",
      "x-remote-group": ["a", "b"],
      "x-remote-extra-scopes": "a",
      "x-who": "a",
      "x-which": "a",
      "x-team": "a",
      "x-more-things": "a",
      "sec-websocket-protocol": `v4,${token}`,
    });
    assertEquals({ ...request.headers }, { ...kept, "sec-websocket-protocol": "v4" });
  }
  const { request } = await passed(JANE, { ...kept, "sec-websocket-protocol": token });
  assertEquals({ ...request.headers }, kept);
});

Deno.test("authenticate() takes who shows nothing for nobody, where that is allowed", async () => {
  assertEquals((await passed(JANE)).user.groups, ["system:authenticated"]);
  assertEquals((await passed({ is: "absent" })).user.name, "system:anonymous");
  const refused: Identity = { is: "refused", reason: "no" };
  await assertRejects(() => passed({ is: "absent" }, { host: "private" }), /Unauthorized/);
  // Wrong credentials never make anybody anonymous.
  await assertRejects(() => passed(refused), /Unauthorized/);
});

Deno.test("authenticate() takes nobody for somebody on the word of who is believed", async () => {
  const groupsOf = async (name: string, ...groups: string[]) => {
    const user = { name, uid: "", groups, extra: {} };
    return (await passed({ is: "known", user })).user.groups;
  };
  assertEquals(await groupsOf("jane", "devs"), ["devs", "system:authenticated"]);
  const nobody = ["system:unauthenticated"];
  assertEquals(await groupsOf("system:anonymous", ...nobody), nobody);
  assertEquals(await groupsOf("system:anonymous"), []);
  assertEquals(await groupsOf("jane", ...nobody), nobody);
});

Deno.test("authenticate() passes on what is to be recorded and warned of, and counts", async () => {
  const remarks = { annotations: { a: "b" }, warnings: ["old"] };
  const metrics = new Registry();
  const context = await passed({ ...JANE, ...remarks }, {}, metrics);
  assertEquals([context.annotations, context.warnings], [{ a: "b" }, ["old"]]);
  await assertRejects(() => passed({ is: "refused", reason: "no" }, {}, metrics));
  await assertRejects(() => passed({ is: "absent" }, { host: "private" }, metrics));
  assertEquals(metrics.render().match(/^authenticat\w+(attempts|requests)\{.*$/gm), [
    'authenticated_user_requests{username="other"} 1',
    'authentication_attempts{result="success"} 1',
    'authentication_attempts{result="failure"} 1',
    'authentication_attempts{result="error"} 1',
  ]);
});
