/**
 * What reviews and expressions are told of a request, its objects aside.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { formatApiVersion } from "../../../toolkit/schema/mod.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import type { AdmissionRequest, ObjectKind } from "../admission.ts";
import { isNamespaces } from "../../resource/namespaces.ts";

/** The kind of a request's object in the version of `resource`, which may be an equivalent one. */
export function kindIn(request: AdmissionRequest, resource: ServedResource): ObjectKind {
  // What is no object of the resource is of the same kind whatever the resource's version.
  return request.kind === request.resource ? resource : request.kind;
}

/** The namespace that a request is said to be in: that of a namespace is itself. */
export function namespaceOf({ resource, namespace, name }: AdmissionRequest): string {
  return isNamespaces(resource) ? name : namespace;
}

/**
 * The facts of a request, as one on `resource`: fields without a value are left out. `optionsGroup`
 * is the group of kinds of options.
 */
export function requestFacts(
  request: AdmissionRequest,
  resource: ServedResource,
  optionsGroup: string,
): JsonObject {
  const { subresource, name, operation, user, dryRun, options } = request;
  const namespace = namespaceOf(request);
  return {
    kind: kindFacts(kindIn(request, resource)),
    resource: resourceFacts(resource),
    ...(subresource !== "" && { subResource: subresource }),
    requestKind: kindFacts(request.kind),
    requestResource: resourceFacts(request.resource),
    ...(subresource !== "" && { requestSubResource: subresource }),
    ...(name !== "" && { name }),
    ...(namespace !== "" && { namespace }),
    operation,
    userInfo: {
      ...(user.name !== "" && { username: user.name }),
      ...(user.uid !== "" && { uid: user.uid }),
      ...(user.groups.length > 0 && { groups: user.groups }),
      ...(Object.keys(user.extra).length > 0 && { extra: user.extra }),
    },
    dryRun,
    // The options of a connection are its object.
    options: options.kind === "ConnectOptions" ? null : {
      kind: options.kind,
      apiVersion: formatApiVersion(optionsGroup, "v1"),
      ...options.fields,
    },
  };
}

function kindFacts({ group, version, kind }: ObjectKind): JsonObject {
  return { group, version, kind };
}

function resourceFacts({ group, version, resource }: ServedResource): JsonObject {
  return { group, version, resource };
}
