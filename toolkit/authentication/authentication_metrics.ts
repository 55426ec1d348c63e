/**
 * What is counted of finding out who asks, under the reference's names.
 *
 * @module
 */

import { exponentialBuckets } from "../metrics/buckets.ts";
import type { Counter, Registry } from "../metrics/mod.ts";
import type { Identity } from "./authenticator.ts";
import type { User } from "./user.ts";

/** Counts what was found out in so long; `user`: in whose name the request goes on, if it does. */
export type TellAuthentication = (
  identity: Identity,
  user: User | undefined,
  tookMs: number,
) => void;

type Result = "success" | "failure" | "error";

const SECONDS = exponentialBuckets(0.001, 2, 15);

/** Users whom a metric names. Of others there are many, and their names say too much. */
const NAMED_USERS =
  /^(?:admin|client|kube_proxy|kubelet|system:serviceaccount:(?:orch|kube)-system:default)$/;

/** Declares the metrics. */
export function declareAuthenticationMetrics(registry: Registry): TellAuthentication {
  const attempts = registry.counter({
    name: "authentication_attempts",
    help: "Number of requests whose credentials were looked at, by what came of it.",
    labels: ["result"],
  });
  const durations = registry.histogram({
    name: "authentication_duration_seconds",
    help: "How long it took to find out who sends a request, by what came of it.",
    labels: ["result"],
    buckets: SECONDS,
  });
  const users = registry.counter({
    name: "authenticated_user_requests",
    help: "Number of requests of known users, by who they are.",
    labels: ["username"],
  });
  const of = (result: Result) => ({
    count: attempts.with({ result }),
    seconds: durations.with({ result }),
  });
  const byName = new Map<string, Counter>();
  const countOf = (username: string) => {
    let known = byName.get(username);
    if (known === undefined) byName.set(username, known = users.with({ username }));
    return known;
  };
  const results = { success: of("success"), failure: of("failure"), error: of("error") };
  return (identity, user, tookMs) => {
    const result = user !== undefined ? "success" : identity.is === "refused" ? "error" : "failure";
    const { count, seconds } = results[result];
    count.inc();
    seconds.observe(tookMs / 1000);
    if (user !== undefined) countOf(shownName(user.name)).inc();
  };
}

function shownName(name: string): string {
  if (NAMED_USERS.test(name)) return name;
  return name.includes("@") ? "email_id" : "other";
}
