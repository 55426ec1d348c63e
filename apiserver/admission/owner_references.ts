/**
 * Who may say whose objects are: an owner takes its objects with it, and can be held up by them.
 *
 * @module
 */

import type { OwnerReference } from "../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { parseApiVersion } from "../../toolkit/schema/mod.ts";
import { TimeSlice } from "../../toolkit/time_slice.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { metadataOf } from "../resource/metadata.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { ServerContext } from "../server_context.ts";
import type { AdmissionPlugin, AdmissionRequest } from "./admission.ts";
import { askFor, type Wish } from "../authorization/asked.ts";
import { namespaceOf } from "./objects/mod.ts";
import { refused } from "./refusal.ts";

type Needs = Pick<ServerContext, "authorizer" | "clock" | "source">;

/**
 * Lets only those change owners who may delete the object, and only those hold up the deletion of an
 * owner who may set its finalizers.
 */
export function ownerReferencesPermissionEnforcement(context: Needs): AdmissionPlugin {
  return {
    handles: ["CREATE", "UPDATE"],
    // Old agents break them there, and nothing of it is kept.
    about: ({ group, resource }, subresource) =>
      group !== "" || resource !== "pods" || subresource !== "status",
    validate(request) {
      const { object, old } = request;
      const [now, before] = [ownersOf(object), ownersOf(old)];
      if (equalJson(now as never, before as never)) return;
      return judge(context, request, now, before);
    },
  };
}

async function judge(
  context: Needs,
  request: AdmissionRequest,
  now: readonly OwnerReference[],
  before: readonly OwnerReference[],
): Promise<void> {
  const { authorizer, clock } = context;
  // Whoever makes an object might as well not have made it.
  if (request.operation !== "CREATE") {
    const { resource: { group, version, resource }, subresource, name } = request;
    const namespace = namespaceOf(request);
    const wish = { verb: "delete", group, version, resource, subresource, namespace, name };
    const { decision, reason, evaluationError } = await askFor(authorizer, request, wish);
    if (decision !== "allow") {
      const why = `${reason}, ${evaluationError ?? "<nil>"}`;
      throw refused(request, `cannot set an ownerRef on a resource you can't delete: ${why}`);
    }
  }
  // Of two references to one owner the last one counts.
  const blocked = new Map(before.map(({ uid, blockOwnerDeletion }) => [uid, blockOwnerDeletion]));
  const blocking = now.filter(({ uid, blockOwnerDeletion }) =>
    blockOwnerDeletion === true && blocked.get(uid) !== true
  );
  if (blocking.length === 0) return;
  const anything = { verb: "update", resource: "*", group: "*", version: "*", name: "*" };
  const finalizers = { subresource: "finalizers" };
  const every = await askFor(authorizer, request, { ...anything, ...finalizers });
  if (every.decision === "allow") return;
  const slice = new TimeSlice(clock, request.signal);
  for (const owner of blocking) {
    await mayBlock(context, request, owner);
    await slice.yieldIfOver();
  }
}

/** Throws unless whoever sent the request may set finalizers of an owner. */
async function mayBlock(
  { authorizer, source }: Needs,
  request: AdmissionRequest,
  { apiVersion, kind, name }: OwnerReference,
): Promise<void> {
  const { group, version } = parseApiVersion(apiVersion);
  const owners = source.all().filter((one) =>
    one.group === group && one.version === version && one.kind === kind
  );
  if (owners.length === 0) {
    throw refused(
      request,
      "cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion " +
        `${apiVersion} Kind ${kind}: no matches for kind "${kind}" in version "${apiVersion}"`,
    );
  }
  for (const owner of owners) {
    const wish = finalizersOf(owner, name, namespaceOf(request));
    const { decision, reason, evaluationError } = await askFor(authorizer, request, wish);
    if (decision === "allow") continue;
    throw refused(
      request,
      "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set " +
        `finalizers on: ${reason}, ${evaluationError ?? "<nil>"}`,
    );
  }
}

/** An owner that is in a namespace is in that of its object. */
function finalizersOf(
  { group, version, resource, namespaced }: ServedResource,
  name: string,
  namespace: string,
): Wish {
  return {
    verb: "update",
    group,
    version,
    resource,
    subresource: "finalizers",
    name,
    namespace: namespaced ? namespace : "",
  };
}

function ownersOf(object: JsonObject | undefined): readonly OwnerReference[] {
  return object === undefined ? [] : metadataOf(object).ownerReferences ?? [];
}
