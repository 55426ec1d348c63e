/**
 * Decisions about the agents of nodes: what they may see for the sake of their pods.
 *
 * @module
 */

import { NodeGraph } from "../../apiserver/authorization/node/mod.ts";
import { nodeAuthorizer } from "../../apiserver/authorization/node/authorizer.ts";
import { rulesOfNodes } from "../../apiserver/authorization/rbac/mod.ts";
import { selectorsOfQuery } from "../../apiserver/authorization/selectors.ts";
import type { ServerContext } from "../../apiserver/server_context.ts";
import {
  PersistentVolume,
  Pod,
  ResourceSlice,
  VolumeAttachment,
} from "../../toolkit/kinds/built_in.ts";
import type { Pod as PodType } from "../../toolkit/api/core_v1.ts";
import { NAMES } from "../../toolkit/names.ts";
import { decoded } from "./decoded.ts";
import { type Decision, madeBy } from "./decision.ts";
import { type Change, RandomNodes, type Wish } from "./random_nodes.ts";

export const NODE_DECISIONS: readonly Decision[] = [
  {
    kind: "node",
    questions: madeBy(RandomNodes, (of) => ({ given: of.changes(), asked: of.wish() })),
    decide: mayNode,
    known: ({ given, asked }) =>
      (asked as Wish).resource === "resourceclaims" && (given as Change[]).some(hasOtherClaim)
        ? "the reference does not look again at a claim for extended resources of a bound pod"
        : undefined,
  },
];

/** Whether a node's agent may do something after all that has happened, and why not. */
async function mayNode(changes: Change[], asked: Wish): Promise<string> {
  const graph = graphAfter(changes);
  const names = NAMES.kubernetes;
  const { user: name, groups, fieldSelector, ...place } = asked;
  const query = new URLSearchParams({ ...(fieldSelector !== "" && { fieldSelector }) });
  const authorizer = nodeAuthorizer({ graph, names, mayEveryNode: rulesOfNodes(names) });
  const { decision, reason } = await authorizer.authorize({
    ...place,
    isResource: true,
    path: "",
    user: { name, uid: "", groups, extra: {} },
    selectors: selectorsOfQuery(asked.verb, String(query)),
  }, new AbortController());
  return `${decision === "allow"} ${reason}`;
}

/** Whether a pod that was bound has come to another claim for what it wants of extended resources. */
function hasOtherClaim({ kind, before, now }: Change): boolean {
  if (kind !== "Pod" || before === undefined || now === undefined) return false;
  const [last, next] = [before, now] as [PodType, PodType];
  const nameIn = ({ status }: PodType) => status?.extendedResourceClaimStatus?.resourceClaimName;
  return last.spec?.nodeName !== undefined && nameIn(last) !== nameIn(next);
}

const KINDS = { PersistentVolume, Pod, ResourceSlice, VolumeAttachment };

interface Follower {
  put(object: unknown): void;
  delete(place: unknown): void;
}

function graphAfter(changes: readonly Change[]): NodeGraph {
  const followers = new Map<string, Follower>();
  const graph = NodeGraph.open({
    dialect: "kubernetes",
    follow(kind: { readonly kind: string }, follower: Follower) {
      followers.set(kind.kind, follower);
      return true;
    },
  } as unknown as Pick<ServerContext, "dialect" | "follow">);
  for (const { kind, before, now } of changes) {
    const follower = followers.get(kind)!;
    if (now === undefined) follower.delete(before?.metadata);
    else follower.put(decoded(KINDS[kind], now));
  }
  return graph;
}
