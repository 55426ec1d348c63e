/**
 * Authorization by a file: several webhooks over HTTPS among roles, in the file's order, and the file read
 * again while requests come.
 */
import { bearerTokens } from "../../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../../apiserver/authentication/token_file.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { authorizerOf, AUTHORIZERS } from "../../apiserver/authorization/plugins.ts";
import {
  type ConfiguredAuthorizer,
  configuredAuthorizer,
} from "../../apiserver/authorization/configuration/mod.ts";
import { apiServerFlags } from "../../apiserver/flags/mod.ts";
import { HttpsPeer, type PeerHandler } from "../../testing/https_peer.ts";
import { startTestServer, TEST_TOKEN } from "../../testing/api_server.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { parseFlags } from "../../toolkit/flags/mod.ts";

const user = (name: string, ...groups: string[]): User => ({ name, uid: "", groups, extra: {} });

const authenticator = bearerTokens([
  tokenFile(
    new Map([
      [TEST_TOKEN, user("admin", "system:masters")],
      ["jane", user("jane", "devs")],
    ]),
  ),
]);

const POD = "/api/v1/namespaces/default/pods/none";

const webhook = (name: string, path: string, changes: Record<string, unknown> = {}) => ({
  type: "Webhook",
  name,
  webhook: {
    timeout: "30s",
    authorizedTTL: "5m",
    cacheAuthorizedRequests: false,
    cacheUnauthorizedRequests: false,
    subjectAccessReviewVersion: "v1",
    matchConditionSubjectAccessReviewVersion: "v1",
    failurePolicy: "NoOpinion",
    connectionInfo: { type: "KubeConfigFile", kubeConfigFile: path },
    ...changes,
  },
});

const RBAC = { type: "RBAC", name: "rbac" };

const file = (...authorizers: unknown[]) =>
  JSON.stringify({
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "AuthorizationConfiguration",
    authorizers,
  });

const flagsOf = (...args: string[]) => parseFlags(apiServerFlags, args).values;

const says = (status: Record<string, unknown>): PeerHandler => () => ({ body: { status } });

/** A folder for files, and peers that answer as they are told. */
async function withPeers(
  handlers: readonly PeerHandler[],
  body: (folder: string, peers: readonly HttpsPeer[]) => Promise<void>,
) {
  const folder = await Deno.makeTempDir();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const peers: HttpsPeer[] = [];
  for (const [index, handler] of handlers.entries()) {
    const peer = stack.use(await HttpsPeer.start(handler));
    await Deno.writeTextFile(`${folder}/hook${index}`, peer.clientConfig("/authorize"));
    peers.push(peer);
  }
  await body(folder, peers);
}

Deno.test("authorizers of a file are asked in its order until one has an opinion", async () => {
  let first: Record<string, unknown> = { allowed: false };
  const handlers = [() => ({ body: { status: first } }), says({ allowed: true, reason: "second" })];
  await withPeers(handlers, async (folder, [one, two]) => {
    const text = file(
      webhook("one", `${folder}/hook0`, {
        matchConditions: [{ expression: "request.user != 'jane' || 'devs' in request.groups" }],
      }),
      RBAC,
      webhook("two", `${folder}/hook1`, {
        matchConditions: [{
          expression: "has(request.resourceAttributes) && request.resourceAttributes.verb == 'get'",
        }],
      }),
    );
    await Deno.writeTextFile(`${folder}/config`, text);
    const flags = flagsOf(`--authorization-config=${folder}/config`);
    await using server = await startTestServer({
      authenticator,
      authorizer: (context) => authorizerOf(context, flags),
    });
    await server.server.ready;
    const jane = server.clientWith({ token: "jane" });
    const [before, beforeTwo] = [one!.requests.length, two!.requests.length];
    assertEquals((await jane.get(POD)).status, 404, "the last allows");
    assertEquals([one!.requests.length - before, two!.requests.length - beforeTwo], [1, 1]);
    const { spec } = JSON.parse(two!.requests.at(-1)!.body);
    assertEquals(spec, {
      resourceAttributes: {
        namespace: "default",
        verb: "get",
        version: "v1",
        resource: "pods",
        name: "none",
      },
      user: "jane",
      groups: ["devs", "system:authenticated"],
    });
    assertEquals((await jane.delete(POD)).status, 403, "a condition keeps it from being asked");
    assertEquals(two!.requests.length - beforeTwo, 1);
    first = { allowed: false, denied: true, reason: "never" };
    const { status, json } = await jane.get(POD);
    assertEquals(status, 403);
    assert(json.message.endsWith(": never"), json.message);
    assertEquals(two!.requests.length - beforeTwo, 1, "who denies is the last to be asked");
    const asked = one!.requests.length;
    assertEquals((await server.client.get(POD)).status, 404, "masters are not asked about");
    assertEquals(one!.requests.length, asked);
    const metrics = (await server.client.get("/metrics")).text;
    for (
      const line of [
        'apiserver_authorization_decisions_total{type="Webhook",name="two",decision="allowed"} 1',
        'apiserver_authorization_decisions_total{type="Webhook",name="one",decision="denied"} 1',
        'apiserver_authorization_match_condition_exclusions_total{type="Webhook",name="two"} 1',
        'apiserver_authorization_config_controller_last_config_info{apiserver_id_hash="sha256:',
      ]
    ) assert(metrics.includes(line), line);
  });
});

Deno.test("a webhook that fails lets others decide or denies, and who asked may ask again", async () => {
  await withPeers([() => ({ status: 403 })], async (folder) => {
    for (
      const [policy, others, status] of [
        ["NoOpinion", [{ type: "AlwaysAllow", name: "alwaysallow" }], 404],
        ["NoOpinion", [], 500],
        ["Deny", [{ type: "AlwaysAllow", name: "alwaysallow" }], 500],
      ] as const
    ) {
      await Deno.writeTextFile(
        `${folder}/config`,
        file(webhook("hook", `${folder}/hook0`, { failurePolicy: policy }), ...others),
      );
      const flags = flagsOf(`--authorization-config=${folder}/config`);
      await using server = await startTestServer({
        authenticator,
        authorizer: (context) => authorizerOf(context, flags),
      });
      const jane = server.clientWith({ token: "jane" });
      const { status: got, json } = await jane.get(POD);
      assertEquals(got, status, `${policy} ${others.length}`);
      if (status === 500) {
        const why =
          'the authorization webhook "hook" failed: the webhook answered with the status 403';
        assert(json.message.endsWith(why), json.message);
      }
      const review = await server.client.post(
        "/apis/authorization.k8s.io/v1/subjectaccessreviews",
        {
          apiVersion: "authorization.k8s.io/v1",
          kind: "SubjectAccessReview",
          spec: { user: "jane", resourceAttributes: { verb: "get", resource: "pods" } },
        },
      );
      assertEquals(review.json.status.allowed, status === 404);
      assertEquals(review.json.status.denied, policy === "Deny" ? true : undefined);
    }
  });
});

Deno.test("a changed file is in force once it was read, and a bad one changes nothing", async () => {
  const hold = Promise.withResolvers<void>();
  const came = Promise.withResolvers<void>();
  let asked = 0;
  const slow: PeerHandler = async ({ body }) => {
    if (body.includes('"name":"slow"') && asked++ === 0) {
      came.resolve();
      await hold.promise;
      return { status: 503 };
    }
    return { body: { status: { allowed: true } } };
  };
  await withPeers([slow, says({ allowed: false, denied: true })], async (folder) => {
    const path = `${folder}/config`;
    const write = (...authorizers: unknown[]) => Deno.writeTextFile(path, file(...authorizers));
    await write(webhook("hook", `${folder}/hook0`), RBAC);
    let configured: ConfiguredAuthorizer | undefined;
    const flags = flagsOf(`--authorization-config=${path}`);
    await using server = await startTestServer({
      authenticator,
      authorizer: async (context) =>
        configured = await configuredAuthorizer({ context, flags, plugins: AUTHORIZERS }),
    });
    await server.server.ready;
    const jane = server.clientWith({ token: "jane" });
    const look = () => configured!.look();
    assertEquals((await jane.get(POD)).status, 404);
    const waiting = jane.get("/api/v1/namespaces/default/pods/slow");
    await came.promise;
    await write(webhook("hook", `${folder}/hook1`), RBAC);
    await look();
    assertEquals((await jane.get(POD)).status, 403, "the new one denies");
    hold.resolve();
    assertEquals(
      (await waiting).status,
      404,
      "what the old one was asked before it still answers, at the second attempt too",
    );
    const bad: [what: string, text: string][] = [
      ["no JSON", "{"],
      ["nothing", ""],
      ["a type that was not there", file(RBAC, { type: "Node", name: "node" })],
      ["a type that is gone", file(webhook("hook", `${folder}/hook0`))],
      ["a client config that is none", file(webhook("hook", path), RBAC)],
      [
        "a condition that is none",
        file(
          webhook("hook", `${folder}/hook0`, { matchConditions: [{ expression: "1" }] }),
          RBAC,
        ),
      ],
    ];
    for (const [what, text] of bad) {
      await Deno.writeTextFile(path, text);
      await look();
      assertEquals((await jane.get(POD)).status, 403, what);
    }
    await Deno.remove(path);
    await look();
    assertEquals((await jane.get(POD)).status, 403, "no file");
    await write(RBAC, webhook("hook", `${folder}/hook0`));
    await look();
    assertEquals((await jane.get(POD)).status, 404, "a good one");
    const metrics = (await server.client.get("/metrics")).text;
    const prefix = "apiserver_authorization_config_controller_automatic_reloads_total";
    const reloads = (status: string) =>
      new RegExp(
        `^${prefix}\\{status="${status}",apiserver_id_hash="sha256:\\w{64}"\\} (\\d+)$`,
        "m",
      )
        .exec(metrics)?.[1];
    assertEquals(reloads("success"), "2");
    assert(/^[67]$/.test(reloads("failure") ?? ""), metrics);
  });
});

Deno.test("flags describe one webhook, asked in its place among the modes", async () => {
  await withPeers([says({ allowed: true })], async (folder, [peer]) => {
    const flags = flagsOf(
      "--authorization-mode=AlwaysDeny,Webhook",
      `--authorization-webhook-config-file=${folder}/hook0`,
    );
    await using server = await startTestServer({
      authenticator,
      authorizer: (context) => authorizerOf(context, flags),
    });
    const jane = server.clientWith({ token: "jane" });
    assertEquals((await jane.get(POD)).status, 404);
    assertEquals((await jane.get(POD)).status, 404);
    assertEquals(peer!.requests.length, 1, "the answer is remembered");
    const { apiVersion, spec } = JSON.parse(peer!.requests[0]!.body);
    assertEquals([apiVersion, spec.group], ["authorization.k8s.io/v1beta1", [
      "devs",
      "system:authenticated",
    ]]);
    await assertRejects(
      () =>
        startTestServer({
          authorizer: (context) =>
            authorizerOf(
              context,
              flagsOf(
                "--authorization-mode=Webhook",
                `--authorization-webhook-config-file=${folder}/hook0`,
                "--authorization-webhook-version=v2",
              ),
            ),
        }),
      /^--authorization-webhook-version: unsupported webhook authorizer version "v2"/,
    );
  });
});
