import { assertEquals } from "../deps/assert.ts";
import { environmentProxy } from "./environment_proxy.ts";

const PROXY = "http://proxy:3128";

for (
  const [name, server, environment, expected] of [
    ["none where none is named", "https://h", {}, undefined],
    ["that of the scheme", "https://h", { HTTPS_PROXY: PROXY, HTTP_PROXY: "http://b" }, PROXY],
    ["that of the other scheme", "http://h", { HTTPS_PROXY: PROXY, HTTP_PROXY: "b" }, "http://b"],
    ["no other scheme's", "http://h", { HTTPS_PROXY: PROXY }, undefined],
    ["small letters", "https://h", { https_proxy: PROXY }, PROXY],
    ["capitals first", "https://h", { HTTPS_PROXY: PROXY, https_proxy: "http://b" }, PROXY],
    ["a host as http", "https://h", { HTTPS_PROXY: "proxy:3128" }, PROXY],
    ["names that a proxy looks up", "https://h", { HTTPS_PROXY: "socks5h://p" }, "socks5://p"],
  ] as const
) {
  Deno.test(`environmentProxy() finds ${name}`, () => {
    assertEquals(environmentProxy(new URL(server), environment), expected);
  });
}

for (
  const [host, exempt, isExempt] of [
    ["api.example.com:6443", "", false],
    ["api.example.com:6443", "*", true],
    ["api.example.com:6443", "example.com", true],
    ["api.example.com:6443", " other.com , Example.COM ", true],
    ["example.com", "example.com", true],
    ["example.com", ".example.com", false],
    ["api.example.com", ".example.com", true],
    ["api.example.com", "*.example.com", true],
    ["badexample.com", "example.com", false],
    ["api.example.com:6443", "example.com:6443", true],
    ["api.example.com:6443", "example.com:443", false],
    ["api.example.com", "example.com:443", true],
    ["10.1.2.3:6443", "10.0.0.0/8", true],
    ["10.1.2.3:6443", "10.0.0.0/16,11.0.0.0/8", false],
    ["10.1.2.3:6443", "10.1.2.3", true],
    ["10.1.2.3:6443", "10.1.2.3:6443", true],
    ["10.1.2.3:6443", "10.1.2.3:443", false],
    ["10.1.2.3:6443", "10.0.0.0/99", false],
    ["[fd00::12]:6443", "fd00::/8", true],
    ["[fd00::12]:6443", "FD00:0::12", true],
    ["[fd00::12]:6443", "[fd00::12]:6443", true],
    ["[fd00::12]:6443", "[fd00::12]:443", false],
    ["[fd00::12]", "10.0.0.0/8,::/130,/,:,.", false],
    ["localhost:6443", "", true],
    ["127.3.2.1:6443", "", true],
    ["[::1]:6443", "", true],
    ["localhost.example.com", "", false],
  ] as const
) {
  Deno.test(`environmentProxy() is ${isExempt ? "none" : "one"} for ${host} but for "${exempt}"`, () => {
    const environment = { HTTPS_PROXY: PROXY, NO_PROXY: exempt };
    assertEquals(
      environmentProxy(new URL(`https://${host}`), environment),
      isExempt ? undefined : PROXY,
    );
  });
}
