/**
 * How a pod is to be spread: as it says, or as it is for pods that say nothing.
 *
 * @module
 */

import {
  type coreV1,
  type DerivedValues,
  ReplicaSet,
  ReplicationController,
  Service,
  StatefulSet,
} from "../../../toolkit/mod.ts";
import { Selector, selectorOf, selectorOfLabels } from "../../../toolkit/selectors/mod.ts";
import type { PodTopologySpreadArgs } from "./plugin_args.ts";
import type { SchedulerHandle } from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { SpreadConstraint } from "./spread_constraint.ts";

type Action = "DoNotSchedule" | "ScheduleAnyway";

/** Finds the constraints of pods. */
export class SpreadConstraints {
  readonly #informers: SchedulerHandle["informers"];
  readonly #defaults: readonly coreV1.TopologySpreadConstraint[];
  readonly #isSystem: boolean;
  #selectors: Selectors | undefined;

  constructor({ informers, client }: SchedulerHandle, args: PodTopologySpreadArgs) {
    this.#informers = informers;
    this.#isSystem = args.defaultingType === "System";
    const { labelHostName, labelZone } = client.names;
    this.#defaults = this.#isSystem
      ? [
        { maxSkew: 3, topologyKey: labelHostName, whenUnsatisfiable: "ScheduleAnyway" },
        { maxSkew: 5, topologyKey: labelZone, whenUnsatisfiable: "ScheduleAnyway" },
      ]
      : args.defaultConstraints;
    if (this.#defaults.length === 0) return;
    for (const kind of [Service, ReplicationController, ReplicaSet, StatefulSet]) {
      informers.of(kind);
    }
  }

  /** Those of a pod that forbid, or those that count for the score. */
  of(pod: PendingPod, action: Action): SpreadConstraint[] {
    const own = pod.object.spec.topologySpreadConstraints ?? [];
    const wanted = (own.length > 0 ? own : this.#defaults)
      .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action);
    if (wanted.length === 0) return [];
    if (own.length > 0) return wanted.map((one) => new SpreadConstraint(one, pod));
    const selector = this.#selectorOf(pod);
    if (selector.matchesEverything) return [];
    return wanted.map((one) => new SpreadConstraint(one, pod, selector));
  }

  /** Whether nodes without one of the labels get no score: not where nobody asked for them. */
  needsAllLabels({ object: { spec } }: PendingPod): boolean {
    return (spec.topologySpreadConstraints ?? []).length > 0 || !this.#isSystem;
  }

  /** What services and the controller of a pod select it by, together; everything: nobody does. */
  #selectorOf({ namespace, labels, controller }: PendingPod): Selector {
    const selectors = this.#selectors ??= selectorsOf(this.#informers);
    let all = Selector.everything;
    for (const selector of selectors.services.list({ namespace })) {
      if (selector !== undefined && selector.matches(labels)) {
        all = all.with(...selector.requirements);
      }
    }
    const of = controller && selectors.controllers[controller.kind];
    const selector = of?.get({ namespace, name: controller!.name });
    return selector === undefined ? all : all.with(...selector.requirements);
  }
}

interface Selectors {
  readonly services: DerivedValues<unknown, Selector | undefined>;
  readonly controllers: Readonly<Record<string, DerivedValues<unknown, Selector>>>;
}

function selectorsOf(informers: SchedulerHandle["informers"]): Selectors {
  return {
    services: informers.of(Service).lister.derive(({ spec }) => {
      const labels = spec?.selector ?? {};
      return Object.keys(labels).length === 0 ? undefined : selectorOfLabels(labels);
    }) as Selectors["services"],
    controllers: {
      ReplicationController: informers.of(ReplicationController).lister
        .derive(({ spec }) => selectorOfLabels(spec?.selector ?? {})),
      ReplicaSet: informers.of(ReplicaSet).lister
        .derive(({ spec }) => selectorOf(spec?.selector ?? undefined)),
      StatefulSet: informers.of(StatefulSet).lister
        .derive(({ spec }) => selectorOf(spec?.selector ?? undefined)),
    } as unknown as Selectors["controllers"],
  };
}
