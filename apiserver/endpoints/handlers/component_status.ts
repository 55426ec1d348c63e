/**
 * Component statuses: a resource of old times, of which there are none. Health checks took its place.
 *
 * @module
 */

import { selectionOf } from "../../resource/selection.ts";
import { notFound } from "../../../toolkit/errors/mod.ts";
import { listBody } from "../../bodies/list_body.ts";
import { formOfRequest, tableLookOf } from "../accept.ts";
import { answer } from "../answer.ts";
import type { VerbHandler } from "./handler.ts";

/** Answers that there are none. */
export const componentStatusHandlers = {
  get(_context, { resource, name }) {
    throw notFound({ group: resource.group, resource: resource.singular }, name);
  },
  list(context, { resource }, endpoint) {
    const { query } = context;
    const form = formOfRequest(context, resource);
    const look = tableLookOf(context, endpoint.tools.clock);
    // Of none there is nothing to select, but only by what there is to select by.
    selectionOf(resource, query.get("labelSelector"), query.get("fieldSelector"));
    const nothing = { metadata: {}, entries: [] };
    return answer(200, form.contentType, listBody(resource, nothing, form, look));
  },
} satisfies Readonly<Record<string, VerbHandler>>;
