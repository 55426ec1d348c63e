/**
 * Admission of objects that are posted to a pod.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { EndpointContext } from "../endpoint_context.ts";
import { admissionRequest } from "../../registry/admit.ts";
import type { WriteRequest } from "../../registry/write_request.ts";
import type { PostedKind } from "./posted.ts";

/** Lets admission change an object that was posted, and judge it. */
export async function admitPosted(
  request: WriteRequest,
  posted: JsonObject,
  { group, version, kind }: PostedKind,
  { findType }: EndpointContext,
): Promise<void> {
  const { target: { name }, tools } = request;
  const own = { group, version, kind, type: findType(group, version, kind) };
  const admission = admissionRequest(request, "CREATE", name, posted, undefined, own);
  await tools.admission.mutate(admission);
  await tools.admission.validate(admission);
}
