/**
 * The form of an answer, from what the request says of it.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { badRequest } from "../../toolkit/errors/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import { type Form, negotiate, type Offers, PLAIN } from "../bodies/form.ts";
import type { TableLook } from "../bodies/shapes.ts";
import type { RequestContext } from "../http/context.ts";
import type { ServedResource } from "../resource/served_resource.ts";

/** People's clients, which get indented JSON without asking. */
const FOR_PEOPLE = /^(?:curl|Wget|Mozilla\/5\.0)/;

/** What turns indenting on in the query, as Go reads a boolean; anything else turns it off. */
const ON: ReadonlySet<string> = new Set(["1", "t", "T", "true", "TRUE", "True"]);

/** What can be offered, and whether plain JSON answers where nothing of it is accepted. */
export interface HeaderOffers extends Offers {
  readonly fallback?: boolean;
}

/** Chooses the form that a request's headers ask for. Throws a 406. */
export function negotiateHeader(
  { request, query }: Pick<RequestContext, "request" | "query">,
  offers: HeaderOffers,
): Form {
  const { accept = "", "user-agent": agent = "" } = request.headers;
  const asked = query.get("pretty");
  const pretty = asked === "" ? FOR_PEOPLE.test(String(agent)) : ON.has(asked);
  try {
    return negotiate(typeof accept === "string" ? accept : accept.join(","), offers, pretty);
  } catch (error) {
    if (offers.fallback) return PLAIN;
    throw error;
  }
}

/** Chooses the form of a resource's objects, or of a stream of them. Throws a 406. */
export function formOfRequest(
  context: RequestContext,
  resource: ServedResource,
  stream = false,
): Form {
  const protobuf = resource.type?.hasProtobuf === true;
  // What can only be asked has no objects to show.
  const shapes = !resource.isVirtual || resource.verbs.includes("list");
  return negotiateHeader(context, { protobuf, shapes, stream });
}

/** How a table is to be shown, its ages by `clock`. Throws a 400. */
export function tableLookOf({ query }: RequestContext, clock: Clock): TableLook {
  const asked = query.get("includeObject") || "Metadata";
  if (asked === "None" || asked === "Metadata" || asked === "Object") {
    return { include: asked, now: () => clock.now() };
  }
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${quoteText(asked)}: ` +
      "must be 'Metadata', 'Object', 'None', or empty",
  );
}
