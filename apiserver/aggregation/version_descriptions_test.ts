import { assertEquals } from "../../toolkit/deps/assert.ts";
import { descriptionInList } from "./version_descriptions.ts";

const encoder = new TextEncoder();

function toldOf(resources: unknown) {
  const body = encoder.encode(JSON.stringify({ kind: "APIResourceList", resources }));
  return descriptionInList(body, "g.example", "v1")?.resources()
    .map(({ entry, namespaced, subresources }) => ({
      entry,
      namespaced,
      parts: [...subresources.keys()],
    }));
}

const NO_KIND = { group: "", version: "", kind: "" };

Deno.test("descriptionInList() tells of parts of what is not there itself", () => {
  const told = toldOf([
    { name: "machines/console", namespaced: true, kind: "Console", verbs: ["get"] },
    { name: "nodes", namespaced: false, singularName: "node", kind: "Node", verbs: ["list"] },
    { name: "machines/start", namespaced: true, verbs: ["update"] },
    { name: "nodes/status", namespaced: false, kind: "Node", verbs: ["get"] },
    { name: "nodesets/status", namespaced: false, kind: "NodeSet", verbs: ["get"] },
  ]);
  assertEquals(told, [
    {
      entry: {
        resource: "nodes",
        responseKind: { ...NO_KIND, kind: "Node" },
        scope: "Cluster",
        singularResource: "node",
        verbs: ["list"],
        subresources: [
          { subresource: "status", responseKind: { ...NO_KIND, kind: "Node" }, verbs: ["get"] },
        ],
      },
      namespaced: false,
      parts: ["status"],
    },
    {
      entry: {
        resource: "machines",
        responseKind: NO_KIND,
        scope: "Namespaced",
        singularResource: "",
        verbs: [],
        subresources: [
          { subresource: "console", responseKind: { ...NO_KIND, kind: "Console" }, verbs: ["get"] },
          { subresource: "start", responseKind: NO_KIND, verbs: ["update"] },
        ],
      },
      namespaced: true,
      parts: ["console", "start"],
    },
    {
      entry: {
        resource: "nodesets",
        responseKind: NO_KIND,
        scope: "Cluster",
        singularResource: "",
        verbs: [],
        subresources: [
          { subresource: "status", responseKind: { ...NO_KIND, kind: "NodeSet" }, verbs: ["get"] },
        ],
      },
      namespaced: false,
      parts: ["status"],
    },
  ]);
});

Deno.test("descriptionInList() takes what is no list for nothing, and leaves out what is no resource", () => {
  for (const resources of [undefined, null, {}, "pods"]) assertEquals(toldOf(resources), undefined);
  assertEquals(toldOf([null, 1, "pods", { name: 3 }, {}, [{ name: "x" }]]), []);
});
