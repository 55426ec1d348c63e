/**
 * The disruption controller: how many pods may be evicted, by budgets.
 *
 * @module
 */

import {
  type DerivedValues,
  isNotFound,
  type ObjectOf,
  Pod,
  PodDisruptionBudget,
} from "../toolkit/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { selectorOf } from "../toolkit/selectors/mod.ts";
import {
  type Budget,
  type BudgetCount,
  countBudget,
  failedStatus,
  isUpToDate,
} from "./disruption/budget_status.ts";
import { ExpectedPods } from "./disruption/expected_pods.ts";
import { clearStaleConditions } from "./disruption/stale_conditions.ts";
import { Recorder } from "../toolkit/events/recorder.ts";
import { keyedLoop, type LoopParts, type SharedInformer, type Wake } from "./loop/mod.ts";
import { messageOf, type PodView, podViewOf } from "./pods/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { writeStatus } from "./write_status.ts";

type LivePod = ObjectOf<typeof Pod>;

/** Keeps the status of budgets, by which the server lets pods be evicted or not. */
export function createDisruptionController(parts: LoopParts): Runnable {
  const controller = new DisruptionController(parts);
  const budgets = keyedLoop(parts, {
    name: "disruption-controller",
    queue: "disruption",
    workers: 1,
    listen: (wake) => controller.listen(wake),
    sync: (key, { signal }) => controller.sync(key, signal),
  });
  const pods = clearStaleConditions(parts);
  return {
    ...budgets,
    async run(context) {
      const { signal } = context;
      await Promise.all([budgets.run(context), pods.run({ signal, started() {} })]);
    },
  };
}

class DisruptionController {
  readonly #parts: LoopParts;
  readonly #budgets: SharedInformer<Budget>;
  readonly #pods: SharedInformer<LivePod>;
  readonly #expected: ExpectedPods;
  readonly #events: Recorder;
  #views: DerivedValues<LivePod, PodView> | undefined;

  constructor(parts: LoopParts) {
    const { client, informers, clock, logger } = parts;
    this.#parts = parts;
    this.#budgets = informers.of(PodDisruptionBudget);
    this.#pods = informers.of(Pod);
    this.#expected = new ExpectedPods(parts);
    this.#events = new Recorder({ client, component: "controllermanager", clock, logger });
  }

  listen(wake: Wake): Disposable[] {
    this.#views = this.#pods.lister.derive(podViewOf);
    const selectors = this.#budgets.lister.derive(({ metadata: { namespace, name }, spec }) => ({
      key: `${namespace}/${name}`,
      name,
      selector: selectorOf(spec?.selector ?? undefined),
    }));
    return [
      this.#budgets.subscribe(({ type, key }) => {
        if (type !== "Deleted") wake(key);
      }),
      this.#pods.subscribe(({ object, previous, initial, resync }) => {
        if (resync) return;
        const { namespace = "", name, labels = {} } = object.metadata;
        const before = previous?.metadata.labels ?? labels;
        const all = selectors.list({ namespace });
        const concerned = all.filter(({ selector }) => selector.matches(labels));
        for (const { key, selector } of all) {
          if (selector.matches(labels) || selector.matches(before)) wake(key);
        }
        if (concerned.length < 2 || initial) return;
        this.#events.warning(
          object,
          "MultiplePodDisruptionBudgets",
          `Pod "${namespace}"/"${name}" matches multiple PodDisruptionBudgets.  ` +
            `Chose "${concerned[0]!.name}" arbitrarily.`,
        );
      }),
    ];
  }

  async sync(key: string, signal: AbortSignal): Promise<number | void> {
    const budget = this.#budgets.lister.get(key);
    if (budget === undefined) return;
    let counted: BudgetCount;
    try {
      counted = await this.#count(budget, signal);
    } catch (error) {
      signal.throwIfAborted();
      await this.#write(budget, failedStatus(budget, error, this.#parts.clock.now()));
      return;
    }
    const { status, recheckMs } = counted;
    if (!isUpToDate(budget, status)) {
      const gone = Object.keys(budget.status?.disruptedPods ?? {})
        .filter((name) => !Object.hasOwn(status.disruptedPods ?? {}, name));
      await this.#write(budget, {
        ...status,
        disruptedPods: {
          ...Object.fromEntries(gone.map((name) => [name, null])),
          ...status.disruptedPods,
        },
      });
    }
    return recheckMs === undefined ? undefined : recheckMs + 1;
  }

  async #write(budget: Budget, status: object): Promise<void> {
    try {
      await writeStatus(this.#parts.client, PodDisruptionBudget, budget, status);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** Counts a budget's pods, and tells what is wrong with them. */
  async #count(budget: Budget, signal: AbortSignal): Promise<BudgetCount> {
    const { clock } = this.#parts;
    const { namespace = "" } = budget.metadata;
    const selector = selectorOf(budget.spec?.selector ?? undefined);
    const pods = this.#views!.list({ namespace }).filter(({ labels }) => selector.matches(labels));
    if (pods.length === 0) this.#events.normal(budget, "NoPods", "No matching pods found");
    let wanted: Awaited<ReturnType<ExpectedPods["wanted"]>>;
    try {
      wanted = await this.#expected.wanted(budget, pods, signal);
    } catch (error) {
      const why = `Failed to calculate the number of expected pods: ${messageOf(error)}`;
      this.#events.warning(budget, "CalculateExpectedPodCountFailed", why);
      throw error;
    }
    if (wanted.unmanaged.length > 0) {
      this.#events.warning(budget, "UnmanagedPods", unmanagedText(budget));
    }
    const counted = countBudget(budget, pods, wanted, clock.now());
    for (const name of counted.overdue) {
      const pod = this.#pods.lister.get({ namespace, name });
      const why = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
      if (pod !== undefined) this.#events.warning(pod, "NotDeleted", why);
    }
    return counted;
  }
}

function unmanagedText({ spec }: Budget): string {
  return `Pods selected by this PodDisruptionBudget (selector: ${
    selectorText(spec)
  }) were found to ` +
    "be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result " +
    'in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the ' +
    "PDB to an integer value.";
}

/** A selector in the words of the reference's event. */
function selectorText(spec: Budget["spec"]): string {
  const { matchLabels = {}, matchExpressions = [] } = spec?.selector ?? {};
  const labels = Object.keys(matchLabels).sort().map((key) => `${key}: ${matchLabels[key]},`);
  const expressions = matchExpressions.map(({ key, operator, values = [] }) =>
    `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(" ")}],},`
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join("")}},` +
    `MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}},}`;
}

/** The controller of a process. */
export const disruptionController: ProcessController = {
  name: "disruption-controller",
  aliases: ["disruption"],
  account: "disruption-controller",
  flags: [],
  make: createDisruptionController,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("disruption", [disruptionController]));
}
