import { assertEquals } from "../deps/assert.ts";
import { ConfigMap, Ingress, Namespace } from "../kinds/built_in.ts";
import { type AnyKind, dynamicKind } from "../kinds/mod.ts";
import type { Dialect } from "../names.ts";
import { requestPath, type RequestPlace } from "./request_path.ts";

const GATEWAY = dynamicKind({
  group: "gateway.networking.k8s.io",
  version: "v1",
  kind: "Gateway",
  plural: "gateways",
});

const CASES: [kind: AnyKind, dialect: Dialect, place: RequestPlace, path: string][] = [
  [ConfigMap, "orch", { namespace: "a" }, "/api/v1/namespaces/a/configmaps"],
  [ConfigMap, "orch", { namespace: "" }, "/api/v1/configmaps"],
  [Namespace, "orch", { namespace: "a", name: "b" }, "/api/v1/namespaces/b"],
  [
    Ingress,
    "kubernetes",
    { namespace: "a", name: "b", subresource: "status" },
    "/apis/networking.k8s.io/v1/namespaces/a/ingresses/b/status",
  ],
  [
    Ingress,
    "orch",
    { namespace: "a", query: { limit: "5", watch: undefined, labelSelector: "" } },
    "/apis/networking.orch.io/v1/namespaces/a/ingresses?limit=5",
  ],
  // A group of somebody's own keeps its name, however much it looks built in.
  [GATEWAY, "orch", { namespace: "" }, "/apis/gateway.networking.k8s.io/v1/gateways"],
  [
    ConfigMap,
    "orch",
    { namespace: "../x", name: "a/b?c" },
    "/api/v1/namespaces/..%2Fx/configmaps/a%2Fb%3Fc",
  ],
];

for (const [kind, dialect, place, path] of CASES) {
  Deno.test(`requestPath() is ${path} for a ${kind.kind} in ${dialect}`, () => {
    assertEquals(requestPath(kind, place, dialect), path);
  });
}
