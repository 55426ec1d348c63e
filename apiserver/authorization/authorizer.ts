/**
 * The seam of authorization.
 *
 * @module
 */

import type { NonResourceRule, ResourceRule } from "../../toolkit/api/authorization_v1.ts";
import type { Verdict } from "../../toolkit/authorization/verdict.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import type { RequestInfo } from "../http/request_info.ts";
import { aggregate } from "./aggregate.ts";
import type { SelectorAttributes } from "./selectors.ts";

/** What somebody wants to do. */
export interface Attributes extends Omit<RequestInfo, "rest" | "prefix"> {
  readonly user: User;
  /** Which objects of a collection it is about; undefined: nothing narrows them down. */
  readonly selectors?: SelectorAttributes | undefined;
}

/** On whose behalf an authorizer works: who waits, and until when. */
export interface AuthorizationCall {
  /** Aborts when nobody waits for the verdict any more. Asked for only by those that need it. */
  readonly signal: AbortSignal;
}

/** What somebody may do, as far as an authorizer can list it. */
export interface AllowedRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** There may be more. */
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

/**
 * Decides who may do what. Answers at once where it can: each request waits for it. May reject only
 * with the reason of the call's signal; what it can't find out is no opinion and an evaluation error.
 */
export interface Authorizer {
  authorize(attributes: Attributes, call: AuthorizationCall): Verdict | Promise<Verdict>;
  /** Lists what a user may do in a namespace; absent where that can't be listed. */
  rulesOf?(
    user: User,
    namespace: string,
    call: AuthorizationCall,
  ): AllowedRules | Promise<AllowedRules>;
}

/** Asks one after another until one has an opinion: at once as long as they answer at once. */
export function firstOpinion(authorizers: readonly Authorizer[]): Authorizer {
  const [only] = authorizers;
  if (authorizers.length === 1 && only !== undefined) return only;
  return {
    authorize(attributes, call) {
      const none = new NoOpinion();
      for (let index = 0; index < authorizers.length; index++) {
        const asked = authorizers[index]!.authorize(attributes, call);
        if (asked instanceof Promise) {
          return askOthers(asked, authorizers.slice(index + 1), none, attributes, call);
        }
        if (asked.decision !== "no opinion") return asked;
        none.add(asked);
      }
      return none.verdict;
    },
    async rulesOf(user, namespace, call) {
      const lists = await Promise.all(
        authorizers.map((authorizer) => authorizer.rulesOf?.(user, namespace, call)),
      );
      const errors = lists.map((list) =>
        list === undefined
          ? "the authorizer does not support listing the rules of a user"
          : list.evaluationError
      ).filter((error) => error !== undefined);
      return {
        resourceRules: lists.flatMap((list) => list?.resourceRules ?? []),
        nonResourceRules: lists.flatMap((list) => list?.nonResourceRules ?? []),
        incomplete: lists.some((list) => list?.incomplete ?? true),
        ...(errors.length > 0 && { evaluationError: aggregate(errors) }),
      };
    },
  };
}

/** Goes on with the rest once one has answered that took its time. */
async function askOthers(
  asked: Promise<Verdict>,
  others: readonly Authorizer[],
  none: NoOpinion,
  attributes: Attributes,
  call: AuthorizationCall,
): Promise<Verdict> {
  let verdict = await asked;
  for (const authorizer of others) {
    if (verdict.decision !== "no opinion") return verdict;
    none.add(verdict);
    const next = authorizer.authorize(attributes, call);
    verdict = next instanceof Promise ? await next : next;
  }
  if (verdict.decision !== "no opinion") return verdict;
  none.add(verdict);
  return none.verdict;
}

/** What those say together who have no opinion. */
class NoOpinion {
  readonly #reasons: string[] = [];
  readonly #errors: string[] = [];

  add({ reason, evaluationError }: Verdict): void {
    if (reason !== "") this.#reasons.push(reason);
    if (evaluationError !== undefined) this.#errors.push(evaluationError);
  }

  get verdict(): Verdict {
    return {
      decision: "no opinion",
      reason: this.#reasons.join("\n"),
      ...(this.#errors.length > 0 && { evaluationError: aggregate(this.#errors) }),
    };
  }
}
