import { HttpsPeer, type PeerAnswer } from "../../../testing/https_peer.ts";
import { systemClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { type Logger, silentLogger } from "../../../toolkit/logger.ts";
import { openConfiguredWebhook } from "../../webhookclient/configured_webhook.ts";
import type { Identity } from "../../../toolkit/authentication/authenticator.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import { type TokenWebhookOptions, webhookTokens } from "./token_webhook.ts";

interface Asking {
  readonly identity: Identity;
  readonly bodies: readonly string[];
  readonly logged: readonly string[];
}

/** What a webhook that answers so makes of a token. */
async function asking(
  answer: PeerAnswer | undefined,
  changes: Partial<TokenWebhookOptions> = {},
  audiences?: readonly string[],
): Promise<Asking> {
  const folder = await Deno.makeTempDir();
  const stop = new AbortController();
  const logged: string[] = [];
  const error: Logger["error"] = (message, cause) => logged.push(`${message} ${cause}`);
  await using peer = await HttpsPeer.start(() => answer);
  try {
    await Deno.writeTextFile(`${folder}/config`, peer.clientConfig("/review"));
    const webhook = await openConfiguredWebhook({
      source: "--file",
      path: `${folder}/config`,
      clock: systemClock,
      logger: silentLogger,
      signal: stop.signal,
      random: () => 0,
      backoff: { firstMs: 1, mostMs: 1 },
    });
    const tokens = webhookTokens({
      webhook,
      version: "v1",
      audiences: [],
      dialect: "kubernetes",
      logger: { ...silentLogger, error },
      ...changes,
    });
    const identity = await tokens.authenticateToken("t0ken", { audiences, signal: stop.signal });
    return { identity, bodies: peer.requests.map(({ body }) => body), logged };
  } finally {
    stop.abort();
    await Deno.remove(folder, { recursive: true });
  }
}

const review = (status: unknown, apiVersion = "authentication.k8s.io/v1"): PeerAnswer => ({
  body: { kind: "TokenReview", apiVersion, status },
});

const JANE = { username: "jane", uid: "7", groups: ["devs"], extra: { scopes: ["a", "b"] } };

Deno.test("webhookTokens() sends a review of the version, and believes whom it names", async () => {
  for (const version of ["v1", "v1beta1"] as const) {
    for (const [dialect, suffix] of [["kubernetes", "k8s.io"], ["orch", "orch.io"]] as const) {
      const apiVersion = `authentication.${suffix}/${version}`;
      const answer = review({ authenticated: true, user: JANE }, apiVersion);
      const { identity, bodies } = await asking(answer, { version, dialect });
      const { username: name, ...rest } = JANE;
      assertEquals(identity, { is: "known", user: { name, ...rest } });
      assertEquals(bodies.map((body) => JSON.parse(body)), [{
        apiVersion,
        kind: "TokenReview",
        metadata: {},
        spec: { token: "t0ken" },
        status: { user: {} },
      }]);
    }
  }
});

Deno.test("webhookTokens() takes null for nothing, as many languages write it", async () => {
  const user = { username: "jane", uid: null, groups: null, extra: { scopes: null } };
  const cases: [status: object, user: User][] = [
    [{ authenticated: true, user, audiences: null, error: null }, {
      name: "jane",
      uid: "",
      groups: [],
      extra: { scopes: [] },
    }],
    [{ authenticated: true, user: { username: "jane", extra: null } }, {
      name: "jane",
      uid: "",
      groups: [],
      extra: {},
    }],
  ];
  for (const [status, known] of cases) {
    const { identity } = await asking(review(status));
    assertEquals(identity, { is: "known", user: known });
  }
});

Deno.test("webhookTokens() takes nobody for somebody, whatever the webhook says or does", async () => {
  const cases: [name: string, answer: PeerAnswer | undefined, is: string, asked: number][] = [
    ["no", review({ authenticated: false }), "absent", 1],
    ["no status", review(undefined), "absent", 1],
    ["null for a status", review(null), "absent", 1],
    ["null for true", review({ authenticated: null, user: JANE }), "absent", 1],
    ["no, and why", review({ authenticated: false, error: "expired" }), "refused", 1],
    ["a user, but no", review({ authenticated: false, user: JANE }), "absent", 1],
    ["another kind", { body: { kind: "Pod", apiVersion: "v1" } }, "refused", 1],
    [
      "another version",
      review({ authenticated: true, user: JANE }, "authentication.k8s.io/v2"),
      "refused",
      1,
    ],
    [
      "the older version",
      review({ authenticated: true, user: JANE }, "authentication.k8s.io/v1beta1"),
      "refused",
      1,
    ],
    ["no object", { body: [1] }, "refused", 1],
    ["no JSON", { body: "yes" }, "refused", 1],
    ["nothing", { body: "" }, "refused", 1],
    ["a text for true", review({ authenticated: "true", user: JANE }), "refused", 1],
    ["a user that is a text", review({ authenticated: true, user: "jane" }), "refused", 1],
    [
      "groups that are a text",
      review({ authenticated: true, user: { ...JANE, groups: "system:masters" } }),
      "refused",
      1,
    ],
    [
      "extra that is a text",
      review({ authenticated: true, user: { ...JANE, extra: { a: "b" } } }),
      "refused",
      1,
    ],
    ["a refusal", { status: 403, body: {} }, "refused", 1],
    ["a redirect", { status: 302, headers: { location: "https://elsewhere" } }, "refused", 1],
    ["faults", { status: 500, body: {} }, "refused", 5],
    ["no answer", undefined, "refused", 5],
    ["more than anybody reads", { body: "x".repeat(2 << 20) }, "refused", 1],
  ];
  for (const [name, answer, is, asked] of cases) {
    const { identity, bodies, logged } = await asking(answer);
    assertEquals([identity.is, bodies.length], [is, asked], name);
    for (const text of [...logged, JSON.stringify(identity)]) assert(!text.includes("t0ken"), text);
  }
});

Deno.test("webhookTokens() knows a token for audiences that the webhook names", async () => {
  const cases: [
    own: string[],
    asked: string[] | undefined,
    named: string[] | undefined,
    audiences: string[] | undefined | "absent",
  ][] = [
    [[], undefined, undefined, undefined],
    [[], undefined, ["other"], undefined],
    [["api"], undefined, undefined, ["api"]],
    [["api"], undefined, ["api", "other"], ["api"]],
    [["api"], undefined, ["other"], "absent"],
    [["api"], ["other"], ["other"], ["other"]],
    [["api"], ["other"], undefined, "absent"],
    [["api"], ["api", "other"], undefined, ["api"]],
  ];
  for (const [own, asked, named, audiences] of cases) {
    const answer = review({ authenticated: true, user: JANE, ...(named && { audiences: named }) });
    const { identity, bodies } = await asking(answer, { audiences: own }, asked);
    const name = JSON.stringify([own, asked, named]);
    if (audiences === "absent") assertEquals(identity.is, "absent", name);
    else assertEquals(identity.is === "known" && identity.audiences, audiences, name);
    const sent = asked ?? (own.length > 0 ? own : undefined);
    assertEquals(JSON.parse(bodies[0]!).spec.audiences, sent, name);
  }
});

Deno.test("webhookTokens() rejects with the signal's reason alone", async () => {
  const stop = new AbortController();
  const webhook = {
    ask: (_object: unknown, signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  };
  const tokens = webhookTokens({
    webhook,
    version: "v1",
    audiences: [],
    dialect: "kubernetes",
    logger: silentLogger,
  });
  const asked = tokens.authenticateToken("t", { signal: stop.signal });
  stop.abort(new Error("gone"));
  await assertRejects(async () => await asked, /^gone$/);
});
