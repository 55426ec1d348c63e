import { attributesOf } from "../../../testing/access_attributes.ts";
import { HttpsPeer, type PeerHandler } from "../../../testing/https_peer.ts";
import { testContext } from "../../../testing/server_context.ts";
import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { FakeClock, systemClock } from "../../../toolkit/clock.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import type { ConfiguredWebhook } from "../../webhookclient/configured_webhook.ts";
import type { Attributes, AuthorizationCall, Authorizer } from "../authorizer.ts";
import { fieldRequirements, labelRequirements } from "../selectors.ts";
import { webhookAuthorizer } from "./authorizer.ts";
import { webhookMetrics } from "./metrics.ts";
import { openWebhookAuthorizer } from "./plugin.ts";
import type { WebhookSettings } from "./settings.ts";

const call: AuthorizationCall = { signal: new AbortController().signal };

const JANE: User = {
  name: "jane",
  uid: "7",
  groups: ["devs"],
  extra: { "example.com/team": ["a", "b"] },
};

function of(parts: Partial<Attributes> = {}): Attributes {
  return attributesOf(JANE, {
    verb: "list",
    path: "/api/v1/namespaces/shop/pods",
    ...parts,
  });
}

const SETTINGS: WebhookSettings = {
  name: "hook",
  source: "--hook",
  path: "",
  version: "v1",
  timeoutMs: 30_000,
  authorizedTtlMs: 300_000,
  unauthorizedTtlMs: 30_000,
  onFailure: "no opinion",
  conditions: [],
};

/** A webhook authorizer whose webhook is a function. */
function asking(
  answer: (object: unknown, signal: AbortSignal) => unknown,
  { dialect = "kubernetes", ...settings }: Partial<WebhookSettings> & { dialect?: Dialect } = {},
) {
  const clock = new FakeClock();
  const metrics = new Registry();
  const asked: unknown[] = [];
  const webhook: ConfiguredWebhook = {
    // deno-lint-ignore require-await -- what it throws is a rejection.
    ask: async (object, signal) => {
      asked.push(object);
      return answer(object, signal);
    },
  };
  const authorizer = webhookAuthorizer({
    settings: { ...SETTINGS, ...settings },
    webhook,
    dialect,
    clock,
    logger: testContext({ source: undefined as never }).logger,
    metrics: webhookMetrics(metrics, "hook"),
  });
  const ask = async (attributes = of()) => await authorizer.authorize(attributes, call);
  return { authorizer, ask, asked, clock, metrics };
}

function matches(text: string | undefined, pattern: RegExp): void {
  assert(pattern.test(text ?? ""), `${pattern} is not in ${text}`);
}

const allow = { status: { allowed: true, reason: "fine" } };

/** Answers with which nothing is allowed. */
const REFUSED: [what: string, answer: unknown, decision: string, error?: RegExp][] = [
  ["no opinion", { status: { allowed: false, reason: "no" } }, "no opinion"],
  ["nothing", {}, "no opinion"],
  ["an empty status", { status: {} }, "no opinion"],
  ["denied", { status: { allowed: false, denied: true, reason: "never" } }, "deny"],
  ["both", { status: { allowed: true, denied: true } }, "deny", /both allow and deny/],
  ["no answer", undefined, "no opinion", /no object/],
  ["a text", "yes", "no opinion", /no object/],
  ["a list", [allow], "no opinion", /no object/],
  ["a text for allowed", { status: { allowed: "true" } }, "no opinion", /must be true or false/],
  ["a number for allowed", { status: { allowed: 1 } }, "no opinion", /must be true or false/],
  ["null for allowed", { status: { allowed: null } }, "no opinion"],
  ["null for a status", { status: null }, "no opinion"],
  [
    "null for all else",
    {
      kind: null,
      apiVersion: null,
      status: { allowed: true, denied: null, reason: null, evaluationError: null },
    },
    "allow",
  ],
  ["a text for denied", { status: { allowed: true, denied: "no" } }, "no opinion", /denied/],
  ["a status that is a list", { status: [true] }, "no opinion", /status is no object/],
  ["a number for the reason", { status: { allowed: true, reason: 1 } }, "no opinion", /reason/],
  ["another kind", { kind: "TokenReview", ...allow }, "no opinion", /no SubjectAccessReview of v1/],
  [
    "another version",
    { kind: "SubjectAccessReview", apiVersion: "authorization.k8s.io/v1beta1", ...allow },
    "no opinion",
    /no SubjectAccessReview of v1/,
  ],
  [
    "another group",
    { kind: "SubjectAccessReview", apiVersion: "authentication.k8s.io/v1", ...allow },
    "no opinion",
    /no SubjectAccessReview of v1/,
  ],
];

Deno.test("webhookAuthorizer() allows nothing where the answer does not say so", async () => {
  for (const [what, answer, decision, error] of REFUSED) {
    const verdict = await asking(() => answer).ask();
    assertEquals(verdict.decision, decision, what);
    if (error === undefined) assertEquals(verdict.evaluationError, undefined, what);
    else matches(verdict.evaluationError, error);
    // Where there is no answer, Deny denies.
    const strict = await asking(() => answer, { onFailure: "deny" }).ask();
    const expected = error === undefined || decision === "deny" ? decision : "deny";
    assertEquals(strict.decision, expected, `${what}, Deny`);
  }
});

Deno.test("webhookAuthorizer() asks in the words of its version and dialect", async () => {
  const selectors = {
    fields: fieldRequirements("spec.nodeName=n1,a!=b"),
    labels: labelRequirements("app in (x,y),!old,tier!=db,tier==a,age>5"),
  };
  const attributes = {
    namespace: "shop",
    verb: "list",
    version: "v1",
    resource: "pods",
    fieldSelector: {
      requirements: [
        { key: "a", operator: "NotIn", values: ["b"] },
        { key: "spec.nodeName", operator: "In", values: ["n1"] },
      ],
    },
    labelSelector: {
      requirements: [
        { key: "app", operator: "In", values: ["x", "y"] },
        { key: "old", operator: "DoesNotExist" },
        { key: "tier", operator: "NotIn", values: ["db"] },
        { key: "tier", operator: "In", values: ["a"] },
      ],
    },
  };
  const who = { user: "jane", uid: "7", extra: JANE.extra };
  for (const dialect of ["kubernetes", "orch"] as const) {
    const group = NAMES[dialect].group("authorization");
    const hook = asking(() => ({ ...allow, kind: "SubjectAccessReview" }), { dialect });
    assertEquals(await hook.ask(of({ selectors })), { decision: "allow", reason: "fine" });
    assertEquals(hook.asked, [{
      kind: "SubjectAccessReview",
      apiVersion: `${group}/v1`,
      metadata: {},
      spec: { resourceAttributes: attributes, ...who, groups: ["devs"] },
      status: { allowed: false },
    }]);
    const old = asking(() => ({ ...allow, apiVersion: `${group}/v1beta1` }), {
      dialect,
      version: "v1beta1",
    });
    assertEquals((await old.ask(of({ selectors }))).decision, "allow");
    assertEquals(old.asked, [{
      kind: "SubjectAccessReview",
      apiVersion: `${group}/v1beta1`,
      metadata: {},
      spec: { resourceAttributes: attributes, ...who, group: ["devs"] },
      status: { allowed: false },
    }]);
  }
  const path = asking(() => allow);
  const nobody = { name: "x", uid: "", groups: [], extra: {} };
  await path.ask(of({ isResource: false, path: "/metrics", verb: "get", user: nobody }));
  const { spec } = path.asked[0] as { spec: unknown };
  assertEquals(spec, { nonResourceAttributes: { path: "/metrics", verb: "get" }, user: "x" });
});

Deno.test("webhookAuthorizer() remembers answers for as long as it may, and no others", async () => {
  let answer: unknown = allow;
  const hook = asking(() => answer);
  const times = async (attributes?: Attributes) => {
    await hook.ask(attributes);
    return hook.asked.length;
  };
  assertEquals([await times(), await times()], [1, 1], "allowed");
  await hook.clock.advance(299_999);
  assertEquals(await times(), 1, "nearly five minutes");
  await hook.clock.advance(1);
  answer = { status: { allowed: false } };
  assertEquals([await times(), await times()], [2, 2], "not allowed");
  await hook.clock.advance(30_000);
  answer = { status: { denied: true } };
  assertEquals([await times(), await times()], [3, 3], "denied");
  await hook.clock.advance(30_000);
  answer = "broken";
  assertEquals([await times(), await times()], [4, 5], "a failure");
  answer = allow;
  await times();
  for (
    const [what, other] of [
      ["user", { user: { ...JANE, name: "bob" } }],
      ["uid", { user: { ...JANE, uid: "8" } }],
      ["groups", { user: { ...JANE, groups: ["devs", "ops"] } }],
      ["extra", { user: { ...JANE, extra: {} } }],
      ["verb", { verb: "watch" }],
      ["namespace", { namespace: "" }],
      ["name", { name: "a" }],
      ["subresource", { subresource: "log" }],
      ["selectors", { selectors: { fields: fieldRequirements("a=b") } }],
    ] as [string, Partial<Attributes>][]
  ) {
    const before = hook.asked.length;
    assertEquals(await times(of(other)), before + 1, what);
    assertEquals(await times(of(other)), before + 1, `${what}, again`);
  }
});

Deno.test("webhookAuthorizer() does not remember what is long by the will of who asks", async () => {
  const fixed = of();
  const length = [fixed.namespace, fixed.verb, fixed.version, fixed.resource, fixed.path]
    .join("").length;
  const rows: [name: string, asked: number][] = [
    ["x".repeat(10_000 - length - 1), 1],
    ["x".repeat(10_000 - length), 2],
    // Two bytes each.
    ["é".repeat((10_000 - length) / 2 | 0), 2 - (length % 2)],
    ["é".repeat(5000), 2],
  ];
  for (const [name, times] of rows) {
    const hook = asking(() => allow);
    await hook.ask(of({ name }));
    await hook.ask(of({ name }));
    assertEquals(hook.asked.length, times, `${name.length} of ${name[0]}`);
  }
  const wordy = asking(() => ({ status: { allowed: true, reason: "r".repeat(10_000) } }));
  await wordy.ask();
  await wordy.ask();
  assertEquals(wordy.asked.length, 2, "an answer that is long");
  const never = asking(() => allow, { authorizedTtlMs: 0 });
  await never.ask();
  await never.ask();
  assertEquals(never.asked.length, 2, "no time");
});

const CONDITIONS: [conditions: string[], asks: boolean, error?: RegExp][] = [
  [["request.user == 'jane'"], true],
  [["request.user == 'bob'"], false],
  [["true", "false"], false],
  [["'devs' in request.groups", "request.uid == '7'"], true],
  [["request.extra['example.com/team'][1] == 'b'"], true],
  [["has(request.resourceAttributes) && request.resourceAttributes.namespace == 'shop'"], true],
  [["has(request.nonResourceAttributes)"], false],
  [["request.resourceAttributes.subresource == ''"], true],
  [["request.resourceAttributes.group == '' && request.resourceAttributes.version == 'v1'"], true],
  [["has(request.resourceAttributes.fieldSelector)"], false],
  // An error counts less than what is false.
  [["request.extra['none'][0] == ''", "false"], false],
  [["request.extra['none'][0] == ''", "true"], false, /cel evaluation error: expression 'req/],
  [["request.nonResourceAttributes.path == '/'"], false, /resulted in error: /],
  [
    [
      "[1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5,6,7,8,9].all(b, [1,2,3,4,5,6,7,8,9].all(c, " +
      "[1,2,3,4,5,6,7,8,9].all(d, [1,2,3,4,5,6,7,8,9].all(e, [1,2,3,4,5,6,7,8,9].all(f, true))))))",
    ],
    false,
    /cost limit/,
  ],
];

Deno.test("webhookAuthorizer() asks only where its conditions hold", async () => {
  for (const [conditions, asks, error] of CONDITIONS) {
    for (const onFailure of ["no opinion", "deny"] as const) {
      const what = `${conditions} ${onFailure}`;
      const hook = asking(() => allow, { conditions, onFailure });
      const verdict = await hook.ask();
      assertEquals(hook.asked.length, asks ? 1 : 0, what);
      if (error !== undefined) {
        assertEquals(verdict.decision, onFailure, what);
        matches(verdict.evaluationError, error);
      } else if (!asks) assertEquals(verdict, { decision: "no opinion", reason: "" }, what);
    }
  }
  const selecting = asking(() => allow, {
    conditions: ["request.resourceAttributes.fieldSelector.requirements[0].values[0] == 'n1'"],
  });
  await selecting.ask(of({ selectors: { fields: fieldRequirements("spec.nodeName=n1") } }));
  assertEquals(selecting.asked.length, 1);
});

Deno.test("webhookAuthorizer() ends with whom it asks for", async () => {
  const stop = new AbortController();
  const hook = asking(() => {
    stop.abort(new Error("gone"));
    throw new Error("cut off");
  }, { onFailure: "deny" });
  await assertRejects(
    async () => await hook.authorizer.authorize(of(), { signal: stop.signal }),
    /^gone$/,
  );
  matches(hook.metrics.render(), /webhook_evaluations_total\{name="hook",result="canceled"\} 1/);
});

Deno.test("webhookAuthorizer() can't list what somebody may do", async () => {
  assertEquals(await asking(() => allow).authorizer.rulesOf?.(JANE, "shop", call), {
    resourceRules: [],
    nonResourceRules: [],
    incomplete: true,
    evaluationError: "webhook authorizer does not support user rule resolution",
  });
});

/** An authorizer whose webhook is a real server. */
async function asked(
  handler: PeerHandler,
  settings: Partial<WebhookSettings>,
  body: (ask: Authorizer["authorize"], peer: HttpsPeer, metrics: Registry) => Promise<void>,
) {
  const folder = await Deno.makeTempDir();
  const stop = new AbortController();
  await using peer = await HttpsPeer.start(handler);
  try {
    const path = `${folder}/config`;
    await Deno.writeTextFile(path, peer.clientConfig("/authorize"));
    const context = testContext({
      source: undefined as never,
      signal: stop.signal,
      clock: systemClock,
    });
    const authorizer = await openWebhookAuthorizer(
      context,
      { ...SETTINGS, path, ...settings },
      stop.signal,
    );
    await body((attributes, call) => authorizer.authorize(attributes, call), peer, context.metrics);
  } finally {
    stop.abort();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("openWebhookAuthorizer() asks a server over HTTPS, by its path", async () => {
  await asked(() => ({ body: allow }), {}, async (ask, peer) => {
    assertEquals(await ask(of(), call), { decision: "allow", reason: "fine" });
    const [{ method, path, headers }] = peer.requests as [typeof peer.requests[0]];
    assertEquals([method, path, headers["content-type"]], [
      "POST",
      "/authorize?timeout=30s",
      "application/json",
    ]);
  });
});

Deno.test("openWebhookAuthorizer() counts what gives no answer, and lets others decide", async () => {
  await asked(() => ({ status: 403, body: allow }), {}, async (ask, peer, metrics) => {
    assertEquals(await ask(of(), call), {
      decision: "no opinion",
      reason: "",
      evaluationError:
        'the authorization webhook "hook" failed: the webhook answered with the status 403',
    });
    assertEquals(peer.requests.length, 1);
    const text = metrics.render();
    for (const name of ["evaluations_total", "evaluations_fail_open_total"]) {
      matches(text, new RegExp(`webhook_${name}\\{name="hook",result="error"\\} 1`));
    }
  });
  await asked(() => ({ status: 403 }), { onFailure: "deny" }, async (ask, _peer, metrics) => {
    assertEquals((await ask(of(), call)).decision, "deny");
    assertEquals(metrics.render().includes("fail_open_total{"), false);
  });
});

Deno.test("openWebhookAuthorizer() names where the file was named that can't be used", async () => {
  const open = (path: string) =>
    openWebhookAuthorizer(
      testContext({ source: undefined as never }),
      { ...SETTINGS, path },
      call.signal,
    );
  await assertRejects(() => open("/nowhere/config"), /^--hook: \/nowhere\/config: /);
});
