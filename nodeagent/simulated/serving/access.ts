/**
 * Who may ask the agent.
 *
 * @module
 */

import type { Authenticator } from "../../../toolkit/authentication/authenticator.ts";
import { withCommonGroup } from "../../../toolkit/authentication/common_groups.ts";
import { ANONYMOUS, type User } from "../../../toolkit/authentication/user.ts";
import type { DelegatedAuthorizer } from "../../../toolkit/delegation/mod.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { Handler, HttpRequest, HttpResponse } from "../../../toolkit/serving/mod.ts";
import type { NodeQuestion } from "./node_question.ts";
import { text } from "./text.ts";

/** What decides. */
export interface AccessOptions {
  readonly authenticator: Authenticator;
  /** Whether who proves nothing may ask as well, as nobody in particular. */
  readonly anonymous: boolean;
  /** Undefined: whoever is known may do everything. */
  readonly authorizer: DelegatedAuthorizer | undefined;
  /** What a request is about; undefined: nobody can tell, and nobody may. */
  question(request: HttpRequest): NodeQuestion | undefined;
  readonly logger: Logger;
}

/** Lets requests through to `handler` of those who may send them. Wrong credentials are refused, whatever they are for. */
export function guardAgent(options: AccessOptions, handler: Handler): Handler {
  const { authenticator, anonymous, authorizer, question } = options;
  return async (request) => {
    const identity = await authenticator.authenticate(request);
    if (identity.is === "refused" || identity.is === "absent" && !anonymous) {
      return text(401, "Unauthorized\n");
    }
    if (authorizer === undefined) return await handler(request);
    const user = identity.is === "absent" ? ANONYMOUS : withCommonGroup(identity.user);
    const asked = question(request);
    const refusal = asked === undefined
      ? text(403, "Authorization error: could not determine attributes for request\n")
      : await refusalOf(options, authorizer, { request, user, asked });
    return refusal ?? await handler(request);
  };
}

/** What is answered to somebody who may not; undefined: they may. */
async function refusalOf(
  { logger }: AccessOptions,
  authorizer: DelegatedAuthorizer,
  { request, user, asked }: {
    readonly request: HttpRequest;
    readonly user: User;
    readonly asked: NodeQuestion;
  },
): Promise<HttpResponse | undefined> {
  const { verb, node: name, subresources } = asked;
  const about = `user=${user.name}, verb=${verb}, resource=nodes`;
  for (const subresource of subresources) {
    const resource = { group: "", version: "v1", resource: "nodes", subresource, name };
    try {
      const { path, signal } = request;
      const { decision } = await authorizer.authorize({ user, verb, path, resource }, signal);
      if (decision === "allow") return undefined;
    } catch (error) {
      if (!request.signal.aborted) logger.error("What a client may do could not be asked", error);
      return text(500, `Authorization error (${about}, subresource=${subresource})\n`);
    }
  }
  return text(403, `Forbidden (${about}, subresource(s)=[${subresources.join(" ")}])\n`);
}
