/**
 * What a client may do by what a program's own function says.
 *
 * @module
 */

import type { authenticationV1 } from "../../toolkit/api/authentication_v1.ts";
import { type AnyKind, groupOfKinds } from "../../toolkit/kinds/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { infoOfUser } from "../authentication/user_info.ts";
import type { Attributes, Authorizer } from "./authorizer.ts";

/** What somebody wants to do, as a program's own function is asked. */
export interface AccessQuestion {
  /** Who wants to do it. */
  readonly user: authenticationV1.UserInfo;
  /** `get`, `list`, `watch`, `create` …; of a path that is no resource's, the method in lower case. */
  readonly verb: string;
  /** The path of the request, decoded; "" in a review. */
  readonly path: string;
  /**
   * What it is about, where that is a resource; its group as kinds spell it. Of a resource that is not
   * served the `kind` is "": go by `plural`.
   */
  readonly kind?: AnyKind;
  /** `status`, `scale` and others. Undefined: the object itself. */
  readonly subresource?: string;
  /** Without it: all namespaces, or none. */
  readonly namespace?: string;
  /** Without it: a collection, or what is still to be named. */
  readonly name?: string;
}

/** Says whether somebody may. */
export type May = (question: AccessQuestion) => boolean | Promise<boolean>;

/** What is known of a resource that is served, by its group on the server; `version` may be "". */
export type FindResource = (
  place: Pick<Attributes, "group" | "version" | "resource">,
) => { readonly kind: string; readonly namespaced: boolean } | undefined;

/** Asks `may`; only `true` is a yes. What it fails at is logged, and not allowed: a 500, as asking again may help. */
export function byFunction(may: May, find: FindResource, logger: Logger): Authorizer {
  return {
    async authorize(attributes, { signal }) {
      try {
        const isAllowed = await may(questionOf(attributes, find)) === true;
        return { decision: isAllowed ? "allow" : "no opinion", reason: "" };
      } catch (error) {
        signal.throwIfAborted();
        logger.error("A request could not be authorized", error, { path: attributes.path });
        return {
          decision: "no opinion",
          reason: "",
          evaluationError: "the authorize function failed",
        };
      }
    },
  };
}

function questionOf(attributes: Attributes, find: FindResource): AccessQuestion {
  const { verb, path, isResource, subresource, namespace, name } = attributes;
  const user = infoOfUser(attributes.user);
  if (!isResource) return { user, verb, path };
  return {
    user,
    verb,
    path,
    kind: kindOf(attributes, find),
    ...(subresource !== "" && { subresource }),
    ...(namespace !== "" && { namespace }),
    ...(name !== "" && { name }),
  };
}

function kindOf(attributes: Attributes, find: FindResource): AnyKind {
  const { group, version, resource: plural, namespace } = attributes;
  const { kind = "", namespaced = namespace !== "" } = find(attributes) ?? {};
  return { group: groupOfKinds(group), version, kind, plural, namespaced };
}
