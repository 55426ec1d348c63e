/**
 * What a process asks about those who send it requests.
 *
 * @module
 */

import type { ResourceAttributes } from "../api/authorization_v1.ts";
import type { User } from "../authentication/user.ts";
import type { Verdict } from "../authorization/verdict.ts";

/** May somebody do something? */
export interface AccessQuestion {
  readonly user: User;
  readonly verb: string;
  /** As it was sent, without the query. */
  readonly path: string;
  /** What resource the path stands for; undefined: the question is about the path itself. */
  readonly resource?: ResourceAttributes | undefined;
}

/** Answers such questions. Rejects where the answer can't be found out: then nothing is allowed. */
export interface DelegatedAuthorizer {
  authorize(question: AccessQuestion, signal: AbortSignal): Verdict | Promise<Verdict>;
}
