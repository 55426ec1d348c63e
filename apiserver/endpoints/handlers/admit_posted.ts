/**
 * Admission of objects that are posted to a pod.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { EndpointContext } from "../endpoint_context.ts";
import { admissionRequest } from "../../registry/admit.ts";
import { placeIn } from "../../registry/create.ts";
import type { WriteRequest } from "../../registry/write_request.ts";
import type { PostedKind } from "./posted.ts";

/** Puts an object that was posted into the namespace of its request, lets admission change it, and judge it. */
export async function admitPosted(
  request: WriteRequest,
  posted: JsonObject,
  { group, version, kind }: PostedKind,
  { findType }: EndpointContext,
): Promise<void> {
  const { target: { name }, tools } = request;
  placeIn(request, posted);
  const own = { group, version, kind, type: findType(group, version, kind) };
  const admission = admissionRequest(request, "CREATE", name, posted, undefined, own);
  await tools.admission.mutate(admission);
  await tools.admission.validate(admission);
}
