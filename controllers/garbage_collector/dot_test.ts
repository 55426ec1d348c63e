import { assertEquals } from "../../toolkit/deps/assert.ts";
import { dotOf } from "./dot.ts";
import { Graph } from "./graph.ts";
import type { Identity, Observed, OwnerReference } from "./node.ts";

const emptyGraph = () =>
  new Graph({ collect() {}, orphan() {}, reportOtherNamespace() {}, absent() {} });

const CONFIG_MAP = { apiVersion: "v1", kind: "ConfigMap" };
const refTo = (uid: string): OwnerReference => ({ ...CONFIG_MAP, name: `name-${uid}`, uid });

function seen(
  uid: string,
  owners: readonly string[],
  more: Partial<Identity> = {},
  state: Partial<Observed> = {},
): Observed {
  return {
    identity: { ...CONFIG_MAP, namespace: "here", name: `name-${uid}`, uid, ...more },
    resource: "/configmaps",
    owners: owners.map(refTo),
    finalizers: [],
    isBeingDeleted: false,
    ...state,
  };
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true });
  return text;
}

/** Who is in the picture, and who owns whom. */
async function drawn(graph: Graph, ...uids: string[]): Promise<string[]> {
  const text = await textOf(dotOf(graph, uids));
  const found = text.matchAll(/^ {2}"(.*)" (?:\[|-> "(.*)";)$/gm);
  return [...found].map(([, one, owner]) => owner === undefined ? one! : `${one} -> ${owner}`);
}

Deno.test("dotOf() says of each object which it is, and of each dependent whose", async () => {
  const graph = emptyGraph();
  graph.observed(seen("b", ["a"], {}, {
    isBeingDeleted: true,
    finalizers: ["foregroundDeletion"],
  }));
  graph.observed(seen("a", [], { apiVersion: "apps/v1", kind: "Deployment", name: 'say "a"' }));
  assertEquals(
    await textOf(dotOf(graph, [])),
    String.raw`strict digraph full {
  // Node definitions.
  "a" [
    label="uid=a\nnamespace=here\nDeployment.v1.apps/say \"a\"\n"
    group="apps"
    version="v1"
    kind="Deployment"
    namespace="here"
    name="say \"a\""
    uid="a"
    missing="false"
    beingDeleted="false"
    deletingDependents="false"
    virtual="false"
  ];
  "b" [
    label="uid=b\nnamespace=here\nConfigMap.v1/name-b\nbeingDeleted,deletingDependents\n"
    group=""
    version="v1"
    kind="ConfigMap"
    namespace="here"
    name="name-b"
    uid="b"
    missing="false"
    beingDeleted="true"
    deletingDependents="true"
    virtual="false"
  ];
  // Edge definitions.
  "b" -> "a";
}
`,
  );
});

Deno.test("dotOf() leaves out who is alone, and knows of who was only named", async () => {
  const graph = emptyGraph();
  assertEquals(await textOf(dotOf(graph, [])), "strict digraph full {\n}\n");
  graph.observed(seen("alone", []));
  graph.observed(seen("d", ["named", "c"]));
  graph.observed(seen("c", []));
  assertEquals(await drawn(graph), ["c", "d", "named", "d -> c", "d -> named"]);
  const named = (await textOf(dotOf(graph, []))).split('"named" [')[1]!;
  assertEquals(/virtual="true"/.test(named), true);
});

Deno.test("dotOf() of some objects has whatever hangs together with them, circles too", async () => {
  const graph = emptyGraph();
  for (const [uid, ...owners] of ["ab", "bca", "c", "x", "yx"].map((all) => [...all])) {
    graph.observed(seen(uid!, owners));
  }
  const cases: [uids: string[], drawn: string[]][] = [
    [["a"], ["a", "b", "c", "a -> b", "b -> a", "b -> c"]],
    [["c", "b"], ["a", "b", "c", "a -> b", "b -> a", "b -> c"]],
    [["x"], ["x", "y", "y -> x"]],
    [["nobody"], []],
    [["nobody", "y"], ["x", "y", "y -> x"]],
  ];
  for (const [uids, expected] of cases) assertEquals(await drawn(graph, ...uids), expected);
});

Deno.test("dotOf() shows what was there when it was called, in pieces", async () => {
  const graph = emptyGraph();
  graph.observed(seen("owner", []));
  for (let at = 0; at < 1000; at++) graph.observed(seen(`${at}`, ["owner"]));
  const pieces = dotOf(graph, ["owner"]);
  for (let at = 0; at < 1000; at++) graph.removed(`${at}`);
  let [count, edges] = [0, 0];
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    count++;
    edges += decoder.decode(piece).split('-> "owner"').length - 1;
  }
  assertEquals([count > 1, edges], [true, 1000]);
});
