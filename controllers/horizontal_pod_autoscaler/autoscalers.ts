/**
 * The work on autoscalers, one turn a period.
 *
 * @module
 */

import {
  type autoscalingV2,
  HorizontalPodAutoscaler,
  isNotFound,
  type ObjectOf,
  Pod,
} from "../../toolkit/mod.ts";
import { parseSelector, type Selector } from "../../toolkit/selectors/mod.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import type { LoopParts, SharedInformer, SyncWork, Wake } from "../loop/mod.ts";
import { messageOf } from "../pods/mod.ts";
import { writeStatus } from "../write_status.ts";
import { type AutoscalerMetrics, autoscalerMetrics } from "./autoscaler_metrics.ts";
import { CountedProposals } from "./counted_proposals.ts";
import { History } from "./history.ts";
import { MetricFailure } from "./metric_failure.ts";
import { type ScaledPod, scaledPodOf, type StartPeriods } from "./pod_groups.ts";
import { podRequestsOf } from "./pod_requests.ts";
import { type Proposal, Proposals, type Situation } from "./proposals.ts";
import { readScale, type ScaleTarget, writeScale } from "./scale_target.ts";
import { SelectorsInUse } from "./selectors_in_use.ts";
import { ServedKinds } from "./served_kinds.ts";
import { stepTowards } from "./stabilize.ts";
import { type Autoscaler, StatusDraft } from "./status.ts";
import { tolerancesOf } from "./tolerances.ts";

/** What holds for all autoscalers. */
export interface AutoscalerOptions extends StartPeriods {
  /** How often each is worked on. */
  readonly periodMs: number;
  /** So long back the highest recommendation counts before replicas are taken away. */
  readonly downscaleStabilizationMs: number;
  /** How far from 1 the ratio of a metric to its target may be. */
  readonly tolerance: number;
}

/** What all metrics ask for together. */
interface Decision {
  readonly replicas: number;
  readonly metric: string;
  readonly statuses: autoscalingV2.MetricStatus[];
  /** Of metrics that did not count. */
  readonly failure: Error | undefined;
}

/** Nothing can be decided; the status says why. */
class Undecided extends Error {
  readonly statuses: readonly autoscalingV2.MetricStatus[];

  constructor(message: string, statuses: readonly autoscalingV2.MetricStatus[] = []) {
    super(message);
    this.statuses = statuses;
  }
}

/** One turn of work on one autoscaler. */
interface Turn {
  readonly key: string;
  readonly autoscaler: Autoscaler;
  readonly draft: StatusDraft;
  readonly signal: AbortSignal;
}

const ABOVE_MAX = "Current number of replicas above Spec.MaxReplicas";
const BELOW_MIN = "Current number of replicas below Spec.MinReplicas";
const UNABLE = "the HPA controller was unable to get the target's current scale";

/** See the module. */
export class Autoscalers {
  readonly #parts: LoopParts;
  readonly #options: AutoscalerOptions;
  readonly #autoscalers: SharedInformer<Autoscaler>;
  readonly #podInformer: SharedInformer<ObjectOf<typeof Pod>>;
  readonly #events: Recorder;
  readonly #kinds: ServedKinds;
  readonly #proposals: CountedProposals;
  readonly #metrics: AutoscalerMetrics;
  readonly #selectors = new SelectorsInUse();
  readonly #histories = new Map<string, { readonly uid: string; readonly history: History }>();

  constructor(parts: LoopParts, options: AutoscalerOptions) {
    const { client, informers, clock, logger, metrics } = parts;
    this.#parts = parts;
    this.#options = options;
    this.#autoscalers = informers.of(HorizontalPodAutoscaler);
    this.#podInformer = informers.of(Pod);
    this.#events = new Recorder({
      client,
      component: "horizontal-pod-autoscaler",
      clock,
      logger,
    });
    this.#metrics = autoscalerMetrics(metrics);
    this.#kinds = new ServedKinds(parts);
    const proposals = new Proposals({ client, clock, kinds: this.#kinds, periods: options });
    this.#proposals = new CountedProposals(proposals, this.#metrics, clock);
  }

  /** Each is first worked on a period after it was seen first: what changes it meanwhile makes no difference. */
  listen(wake: Wake): Disposable[] {
    return [
      this.#metrics.observe(() => [...this.#autoscalers.lister.keys()].length),
      this.#autoscalers.subscribe(({ type, key }) => {
        if (type === "Added") wake(key, this.#options.periodMs);
        // What is remembered goes after a turn that may be under way, which would remember it anew.
        if (type === "Deleted") wake(key);
      }),
    ];
  }

  /** One turn; in how many milliseconds the next is due. */
  async sync(key: string, { signal }: SyncWork): Promise<number | void> {
    const autoscaler = this.#autoscalers.lister.get(key);
    if (autoscaler === undefined) return this.#forget(key);
    const { clock } = this.#parts;
    const draft = new StatusDraft(autoscaler, clock.now());
    const began = clock.monotonic();
    try {
      await this.#settle({ key, autoscaler, draft, signal });
    } catch (error) {
      if (!signal.aborted) {
        this.#metrics.reconciled(draft.action, "internal", clock.monotonic() - began);
      }
      throw error;
    }
    this.#metrics.reconciled(draft.action, "none", clock.monotonic() - began);
    return this.#options.periodMs;
  }

  /** Scales, and tells of it in the status also where that has failed. */
  async #settle(turn: Turn): Promise<void> {
    const { autoscaler, draft, signal } = turn;
    try {
      await this.#turn(turn);
    } finally {
      if (!signal.aborted) {
        const { namespace = "", name } = autoscaler.metadata;
        if (draft.desired !== undefined) this.#metrics.wants(namespace, name, draft.desired);
        await this.#writeStatus(autoscaler, draft);
      }
    }
  }

  #forget(key: string): void {
    const [namespace = "", name = ""] = key.split("/");
    this.#histories.delete(key);
    this.#selectors.delete(namespace, name);
    this.#metrics.forget(namespace, name);
  }

  async #turn(turn: Turn): Promise<void> {
    const { key, autoscaler, draft, signal } = turn;
    const target = await this.#readScale(turn);
    const { maxReplicas, minReplicas = 1, behavior } = autoscaler.spec!;
    const current = target.scale.spec?.replicas ?? 0;
    const history = this.#historyOf(key, autoscaler);
    history.begin(current, this.#parts.clock.monotonic());
    draft.set(
      "AbleToScale",
      true,
      "SucceededGetScale",
      "the HPA controller was able to get the target's current scale",
    );
    if (current === 0) {
      const why = "scaling is disabled since the replica count of the target is zero";
      draft.set("ScalingActive", false, "ScalingDisabled", why);
      draft.forgetScaledToZero();
      return draft.count(current, current, [], false);
    }
    if (current > maxReplicas) {
      return await this.#rescale(turn, target, maxReplicas, ABOVE_MAX, []);
    }
    if (current < minReplicas) {
      return await this.#rescale(turn, target, minReplicas, BELOW_MIN, []);
    }
    let decision: Decision;
    try {
      decision = await this.#decide(turn, target);
    } catch (error) {
      signal.throwIfAborted();
      const statuses = error instanceof Undecided ? error.statuses : [];
      draft.count(current, undefined, statuses, false);
      this.#events.warning(autoscaler, "FailedComputeMetricsReplicas", messageOf(error));
      throw error;
    }
    const { replicas: desired, metric, statuses, failure } = decision;
    const step = stepTowards(
      { current, desired, min: minReplicas, max: maxReplicas },
      behavior,
      history,
      this.#options.downscaleStabilizationMs,
      this.#parts.clock.monotonic(),
    );
    draft.set("AbleToScale", true, step.stabilized.reason, step.stabilized.message);
    draft.set("ScalingLimited", step.isLimited, step.limited.reason, step.limited.message);
    const { replicas } = step;
    if (replicas === current) {
      draft.count(current, current, statuses, false);
    } else {
      const reason = desired > current
        ? `${metric} above target`
        : desired < current
        ? "All metrics below target"
        : "";
      await this.#rescale(turn, target, replicas, reason, statuses);
    }
    if (failure !== undefined) throw failure;
  }

  async #readScale({ autoscaler, draft, signal }: Turn): Promise<ScaleTarget> {
    const { metadata: { namespace = "" }, spec } = autoscaler;
    try {
      const { client } = this.#parts;
      return await readScale(client, this.#kinds, spec!.scaleTargetRef, namespace, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#events.warning(autoscaler, "FailedGetScale", messageOf(error));
      draft.set("AbleToScale", false, "FailedGetScale", `${UNABLE}: ${messageOf(error)}`);
      throw error;
    }
  }

  async #rescale(
    { key, autoscaler, draft, signal }: Turn,
    target: ScaleTarget,
    replicas: number,
    reason: string,
    statuses: readonly autoscalingV2.MetricStatus[],
  ): Promise<void> {
    const current = target.scale.spec?.replicas ?? 0;
    const said = `New size: ${replicas}; reason: ${reason}`;
    try {
      await writeScale(this.#parts.client, target, replicas, signal);
    } catch (error) {
      signal.throwIfAborted();
      const why = messageOf(error);
      this.#events.warning(autoscaler, "FailedRescale", `${said}; error: ${why}`);
      const unable = `the HPA controller was unable to update the target scale: ${why}`;
      draft.set("AbleToScale", false, "FailedUpdateScale", unable);
      draft.count(current, undefined, statuses, false);
      throw error;
    }
    const able = `the HPA controller was able to update the target scale to ${replicas}`;
    draft.set("AbleToScale", true, "SucceededRescale", able);
    draft.forgetScaledToZero();
    draft.count(current, replicas, statuses, true);
    this.#events.normal(autoscaler, "SuccessfulRescale", said);
    const { behavior } = autoscaler.spec!;
    if (behavior === undefined) return;
    const now = this.#parts.clock.monotonic();
    this.#historyOf(key, autoscaler).changed(current, replicas, behavior, now);
  }

  /** The most that any metric asks for. Those that fail hold back what would take replicas away. */
  async #decide(turn: Turn, target: ScaleTarget): Promise<Decision> {
    const { autoscaler, draft } = turn;
    const situation = this.#situationOf(turn, target);
    const metrics = autoscaler.spec!.metrics ?? [];
    const told = autoscaler.status?.currentReplicas ?? 0;
    const statuses: autoscalingV2.MetricStatus[] = [];
    const failures: MetricFailure[] = [];
    let best: Proposal | undefined;
    for (const metric of metrics) {
      try {
        const proposal = await this.#proposals.of(metric, situation, told);
        statuses.push(proposal.status);
        if (best === undefined || best.replicas === 0 || proposal.replicas > best.replicas) {
          best = proposal;
        }
      } catch (error) {
        if (!(error instanceof MetricFailure)) throw error;
        this.#events.warning(autoscaler, error.reason, error.said);
        failures.push(error);
        statuses.push({ type: "" });
      }
    }
    const [first] = failures;
    const failure = first && new Error(
      `invalid metrics (${failures.length} invalid out of ${metrics.length}), ` +
        `first error is: ${first.message}`,
      { cause: first },
    );
    if (best === undefined || (first !== undefined && best.replicas < situation.replicas)) {
      if (first !== undefined) {
        const why = `the HPA was unable to compute the replica count: ${first.said}`;
        draft.set("ScalingActive", false, first.reason, why);
      }
      throw new Undecided(failure?.message ?? "no metrics are given", statuses);
    }
    const found = "the HPA was able to successfully calculate a replica count from";
    draft.set("ScalingActive", true, "ValidMetricFound", `${found} ${best.metric}`);
    return { replicas: best.replicas, metric: best.metric, statuses, failure };
  }

  #situationOf({ autoscaler, draft, signal }: Turn, { scale }: ScaleTarget): Situation {
    const { namespace = "", name } = autoscaler.metadata;
    const { selector: text = "" } = scale.status ?? {};
    const refuse = (eventReason: string, reason: string, told: string, said: string): never => {
      this.#events.warning(autoscaler, eventReason, told);
      draft.set("ScalingActive", false, reason, said);
      throw new Undecided(told);
    };
    if (text === "") {
      const missing = "the HPA target's scale is missing a selector";
      return refuse("SelectorRequired", "InvalidSelector", "selector is required", missing);
    }
    const pods = this.#podsOf(namespace, name, text, refuse);
    return {
      namespace,
      selector: text,
      pods,
      requestsOf: ({ key }) => this.#podInformer.derive(podRequestsOf).get(key),
      replicas: scale.spec?.replicas ?? 0,
      replicasNow: scale.status?.replicas ?? 0,
      tolerances: tolerancesOf(autoscaler.spec!.behavior, this.#options.tolerance),
      signal,
    };
  }

  #podsOf(
    namespace: string,
    name: string,
    text: string,
    refuse: (eventReason: string, reason: string, told: string, said: string) => never,
  ): ScaledPod[] {
    let selector: Selector;
    try {
      selector = parseSelector(text);
    } catch (error) {
      const why = "couldn't convert selector into a corresponding internal selector object: " +
        messageOf(error);
      return refuse("InvalidSelector", "InvalidSelector", why, why);
    }
    this.#selectors.set(namespace, name, selector);
    const all = this.#podInformer.derive(scaledPodOf).list({ namespace });
    const pods = all.filter(({ labels }) => selector.matches(labels));
    const names = this.#selectors.of(namespace, pods);
    if (names.length > 1) {
      const keys = names.map((name) => `${namespace}/${name}`).join(" ");
      const why = `pods by selector ${text} are controlled by multiple HPAs: [${keys}]`;
      return refuse("AmbiguousSelector", "AmbiguousSelector", why, why);
    }
    return pods;
  }

  #historyOf(key: string, { metadata: { uid } }: Autoscaler): History {
    const known = this.#histories.get(key);
    if (known?.uid === uid) return known.history;
    const history = new History();
    this.#histories.set(key, { uid, history });
    return history;
  }

  async #writeStatus(autoscaler: Autoscaler, draft: StatusDraft): Promise<void> {
    const change = draft.change();
    if (change === undefined) return;
    try {
      await writeStatus(this.#parts.client, HorizontalPodAutoscaler, autoscaler, change);
    } catch (error) {
      if (isNotFound(error)) return;
      this.#events.warning(autoscaler, "FailedUpdateStatus", messageOf(error));
      throw error;
    }
  }
}
