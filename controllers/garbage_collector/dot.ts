/**
 * Who owns whom as a picture, in the language of Graphviz.
 *
 * @module
 */

import type { Graph } from "./graph.ts";
import type { Identity, Node } from "./node.ts";

/** An object in the picture. */
interface Vertex {
  readonly identity: Identity;
  readonly isBeingDeleted: boolean;
  readonly isDeletingDependents: boolean;
  readonly virtual: boolean;
  /** Others name it, and the graph does not have it. */
  readonly isMissing: boolean;
}

/** The dependent's uid, and the owner's. */
type Edge = readonly [dependent: string, owner: string];

/** As much is written at once. */
const PIECE_CHARS = 64 * 1024;

/**
 * All objects that own others or are owned, or those that `uids` name with whatever hangs together with these. They are
 * as they were when this was called, however slowly the pieces are taken.
 */
export function dotOf(graph: Graph, uids: readonly string[]): AsyncIterable<Uint8Array> {
  const { vertices, edges } = picture(uids.length > 0 ? connectedTo(graph, uids) : graph.nodes());
  return pieces(linesOf(vertices, edges));
}

/** Objects that can be reached from some by owners and dependents, these included. */
function connectedTo(graph: Graph, uids: readonly string[]): Iterable<Node> {
  const found = new Map<string, Node>();
  const waiting = [...uids];
  for (let uid = waiting.pop(); uid !== undefined; uid = waiting.pop()) {
    const node = graph.get(uid);
    if (node === undefined || found.has(uid)) continue;
    found.set(uid, node);
    for (const owner of node.owners) waiting.push(owner.uid);
    for (const { identity } of node.dependents) waiting.push(identity.uid);
  }
  return found.values();
}

function picture(nodes: Iterable<Node>): { vertices: readonly Vertex[]; edges: readonly Edge[] } {
  const vertices = new Map<string, Vertex>();
  const owned: Node[] = [];
  for (const node of nodes) {
    if (node.dependents.size === 0 && node.owners.length === 0) continue;
    const { identity, isBeingDeleted, isDeletingDependents, virtual } = node;
    const state = { isBeingDeleted, isDeletingDependents, virtual, isMissing: false };
    vertices.set(identity.uid, { identity, ...state });
    if (node.owners.length > 0) owned.push(node);
  }
  const edges: Edge[] = [];
  for (const { identity, owners } of owned) {
    for (const { apiVersion, kind, name, uid } of owners) {
      edges.push([identity.uid, uid]);
      if (!vertices.has(uid)) {
        vertices.set(uid, missing({ apiVersion, kind, namespace: "", name, uid }));
      }
    }
  }
  const byText = (one: string, other: string) => one < other ? -1 : one > other ? 1 : 0;
  return {
    vertices: [...vertices.values()].sort((one, other) =>
      byText(one.identity.uid, other.identity.uid)
    ),
    edges: edges.sort((one, other) => byText(one[0], other[0]) || byText(one[1], other[1])),
  };
}

function missing(identity: Identity): Vertex {
  return {
    identity,
    isBeingDeleted: false,
    isDeletingDependents: false,
    virtual: false,
    isMissing: true,
  };
}

function* linesOf(vertices: readonly Vertex[], edges: readonly Edge[]): Generator<string> {
  yield "strict digraph full {\n";
  if (vertices.length > 0) yield "  // Node definitions.\n";
  for (const vertex of vertices) {
    yield `  ${JSON.stringify(vertex.identity.uid)} [\n`;
    for (const [name, value] of attributesOf(vertex)) {
      yield `    ${name}=${JSON.stringify(value)}\n`;
    }
    yield "  ];\n";
  }
  if (edges.length > 0) yield "  // Edge definitions.\n";
  for (const [dependent, owner] of edges) {
    yield `  ${JSON.stringify(dependent)} -> ${JSON.stringify(owner)};\n`;
  }
  yield "}\n";
}

function attributesOf(vertex: Vertex): readonly (readonly [name: string, value: string])[] {
  const { apiVersion, kind, namespace, name, uid } = vertex.identity;
  const at = apiVersion.indexOf("/");
  const [group, version] = [apiVersion.slice(0, Math.max(at, 0)), apiVersion.slice(at + 1)];
  const states = [
    ["beingDeleted", vertex.isBeingDeleted],
    ["deletingDependents", vertex.isDeletingDependents],
    ["virtual", vertex.virtual],
    ["missingFromGraph", vertex.isMissing],
  ] as const;
  const label = [
    `uid=${uid}`,
    `namespace=${namespace}`,
    // As it is written after `kubectl get`.
    `${[kind, version, ...group === "" ? [] : [group]].join(".")}/${name}`,
    ...[states.filter(([, holds]) => holds).map(([state]) => state).join(",")].filter(Boolean),
  ];
  return [
    ["label", label.map((line) => `${line}\n`).join("")],
    ...Object.entries({ group, version, kind, namespace, name, uid }),
    ["missing", String(vertex.isMissing)],
    ...states.slice(0, 3).map(([state, holds]) => [state, String(holds)] as const),
  ];
}

async function* pieces(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = "";
  for (const line of lines) {
    text += line;
    if (text.length < PIECE_CHARS) continue;
    yield encoder.encode(text);
    text = "";
  }
  yield encoder.encode(text);
}
