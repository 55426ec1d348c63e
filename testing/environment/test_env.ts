/**
 * A whole cluster for a test: the real API server in this process, an operator, and time that passes
 * only when the test lets it.
 *
 * @module
 */

import type { Client } from "../../toolkit/client/client.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { DefinedResource } from "../../apiserver/control_plane_options.ts";
import type { Manifests, Span } from "../../toolkit/kinds/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Dialect } from "../../toolkit/names.ts";
import type { Access } from "../../toolkit/operator/access.ts";
import type { Operator, RunningOperator } from "../../toolkit/operator/mod.ts";
import type { Resource } from "../../toolkit/resource/mod.ts";
import { Environment } from "./environment.ts";
import type { Fault } from "./faults.ts";
import type { Snapshot } from "./snapshot.ts";

/** What a test environment has. */
export interface TestEnvOptions {
  /** Started, and its caches filled, before the environment is there. Its resources are defined. */
  readonly operator?: Operator | undefined;
  /** Defined besides those of the operator. */
  readonly resources?: readonly DefinedResource[] | undefined;
  /** Built-in groups that are served. Default all. */
  readonly groups?: "all" | readonly string[] | undefined;
  /**
   * Which controllers of a cluster run: `namespace` ends namespaces that are deleted, `garbagecollector` takes
   * what nobody owns any more, `scheduler` gives pods their nodes. They meet no faults, and are in neither
   * `access` nor `trace`, but for those of `faultsOn`. Default: the first two.
   */
  readonly controllers?: readonly string[] | undefined;
  /**
   * Those of the controllers that meet faults. They are one process: where a fault kills it, another one starts,
   * and knows nothing. What they ask is in `trace`. Default: none.
   */
  readonly faultsOn?: readonly string[] | undefined;
  /**
   * How many nodes there are, `node-1` and so on; default none. They are stand-ins: pods without a node are
   * bound to them in turn, unless the scheduler is among `controllers`; pods on them turn `Running` and ready at
   * once, and go at once when they are deleted. Nothing is really run, measured or probed.
   */
  readonly nodes?: number | undefined;
  /** `virtual`: passes as the test lets it. Default virtual. */
  readonly time?: "virtual" | "real" | undefined;
  /** When it is as the test begins, as RFC 3339 has it. Default: now, in whole seconds. */
  readonly now?: string | undefined;
  /** Of all random numbers. Default: a new one each time, which failures tell. */
  readonly seed?: number | undefined;
  /** Met by the operator, and the controllers of `faultsOn`, from their start on. */
  readonly faults?: readonly Fault[] | undefined;
  /**
   * How often a controller of the operator may run for one object within a minute of test time, and those of
   * `faultsOn` may write to it; these may make ten times as many of a kind in a namespace. More is a requeue storm:
   * the process ends, and whatever waits for the environment rejects with what woke it. Default 100.
   */
  readonly runsPerMinute?: number | undefined;
  /** `all`: whoever asks may do everything. Default and only value yet. */
  readonly authorize?: "all" | "rbac" | undefined;
  /** Whether other programs can reach it, at `url`: they may do everything. Default false. */
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
  /**
   * May do everything, and meets no fault; its namespace is `default`. A request that is answered only
   * after some time, as where a webhook hangs, lets that time pass.
   */
  readonly client: Client;
  /** What the operator did. */
  readonly access: Access;
  /** The time of the test: what stands in for other servers may sleep by it. */
  readonly clock: Clock;
  /** What all random numbers come from: set it to have the same ones again. */
  readonly seed: number;
  /** What was asked by who meets faults, and which it met, with the time: the newest lines. */
  readonly trace: readonly string[];
  /** Where other programs reach it, with `listen`. */
  readonly url: string;
  /** Starts an operator; one that runs is stopped first. */
  start(operator: Operator): Promise<RunningOperator>;
  /** Ends the operator as kill -9: nothing is flushed, and no lease released. */
  kill(): Promise<void>;
  /**
   * Waits until nobody has anything to do. With a span, time passes that far, from timer to timer: what is
   * tried again, requeued or resynced in it has happened then.
   */
  settle(within?: Span): Promise<void>;
  /** Lets time pass, as `settle` does. */
  advance(span: Span): Promise<void>;
  /**
   * Lets time pass until `check` returns something true and does not throw. Default: a minute at most;
   * then it throws what `check` threw last.
   */
  until(check: () => unknown, within?: Span): Promise<void>;
  /** Applies manifests: YAML or objects. */
  apply(manifests: Manifests): Promise<void>;
  /** Faults that requests of the operator, and of `faultsOn`, meet from now on; disposing takes back those that are left. */
  inject(...faults: readonly Fault[]): Disposable;
  /** What the server has, the time and the random numbers, to come back to: in microseconds. */
  snapshot(): Snapshot;
  /**
   * Brings back a snapshot, of this environment or of another one of the same dialect and groups; by default
   * the beginning, with the faults that `testEnv()` was told of. Operator and controllers start anew; faults
   * that were injected are taken back, and `trace` is empty. Real time is not set back.
   */
  reset(to?: Snapshot): Promise<void>;
  /**
   * Another environment that begins with the state of this one, without faults; the operator starts anew
   * in it. The two go their own ways, and may run at the same time. It is its caller's to dispose of.
   */
  fork(): Promise<TestEnv>;
  /**
   * Converts random objects of each version of a resource there and back, by the functions that a server
   * would call: what a version that is not stored can't carry has to come back. Throws for a loss, naming
   * version, field and seed, or where reading stored objects fails. Default 100 runs a version.
   */
  checkConversions(
    // deno-lint-ignore no-explicit-any -- of any objects
    resource: Resource<any, any, any>,
    runs?: number,
  ): Promise<void>;
}

/**
 * An API server in this process with its objects in memory, the controllers that end namespaces and collect
 * garbage, and the operator, if given, started on it. Webhooks of the operator are called in process. Nothing
 * listens, unless `listen` says so. Rejects for options that can't be.
 *
 * ```ts ignore
 * await using env = await testEnv({ operator });
 * await env.client.create(Website, { metadata: { name: "shop" }, spec: { image: "nginx" } });
 * await env.settle();
 * ```
 */
export async function testEnv(options: TestEnvOptions = {}): Promise<TestEnv> {
  return await Environment.start(options);
}
