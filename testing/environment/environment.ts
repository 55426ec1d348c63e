/**
 * A test environment, put together.
 *
 * @module
 */

import { AssertionError } from "node:assert";
import type { ServerSnapshot } from "../../apiserver/snapshot.ts";
import type { Client } from "../../toolkit/client/client.ts";
import type { ServerClient } from "../../toolkit/client/server_client.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { type Manifests, msOfSpan, type Span } from "../../toolkit/kinds/mod.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { type Dialect, DIALECTS } from "../../toolkit/names.ts";
import type { Access } from "../../toolkit/operator/access.ts";
import type { DefinedOperator, Operator, RunningOperator } from "../../toolkit/operator/mod.ts";
import { needsConversion, resourcesOf } from "../../toolkit/operator/resources.ts";
import type { Resource } from "../../toolkit/resource/mod.ts";
import { clientConfigOf, CONVERSION_PATH } from "../../toolkit/webhook/configurations.ts";
import { Random } from "../random_objects.ts";
import { Cluster } from "./cluster.ts";
import { checkControllers, CONTROLLERS } from "./controllers.ts";
import { ControllerHost } from "./controller_host.ts";
import { FaultInjector } from "./fault_injector.ts";
import { checkFault, type Fault, isAtOnce } from "./faults.ts";
import { OperatorHost } from "./operator_host.ts";
import { pristineState } from "./pristine.ts";
import { EnvironmentSnapshot, type Snapshot } from "./snapshot.ts";
import type { TestEnv, TestEnvOptions } from "./test_env.ts";
import type { Used } from "./schedule.ts";
import { Timeline } from "./timeline.ts";
import { WEBHOOK_URL } from "./webhook_calls.ts";

const UNTIL_MS = 60_000;
const RUNS_PER_MINUTE = 100;
/** More would take long to register, and say no more. */
const NODES_LIMIT = 1000;
const CONVERSION_RUNS = 100;
/** The server looks around each second. */
const PREPARED_MS = 2000;

/** See {@link TestEnv}. */
export class Environment implements TestEnv {
  readonly seed: number;
  readonly #options: TestEnvOptions;
  readonly #timeline: Timeline;
  readonly #injector: FaultInjector;
  readonly #host: OperatorHost;
  /** Of the controllers that meet faults. */
  readonly #controllers: ControllerHost;
  #random: Random;
  #cluster: Cluster | undefined;
  #client: ServerClient | undefined;
  /** What there was at the beginning. */
  #beginning: EnvironmentSnapshot | undefined;

  private constructor(options: TestEnvOptions, from: EnvironmentSnapshot | undefined) {
    const { time = "virtual", seed = anySeed(), logger = silentLogger, fetch } = options;
    const { runsPerMinute = RUNS_PER_MINUTE } = options;
    this.#options = options;
    this.seed = seed;
    this.#timeline = new Timeline(time === "real" ? undefined : from?.now ?? startOf(options));
    this.#random = new Random(from?.randomState ?? seed);
    const injector = this.#injector = new FaultInjector(this.#timeline);
    const parts = {
      timeline: this.#timeline,
      injector,
      runsPerMinute,
      below: (bound: number) => this.#below(bound),
    };
    this.#host = new OperatorHost({ ...parts, fetch, logger });
    this.#controllers = new ControllerHost({
      ...parts,
      names: options.faultsOn ?? [],
      label: () => this.#host.operator === undefined ? "" : "controllers: ",
    });
  }

  /** Starts an environment: a new one, or one that begins with a state of another. */
  static async start(options: TestEnvOptions, from?: EnvironmentSnapshot): Promise<Environment> {
    checkOptions(options);
    const env = new Environment(options, from);
    try {
      const state = from?.cluster ?? await pristineState(env.#dialect, options.groups ?? "all");
      await env.#during(env.#begin(from, state));
      // Its webhooks are announced, and what is there already has been seen to.
      await env.#timeline.pass(0);
      return env;
    } catch (error) {
      await env[Symbol.asyncDispose]();
      throw error;
    }
  }

  get client(): Client {
    if (this.#client === undefined) throw new Error("the environment has not started");
    return this.#client;
  }

  get access(): Access {
    return this.#host.access;
  }

  get clock(): Clock {
    return this.#timeline.testClock;
  }

  get trace(): readonly string[] {
    return this.#injector.trace;
  }

  get url(): string {
    const { listen = false } = this.#options;
    if (!listen || this.#cluster === undefined) {
      throw new Error("nobody listens: write testEnv({ listen: true }) for an address");
    }
    return this.#cluster.plane.url;
  }

  async start(operator: Operator): Promise<RunningOperator> {
    await this.#during(this.#cluster!.define(definitionsOf(operator, this.#dialect)));
    const running = await this.#during(this.#host.start(operator));
    await this.#timeline.pass(0);
    return running;
  }

  /** Defines the resources of an operator that forks of this environment will run, if any, and begins from there. */
  async prepare(operator: Operator | undefined): Promise<void> {
    if (operator !== undefined) {
      await this.#during(this.#cluster!.define(definitionsOf(operator, this.#dialect)));
    }
    // What the server does about definitions from time to time is done then.
    const now = this.#timeline.clock.now();
    await this.#timeline.pass(PREPARED_MS);
    this.#timeline.setNow(now);
    this.#beginning = this.snapshot();
  }

  /** What was asked by those who meet faults: by the operator, of the kinds that it declares. */
  used(): Used[] {
    return [...this.#host.used(), ...this.#controllers.used()];
  }

  async kill(): Promise<void> {
    await this.#during(this.#host.kill());
  }

  async settle(within: Span = 0): Promise<void> {
    await this.#timeline.pass(msOfSpan(within, "within"));
  }

  async advance(span: Span): Promise<void> {
    await this.#timeline.pass(msOfSpan(span, "span"));
  }

  async until(check: () => unknown, within: Span = UNTIL_MS): Promise<void> {
    const missed = await this.#timeline.until(check, msOfSpan(within, "within"));
    if (missed === undefined) return;
    throw missed.failure ?? new AssertionError({
      message: `it did not come true within ${within}; the seed was ${this.seed}`,
      operator: "until",
    });
  }

  async apply(manifests: Manifests): Promise<void> {
    await this.#during(this.client.applyManifests(manifests, { force: true }));
  }

  inject(...faults: readonly Fault[]): Disposable {
    for (const one of faults) {
      checkFault(one);
      if (one.fault === "loseLease" && !this.#host.isElected) {
        throw new TypeError(
          "fault.loseLease: nobody is elected: start an operator with leaderElection first",
        );
      }
    }
    for (const one of faults.filter(isAtOnce)) {
      this.#injector.later(one.fault === "compact" ? this.#compact() : this.#host.loseLease());
    }
    return this.#injector.arm(faults.filter((one) => !isAtOnce(one)));
  }

  snapshot(): EnvironmentSnapshot {
    const { clock } = this.#timeline;
    return new EnvironmentSnapshot(this.#cluster!.snapshot(), clock.now(), this.#random.state);
  }

  async reset(to: Snapshot | undefined = this.#beginning): Promise<void> {
    const { operator } = this.#host;
    if (!(to instanceof EnvironmentSnapshot)) {
      throw new TypeError("reset: the snapshot is none of snapshot()");
    }
    await this.#during(this.#host.reset());
    await this.#during(this.#controllers.kill());
    await this.#during(this.#injector.reset());
    this.#timeline.recover();
    await this.#during(this.#cluster!.reset(to.cluster));
    await this.#timeline.pass(0);
    this.#timeline.setNow(to.now);
    this.#random = new Random(to.randomState);
    if (to === this.#beginning) this.inject(...this.#options.faults ?? []);
    await this.#during(this.#controllers.start());
    if (operator !== undefined) await this.#during(this.#host.start(operator));
    await this.#timeline.pass(0);
  }

  async fork(): Promise<TestEnv> {
    return await this.forkWith({}, this.snapshot());
  }

  /** Another environment with other options, from a state of this one. */
  async forkWith(
    changes: Partial<TestEnvOptions>,
    from: EnvironmentSnapshot | undefined = this.#beginning,
  ): Promise<Environment> {
    const { operator = this.#options.operator } = this.#host;
    const { seed = this.seed } = changes;
    const options = { ...this.#options, operator, faults: [], ...changes, seed };
    // Another seed begins with its own numbers.
    const state = changes.seed === undefined ? from : from?.withRandom(seed);
    return await Environment.start(options, state);
  }

  async checkConversions(
    // deno-lint-ignore no-explicit-any -- of any objects
    resource: Resource<any, any, any>,
    runs: number = CONVERSION_RUNS,
  ): Promise<void> {
    // What makes random values is loaded by those who need some.
    const { checkConversions } = await import("./conversions.ts");
    checkConversions(resource, { runs, seed: this.seed });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#during(this.#close());
  }

  get #dialect(): Dialect {
    return this.#options.dialect ?? "kubernetes";
  }

  async #begin(from: EnvironmentSnapshot | undefined, state: ServerSnapshot): Promise<void> {
    const { operator, resources = [], groups = "all", listen = false, nodes = 0 } = this.#options;
    const { controllers = CONTROLLERS, faultsOn = [], faults = [] } = this.#options;
    const dialect = this.#dialect;
    const cluster = this.#cluster = await Cluster.start({
      dialect,
      groups,
      controllers: controllers.filter((name) => !faultsOn.includes(name)),
      nodes,
      binds: !controllers.includes("scheduler"),
      listens: listen,
      timeline: this.#timeline,
      webhooks: this.#host.webhooks,
      below: (bound) => this.#below(bound),
    }, state);
    const client = this.#client = cluster.clientOfTest();
    this.#injector.connect(cluster);
    this.#host.connect(client);
    if (from === undefined) {
      await cluster.define([
        ...resources.map((one) => one.definition(dialect)),
        ...operator === undefined ? [] : definitionsOf(operator, dialect),
      ]);
    }
    // What has just started has drawn its random numbers.
    await this.#timeline.pass(0);
    if (from === undefined) this.#beginning = this.snapshot();
    else {
      this.#beginning = from;
      this.#random = new Random(from.randomState);
    }
    if (operator !== undefined) this.#host.adopt(operator);
    this.inject(...faults);
    await this.#controllers.start();
    if (operator !== undefined) await this.#host.start(operator);
  }

  async #compact(): Promise<void> {
    await this.#cluster?.compact();
    this.#host.cutWatches();
    this.#controllers.cutWatches();
  }

  async #close(): Promise<void> {
    await this.#host.kill();
    await this.#controllers.kill();
    await this.#injector.close();
    await this.#client?.[Symbol.asyncDispose]();
    await this.#cluster?.close();
  }

  /** Who listens has connections. */
  async #during<T>(work: Promise<T>): Promise<T> {
    return await this.#timeline.during(work, this.#options.listen);
  }

  #below(bound: number): number {
    return this.#random.below(bound);
  }
}

function anySeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}

function startOf({ now }: TestEnvOptions): number {
  return now === undefined ? Math.floor(Date.now() / 1000) * 1000 : Date.parse(now);
}

/** What the resources of an operator are defined as: conversions are asked of it. */
function definitionsOf(operator: Operator, dialect: Dialect) {
  const webhook = clientConfigOf({ url: WEBHOOK_URL }, CONVERSION_PATH, "");
  return resourcesOf(operator as DefinedOperator).map((one) =>
    one.definition(dialect, needsConversion(one) ? webhook : undefined)
  );
}

function checkOptions(options: TestEnvOptions): void {
  const { controllers = CONTROLLERS, nodes = 0, authorize = "all", now } = options;
  const { faultsOn = [], time = "virtual" } = options;
  const { runsPerMinute = RUNS_PER_MINUTE, dialect = "kubernetes", seed = 0 } = options;
  const { groups = "all" } = options;
  const wrong = (name: string, value: unknown, wanted: string) => {
    throw new TypeError(`testEnv: ${name} is ${JSON.stringify(value)}: ${wanted}`);
  };
  checkControllers(controllers);
  const idle = faultsOn.find((name) => !controllers.includes(name));
  if (idle !== undefined) wrong("faultsOn", idle, "name it among the controllers, too");
  if (!Number.isSafeInteger(nodes) || nodes < 0 || nodes > NODES_LIMIT) {
    wrong("nodes", nodes, `write a whole number from 0 to ${NODES_LIMIT}`);
  }
  const hasPods = groups === "all" || groups.some((group) => group === "" || group === "core");
  if (nodes > 0 && !hasPods) wrong("nodes", nodes, 'groups have to name "core", which has nodes');
  if (authorize === "rbac") {
    wrong("authorize", authorize, 'test environments heed no roles yet: write "all"');
  } else if (authorize !== "all") wrong("authorize", authorize, 'write "all"');
  if (time !== "virtual" && time !== "real") wrong("time", time, "write virtual or real");
  if (now !== undefined && time === "real") wrong("now", now, "real time can't be set");
  if (now !== undefined && Number.isNaN(Date.parse(now))) {
    wrong("now", now, "write a time such as 2026-01-02T03:04:05Z");
  }
  if (!(runsPerMinute > 0)) wrong("runsPerMinute", runsPerMinute, "write a number above 0");
  if (!Number.isSafeInteger(seed) || seed < 0) {
    wrong("seed", seed, "write a whole number from 0 on");
  }
  if (!DIALECTS.includes(dialect)) wrong("dialect", dialect, `write ${DIALECTS.join(" or ")}`);
}
