/**
 * Requests of any method and path that are passed on to a node, a pod or a service.
 *
 * @module
 */

import { internalError } from "../../toolkit/errors/mod.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { authorityOf } from "../../toolkit/transport/mod.ts";
import type { RequestContext } from "../http/context.ts";
import type { NodeAgentSettings } from "./node_agents.ts";
import { headersToReturn, type PassedHeaders, withholdCrossOrigin } from "./passed_headers.ts";
import type { Destination, PassOn } from "./pass_on.ts";
import { type AnsweredAt, leadingBack, pathToPass, prefixOf } from "./passed_path.ts";
import type { Place, Places } from "./places.ts";

/** Passes on requests of the subresource `proxy`. */
export class Proxies {
  readonly #places: Places;
  readonly #agents: Pick<NodeAgentSettings, "timeoutMs">;
  readonly #passOn: PassOn;

  constructor(places: Places, agents: Pick<NodeAgentSettings, "timeoutMs">, passOn: PassOn) {
    this.#places = places;
    this.#agents = agents;
    this.#passOn = passOn;
  }

  /** Passes a request on, to `asked` of the place that it names. Throws 400, 404 and 503. */
  async answer(
    context: RequestContext,
    { namespace, name }: { readonly namespace: string; readonly name: string },
    asked: string,
  ): Promise<HttpResponse> {
    const { info, request } = context;
    const place = await this.#find(context, namespace, name);
    const path = pathToPass(asked);
    const prefix = prefixOf(info);
    const query = request.query === "" ? "" : `?${request.query}`;
    const to = this.#destination(place, `${path || "/"}${query}`, context);
    if (request.upgrade !== undefined) return await this.#passOn.upgrade(context, to);
    // What is relative to it has to lead to the place, not beside it.
    if (path === "" && (request.method === "GET" || request.method === "HEAD")) {
      return { status: 301, headers: { location: `${prefix}/${query}` } };
    }
    const answer = await this.#passOn.request(context, to, {
      "x-forwarded-uri": `${prefix}${path || "/"}`,
    });
    if (answer.upgraded !== undefined) {
      answer.upgraded.stream.destroy();
      throw internalError("the server switched to another protocol without being asked");
    }
    const headers = headersToReturn(answer.headers);
    withholdCrossOrigin(headers);
    leadBack(headers, {
      prefix,
      hosts: [authorityOf(place.endpoint), to.host],
    });
    return { status: answer.status, headers, body: this.#passOn.body(answer) };
  }

  #find({ info, signal }: RequestContext, namespace: string, name: string): Promise<Place> {
    if (info.resource === "nodes") return this.#places.ofNode(name, signal);
    if (info.resource === "pods") return this.#places.ofPod(namespace, name, signal);
    return this.#places.ofService(namespace, name, signal);
  }

  #destination(
    { endpoint, isAgent }: Place,
    path: string,
    { request: { headers: { host } } }: RequestContext,
  ): Destination {
    return {
      endpoint,
      path,
      host: typeof host === "string" ? host : authorityOf(endpoint),
      failing: "error trying to reach service",
      ...(isAgent && { limits: { connectTimeoutMs: this.#agents.timeoutMs } }),
    };
  }
}

function leadBack(headers: PassedHeaders, at: AnsweredAt): void {
  const { location } = headers;
  if (typeof location === "string") headers.location = leadingBack(location, at);
}
