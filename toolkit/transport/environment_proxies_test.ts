import { assertEquals, assertThrows } from "../deps/assert.ts";
import { environmentProxies } from "./environment_proxies.ts";
import type { Endpoint } from "./mod.ts";

const overTls = (host: string): Endpoint => ({ host, port: 443, tls: { serverName: host } });

Deno.test("environmentProxies() says which proxy of the environment leads to an endpoint", () => {
  const choice = environmentProxies({
    HTTPS_PROXY: "http://p:3128",
    NO_PROXY: "near,2001:db8::/32",
  });
  const cases: readonly [name: string, endpoint: Endpoint, proxy: string | undefined][] = [
    ["a name", overTls("far"), "p"],
    ["an address", overTls("2001:db9::1"), "p"],
    ["one that is exempt", overTls("near"), undefined],
    ["an address that is exempt", overTls("2001:db8::1"), undefined],
    ["this machine", overTls("127.0.0.1"), undefined],
    ["a server without TLS, for which none is named", { host: "far", port: 80 }, undefined],
    ["a socket", { ...overTls("far"), socketPath: "/s" }, undefined],
    ["no name at all", overTls("no name"), undefined],
  ];
  for (const [name, endpoint, proxy] of cases) {
    assertEquals(choice?.(endpoint)?.host, proxy, name);
  }
  assertEquals(environmentProxies({ NO_PROXY: "near" }), undefined);
});

Deno.test("environmentProxies() tells no password of a proxy that can't be used", () => {
  const choice = environmentProxies({ HTTPS_PROXY: "ftp://u:hidden@p" });
  const error = assertThrows(() => choice?.(overTls("far")));
  assertEquals((error as Error).message, "the proxy must be an http, https or socks5 URL");
});
