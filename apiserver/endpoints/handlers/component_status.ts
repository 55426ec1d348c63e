/**
 * Component statuses: a resource of old times, of which there are none. Health checks took its place.
 *
 * @module
 */

import { notFound } from "../../../toolkit/errors/mod.ts";
import { listBody } from "../../bodies/list_body.ts";
import { formOfRequest, tableLookOf } from "../accept.ts";
import { answer } from "../answer.ts";
import type { VerbHandler } from "./handler.ts";

/** Answers that there are none. */
export const componentStatusHandlers = {
  get(_context, { resource, name }) {
    throw notFound(resource, name);
  },
  list(context, { resource }, endpoint) {
    const form = formOfRequest(context, resource);
    const look = tableLookOf(context, endpoint.tools.clock);
    context.warnings.push("v1 ComponentStatus is deprecated in v1.19+");
    const nothing = { metadata: { resourceVersion: "" }, entries: [] };
    return answer(200, form.contentType, listBody(resource, nothing, form, look));
  },
} satisfies Readonly<Record<string, VerbHandler>>;
