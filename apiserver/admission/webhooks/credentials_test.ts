import { configurationOf } from "../../../testing/admission.ts";
import type { AnyObject } from "../../../testing/api_client.ts";
import { testContext } from "../../../testing/server_context.ts";
import { printClientConfig } from "../../../toolkit/clientconfig/mod.ts";
import { assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import type { Endpoint, TransportRequest } from "../../../toolkit/transport/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import { withWebhookCredentials } from "./credentials.ts";

const KIND = {
  apiVersion: "apiserver.config.k8s.io/v1",
  kind: "WebhookAdmissionConfiguration",
};
const NAME = "MutatingAdmissionWebhook";

const users = (...names: string[]) =>
  names.map((name) => ({ name, user: { token: `token-of-${name}` } }));

/** What webhooks at these places are shown, by a client config with these users. */
async function shownTo(
  authorities: readonly string[],
  config: Parameters<typeof printClientConfig>[0],
): Promise<unknown[]> {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, printClientConfig(config));
    const shown: unknown[] = [];
    const context = contextWith(({ headers }) => void shown.push(headers?.authorization));
    const value = { ...KIND, kubeConfigFile: path };
    const configuration = configurationOf({ [NAME]: value }).plugins.get(NAME);
    const callouts = await withWebhookCredentials(context, configuration);
    for (const host of authorities) {
      const endpoint: Endpoint = { host: "127.0.0.1", port: 1, tls: { serverName: "x" } };
      await callouts.client.call(endpoint, { method: "POST", path: "/", headers: { host } });
    }
    return shown;
  } finally {
    await Deno.remove(path);
  }
}

function contextWith(called: (request: TransportRequest) => void): ServerContext {
  return testContext({
    source: { find: () => undefined, all: () => [], generation: 1 },
    callouts: {
      client: {
        call(_, request) {
          called(request);
          return Promise.resolve({ status: 200, headers: {}, body: new Uint8Array() });
        },
      },
      locate: () => ({ host: "x", port: 1 }),
    },
  });
}

const EMPTY = { clusters: [], contexts: [], "current-context": "" };

Deno.test("withWebhookCredentials() shows the user whose name fits the host best", async () => {
  const places = [
    "hook.ns.svc:443",
    "hook.ns.svc:8443",
    "other.ns.svc:443",
    "a.example.com",
    "b.example.com:8443",
    "elsewhere:443",
  ];
  const named = users("hook.ns.svc:443", "*.ns.svc", "a.example.com", "*.com:8443", "*");
  assertEquals(await shownTo(places, { ...EMPTY, users: named }), [
    "Bearer token-of-hook.ns.svc:443",
    "Bearer token-of-*",
    "Bearer token-of-*.ns.svc",
    "Bearer token-of-a.example.com",
    "Bearer token-of-*.com:8443",
    "Bearer token-of-*",
  ]);
});

Deno.test("withWebhookCredentials() shows the current context's user, else nothing", async () => {
  const contexts = [{ name: "c", context: { cluster: "", user: "me" } }];
  const config = { ...EMPTY, users: users("me", "other"), contexts, "current-context": "c" };
  assertEquals(await shownTo(["a:443"], config), ["Bearer token-of-me"]);
  const without = { ...config, "current-context": "" };
  assertEquals(await shownTo(["a:443"], without), [undefined]);
});

Deno.test("withWebhookCredentials() refuses a configuration that is none, and shows no secret", async () => {
  const context = contextWith(() => {});
  const open = (value: AnyObject) => () =>
    withWebhookCredentials(context, configurationOf({ [NAME]: value }).plugins.get(NAME));
  assertEquals(await withWebhookCredentials(context, undefined), context.callouts);
  assertEquals(await open(KIND)(), context.callouts);
  for (
    const [value, message] of [
      [{ ...KIND, kind: "Other" }, /expected WebhookAdmissionConfiguration of/],
      [{ ...KIND, kubeConfigFile: "a" }, /kubeConfigFile is "a": must be an absolute file path/],
      [{ ...KIND, kubeConfigFile: "/nowhere/a" }, /the file: kubeConfigFile: \/nowhere\/a: /],
      [{ ...KIND, staticManifestsDir: "/a" }, /unknown field "staticManifestsDir"/],
    ] as const
  ) await assertRejects(open(value), message);
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(path, "users: [{name: a, user: {token: [secret]}}]");
  const error = await open({ ...KIND, kubeConfigFile: path })().catch((one) => one);
  assertEquals(String(error).includes("secret"), false);
  await Deno.remove(path);
});
