import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { type NodeQuestion, nodeQuestion } from "./node_question.ts";

const PODS = new Map([["default/web", "sim-2"]]);
const nodeOf = (namespace: string, pod: string) => PODS.get(`${namespace}/${pod}`);

const SINGLE: readonly [path: string, subresources: NodeQuestion["subresources"]][] = [
  ["containerLogs/default/web/c", ["proxy"]],
  ["exec/default/web/c", ["proxy"]],
  ["pods", ["pods", "proxy"]],
  ["pods/", ["pods", "proxy"]],
  ["runningpods/", ["pods", "proxy"]],
  ["healthz", ["healthz", "proxy"]],
  ["configz", ["configz", "proxy"]],
  ["flagz", ["configz"]],
  ["statusz", ["statusz"]],
  ["stats/summary", ["stats"]],
  ["metrics", ["metrics"]],
  ["metrics/resource", ["metrics"]],
  ["logs/x", ["log"]],
  ["checkpoint/a/b/c", ["checkpoint"]],
  ["metricsandmore", ["proxy"]],
  ["toString", ["proxy"]],
  ["", ["proxy"]],
];

Deno.test("nodeQuestion() asks for the subresource of a path", () => {
  for (const [path, subresources] of SINGLE) {
    for (const [at, before] of [["", []], ["/nodes/sim-1", ["nodes", "sim-1"]]] as const) {
      const parts = [...before, ...path.split("/")];
      const asked = nodeQuestion("GET", parts, { only: "sim-1", nodeOf });
      assertEquals(asked, { verb: "get", node: "sim-1", subresources }, `${at}/${path}`);
    }
  }
});

Deno.test("nodeQuestion() is about the node that is named, or where the pod is, and else about all", () => {
  const cases: [path: string, node: string][] = [
    ["nodes/sim-3/pods", "sim-3"],
    // Somebody who may ask one node does not get at another one.
    ["nodes/sim-3/containerLogs/default/web/c", "sim-3"],
    ["containerLogs/default/web/c", "sim-2"],
    ["exec/default/web/c", "sim-2"],
    ["containerLogs/default/nobody/c", ""],
    ["metrics", ""],
    ["nodes/sim-3", ""],
    ["nodes", ""],
  ];
  for (const [path, node] of cases) {
    const asked = nodeQuestion("GET", path.split("/"), { only: undefined, nodeOf });
    assertEquals(asked.node, node, path);
  }
});

Deno.test("nodeQuestion() asks for the verb of a method, and for none of any other", () => {
  const cases = { GET: "get", POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };
  for (const [method, verb] of [...Object.entries(cases), ["HEAD", ""], ["toString", ""]]) {
    const asked = nodeQuestion(method!, ["pods"], { only: "a", nodeOf });
    assertEquals(asked.verb, verb, method);
  }
});
