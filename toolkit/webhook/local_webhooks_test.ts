import { assertEquals } from "../deps/assert.ts";
import type { WebhookServerOptions } from "./mod.ts";
import { localWebhooks } from "./webhook_server.ts";

const at = (url: string, hostname: string) => ({ url, hostname });

const CASES: readonly (readonly [
  what: string,
  server: string,
  given: WebhookServerOptions,
  served: WebhookServerOptions,
])[] = [
  [
    "a server of this machine",
    "https://127.0.0.1:6443",
    {},
    at("https://127.0.0.1:9443", "127.0.0.1"),
  ],
  ["by its name", "https://localhost:6443", {}, at("https://localhost:9443", "localhost")],
  ["by its other address", "https://[::1]:6443", {}, at("https://[::1]:9443", "::1")],
  ["another port", "https://127.0.0.1:6443", { port: 9000 }, {
    port: 9000,
    ...at("https://127.0.0.1:9000", "127.0.0.1"),
  }],
  ["a server elsewhere", "https://127.0.0.1.example.com", {}, {}],
  ["a server of the network", "https://10.0.0.1:6443", {}, {}],
  ["an address", "https://127.0.0.1:6443", { url: "https://a:1" }, { url: "https://a:1" }],
  ["a port that is not known yet", "https://127.0.0.1:6443", { port: 0 }, { port: 0 }],
  ["a service", "https://127.0.0.1:6443", { service: { name: "a", namespace: "b" } }, {
    service: { name: "a", namespace: "b" },
  }],
];

for (const [what, server, given, served] of CASES) {
  Deno.test(`localWebhooks() goes by ${what}`, () => {
    assertEquals(localWebhooks(given, new URL(server)), served);
  });
}
