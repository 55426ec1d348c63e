/**
 * A whole cluster for a test: the real API server in this process, an operator, and time that passes
 * only when the test lets it.
 *
 * @module
 */

import { AssertionError } from "node:assert";
import { type RunningControlPlane, startControlPlane } from "../../apiserver/start_api_server.ts";
import type { Client } from "../../toolkit/client/client.ts";
import type { ServerClient } from "../../toolkit/client/server_client.ts";
import { type Clock, sleep, systemClock } from "../../toolkit/clock.ts";
import type { DefinedResource } from "../../apiserver/control_plane_options.ts";
import { Lease } from "../../toolkit/kinds/built_in.ts";
import { type Manifests, msOfSpan, type Span } from "../../toolkit/kinds/mod.ts";
import { type Logger, silentLogger } from "../../toolkit/logger.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { type Access, AccessRecord } from "../../toolkit/operator/access.ts";
import type { DefinedOperator, Operator, RunningOperator } from "../../toolkit/operator/mod.ts";
import { needsConversion, resourcesOf } from "../../toolkit/operator/resources.ts";
import { Random } from "../random_objects.ts";
import { ArmedFault, type Fault } from "./faults.ts";
import { FaultySender } from "./faulty_sender.ts";
import { turn, untilQuiet } from "./quiet.ts";
import { VirtualClock } from "./virtual_clock.ts";

/** What a test environment has. */
export interface TestEnvOptions {
  /** Started, and its caches filled, before the environment is there. Its resources are defined. */
  readonly operator?: Operator | undefined;
  /** Defined besides those of the operator. */
  readonly resources?: readonly DefinedResource[] | undefined;
  /** Built-in groups that are served. Default all. */
  readonly groups?: "all" | readonly string[] | undefined;
  /** `virtual`: passes as the test lets it. Default virtual. */
  readonly time?: "virtual" | "real" | undefined;
  /** When it is as the test begins, as RFC 3339 has it. Default: now, in whole seconds. */
  readonly now?: string | undefined;
  /** Of all random numbers. Default: a new one each time, which failures tell. */
  readonly seed?: number | undefined;
  /** Faults that requests of the operator meet from the start. Default: none. */
  readonly faults?: readonly Fault[] | undefined;
  /** Whether other programs can reach it, at `url`. Default false. */
  readonly listen?: boolean | undefined;
  /** Default `kubernetes`. */
  readonly dialect?: Dialect | undefined;
  /** What `ctx.fetch` of the operator is. Default: one that refuses, so that no test asks the world. */
  readonly fetch?: typeof fetch | undefined;
  /** Of the operator. Default: silent; `trace` has what it asked. */
  readonly logger?: Logger | undefined;
}

/** See {@link testEnv}. */
export interface TestEnv extends AsyncDisposable {
  /** May do everything, and meets no fault; its namespace is `default`. */
  readonly client: Client;
  /** What the operator did. */
  readonly access: Access;
  /** What the server and the operator go by. */
  readonly clock: Clock;
  /** What all random numbers come from: set it to have the same ones again. */
  readonly seed: number;
  /** What the operator asked, and which faults it met, with the time: the newest lines. */
  readonly trace: readonly string[];
  /** Where other programs reach it, with `listen`. */
  readonly url: string;
  /** Starts an operator; one that runs is stopped first. */
  start(operator: Operator): Promise<RunningOperator>;
  /** As kill -9: nothing is flushed, and no lease released. */
  kill(): Promise<void>;
  /**
   * Waits until nobody has anything to do. With a span, time passes from timer to timer, so far at most:
   * what is tried again, requeued or resynced in it has happened then.
   */
  settle(within?: Span): Promise<void>;
  /** Lets time pass. */
  advance(span: Span): Promise<void>;
  /**
   * Lets time pass until `check` returns something true and does not throw. Default: a minute at most;
   * then it throws what `check` threw last.
   */
  until(check: () => unknown, within?: Span): Promise<void>;
  /** Applies manifests: YAML or objects. */
  apply(manifests: Manifests): Promise<void>;
  /** Faults that requests of the operator meet from now on; disposing takes back those that are left. */
  inject(...faults: readonly Fault[]): Disposable;
}

/** So many lines of a trace are kept. */
const TRACE_LIMIT = 2000;
const UNTIL_MS = 60_000;

/**
 * An API server in this process with its objects in memory, and the operator, if given, started on it.
 *
 * ```ts ignore
 * await using env = await testEnv({ operator });
 * await env.client.create(Website, { metadata: { name: "shop" }, spec: { image: "nginx" } });
 * await env.settle();
 * ```
 */
export async function testEnv(options: TestEnvOptions = {}): Promise<TestEnv> {
  const env = new Environment(options);
  try {
    await env.begin();
    return env;
  } catch (error) {
    await env[Symbol.asyncDispose]();
    throw error;
  }
}

class Environment implements TestEnv {
  readonly clock: Clock;
  readonly seed: number;
  readonly access = new AccessRecord();
  readonly trace: string[] = [];
  readonly #options: TestEnvOptions;
  readonly #virtual: VirtualClock | undefined;
  readonly #random: () => number;
  readonly #faults: ArmedFault[] = [];
  #plane: RunningControlPlane | undefined;
  #client: ServerClient | undefined;
  #operator: Operator | undefined;
  #process: { readonly sender: FaultySender; readonly running: RunningOperator } | undefined;
  /** Of all processes: what a dead one has asked may still be under way. */
  readonly #senders = new Set<FaultySender>();
  #processes = 0;
  #activity = 0;
  #underWay = 0;
  #restarting: Promise<unknown> = Promise.resolve();

  constructor(options: TestEnvOptions) {
    const { time = "virtual", now, seed = crypto.getRandomValues(new Uint32Array(1))[0]! } =
      options;
    this.#options = options;
    this.seed = seed;
    const start = now === undefined ? Math.floor(Date.now() / 1000) * 1000 : Date.parse(now);
    if (Number.isNaN(start)) {
      throw new TypeError(`now is ${now}: write a time such as 2026-01-02T03:04:05Z`);
    }
    this.#virtual = time === "virtual" ? new VirtualClock(start) : undefined;
    this.clock = this.#virtual ?? systemClock;
    const random = new Random(seed);
    this.#random = () => random.below(2 ** 30) / 2 ** 30;
    this.#arm(options.faults ?? []);
  }

  get client(): Client {
    if (this.#client === undefined) throw new Error("the environment has not started");
    return this.#client;
  }

  get url(): string {
    return this.#plane?.url ?? "";
  }

  async begin(): Promise<void> {
    const { operator, resources = [], groups = "all", dialect, listen = false } = this.#options;
    const own = operator === undefined ? [] : resourcesOf(operator as DefinedOperator);
    this.#plane = await this.#passing(startControlPlane({
      resources: [
        ...resources,
        ...own.filter((one) => !needsConversion(one)),
      ],
      groups,
      ...(dialect && { dialect }),
      clock: this.clock,
      random: this.#random,
      ...(listen &&
        { listen: {}, authenticate: () => ({ name: "tester", groups: ["system:masters"] }) }),
    }));
    this.#client = this.#plane.clientOver(this.#counted());
    if (operator !== undefined) await this.start(operator);
  }

  async start(operator: Operator): Promise<RunningOperator> {
    if (this.#process !== undefined) await this.#passing(this.#process.running.stop());
    this.#operator = operator;
    const running = await this.#passing(this.#launch(operator));
    // Its webhooks are announced, and what is there already has been seen to.
    await this.#pass(0);
    return running;
  }

  async kill(): Promise<void> {
    const last = this.#process;
    this.#process = undefined;
    if (last === undefined) return;
    last.sender.kill();
    // What still runs of it reaches nobody.
    await this.#passing(last.running.stop(0));
  }

  async settle(within: Span = 0): Promise<void> {
    await this.#pass(msOfSpan(within, "within"));
  }

  async advance(span: Span): Promise<void> {
    const ms = msOfSpan(span, "span");
    const until = this.clock.monotonic() + ms;
    await this.#pass(ms);
    this.#virtual?.moveTo(until);
    await this.#pass(0);
  }

  async until(check: () => unknown, within: Span = UNTIL_MS): Promise<void> {
    const until = this.clock.monotonic() + msOfSpan(within, "within");
    for (;;) {
      await this.#pass(0);
      let failure: unknown;
      try {
        if (await check()) return;
      } catch (error) {
        failure = error;
      }
      const due = this.#virtual === undefined ? this.clock.monotonic() + 5 : this.#virtual.due;
      if (due === undefined || due > until) {
        throw failure ?? new AssertionError({
          message: `it did not come true within ${within}${this.#hint()}`,
          operator: "until",
        });
      }
      await this.#pass(Math.max(0, due - this.clock.monotonic()));
    }
  }

  async apply(manifests: Manifests): Promise<void> {
    await this.client.applyManifests(manifests, { force: true });
  }

  inject(...faults: readonly Fault[]): Disposable {
    const armed = this.#arm(faults);
    return {
      [Symbol.dispose]: () => {
        for (const one of armed) {
          const at = this.#faults.indexOf(one);
          if (at >= 0) this.#faults.splice(at, 1);
        }
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#passing(this.#restarting.catch(() => {}));
    await this.kill();
    await this.#client?.[Symbol.asyncDispose]();
    if (this.#plane !== undefined) await this.#passing(this.#plane[Symbol.asyncDispose]());
  }

  /** A new process of the operator. */
  async #launch(operator: Operator): Promise<RunningOperator> {
    const plane = this.#plane!;
    const number = ++this.#processes;
    const sender = new FaultySender({
      sender: plane.sender(),
      clock: this.clock,
      faults: () => this.#faults,
      note: (line) => this.#note(line),
      asked: (asked) => this.access.add(asked),
      active: () => void this.#activity++,
      killed: () => this.#restart(),
    });
    this.#senders.add(sender);
    const port = freePort();
    const running = await operator.run({
      client: plane.clientOver(sender).derived({ logger: this.#options.logger ?? silentLogger }),
      clock: this.clock,
      random: this.#random,
      logger: this.#options.logger ?? silentLogger,
      identity: `process-${number}`,
      // Definitions that webhooks convert are the operator's to announce; the others are there.
      install: resourcesOf(operator as DefinedOperator).some(needsConversion),
      webhookServer: { hostname: "127.0.0.1", port, url: `https://127.0.0.1:${port}` },
      fetch: this.#fetch(),
    });
    this.#process = { sender, running };
    return running;
  }

  /** The process ends at once, and another one starts. */
  #restart(): void {
    const operator = this.#operator;
    if (operator === undefined) return;
    const last = this.#process;
    this.#process = undefined;
    last?.sender.kill();
    this.#restarting = (async () => {
      await last?.running.stop(0);
      await this.#launch(operator);
    })().catch((error) => this.#note(`  the operator did not start again: ${error}`));
  }

  #fetch(): typeof fetch {
    const { fetch: own } = this.#options;
    return async (input, init) => {
      const request = new Request(input, init);
      this.access.addHost(new URL(request.url).host);
      if (own === undefined) {
        throw new TypeError(
          `the test environment asks no other server: hand testEnv() a fetch that answers for ${request.url}`,
        );
      }
      this.#underWay++;
      this.#activity++;
      try {
        return await own(input, init);
      } finally {
        this.#underWay--;
        this.#activity++;
      }
    };
  }

  #arm(faults: readonly Fault[]): ArmedFault[] {
    const armed = faults.map((one) => new ArmedFault(one));
    for (const one of armed) {
      if (one.fault.fault === "compact") this.#restartHistory();
      else if (one.fault.fault === "loseLease") this.#loseLease();
      else this.#faults.push(one);
    }
    return armed;
  }

  /** All watches end, as their past is forgotten. */
  #restartHistory(): void {
    this.#faults.push(new ArmedFault({ fault: "expireWatch", verb: "watch", times: 1 }));
  }

  /** Somebody else holds the lease for a while. */
  #loseLease(): void {
    const operator = this.#operator;
    if (operator === undefined || this.#client === undefined) return;
    const spec = { holderIdentity: "somebody else", leaseDurationSeconds: 15 };
    this.#restarting = this.#client.patch(Lease, operator.name, { spec }).catch(() => {});
  }

  #note(line: string): void {
    const seconds = (this.clock.monotonic() / 1000).toFixed(3);
    this.trace.push(`${seconds} ${line}`);
    if (this.trace.length > TRACE_LIMIT) this.trace.shift();
  }

  /** The environment's own requests count as something going on, too. */
  #counted() {
    const sender = this.#plane!.sender();
    const counted: typeof sender = {
      send: async (request) => {
        this.#activity++;
        this.#underWay++;
        try {
          return await sender.send(request);
        } finally {
          this.#underWay--;
          this.#activity++;
        }
      },
      webSocket: (request) => sender.webSocket(request),
    };
    return counted;
  }

  /** Lets time pass, from timer to timer, `ms` at most, and waits until all is quiet. */
  async #pass(ms: number): Promise<void> {
    const clock = this.#virtual;
    if (clock === undefined) {
      if (ms > 0) await sleep(systemClock, ms);
      return await this.#quiet();
    }
    const until = clock.monotonic() + ms;
    for (;;) {
      await this.#quiet();
      const { due } = clock;
      if (due === undefined || due > until) return;
      clock.moveTo(due);
      clock.fire();
    }
  }

  async #quiet(): Promise<void> {
    await untilQuiet(
      () => this.#activity + (this.#virtual?.activity ?? 0),
      () => [...this.#senders].reduce((sum, { underWay }) => sum + underWay, this.#underWay),
    );
  }

  /** Settles with what is waited for, while time passes as fast as it can. */
  async #passing<T>(work: Promise<T>): Promise<T> {
    const clock = this.#virtual;
    if (clock === undefined) return await work;
    let over = false;
    const done = () => void (over = true);
    work.then(done, done);
    for (let idle = 0; !over;) {
      const before = this.#activity;
      await turn();
      idle = this.#activity === before ? idle + 1 : 0;
      // Whoever starts or stops may wait for time; it passes when nothing else does.
      if (idle > IDLE_TURNS && clock.due !== undefined) {
        clock.moveTo(clock.due);
        clock.fire();
        idle = 0;
      }
    }
    return await work;
  }

  #hint(): string {
    return `; the seed was ${this.seed}`;
  }
}

/** A port of this machine that nobody listens on. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Turns without anything happening before time passes for those who start or stop. */
const IDLE_TURNS = 50;
