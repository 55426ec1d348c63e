import { runs } from "../../testing/requirements.ts";
import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { BadPath, requestInfoOf } from "./request_info.ts";

/** What a request is about, in one line: verb, group/version, namespace, resource/subresource, name, rest. */
function inShort(method: string, target: string): string {
  const [path = "", query = ""] = target.split("?");
  const info = requestInfoOf(method, path, query);
  if (!info.isResource) return `${info.verb} ${info.path}`;
  const { verb, group, version, namespace, resource, subresource, name, rest } = info;
  return [verb, `${group}/${version}`, namespace, `${resource}/${subresource}`, name, ...rest]
    .join(" ");
}

Deno.test("requestInfoOf() reads what requests are about", () => {
  const cases: [method: string, target: string, info: string][] = [
    ["GET", "/", "get /"],
    ["GET", "/healthz", "get /healthz"],
    ["HEAD", "/apis/apps/v1", "head /apis/apps/v1"],
    ["GET", "/api/v1", "get /api/v1"],
    ["GET", "/a%20b", "get /a b"],
    ["GET", "/api/v1/pods", "list /v1  pods/ "],
    ["GET", "/api/v1/pods?watch", "watch /v1  pods/ "],
    ["GET", "/api/v1/pods?watch=", "watch /v1  pods/ "],
    ["GET", "/api/v1/pods?watch=1&x", "watch /v1  pods/ "],
    ["GET", "/api/v1/pods?watch=true", "watch /v1  pods/ "],
    ["GET", "/api/v1/pods?w%61tch=1", "watch /v1  pods/ "],
    ["GET", "/api/v1/pods?watch=false", "list /v1  pods/ "],
    ["GET", "/api/v1/pods?watch=0", "list /v1  pods/ "],
    ["GET", "/api/v1/pods?watchful=1", "list /v1  pods/ "],
    ["GET", "/api/v1/pods?x=watch=1", "list /v1  pods/ "],
    ["GET", "/api/v1/nodes/n?watch=1", "get /v1  nodes/ n"],
    ["GET", "/api/v1/namespaces/x/pods/p", "get /v1 x pods/ p"],
    ["HEAD", "/api/v1/namespaces/x/pods/p", "get /v1 x pods/ p"],
    ["GET", "/api/v1/namespaces/x/pods/p/log", "get /v1 x pods/log p"],
    ["GET", "/api/v1/namespaces/x/pods/p/proxy/a/b", "get /v1 x pods/proxy p a b"],
    ["GET", "/api/v1/namespaces", "list /v1  namespaces/ "],
    ["GET", "/api/v1/namespaces/x", "get /v1 x namespaces/ x"],
    ["PUT", "/api/v1/namespaces/x/finalize", "update /v1 x namespaces/finalize x"],
    ["PATCH", "/api/v1/namespaces/x/status", "patch /v1 x namespaces/status x"],
    ["GET", "/apis/apps/v1/namespaces/x/deployments", "list apps/v1 x deployments/ "],
    ["GET", "/apis/apps/v1/deployments", "list apps/v1  deployments/ "],
    ["POST", "/apis/apps/v1/namespaces/x/deployments", "create apps/v1 x deployments/ "],
    [
      "DELETE",
      "/apis/apps/v1/namespaces/x/deployments",
      "deletecollection apps/v1 x deployments/ ",
    ],
    ["DELETE", "/api/v1/namespaces/x/pods/p", "delete /v1 x pods/ p"],
    ["BREW", "/api/v1/namespaces/x/pods/p", " /v1 x pods/ p"],
    ["GET", "/api/v1/watch/namespaces/x/pods", "watch /v1 x pods/ "],
    ["GET", "/api/v1/watch/namespaces/x/pods/p", "watch /v1 x pods/ p"],
    ["GET", "/api/v1/watch/pods", "watch /v1  pods/ "],
    ["GET", "/api/v1/watch", "list /v1  watch/ "],
    ["POST", "/api/v1/watch/pods", "watch /v1  pods/ "],
    ["DELETE", "/api/v1/watch/namespaces/x/pods/p", "watch /v1 x pods/ p"],
    ["GET", "/api/v1/proxy/nodes/n/x", "proxy /v1  nodes/ n"],
    ["GET", "/api/v1/pods?fieldSelector=metadata.name%3Dp", "list /v1  pods/ p"],
    ["GET", "/api/v1/pods?fieldSelector=a=b,metadata.name==p_q", "list /v1  pods/ p_q"],
    ["GET", "/api/v1/pods?fieldSelector=metadata.name=p&watch=1", "watch /v1  pods/ p"],
    ["GET", "/api/v1/pods?fieldSelector=metadata.name!=p", "list /v1  pods/ "],
    ["GET", "/api/v1/pods?fieldSelector=metadata.name=p,a", "list /v1  pods/ "],
    ["GET", "/api/v1/pods?fieldSelector=metadata.name=p/q", "list /v1  pods/ "],
    ["GET", "/api/v1/pods?fieldSelector=metadata.name=..", "list /v1  pods/ "],
    ["GET", "/api/v1/watch/pods?fieldSelector=metadata.name=p", "watch /v1  pods/ "],
    ["DELETE", "/api/v1/pods?fieldSelector=metadata.name=p", "deletecollection /v1  pods/ "],
    ["POST", "/api/v1/pods?fieldSelector=metadata.name=p", "create /v1  pods/ "],
    ["GET", "/api/v1/namespaces/a%2Fb/pods", "get /v1 a b/ pods"],
    ["GET", "/api/v1/namespaces/x/pods/p%2flog", "get /v1 x pods/log p"],
    ["GET", "/apis%2Fapps/v1%2Fdeployments", "list apps/v1  deployments/ "],
    ["GET", "%2Fapi/v1/pods%2F", "list /v1  pods/ "],
    ["GET", "/apis%2Fapps/v1", "get /apis/apps/v1"],
    ["GET", "//api/v1/pods//", "list /v1  pods/ "],
    ["GET", "/api/v1//pods", "get /v1  / pods"],
    ["GET", "/api/v1/namespaces//pods", "list /v1  pods/ "],
    ["GET", "/api/v1/namespaces/x//pods", "get /v1 x / pods"],
    ["PUT", "/api/v1/namespaces/x/pods//status", "update /v1 x pods/status "],
  ];
  for (const [method, target, info] of cases) assertEquals(inShort(method, target), info, target);
  assertThrows(() => requestInfoOf("GET", "/api/%zz", ""), "invalid percent-encoding");
});

Deno.test("requestInfoOf() fails on nothing but escapes that mean nothing", () => {
  const text = fc.string({ unit: fc.constantFrom(..."/ab%2F?&=.v1piwtch"), maxLength: 40 });
  fc.assert(
    fc.property(text, text, (path, query) => {
      try {
        requestInfoOf("GET", `/${path}`, query);
      } catch (error) {
        assertEquals(error instanceof BadPath, true, String(error));
      }
    }),
    { numRuns: runs(2000) },
  );
});
