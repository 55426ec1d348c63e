import { assertEquals, assertThrows } from "../deps/assert.ts";
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
    { namespace: "é x", name: "b?c%2f#" },
    "/api/v1/namespaces/%C3%A9%20x/configmaps/b%3Fc%252f%23",
  ],
];

for (const [kind, dialect, place, path] of CASES) {
  Deno.test(`requestPath() is ${path} for a ${kind.kind} in ${dialect}`, () => {
    assertEquals(requestPath(kind, place, dialect), path);
  });
}

for (
  const place of [
    { namespace: ".." },
    { namespace: "a/b" },
    { namespace: "a", name: "." },
    { namespace: "a", name: "../../secrets" },
    { namespace: "a", name: "b", subresource: "../c" },
  ]
) {
  Deno.test(`requestPath() refuses ${JSON.stringify(place)}`, () => {
    assertThrows(() => requestPath(ConfigMap, place, "orch"), /is no name/);
  });
}
