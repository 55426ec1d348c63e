/**
 * How often each authorizer decides.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { Authorizer } from "./authorizer.ts";
import type { Verdict } from "../../toolkit/authorization/verdict.ts";

/** Counts what an authorizer decides, by its type and name; answers at once as it does. */
export function countDecisions(
  authorizer: Authorizer,
  { type, name }: { readonly type: string; readonly name: string },
  metrics: Registry,
): Authorizer {
  const decisions = metrics.counter({
    name: "apiserver_authorization_decisions_total",
    help: "Number of decisions by the authorizer that made them; none asks those after it then.",
    labels: ["type", "name", "decision"],
  });
  const counters = {
    allow: decisions.with({ type, name, decision: "allowed" }),
    deny: decisions.with({ type, name, decision: "denied" }),
    "no opinion": undefined,
  };
  const counted = (verdict: Verdict) => {
    counters[verdict.decision]?.inc();
    return verdict;
  };
  return {
    authorize(attributes, call) {
      const asked = authorizer.authorize(attributes, call);
      return asked instanceof Promise ? asked.then(counted) : counted(asked);
    },
    ...(authorizer.rulesOf && {
      rulesOf: (user, namespace, call) => authorizer.rulesOf!(user, namespace, call),
    }),
  };
}
