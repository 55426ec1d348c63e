import { assertEquals } from "../../toolkit/deps/assert.ts";
import { requestUri } from "./request_uri.ts";

Deno.test("requestUri() keeps what was sent, but no token", () => {
  const cases: [query: string, shown: string][] = [
    ["", "/p"],
    ["watch=1&limit=5", "/p?watch=1&limit=5"],
    ["fieldSelector=metadata.name%3Da", "/p?fieldSelector=metadata.name%3Da"],
    ["access_token=secret", "/p?access_token=REDACTED"],
    ["a=1&access_token=secret&b=2", "/p?a=1&access_token=REDACTED&b=2"],
    ["ACCESS_TOKEN=secret", "/p?ACCESS_TOKEN=REDACTED"],
    ["%61ccess_token=secret", "/p?%61ccess_token=REDACTED"],
    ["token=secret;x=1", "/p?token=REDACTED;x=1"],
    ["password=a=b", "/p?password=REDACTED"],
    ["id_token=a&id_token=b", "/p?id_token=REDACTED&id_token=REDACTED"],
    ["%zz=token", "/p?%zz=token"],
    ["continueToken=x", "/p?continueToken=x"],
  ];
  for (const [query, shown] of cases) assertEquals(requestUri("/p", query), shown);
});
