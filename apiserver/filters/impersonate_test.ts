import { bearerTokens } from "../../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../authentication/token_file.ts";
import type { Attributes, Authorizer } from "../authorization/authorizer.ts";
import { startTestServer, TEST_TOKEN, TESTER } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { HttpRequest } from "../../toolkit/serving/mod.ts";
import { alwaysAllow } from "../authorization/always_allow.ts";
import { DEFAULT_FEATURES } from "../flags/features.ts";
import { RequestContext } from "../http/context.ts";
import { requestInfoOf } from "../http/request_info.ts";
import { impersonate } from "./impersonate.ts";

const REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const NODE_ACCOUNT = {
  name: "system:serviceaccount:kube-system:agent",
  uid: "a",
  groups: ["system:serviceaccounts"],
  extra: { "authentication.kubernetes.io/node-name": ["n1"], "x": ["y"] },
};

const textOf = ({ verb, group, resource, subresource, namespace, name }: Attributes) =>
  `${verb} ${[group, resource, subresource, namespace, name].join("|")}`;

/** Allows what `rules` say; everybody may ask who they are. */
class Rules implements Authorizer {
  readonly asked: string[] = [];
  readonly seen: Attributes[] = [];

  constructor(readonly rules: readonly string[]) {}

  authorize(attributes: Attributes) {
    const text = textOf(attributes);
    if (text.startsWith("create ")) return { decision: "allow", reason: "" } as const;
    this.asked.push(text);
    this.seen.push(attributes);
    const isAllowed = this.rules.some((rule) => rule === text || rule === attributes.verb);
    return { decision: isAllowed ? "allow" : "no opinion", reason: "" } as const;
  }
}

/** What comes of a request with these headers where this is allowed. */
async function asking(
  headers: Record<string, string>,
  rules: readonly string[],
  { token = TEST_TOKEN, constrained = false }: { token?: string; constrained?: boolean } = {},
) {
  const authorizer = new Rules(rules);
  const features = new Set(DEFAULT_FEATURES);
  if (!constrained) features.delete("ConstrainedImpersonation");
  await using server = await startTestServer({
    withNamespace: false,
    features,
    authorizer,
    authenticator: bearerTokens([
      tokenFile(new Map([[TEST_TOKEN, TESTER], ["agent", NODE_ACCOUNT]])),
    ]),
  });
  const { status, json } = await server.clientWith({ token }).post(REVIEWS, {}, { headers });
  return {
    status,
    user: json.status?.userInfo,
    message: json.message as string | undefined,
    asked: authorizer.asked,
    seen: authorizer.seen,
  };
}

const EVERYBODY = "system:authenticated";
const EXTRA = "authentication.k8s.io|userextras";

Deno.test("each part of whom somebody acts as is asked about singly", async () => {
  const cases: [name: string, headers: Record<string, string>, asked: string[], user: object][] = [
    ["a user", { "Impersonate-User": "bob" }, ["|users|||bob"], {
      username: "bob",
      groups: [EVERYBODY],
    }],
    [
      "all of one",
      {
        "Impersonate-User": "bob",
        "Impersonate-Group": "dev",
        "Impersonate-Uid": "7",
        "Impersonate-Extra-Scopes": "read",
        "Impersonate-Extra-Acme.com%2FProject": "a",
      },
      [
        "|users|||bob",
        "authentication.k8s.io|uids|||7",
        "|groups|||dev",
        `${EXTRA}|acme.com/project||a`,
        `${EXTRA}|scopes||read`,
      ],
      {
        username: "bob",
        uid: "7",
        groups: ["dev", EVERYBODY],
        extra: { "acme.com/project": ["a"], scopes: ["read"] },
      },
    ],
    [
      "an account",
      { "Impersonate-User": "system:serviceaccount:ns:robot" },
      ["|serviceaccounts||ns|robot"],
      {
        username: "system:serviceaccount:ns:robot",
        groups: ["system:serviceaccounts", "system:serviceaccounts:ns", EVERYBODY],
      },
    ],
    [
      "an account with groups of others",
      { "Impersonate-User": "system:serviceaccount:ns:robot", "Impersonate-Group": "dev" },
      ["|serviceaccounts||ns|robot", "|groups|||dev"],
      { username: "system:serviceaccount:ns:robot", groups: ["dev", EVERYBODY] },
    ],
    [
      "what only looks like an account",
      { "Impersonate-User": "system:serviceaccount:NS:robot" },
      ["|users|||system:serviceaccount:NS:robot"],
      { username: "system:serviceaccount:NS:robot", groups: [EVERYBODY] },
    ],
    [
      "nobody in particular",
      { "Impersonate-User": "system:anonymous" },
      ["|users|||system:anonymous"],
      { username: "system:anonymous", groups: ["system:unauthenticated"] },
    ],
    [
      "somebody who is not known",
      { "Impersonate-User": "bob", "Impersonate-Group": "system:unauthenticated" },
      ["|users|||bob", "|groups|||system:unauthenticated"],
      { username: "bob", groups: ["system:unauthenticated"] },
    ],
    [
      "a node",
      { "Impersonate-User": "system:node:n1" },
      ["|users|||system:node:n1"],
      { username: "system:node:n1", groups: [EVERYBODY] },
    ],
    ["in UTF-8", { "Impersonate-User": latin("bób") }, ["|users|||bób"], {
      username: "bób",
      groups: [EVERYBODY],
    }],
  ];
  for (const [name, headers, parts, user] of cases) {
    const asked = parts.map((part) => `impersonate ${part}`);
    const allowed = await asking(headers, asked);
    assertEquals([allowed.status, allowed.user], [201, user], name);
    assertEquals(allowed.asked.toSorted(), asked.toSorted(), name);
    // Without any one of them it is not allowed.
    for (const missing of asked) {
      const refused = await asking(headers, asked.filter((one) => one !== missing));
      assertEquals([refused.status, refused.user], [403, undefined], `${name} - ${missing}`);
    }
  }
});

/** Bytes of UTF-8 as a header has them. */
function latin(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

Deno.test("what can't be allowed says why", async () => {
  const cases: [name: string, headers: Record<string, string>, status: number, text: string][] = [
    [
      "a user",
      { "Impersonate-User": "bob" },
      403,
      'users "bob" is forbidden: User "tester" cannot impersonate resource "users" in API group "" at ' +
      "the cluster scope",
    ],
    [
      "an account",
      { "Impersonate-User": "system:serviceaccount:ns:robot" },
      403,
      'serviceaccounts "robot" is forbidden: User "tester" cannot impersonate resource ' +
      '"serviceaccounts" in API group "" in the namespace "ns"',
    ],
    ["groups alone", { "Impersonate-Group": "system:masters" }, 400, "requested groups without"],
    ["a uid alone", { "Impersonate-Uid": "7" }, 400, "requested a uid without"],
    ["extra attributes alone", { "Impersonate-Extra-x": "y" }, 400, "requested extra attributes"],
    [
      "an empty user",
      { "Impersonate-User": "", "Impersonate-Group": "a" },
      400,
      "requested groups without impersonating a user name",
    ],
  ];
  for (const [name, headers, status, text] of cases) {
    for (const constrained of [false, true]) {
      const { status: code, message = "" } = await asking(headers, [], { constrained });
      assertEquals(code, status, name);
      if (!constrained || status === 400) {
        assertEquals(message.slice(0, text.length), text, name);
      }
    }
  }
  const { message } = await asking({ "Impersonate-User": "bob" }, [], { constrained: true });
  assertEquals(
    message,
    'selfsubjectreviews.authentication.k8s.io is forbidden: User "tester" cannot ' +
      'impersonate-on:user-info:create resource "selfsubjectreviews" in API group ' +
      '"authentication.k8s.io" at the cluster scope',
  );
  // Nobody is named: it is the sender's own request.
  const own = await asking({ "Impersonate-User": "", "Impersonate-Else": "x" }, []);
  assertEquals([own.status, own.user?.username], [201, "tester"]);
});

Deno.test("whom a request is done as is not to be read from its headers afterwards", async () => {
  const headers = {
    "host": "a",
    "impersonate-user": "bob",
    "impersonate-uid": "7",
    "impersonate-group": ["a", "b"],
    "impersonate-extra-x": "y",
  };
  const { signal } = new AbortController();
  const request = { headers: { ...headers }, query: "", signal } as unknown as HttpRequest;
  const context = new RequestContext(request, requestInfoOf("GET", "/", ""), "id", 0);
  context.authenticated(TESTER);
  const names = NAMES.kubernetes;
  const filter = impersonate({ authorizer: alwaysAllow, names, isConstrained: true });
  await filter(context, () => Promise.resolve({ status: 200 }));
  assertEquals({ ...request.headers }, { host: "a" });
  assertEquals([context.user.name, context.impersonator, context.impersonationConstraint], [
    "bob",
    TESTER,
    undefined,
  ]);
});

Deno.test("the newer verbs allow it for certain requests", async () => {
  const on = (mode: string) =>
    `impersonate-on:${mode}:create authentication.k8s.io|selfsubjectreviews|||`;
  const cases: [
    name: string,
    headers: Record<string, string>,
    rules: string[],
    user: object | undefined,
    token?: string,
  ][] = [
    [
      "a user",
      { "Impersonate-User": "bob" },
      [on("user-info"), "impersonate:user-info authentication.k8s.io|users|||bob"],
      { username: "bob", groups: [EVERYBODY] },
    ],
    [
      "without the request's own",
      { "Impersonate-User": "bob" },
      ["impersonate:user-info authentication.k8s.io|users|||bob"],
      undefined,
    ],
    ["without the user", { "Impersonate-User": "bob" }, [on("user-info")], undefined],
    [
      "as before",
      { "Impersonate-User": "bob" },
      ["impersonate |users|||bob"],
      { username: "bob", groups: [EVERYBODY] },
    ],
    [
      "an account",
      { "Impersonate-User": "system:serviceaccount:ns:robot" },
      [
        on("serviceaccount"),
        "impersonate:serviceaccount authentication.k8s.io|serviceaccounts||ns|robot",
      ],
      {
        username: "system:serviceaccount:ns:robot",
        groups: ["system:serviceaccounts", "system:serviceaccounts:ns", EVERYBODY],
      },
    ],
    [
      "an account with groups",
      { "Impersonate-User": "system:serviceaccount:ns:robot", "Impersonate-Group": "a" },
      ["impersonate-on:serviceaccount:create", "impersonate:serviceaccount"],
      undefined,
    ],
    [
      "a node",
      { "Impersonate-User": "system:node:n2" },
      [on("arbitrary-node"), "impersonate:arbitrary-node authentication.k8s.io|nodes|||n2"],
      { username: "system:node:n2", groups: ["system:nodes", EVERYBODY] },
    ],
    [
      "one's own node",
      { "Impersonate-User": "system:node:n1" },
      [on("associated-node"), "impersonate:associated-node authentication.k8s.io|nodes|||*"],
      { username: "system:node:n1", groups: ["system:nodes", EVERYBODY] },
      "agent",
    ],
    [
      "another node by the right to one's own",
      { "Impersonate-User": "system:node:n2" },
      ["impersonate-on:associated-node:create", "impersonate:associated-node"],
      undefined,
      "agent",
    ],
    [
      "a node by the right to users",
      { "Impersonate-User": "system:node:n2" },
      ["impersonate-on:user-info:create", "impersonate:user-info"],
      undefined,
    ],
    [
      "the group of those who may do everything",
      { "Impersonate-User": "bob", "Impersonate-Group": "system:masters" },
      ["impersonate-on:user-info:create", "impersonate:user-info"],
      undefined,
    ],
    [
      "many attributes, all allowed at once",
      {
        "Impersonate-User": "bob",
        ...Object.fromEntries(
          ["a", "b", "c", "d"].map((key) => [`Impersonate-Extra-acme.com%2f${key}`, key]),
        ),
      },
      [
        on("user-info"),
        "impersonate:user-info authentication.k8s.io|users|||bob",
        "impersonate:user-info authentication.k8s.io|userextras|*||*",
      ],
      {
        username: "bob",
        groups: [EVERYBODY],
        extra: Object.fromEntries(["a", "b", "c", "d"].map((key) => [`acme.com/${key}`, [key]])),
      },
    ],
    [
      "an attribute without a domain",
      { "Impersonate-User": "bob", "Impersonate-Extra-Scopes": "a" },
      ["impersonate-on:user-info:create", "impersonate:user-info"],
      undefined,
    ],
    [
      "an attribute with a domain",
      { "Impersonate-User": "bob", "Impersonate-Extra-acme.com%2fscopes": "a" },
      ["impersonate-on:user-info:create", "impersonate:user-info"],
      { username: "bob", groups: [EVERYBODY], extra: { "acme.com/scopes": ["a"] } },
    ],
  ];
  for (const [name, headers, rules, user, token = TEST_TOKEN] of cases) {
    const answer = await asking(headers, rules, { constrained: true, token });
    assertEquals([answer.status, answer.user], [user === undefined ? 403 : 201, user], name);
  }
  const { seen } = await asking({ "Impersonate-User": "system:node:n1" }, [], {
    constrained: true,
    token: "agent",
  });
  // An authorizer is not told more of an account than that it is at home on the node.
  assertEquals(seen[0]?.user.extra, {
    "authentication.kubernetes.io/associated-node-keys": [
      "authentication.kubernetes.io/node-name",
      "x",
    ],
  });
});
