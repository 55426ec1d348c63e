/**
 * Verbs that are not the generic ones: of subresources that carry another kind, and of resources
 * that hold no objects.
 *
 * @module
 */

import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import type { RequestContext } from "../http/context.ts";
import type { ServedResource, Subresource } from "../resource/served_resource.ts";
import type { Services } from "./services.ts";

/** What a special answer is about. */
export interface SpecialTarget {
  readonly resource: ServedResource;
  /** Undefined for a verb of the resource itself. */
  readonly subresource: Subresource | undefined;
  /** "" for a cluster-scoped resource. */
  readonly namespace: string;
  /** "" for a collection. */
  readonly name: string;
}

/** Answers one verb. */
export type SpecialAnswer = (
  context: RequestContext,
  target: SpecialTarget,
  services: Services,
) => HttpResponse | Promise<HttpResponse>;

/** Special answers by verb. */
export type SpecialAnswers = Readonly<Record<string, SpecialAnswer>>;

/** Finds the special answers of a resource or of one of its subresources. */
export interface SpecialSource {
  find(resource: ServedResource, subresource: string): SpecialAnswers | undefined;
}
