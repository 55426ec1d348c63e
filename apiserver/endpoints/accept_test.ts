import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { HttpRequest } from "../../toolkit/serving/mod.ts";
import { Query } from "../http/query.ts";
import { negotiateHeader } from "./accept.ts";

Deno.test("negotiateHeader() indents for those who ask for it, and for people", () => {
  const cases: [userAgent: string, query: string, pretty: boolean][] = [
    ["kubectl/v1", "", false],
    ["kubectl/v1", "pretty=true", true],
    ["kubectl/v1", "pretty=T", true],
    ["kubectl/v1", "pretty=", false],
    ["kubectl/v1", "pretty=f", false],
    ["kubectl/v1", "pretty=yes", false],
    ["curl/8.0", "", true],
    ["curl", "", true],
    ["Wget/1.21", "", true],
    ["Mozilla/5.0 (X11)", "", true],
    ["Mozilla/4.0", "", false],
    ["curl/8.0", "pretty=", true],
    ["curl/8.0", "pretty=F", false],
    ["curl/8.0", "pretty=no", false],
  ];
  for (const [userAgent, query, pretty] of cases) {
    const request = { headers: { "user-agent": userAgent } } as unknown as HttpRequest;
    const context = { request, query: new Query(query) };
    const form = negotiateHeader(context, { protobuf: true, shapes: true });
    assertEquals(form.pretty, pretty, `${userAgent} ${query}`);
  }
});
