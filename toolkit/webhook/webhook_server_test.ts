import { connect } from "node:tls";
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free_port.ts";
import { makeAuthority, makeCertificate, USAGE } from "../certificates/mod.ts";
import { createClient } from "../client/create_client.ts";
import { ServerClient } from "../client/server_client.ts";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import { type Logger, silentLogger } from "../logger.ts";
import type { ErasedWebhook } from "./webhook.ts";
import { defineWebhook } from "./mod.ts";
import { WebhookServer, type WebhookServerOptions } from "./webhook_server.ts";

const MINUTE_MS = 60_000;
const FILES = ["tls.crt", "tls.key", "ca.crt"] as const;
type Files = Record<(typeof FILES)[number], string>;

/** Certificates of one authority. */
async function certificatesOf(count: number): Promise<Files[]> {
  const now = new Date(new FakeClock().now());
  const authority = await makeAuthority("hooks", now);
  return await Promise.all(Array.from({ length: count }, async (_, at) => {
    const { certificate, key } = await makeCertificate({
      commonName: `hooks-${at}`,
      hosts: ["127.0.0.1"],
      usages: [USAGE.server],
      now,
    }, authority);
    return { "tls.crt": certificate, "tls.key": key, "ca.crt": authority.certificate };
  }));
}

/** Webhooks whose certificates are in a Secret that the test keeps, and what they do with a server. */
async function served(
  files: Files,
  url: string,
  certificates: WebhookServerOptions["certificates"] = { secret: "pairs" },
) {
  const clock = new FakeClock();
  const errors: string[] = [];
  const asked: string[] = [];
  const secret = { ...files };
  const hangs = { now: false };
  const logger: Logger = {
    ...silentLogger,
    error: (_, error) => void errors.push((error as Error).message),
    with: () => logger,
  };
  const client = await createClient({
    clock,
    logger,
    dialect: "kubernetes",
    transport: {
      async fetch(request) {
        const { pathname } = new URL(request.url);
        asked.push(`${request.method} ${pathname.split("/").at(-2)}`);
        if (hangs.now) return await new Promise(() => {});
        if (request.method === "PUT") {
          const { data } = await request.clone().json();
          for (const file of FILES) secret[file] = atob(data[file]);
        }
        const data = Object.fromEntries(FILES.map((file) => [file, btoa(secret[file])]));
        const metadata = { name: "pairs", namespace: "default", uid: "u", resourceVersion: "1" };
        const body = request.method === "GET"
          ? { apiVersion: "v1", kind: "Secret", metadata, data }
          : await request.json();
        return Response.json(body);
      },
    },
  });
  assert(client instanceof ServerClient);
  const webhook = defineWebhook({ for: ConfigMap, mutate() {} }) as ErasedWebhook;
  const server = await WebhookServer.start({
    name: "hooks",
    webhooks: [webhook],
    resources: [],
    client,
    options: {
      port: Number(new URL(url).port),
      url,
      certificates,
    },
  });
  return { server, client, clock, errors, asked, secret, hangs };
}

/** Whose certificate is shown at a port. */
async function shownAt(port: number, host = "127.0.0.1"): Promise<string> {
  const socket = connect({ port, host, rejectUnauthorized: false });
  try {
    await new Promise((resolve, reject) => {
      socket.once("secureConnect", resolve);
      socket.once("error", reject);
    });
    return String(socket.getPeerCertificate().subject.CN);
  } finally {
    socket.destroy();
  }
}

Deno.test("a WebhookServer shows a new pair once it is one, though it saw half of it before", async () => {
  const [old, next] = await certificatesOf(2) as [Files, Files];
  const port = await freePort();
  const { server, client, clock, errors, secret } = await served(old, `https://127.0.0.1:${port}`);
  await using _client = client;
  await using _server = server;
  // On all addresses.
  assertEquals([await shownAt(port), await shownAt(port, "::1")], ["hooks-0", "hooks-0"]);
  secret["tls.crt"] = next["tls.crt"];
  await clock.advance(MINUTE_MS);
  await eventually("half a pair is refused", () => errors.length > 0, { limitMs: 5000 });
  assertEquals(errors, [
    "the Secret pairs: tls: private key does not match public key",
  ]);
  assertEquals(await shownAt(port), "hooks-0");
  secret["tls.key"] = next["tls.key"];
  await clock.advance(MINUTE_MS);
  await eventually("the new pair is shown", async () => await shownAt(port) === "hooks-1", {
    limitMs: 5000,
  });
});

Deno.test("a WebhookServer shows within a minute what another replica has made", async () => {
  const [old, next] = await certificatesOf(2) as [Files, Files];
  const port = await freePort();
  const url = `https://127.0.0.1:${port}`;
  const { server, client, clock, secret } = await served(old, url, "managed");
  await using _client = client;
  await using _server = server;
  Object.assign(secret, next);
  await clock.advance(MINUTE_MS);
  await eventually("the new pair is shown", async () => await shownAt(port) === "hooks-1", {
    limitMs: 5000,
  });
});

Deno.test("a WebhookServer does not start with a key of another certificate", async () => {
  const [one, other] = await certificatesOf(2) as [Files, Files];
  const port = await freePort();
  await assertRejects(
    () => served({ ...one, "tls.key": other["tls.key"] }, `https://127.0.0.1:${port}`),
    /the Secret pairs: tls: private key does not match public key/,
  );
});

Deno.test("a WebhookServer makes anew what is kept and no pair", async () => {
  const [one, other] = await certificatesOf(2) as [Files, Files];
  const port = await freePort();
  const files = { ...one, "tls.key": other["tls.key"] };
  const { server, client, asked } = await served(files, `https://127.0.0.1:${port}`, "managed");
  await using _client = client;
  await using _server = server;
  assertEquals(asked, ["GET secrets", "PUT secrets", "GET secrets"]);
  assertEquals(await shownAt(port), "127.0.0.1");
});

Deno.test("a WebhookServer ends beside a server that does not answer", async () => {
  const [pair] = await certificatesOf(1) as [Files];
  const port = await freePort();
  const { server, client, clock, hangs, asked } = await served(pair, `https://127.0.0.1:${port}`);
  await using _client = client;
  hangs.now = true;
  await clock.advance(MINUTE_MS);
  await eventually("the Secret is asked for", () => asked.length === 2);
  await server[Symbol.asyncDispose]();
});

Deno.test("a WebhookServer announces anew when its process leads once more", async () => {
  const [pair] = await certificatesOf(1) as [Files];
  const port = await freePort();
  const { server, client, asked } = await served(pair, `https://127.0.0.1:${port}`);
  await using _client = client;
  await using _server = server;
  const announced = () => asked.filter((one) => one.startsWith("PATCH")).length;
  await server.announce();
  await server.announce();
  assertEquals(announced(), 1);
  // Meanwhile another process announces where it is itself.
  server.stopAnnouncing();
  await server.announce();
  assertEquals(announced(), 2);
});
