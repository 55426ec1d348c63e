/**
 * The operator of an environment: its processes, one after the other, and what goes wrong for them.
 *
 * @module
 */

import type { Asked } from "../../toolkit/client/asked.ts";
import type { Client } from "../../toolkit/client/client.ts";
import { Lease } from "../../toolkit/kinds/built_in.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { AccessRecord } from "../../toolkit/operator/access.ts";
import type { DefinedOperator, Operator, RunningOperator } from "../../toolkit/operator/mod.ts";
import { runOperator } from "../../toolkit/operator/running_operator.ts";
import { declaredKinds } from "../../toolkit/operator/operator.ts";
import { resourcesOf } from "../../toolkit/operator/resources.ts";
// Loaded now: nobody counts what is loaded while an environment waits for rest.
import "../../toolkit/webhook/conversion_review.ts";
import "../../toolkit/webhook/webhook_server.ts";
import { Random } from "../random_objects.ts";
import { AskedCounts, type FaultInjector } from "./fault_injector.ts";
import { FaultyProcess } from "./faulty_process.ts";
import type { FaultySender } from "./faulty_sender.ts";
import type { Used } from "./schedule.ts";
import { StormWatch } from "./storm.ts";
import type { Timeline } from "./timeline.ts";
import { askedIn, InProcessWebhooks, WEBHOOK_URL } from "./webhook_calls.ts";

/** What operators are run with. */
export interface OperatorHostOptions {
  readonly timeline: Timeline;
  readonly injector: FaultInjector;
  /** See `TestEnvOptions`. */
  readonly runsPerMinute: number;
  readonly fetch: typeof fetch | undefined;
  readonly logger: Logger;
  /** A random number from 0 up to, and without, `bound`. */
  below(bound: number): number;
}

/** As long as somebody else holds a lease that he does not renew. */
const TAKEN_SECONDS = 15;

/** See the module. */
export class OperatorHost {
  readonly access = new AccessRecord();
  readonly webhooks: InProcessWebhooks;
  readonly #options: OperatorHostOptions;
  readonly #counts = new AskedCounts();
  readonly #process: FaultyProcess<RunningOperator>;
  #client: Client | undefined;
  #operator: DefinedOperator | undefined;
  #processes = 0;

  constructor(options: OperatorHostOptions) {
    this.#options = options;
    const { timeline, injector } = options;
    this.webhooks = new InProcessWebhooks({
      hangs: (body) => this.#hangs(body),
      wait: (wait) => timeline.activity.await(wait),
    });
    this.#process = new FaultyProcess(timeline, injector, {
      label: () => "",
      begin: (sender, signal) => this.#begin(sender, signal),
      asked: (asked) => this.#count(asked),
      ended: () => this.webhooks.cut(),
      loseLease: () => this.loseLease(),
    });
  }

  /** The operator that was started last. */
  get operator(): Operator | undefined {
    return this.#operator;
  }

  /** Whether its processes are elected. */
  get isElected(): boolean {
    const { leaderElection = false } = this.#operator?.options ?? {};
    return leaderElection !== false;
  }

  /** What was asked of the kinds that the operator declares. */
  used(): Used[] {
    const { controllers = [] } = this.#operator ?? {};
    return this.#counts.of(declaredKinds(controllers).map(({ kind }) => kind));
  }

  /** The operator that will be started: faults are judged by it. */
  adopt(operator: Operator): void {
    this.#operator = operator as DefinedOperator;
  }

  /** `client` meets no fault. */
  connect(client: Client): void {
    this.#client = client;
  }

  /** Starts an operator; one that runs is stopped first. */
  async start(operator: Operator): Promise<RunningOperator> {
    await this.#options.injector.pending;
    await this.#process.running?.stop();
    this.#operator = operator as DefinedOperator;
    return await this.#process.start();
  }

  /** As kill -9. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  /** Breaks the connections of its watches. */
  cutWatches(): void {
    this.#process.cutWatches();
  }

  /** Ends the process; the next one is the first again. */
  async reset(): Promise<void> {
    await this.kill();
    this.#processes = 0;
  }

  /** Somebody else takes the lease. */
  async loseLease(): Promise<void> {
    const { name, options: { leaderElection } } = this.#operator!;
    const namespace = typeof leaderElection === "object" ? leaderElection.namespace : undefined;
    const place = namespace === undefined ? name : { name, namespace };
    const spec = { holderIdentity: "somebody else", leaseDurationSeconds: TAKEN_SECONDS };
    await this.#client!.patch(Lease, place, { spec });
  }

  async #begin(sender: FaultySender, signal: AbortSignal): Promise<RunningOperator> {
    const { timeline: { clock, activity }, injector } = this.#options;
    const { logger, below, runsPerMinute } = this.#options;
    // Its own numbers: what others draw meanwhile does not matter to it.
    const own = new Random(below(2 ** 30));
    const random = () => own.below(2 ** 30) / 2 ** 30;
    const storm = new StormWatch(runsPerMinute, clock);
    const running = await runOperator(this.#operator!, {
      client: injector.cluster.clientOver(sender, { clock, random }).derived({ logger }),
      clock,
      random,
      logger,
      signal,
      identity: `process-${++this.#processes}`,
      webhookServer: {
        url: WEBHOOK_URL,
        inProcess: (answer) => this.webhooks.serve(answer),
      },
      fetch: this.#fetch(),
      onRun: (run) => {
        const failure = storm.count(run);
        if (failure !== undefined) this.#process.failed(sender, failure);
        return activity.run();
      },
    });
    running.done.catch((error) => this.#process.failed(sender, error));
    return running;
  }

  #count(asked: Asked): void {
    this.access.add(asked);
    this.#counts.add(asked);
  }

  #hangs(body: Uint8Array): boolean {
    const { injector } = this.#options;
    const { faults } = injector;
    if (!faults.some(({ fault, isSpent }) => fault.fault === "hangWebhook" && !isSpent)) {
      return false;
    }
    const asked = askedIn(body, (group, kind) =>
      this.#operator &&
      resourcesOf(this.#operator).find((one) => one.group === group && one.kind === kind)?.plural);
    if (asked === undefined) return false;
    const met = faults.filter((one) => one.meets(asked, "webhook"));
    if (met.length > 0) injector.note(`  fault: hangWebhook (${asked.verb} ${asked.resource})`);
    return met.length > 0;
  }

  #fetch(): typeof fetch {
    const { fetch: own, timeline } = this.#options;
    return async (input, init) => {
      const request = new Request(input, init);
      this.access.addHost(new URL(request.url).host);
      if (own === undefined) {
        throw new TypeError(
          `the test environment asks no other server: hand testEnv() a fetch that answers for ${request.url}`,
        );
      }
      return await timeline.activity.call(() => own(input, init));
    };
  }
}
