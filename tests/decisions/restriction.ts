/**
 * Decisions about what agents of nodes may write.
 *
 * @module
 */

import type { AdmissionRequest } from "../../apiserver/admission/admission.ts";
import { nodeRestriction } from "../../apiserver/admission/nodes/restriction/restriction.ts";
import type { Attributes } from "../../apiserver/authorization/authorizer.ts";
import type { ServerContext } from "../../apiserver/server_context.ts";
import type { Verdict } from "../../toolkit/authorization/verdict.ts";
import { notFound, StatusError } from "../../toolkit/errors/mod.ts";
import type { AnyKind } from "../../toolkit/kinds/mod.ts";
import { decoded } from "./decoded.ts";
import { type Decision, madeBy } from "./decision.ts";
import { isAt, type Place } from "./place.ts";
import type { Part } from "./random_nodes.ts";
import { RandomWrites, type Surroundings, type Writing } from "./random_writes.ts";

export const RESTRICTION_DECISIONS: readonly Decision[] = [
  {
    kind: "restriction",
    questions: madeBy(RandomWrites, (of) => {
      const given = of.surroundings();
      return { given, asked: of.writing(given) };
    }),
    decide: restricted,
    comparable: (said) =>
      said
        // The reference shows both objects, in Go's words.
        .replace(/(status\.quantity and status\.conditions): [^]*/, "$1")
        // What is wrong with a request for a certificate is told in the words of a library.
        .replace(/(unable to parse csr): [^]*/, "$1"),
  },
];

/** Whether a node's agent may send a request, and why not. */
async function restricted(there: Surroundings, asked: Writing): Promise<string> {
  const plugin = nodeRestriction(contextOf(there));
  const request = requestOf(asked);
  if (!plugin.handles?.includes(request.operation)) return "admitted";
  try {
    await plugin.mutate?.(request);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return `${error.code} ${error.message}`;
  }
  return "admitted";
}

/** A request as plugins of admission see it. */
export function requestOf(asked: Writing): AdmissionRequest {
  const { user: name, groups, group, version, resource, apiVersion, kind, object, old } = asked;
  const [versionOfKind = "", groupOfKind = ""] = apiVersion.split("/").reverse();
  const read = (one: Part | undefined) =>
    one && decoded({ group: groupOfKind, version: versionOfKind, kind }, one);
  return {
    ...asked,
    resource: { group, version, resource },
    user: { name, uid: "", groups, extra: {} },
    object: read(object),
    old: read(old),
    signal: new AbortController().signal,
  } as unknown as AdmissionRequest;
}

function contextOf({ pods, nodes, claims, volumes, drivers }: Surroundings): ServerContext {
  const there = new Map<string, readonly Part[]>([
    ["Pod", pods],
    ["Node", nodes],
    ["PersistentVolumeClaim", claims],
    ["PersistentVolume", volumes],
    ["CSIDriver", drivers],
  ]);
  return {
    dialect: "kubernetes",
    lister: (kind: AnyKind) => ({
      get(place: Place) {
        const found = there.get(kind.kind)?.find(({ metadata }) => isAt(metadata as Place, place));
        return found && decoded(kind, found);
      },
    }),
    client: {
      get: () => Promise.reject(notFound({ group: "", resource: "" }, "")),
    },
    authorizer: { authorize: isGranted },
  } as unknown as ServerContext;
}

/** Who asks for a token for an audience may have that, or nobody can tell. */
function isGranted({ resource }: Attributes): Verdict {
  return {
    decision: resource === "granted" ? "allow" : "no opinion",
    reason: "",
    ...(resource === "broken" && { evaluationError: "nobody can tell" }),
  };
}
