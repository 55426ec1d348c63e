import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { placeOfWebhook } from "./mod.ts";
import { parseWebhookUrl, servicePath } from "./webhook_url.ts";

/** As the reference's client builds them. */
const URLS: [url: string, authority: string, path: string][] = [
  ["https://h:8443//failing", "h:8443", "/failing"],
  ["https://h:8443", "h:8443", "/"],
  ["https://h/", "h", "/"],
  ["https://h/a//b/./c/../d/", "h", "/a/b/d"],
  ["https://h/../../x", "h", "/x"],
  ["https://h/a%2Fb%2F..%2Fc", "h", "/a/c"],
  ["https://h/a%20b", "h", "/a%20b"],
  ["https://h/ä%C3%A4", "h", "/%C3%A4%C3%A4"],
  ["https://h/a!b'c(d)*e[f]", "h", "/a%21b%27c%28d%29%2Ae%5Bf%5D"],
  ["https://h/a;b,c=d&e$f@g:h+i", "h", "/a;b,c=d&e$f@g:h+i"],
  ["https://h/%25x/%00%0a", "h", "/%25x/%00%0A"],
  ["https://h/a\\b", "h", "/a%5Cb"],
  ["https://h/a?x=1#f", "h", "/a"],
  ["https://user:pw@h:1/a", "h:1", "/a"],
  ["https://H.example:443/a", "H.example:443", "/a"],
  ["https://[::1]:8443//x/", "[::1]:8443", "/x"],
];

for (const [url, authority, path] of URLS) {
  Deno.test(`parseWebhookUrl() cleans ${url}`, () => {
    const parsed = parseWebhookUrl(url);
    assertEquals([parsed.authority, parsed.path], [authority, path]);
  });
}

Deno.test("parseWebhookUrl() refuses what is no https URL", () => {
  for (const url of ["http://h/", "h:8443/x", "https://", "https:///x", "https://h/%zz", ""]) {
    assertThrows(() => parseWebhookUrl(url), /is not an https URL|invalid URL escape/);
  }
});

Deno.test("servicePath() takes a path as it stands", () => {
  assertEquals(
    ["", "/", "a", "//a//b/", "/a%2Fb", "/a?b=c"].map(servicePath),
    ["/", "/", "/a", "/a/b", "/a%252Fb", "/a%3Fb=c"],
  );
});

Deno.test("placeOfWebhook() says where a webhook is, and whom to trust", () => {
  const locate = () => ({ host: "10.0.0.1", port: 8443 });
  const service = { namespace: "n", name: "s", path: "/x/" };
  const caBundle = new TextEncoder().encode("PEM").toBase64();
  assertEquals(placeOfWebhook({ service, caBundle }, locate), {
    endpoint: { host: "10.0.0.1", port: 8443, tls: { serverName: "s.n.svc", roots: "PEM" } },
    path: "/x",
    authority: "s.n.svc:443",
    url: "https://s.n.svc:443/x",
  });
  assertEquals(placeOfWebhook({ url: "https://[::1]//y" }, locate), {
    endpoint: { host: "::1", port: 443, tls: { serverName: "::1", roots: undefined } },
    path: "/y",
    authority: "[::1]",
    url: "https://[::1]/y",
  });
  assertThrows(() => placeOfWebhook({}, locate), /either service or URL/);
  assertThrows(() => placeOfWebhook({ url: "https://h/%z" }, locate), /Unparsable URL/);
});
