/**
 * The operator of an environment: its processes, one after the other, and what goes wrong for them.
 *
 * @module
 */

import type { Client } from "../../toolkit/client/client.ts";
import { Lease } from "../../toolkit/kinds/built_in.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { groupOfKinds } from "../../toolkit/kinds/mod.ts";
import { AccessRecord } from "../../toolkit/operator/access.ts";
import type { DefinedOperator, Operator, RunningOperator } from "../../toolkit/operator/mod.ts";
import { runOperator } from "../../toolkit/operator/running_operator.ts";
import { declaredKinds } from "../../toolkit/operator/operator.ts";
import { resourcesOf } from "../../toolkit/operator/resources.ts";
// Loaded now: nobody counts what is loaded while an environment waits for rest.
import "../../toolkit/webhook/conversion_review.ts";
import "../../toolkit/webhook/webhook_server.ts";
import { Random } from "../random_objects.ts";
import type { Cluster } from "./cluster.ts";
import { ArmedFault, checkFault, type Fault, isAtOnce } from "./faults.ts";
import { FaultySender, type Replica } from "./faulty_sender.ts";
import type { Used } from "./schedule.ts";
import { StormWatch } from "./storm.ts";
import type { Timeline } from "./timeline.ts";
import { askedIn, InProcessWebhooks, WEBHOOK_URL } from "./webhook_calls.ts";

/** What operators are run with. */
export interface OperatorHostOptions {
  readonly timeline: Timeline;
  /** See `TestEnvOptions`. */
  readonly runsPerMinute: number;
  readonly fetch: typeof fetch | undefined;
  readonly logger: Logger;
  /** A random number from 0 up to, and without, `bound`. */
  below(bound: number): number;
}

/** So many lines of a trace are kept. */
const TRACE_LIMIT = 2000;
/** As long as somebody else holds a lease that he does not renew. */
const TAKEN_SECONDS = 15;

interface Process {
  readonly sender: FaultySender;
  readonly running: RunningOperator;
}

/** See the module. */
export class OperatorHost {
  readonly access = new AccessRecord();
  readonly webhooks: InProcessWebhooks;
  readonly #options: OperatorHostOptions;
  readonly #trace: string[] = [];
  /** How often what was asked: `verb group/plural`. */
  readonly #asked = new Map<string, number>();
  #faults: ArmedFault[] = [];
  readonly #replicas = new Set<Replica>();
  #cluster: Cluster | undefined;
  #client: Client | undefined;
  #operator: DefinedOperator | undefined;
  #process: Process | undefined;
  /** A process that is being started; aborting ends that. */
  #starting: { readonly sender: FaultySender; readonly stop: AbortController } | undefined;
  #processes = 0;
  #restarting: Promise<unknown> = Promise.resolve();

  constructor(options: OperatorHostOptions) {
    this.#options = options;
    const { activity } = options.timeline;
    this.webhooks = new InProcessWebhooks({
      hangs: (body) => this.#hangs(body),
      wait: (wait) => activity.await(wait),
    });
  }

  get trace(): readonly string[] {
    return this.#trace;
  }

  /** The operator that was started last. */
  get operator(): Operator | undefined {
    return this.#operator;
  }

  /** What was asked of the kinds that the operator declares. */
  used(): Used[] {
    const { controllers = [] } = this.#operator ?? {};
    return declaredKinds(controllers).flatMap(({ kind }) =>
      [...this.#asked].flatMap(([name, count]) => {
        const [verb = "", of] = name.split(" ");
        return of === `${kind.group}/${kind.plural}` ? [{ verb, kind, count }] : [];
      })
    );
  }

  /** The operator that will be started: faults are judged by it. */
  adopt(operator: Operator): void {
    this.#operator = operator as DefinedOperator;
  }

  /** Where operators are run from now on; `client` meets no fault. */
  connect(cluster: Cluster, client: Client): void {
    this.#cluster = cluster;
    this.#client = client;
  }

  /** Starts an operator; one that runs is stopped first. */
  async start(operator: Operator): Promise<RunningOperator> {
    await this.#restarting;
    await this.#process?.running.stop();
    this.#operator = operator as DefinedOperator;
    return await this.#launchUntilThere(this.#operator);
  }

  /** As kill -9. */
  async kill(): Promise<void> {
    await this.#restarting;
    await this.#end();
  }

  /** Faults that are met from now on, until they are taken back. */
  inject(faults: readonly Fault[]): Disposable {
    for (const one of faults) {
      checkFault(one);
      if (one.fault === "loseLease" && !this.#isElected()) {
        throw new TypeError(
          "fault.loseLease: nobody is elected: start an operator with leaderElection first",
        );
      }
    }
    const armed = faults.map((one) => new ArmedFault(one));
    for (const one of armed) {
      if (!isAtOnce(one.fault)) this.#faults.push(one);
      else this.#later(one.fault.fault === "compact" ? this.#compact() : this.#loseLease());
    }
    return {
      [Symbol.dispose]: () => {
        this.#faults = this.#faults.filter((one) => !armed.includes(one));
      },
    };
  }

  /** Ends the process, takes all faults back, and forgets what was written down. */
  async reset(): Promise<void> {
    await this.kill();
    this.#faults = [];
    this.#trace.length = 0;
    this.#processes = 0;
    await this.#closeReplicas();
  }

  async close(): Promise<void> {
    await this.kill();
    await this.#closeReplicas();
  }

  /** A new process of the operator; another one where a fault kills it before it is there. */
  async #launchUntilThere(operator: DefinedOperator): Promise<RunningOperator> {
    for (;;) {
      const stop = new AbortController();
      try {
        return await this.#launch(operator, stop);
      } catch (error) {
        if (!stop.signal.aborted) throw error;
      }
    }
  }

  async #launch(operator: DefinedOperator, stop: AbortController): Promise<RunningOperator> {
    const { timeline, logger, below, runsPerMinute } = this.#options;
    const cluster = this.#cluster!;
    const { clock } = timeline;
    // Its own numbers: what others draw meanwhile does not matter to it.
    const own = new Random(below(2 ** 30));
    const random = () => own.below(2 ** 30) / 2 ** 30;
    const storm = new StormWatch(runsPerMinute, timeline.clock);
    const sender: FaultySender = new FaultySender({
      sender: cluster.plane.sender(),
      clock: timeline.clock,
      activity: timeline.activity,
      faults: () => this.#faults,
      note: (line) => this.#note(line),
      asked: (asked) => {
        this.access.add(asked);
        const name = `${asked.verb} ${groupOfKinds(asked.group)}/${asked.resource}`;
        this.#asked.set(name, (this.#asked.get(name) ?? 0) + 1);
      },
      effects: {
        kill: () => this.#restart(),
        compact: () => cluster.compact(),
        loseLease: () => this.#loseLease(),
        replica: () => this.#replica(),
      },
    });
    this.#starting = { sender, stop };
    const running = await runOperator(operator, {
      client: cluster.clientOver(sender, { clock, random }).derived({ logger }),
      clock,
      random,
      logger,
      signal: stop.signal,
      identity: `process-${++this.#processes}`,
      webhookServer: {
        url: WEBHOOK_URL,
        inProcess: (answer) => this.webhooks.serve(answer),
      },
      fetch: this.#fetch(),
      onRun: (run) => {
        const failure = storm.count(run);
        if (failure !== undefined) this.#failed(sender, failure);
        return timeline.activity.run();
      },
    });
    running.done.catch((error) => {
      // What a process that was killed has to say, nobody hears.
      if (!sender.isKilled) timeline.fail(error);
    });
    if (stop.signal.aborted) {
      // It was killed just as it was there.
      await running.stop(0);
      throw stop.signal.reason;
    }
    this.#starting = undefined;
    this.#process = { sender, running };
    return running;
  }

  /** The process can't go on: whoever waits is told, and it makes no more noise. */
  #failed(sender: FaultySender, error: unknown): void {
    this.#options.timeline.fail(error);
    sender.kill();
    this.#later(this.#end());
  }

  /** The process ends at once, and another one starts. */
  #restart(): void {
    const operator = this.#operator;
    if (operator === undefined) return;
    this.webhooks.cut();
    if (this.#process !== undefined) {
      this.#process.sender.kill();
      this.#later(this.#end().then(() => this.#launchUntilThere(operator)));
      return;
    }
    // Whoever starts it tries again.
    const { sender, stop } = this.#starting ?? {};
    sender?.kill();
    stop?.abort(new DOMException("the process was killed", "AbortError"));
  }

  async #end(): Promise<void> {
    const last = this.#process;
    this.#process = undefined;
    if (last === undefined) return;
    last.sender.kill();
    this.webhooks.cut();
    // What still runs of it reaches nobody.
    await last.running.stop(0);
  }

  /** Something that goes on by itself; the next start or end waits for it. */
  #later(work: Promise<unknown>): void {
    const { activity } = this.#options.timeline;
    const noted = work.catch((error) =>
      this.#note(`  the environment: ${error instanceof Error ? error.message : error}`)
    ).finally(() => activity.events++);
    this.#restarting = Promise.all([this.#restarting, noted]);
  }

  async #compact(): Promise<void> {
    await this.#cluster?.compact();
    this.#process?.sender.cutWatches();
  }

  #isElected(): boolean {
    const { leaderElection = false } = this.#operator?.options ?? {};
    return leaderElection !== false;
  }

  async #loseLease(): Promise<void> {
    const { name, options: { leaderElection } } = this.#operator!;
    const namespace = typeof leaderElection === "object" ? leaderElection.namespace : undefined;
    const place = namespace === undefined ? name : { name, namespace };
    const spec = { holderIdentity: "somebody else", leaseDurationSeconds: TAKEN_SECONDS };
    await this.#client!.patch(Lease, place, { spec });
  }

  async #replica(): Promise<Replica> {
    const { sender, close } = await this.#cluster!.replica();
    const replica: Replica = {
      sender,
      close: async () => {
        if (!this.#replicas.delete(replica)) return;
        await close();
      },
    };
    this.#replicas.add(replica);
    return replica;
  }

  async #closeReplicas(): Promise<void> {
    await Promise.all([...this.#replicas].map((one) => one.close()));
  }

  #hangs(body: Uint8Array): boolean {
    if (!this.#faults.some(({ fault, isSpent }) => fault.fault === "hangWebhook" && !isSpent)) {
      return false;
    }
    const asked = askedIn(body, (group, kind) =>
      this.#operator &&
      resourcesOf(this.#operator).find((one) => one.group === group && one.kind === kind)?.plural);
    if (asked === undefined) return false;
    const met = this.#faults.filter((one) => one.meets(asked, "webhook"));
    if (met.length > 0) this.#note(`  fault: hangWebhook (${asked.verb} ${asked.resource})`);
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

  #note(line: string): void {
    const seconds = (this.#options.timeline.clock.monotonic() / 1000).toFixed(3);
    this.#trace.push(`${seconds} ${line}`);
    if (this.#trace.length > TRACE_LIMIT) this.#trace.shift();
  }
}
