/**
 * What somebody may do, as the API server has it.
 *
 * @module
 */

import type { SubjectAccessReview, SubjectAccessReviewSpec } from "../api/authorization_v1.ts";
import { GROUP_MASTERS } from "../authentication/user.ts";
import type { Verdict } from "../authorization/verdict.ts";
import { VerdictCache } from "../authorization/verdict_cache.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock.ts";
import { SubjectAccessReview as SubjectAccessReviewKind } from "../kinds/built_in.ts";
import type { AccessQuestion, DelegatedAuthorizer } from "./question.ts";

/** How long the API server may take over a question. */
const REVIEW_TIMEOUT = "10s";

/** Characters of a question past which its answer is not remembered. */
const REMEMBERED_LIMIT_CHARS = 10_000;

/** What questions are answered with. */
export interface AccessReviewOptions {
  /** Undefined: nobody can be asked, and what is not allowed here is forbidden. */
  readonly client: Client | undefined;
  /** Paths that everybody may use; those that end in `*` stand for all that begin so. */
  readonly alwaysAllowPaths: readonly string[];
  /** How long an answer that allows is remembered, in milliseconds. */
  readonly authorizedTtlMs: number;
  /** The same of one that does not. */
  readonly unauthorizedTtlMs: number;
  readonly clock: Clock;
}

const ALLOWED: Verdict = { decision: "allow", reason: "" };
const NO_OPINION: Verdict = { decision: "no opinion", reason: "" };

/**
 * Allows the paths that everybody may use, and members of the group of masters everything; for all else the API
 * server is asked. Throws a TypeError for a path with a `*` that is not at its end.
 */
export function reviewedAccess(options: AccessReviewOptions): DelegatedAuthorizer {
  const { client, authorizedTtlMs, unauthorizedTtlMs, clock } = options;
  const isOpen = openPaths(options.alwaysAllowPaths);
  const cache = new VerdictCache(clock);
  return {
    authorize(question, signal) {
      if (question.resource === undefined && isOpen(question.path)) return ALLOWED;
      if (question.user.groups.includes(GROUP_MASTERS)) return ALLOWED;
      if (client === undefined) return NO_OPINION;
      const spec = specOf(question);
      const text = JSON.stringify(spec);
      const key = text.length < REMEMBERED_LIMIT_CHARS ? VerdictCache.keyOf(text) : undefined;
      const known = key === undefined ? undefined : cache.get(key);
      if (known !== undefined) return known;
      return asked(client, spec, signal).then((verdict) => {
        const forMs = verdict.decision === "allow" ? authorizedTtlMs : unauthorizedTtlMs;
        if (key !== undefined && verdict.reason.length < REMEMBERED_LIMIT_CHARS) {
          cache.put(key, verdict, forMs);
        }
        return verdict;
      });
    },
  };
}

async function asked(
  client: Client,
  spec: SubjectAccessReviewSpec,
  signal: AbortSignal,
): Promise<Verdict> {
  const review = await client.create(SubjectAccessReviewKind, { spec } as never, {
    signal,
    timeout: REVIEW_TIMEOUT,
  }) as SubjectAccessReview;
  const { allowed, denied, reason = "" } = review.status ?? {};
  if (denied === true) return { decision: "deny", reason };
  return { decision: allowed === true ? "allow" : "no opinion", reason };
}

function specOf({ user, verb, path, resource }: AccessQuestion): SubjectAccessReviewSpec {
  return {
    user: user.name,
    uid: user.uid,
    groups: [...user.groups],
    extra: Object.fromEntries(Object.entries(user.extra).map(([key, all]) => [key, [...all]])),
    ...(resource === undefined
      ? { nonResourceAttributes: { path, verb } }
      : { resourceAttributes: { ...resource, verb } }),
  };
}

/** Whether everybody may use a path. Throws a TypeError for one of `paths` with a `*` that is not at its end. */
export function openPaths(paths: readonly string[]): (path: string) => boolean {
  const exact = new Set<string>();
  const prefixes: string[] = [];
  for (const path of paths) {
    const bare = path.replace(/^\//, "");
    const star = bare.indexOf("*");
    if (star < 0) exact.add(bare);
    else if (star === bare.length - 1) prefixes.push(bare.slice(0, -1));
    else {
      throw new TypeError(
        `the path ${
          JSON.stringify(path)
        } of --authorization-always-allow-paths: * may stand at its end only`,
      );
    }
  }
  return (path) => {
    const bare = path.replace(/^\//, "");
    return exact.has(bare) || prefixes.some((prefix) => bare.startsWith(prefix));
  };
}
