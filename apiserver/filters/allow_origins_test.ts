import { startTestServer } from "../../testing/api_server.ts";
import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { allowOrigins } from "./allow_origins.ts";

Deno.test("allowOrigins() throws on expressions that can't be read or leave the host open", () => {
  const cases: [expression: string, why: RegExp][] = [
    ["", /it is empty/],
    ["^(", /missing/],
    ["example.com$", /begin it with/],
    ["^https", /end it with/],
  ];
  for (const [expression, why] of cases) {
    assertThrows(() => allowOrigins([expression]), why);
  }
  allowOrigins(["//localhost(:|$)", "^https://(.+\\.)?example\\.com$"]);
});

const ALLOW = "access-control-allow-origin";

Deno.test("a browser is told of origins that may call, on every answer, and of no others", async () => {
  await using server = await startTestServer({
    corsAllowedOrigins: ["^https://(.+\\.)?example\\.com$", "//localhost(:|$)"],
  });
  const cases: [origin: string | undefined, allowed: boolean][] = [
    ["https://example.com", true],
    ["https://a.example.com", true],
    ["http://localhost", true],
    ["http://localhost:8080", true],
    ["http://example.com", false],
    ["https://example.com.attacker.net", false],
    ["https://attackerexample.com", false],
    ["http://localhost.attacker.net", false],
    ["null", false],
    [undefined, false],
  ];
  for (const [origin, allowed] of cases) {
    const headers: Record<string, string> = origin === undefined ? {} : { origin };
    for (
      const [path, status] of [["/api/v1/pods", 200], ["/api/v1/nothing/x", 404]] as const
    ) {
      const answer = await server.client.request("GET", path, { headers });
      assertEquals([answer.status, answer.headers.get(ALLOW) ?? undefined], [
        status,
        allowed ? origin : undefined,
      ], `${origin} ${path}`);
      assertEquals(
        answer.headers.get("access-control-allow-credentials") ?? undefined,
        allowed ? "true" : undefined,
      );
    }
  }
});

Deno.test("what browsers ask first is answered to everybody of an origin, and goes no further", async () => {
  await using server = await startTestServer({ corsAllowedOrigins: ["^https://example\\.com$"] });
  const nobody = server.clientWith({ token: "wrong-token" });
  const ask = (origin: string) =>
    nobody.request("OPTIONS", "/api/v1/namespaces/default/pods", { headers: { origin } });
  const asked = await ask("https://example.com");
  assertEquals([asked.status, asked.text], [204, ""]);
  assertEquals(
    asked.headers.get("access-control-allow-methods"),
    "POST, GET, OPTIONS, PUT, DELETE, PATCH",
  );
  assertEquals((await ask("https://other.com")).status, 401);
});
