/**
 * Decisions about quotas: what objects use, which conditions they meet, and what they have to say.
 *
 * @module
 */

import { systemClock } from "../../toolkit/clock.ts";
import * as kinds from "../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../toolkit/names.ts";
import { persistentVolumeClaims } from "../../toolkit/quota/persistent_volume_claims.ts";
import { pods } from "../../toolkit/quota/pods.ts";
import type { Scope } from "../../toolkit/quota/scope.ts";
import { services } from "../../toolkit/quota/services.ts";
import { decoded } from "./decoded.ts";
import { type Decision, madeBy } from "./decision.ts";
import { RandomPods } from "./random_pods.ts";

const names = NAMES.kubernetes;
const EVALUATORS = {
  Pod: pods(systemClock, names),
  Service: services,
  PersistentVolumeClaim: persistentVolumeClaims(names),
};

export const QUOTA_DECISIONS: readonly Decision[] = [
  {
    kind: "usage",
    questions: madeBy(RandomPods, (of) => {
      const kind = of.countedKind();
      return { given: kind, asked: of.counted(kind) };
    }),
    decide(kind: keyof typeof EVALUATORS, object: unknown) {
      const usage = EVALUATORS[kind].usage(decoded(kinds[kind], object));
      return JSON.stringify(Object.fromEntries([...usage].map(([name, of]) => [name, String(of)])));
    },
    comparable: (said) => JSON.stringify(Object.entries(JSON.parse(said)).sort()),
  },
  {
    kind: "scope",
    questions: madeBy(RandomPods, (of) => ({ given: of.scope(), asked: of.counted("Pod") })),
    decide: (scope: Scope, pod: unknown) =>
      String(EVALUATORS.Pod.isIn(scope, decoded(kinds.Pod, pod))),
  },
  {
    kind: "lacks",
    questions: madeBy(RandomPods, (of) => ({ given: of.quotaNames(), asked: of.counted("Pod") })),
    decide: (named: string[], pod: unknown) =>
      EVALUATORS.Pod.lacks?.(decoded(kinds.Pod, pod), (name) => named.includes(name)) ?? "",
  },
];
