/**
 * What agents may do with pods: show those of their own node, tell of their state, and end them.
 *
 * @module
 */

import type { Pod as PodType, PodSpec, Volume } from "../../../../toolkit/api/core_v1.ts";
import { notFound } from "../../../../toolkit/errors/mod.ts";
import { Node, Pod } from "../../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../../toolkit/names.ts";
import { equalJson } from "../../../../toolkit/values/json.ts";
import { quoteText } from "../../../../toolkit/values/mod.ts";
import { metadataOf } from "../../../resource/metadata.ts";
import type { ServerContext } from "../../../server_context.ts";
import type { AdmissionRequest } from "../../admission.ts";
import { finderOf } from "../../fresh.ts";
import { needsOfPod } from "../../../../toolkit/pods/pod_needs.ts";
import { refused } from "../../refusal.ts";
import type { Judge } from "./judge.ts";

/** Judges requests on pods by the subresource that they are on. */
export function podJudge(context: ServerContext): Judge {
  const judgeNew = newPodJudge(context);
  const judgeEviction = evictionJudge(context);
  return (request, node) => {
    const { subresource, operation } = request;
    if (subresource === "status") return judgeStatus(request, node);
    if (subresource === "eviction") return judgeEviction(request, node);
    if (subresource !== "") {
      const what = quoteText(subresource);
      const why = `unexpected pod subresource ${what}, only 'status' and 'eviction' are allowed`;
      throw refused(request, why);
    }
    const own = quoteText(node);
    if (operation === "CREATE") return judgeNew(request, node);
    if (operation !== "DELETE") {
      const what = quoteText(operation);
      const why =
        `unexpected operation ${what}, node ${own} can only create and delete mirror pods`;
      throw refused(request, why);
    }
    if ((request.old as PodType).spec?.nodeName === node) return;
    throw refused(request, `node ${own} can only delete pods with spec.nodeName set to itself`);
  };
}

function newPodJudge(context: ServerContext): Judge {
  const { annotationMirrorPod } = NAMES[context.dialect];
  const findNode = finderOf(context, Node);
  return async (request, node) => {
    const { spec, metadata = {} } = request.object as PodType;
    const own = quoteText(node);
    const refuse = (why: string) => refused(request, `node ${own} ${why}`);
    if (!Object.hasOwn(metadata.annotations ?? {}, annotationMirrorPod)) {
      const annotation = quoteText(annotationMirrorPod);
      const why =
        `pod does not have ${annotation} annotation, node ${own} can only create mirror pods`;
      throw refused(request, why);
    }
    if (spec?.nodeName !== node) {
      throw refuse("can only create pods with spec.nodeName set to itself");
    }
    const [owner, second] = metadata.ownerReferences ?? [];
    if (second !== undefined) {
      throw refuse("can only create pods with a single owner reference set to itself");
    }
    if (owner?.apiVersion !== "v1" || owner.kind !== "Node" || owner.name !== node) {
      throw refuse("can only create pods with an owner reference set to itself");
    }
    if (owner.controller !== true) {
      throw refuse("can only create pods with a controller owner reference set to itself");
    }
    if (owner.blockOwnerDeletion === true) {
      throw refuse("must not set blockOwnerDeletion on an owner reference");
    }
    const found = await findNode({ name: node }, request.signal);
    if (found === undefined) throw notFound({ group: "", resource: "node" }, node);
    const uid = found.metadata?.uid ?? "";
    if (owner.uid !== uid) {
      throw refused(request, `node ${node} UID mismatch: expected ${owner.uid} got ${uid}`);
    }
    const what = referredTo(spec);
    if (what !== undefined) throw refuse(`can not create pods that reference ${what}`);
  };
}

/** The sort of objects that a pod needs of the API; undefined: none. */
function referredTo(spec: PodSpec): string | undefined {
  if (spec.serviceAccountName) return "serviceaccounts";
  const sorts = new Set([...needsOfPod({ spec })].map(([sort]) => sort));
  if (sorts.has("secret")) return "secrets";
  if (sorts.has("configmap")) return "configmaps";
  if (spec.resourceClaims?.length) return "resourceclaims";
  for (const volume of spec.volumes ?? []) {
    const what = referredToBy(volume);
    if (what !== undefined) return what;
  }
  return undefined;
}

const BY_VOLUMES = [
  ["configMap", "configmaps (via configmap volumes)"],
  ["secret", "secrets (via secret volumes)"],
  ["csi", "csidrivers (via CSI volumes)"],
  ["glusterfs", "endpoints (via glusterFS volumes)"],
  ["persistentVolumeClaim", "persistentvolumeclaims"],
  ["ephemeral", "persistentvolumeclaims (via ephemeral volumes)"],
  ["azureFile", "secrets (via azureFile volumes)"],
] as const;

const BY_PROJECTIONS = [
  ["configMap", "configmaps (via projected volumes)"],
  ["secret", "secrets (via projected volumes)"],
  ["serviceAccountToken", "serviceaccounts (via projected volumes)"],
  ["clusterTrustBundle", "clustertrustbundles"],
  ["podCertificate", "podcertificates"],
] as const;

function referredToBy(volume: Volume): string | undefined {
  for (const [kind, what] of BY_VOLUMES) if (volume[kind] !== undefined) return what;
  for (const source of volume.projected?.sources ?? []) {
    for (const [kind, what] of BY_PROJECTIONS) if (source[kind] !== undefined) return what;
  }
  return undefined;
}

const judgeStatus: Judge = (request, node) => {
  const { operation, object, old } = request;
  const own = quoteText(node);
  if (operation !== "UPDATE") {
    throw refused(request, `unexpected operation ${quoteText(operation)}`);
  }
  const [now, before] = [object as PodType, old as PodType];
  if (before.spec?.nodeName !== node) {
    const why = `node ${own} can only update pod status for pods with spec.nodeName set to itself`;
    throw refused(request, why);
  }
  if (!isSame(now.metadata?.labels ?? {}, before.metadata?.labels ?? {})) {
    throw refused(request, `node ${own} cannot update labels through pod status`);
  }
  const { resourceClaimStatuses = [], extendedResourceClaimStatus = null } = now.status ?? {};
  if (!isSame(resourceClaimStatuses, before.status?.resourceClaimStatuses ?? [])) {
    throw refused(request, `node ${own} cannot update resource claim statues`);
  }
  if (!isSame(extendedResourceClaimStatus, before.status?.extendedResourceClaimStatus ?? null)) {
    throw refused(request, `node ${own} cannot update extended resource claim status`);
  }
};

function isSame(one: unknown, other: unknown): boolean {
  return equalJson(one as never, other as never);
}

function evictionJudge(context: ServerContext): Judge {
  const find = finderOf(context, Pod);
  return async (request: AdmissionRequest, node) => {
    const { operation, namespace, object = {}, signal } = request;
    if (operation !== "CREATE") throw refused(request, `unexpected operation ${operation}`);
    const name = request.name || (metadataOf(object).name ?? "");
    if (name === "") throw refused(request, "could not determine pod from request data");
    const pod = await find({ namespace, name }, signal);
    if (pod === undefined) throw notFound({ group: "", resource: "pod" }, name);
    if (pod.spec?.nodeName === node) return;
    throw refused(request, `node ${node} can only evict pods with spec.nodeName set to itself`);
  };
}
