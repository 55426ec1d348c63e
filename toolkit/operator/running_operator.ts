/**
 * An operator at work.
 *
 * @module
 */

import { keepTrying } from "../backoff.ts";
import { bindAny } from "../bind_any.ts";
import { createClient } from "../client/create_client.ts";
import { ServerClient } from "../client/server_client.ts";
import { sleep } from "../clock.ts";
import { kindId, managerOf, ownerIndex, type Run } from "../controller/mod.ts";
import { RunningController } from "../controller/running_controller.ts";
import { isConflict, isTooManyRequests, StatusError } from "../errors/mod.ts";
import { type apiextensionsV1, CustomResourceDefinition } from "../kinds/built_in.ts";
import {
  type AnyKind,
  type KubeObject,
  msOfSpan,
  placeOf,
  type Ref,
  type Span,
} from "../kinds/mod.ts";
import { type OwnInformerOptions, RunningInformer } from "../informer/mod.ts";
import { Registry } from "../metrics/mod.ts";
import { untilAborted } from "../runnable.ts";
import { keyOf } from "../wire/form.ts";
import { defaultIdentity, type Lead, lead } from "./lead.ts";
import {
  declaredKinds,
  type DefinedOperator,
  type ElectionOptions,
  type RunningOperator as Running,
  type RunOptions,
} from "./operator.ts";
import { answerStatus } from "./status_pages.ts";
import { needsConversion, resourcesOf } from "./resources.ts";
import type { WebhookServer } from "../webhook/webhook_server.ts";
import { stderrLogger } from "./stderr_logger.ts";

/** Stops with this grace where none is given. */
const GRACE_MS = 10_000;
/** Runs that do not heed their signal are waited for so long. */
const ABORTED_MS = 5000;
/** So are those who ask how the operator is. */
const SERVER_MS = 1000;
/** Definitions are served long before. */
const INSTALLED_WITHIN_MS = 30_000;
/** An informer that has heard nothing for so long is stuck: bookmarks come every minute. */
const STALLED_MS = 5 * 60_000;
const ANNOUNCING_WAITS = { firstMs: 200, mostMs: 30_000, jitter: 0.2 };

/** Starts an operator; settles when its caches are filled. */
export async function runOperator(
  operator: DefinedOperator,
  options: RunOptions,
): Promise<Running> {
  const { logger, clock, random, metrics = new Registry() } = options;
  const own = options.client === undefined
    ? await createClient({
      logger: logger ?? stderrLogger(),
      clock,
      random,
      userAgent: operator.name,
      metrics,
    })
    : undefined;
  const client = options.client ?? own;
  if (!(client instanceof ServerClient)) {
    throw new TypeError("the operator's client was not made by createClient()");
  }
  const running = new RunningOperator(
    operator,
    { ...options, metrics },
    client.derived({
      fieldManager: operator.name,
      ...(logger && { logger }),
      ...(clock && { clock }),
      ...(random && { random }),
    }),
    async () => await own?.[Symbol.asyncDispose](),
  );
  try {
    await running.start();
  } catch (error) {
    await running.stop(0);
    throw error;
  }
  return running;
}

type DefinitionCondition = apiextensionsV1.CustomResourceDefinitionCondition;

class RunningOperator implements Running {
  readonly metrics: Registry;
  readonly done: Promise<void>;
  readonly #operator: DefinedOperator;
  readonly #options: RunOptions;
  readonly #client: ServerClient;
  /** What is asked with it ends as soon as the operator is told to stop. */
  readonly #startClient: ServerClient;
  readonly #closeClient: () => Promise<void>;
  readonly #informers = new Map<string, RunningInformer<KubeObject>>();
  readonly #controllers: readonly RunningController[];
  readonly #identity: string;
  readonly #done = Promise.withResolvers<void>();
  /** No new runs. */
  readonly #stopping = new AbortController();
  /** Runs under way end. */
  readonly #aborting = new AbortController();
  #starting: Promise<void> = Promise.resolve();
  #working: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;
  #leading = false;
  #webhooks: WebhookServer | undefined;
  #synced = false;
  #server: Deno.HttpServer | undefined;

  constructor(
    operator: DefinedOperator,
    options: RunOptions & { readonly metrics: Registry },
    client: ServerClient,
    closeClient: () => Promise<void>,
  ) {
    this.#operator = operator;
    this.#options = options;
    this.metrics = options.metrics;
    this.#client = client;
    const { signals } = client.options;
    this.#startClient = client.derived({ signals: [...signals, this.#stopping.signal] });
    this.#closeClient = closeClient;
    this.#identity = options.identity ?? defaultIdentity();
    this.done = this.#done.promise;
    // It is told to whoever waits for it, and is nobody's crash.
    this.done.catch(() => {});
    operator.options.metrics?.(this.metrics);
    this.#makeInformers();
    this.#controllers = operator.controllers.map((controller) =>
      new RunningController(controller, {
        operator: operator.name,
        instance: this.#identity,
        client,
        informerOf: (kind) => this.#informerOf(kind),
        logger: client.options.logger,
        metrics: this.metrics,
        fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
        onRun: options.onRun,
      })
    );
  }

  get leading(): boolean {
    return this.#leading;
  }

  /** Settles when the caches are filled. */
  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { listen, install = false, signal } = this.#options;
    const stop = () => void this.stop();
    signal?.addEventListener("abort", stop, { once: true });
    this.done.finally(() => signal?.removeEventListener("abort", stop)).catch(() => {});
    signal?.throwIfAborted();
    if (listen) await this.#listen(listen);
    await this.#serveWebhooks();
    if (install) await this.#install();
    const stopping = this.#stopping.signal;
    await Promise.all([...this.#informers.values()].map((informer) => informer.start(stopping)));
    this.#synced = true;
    this.#working = this.#work().catch((error) => {
      this.#client.options.logger.error("The operator has failed", error);
      this.#done.reject(error);
      this.stop().catch(() => {});
    });
  }

  stop(grace: Span = GRACE_MS): Promise<void> {
    this.#stopped ??= this.#stop(msOfSpan(grace, "grace"));
    return this.#stopped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  fetch(request: Request): Promise<Response> {
    return answerStatus(request, {
      metrics: this.metrics,
      isSynced: () => this.#synced && !this.#stopping.signal.aborted,
      problems: () => this.#problems(),
      kinds: declaredKinds(this.#operator.controllers).map(({ kind }) => kind),
      why: (kind, ref) => this.why(kind, ref),
    });
  }

  why(kind: AnyKind, ref: Ref): readonly Run[] {
    const { namespace, name } = placeOf(kind, ref, this.#client.namespace);
    const key = keyOf(namespace, name);
    return this.#controllers
      .filter(({ controller }) => kindId(controller.for) === kindId(kind))
      .flatMap(({ history }) => history.of(key))
      .sort((one, other) => one.at - other.at);
  }

  #makeInformers(): void {
    const { namespaces, informers = [] } = this.#operator.options;
    const managers = this.#operator.controllers.map(({ name }) =>
      managerOf(this.#operator.name, name)
    );
    for (const { kind, primary, owned } of declaredKinds(this.#operator.controllers)) {
      const given = informers.find(([one]) => kindId(one) === kindId(kind))?.[1] ?? {};
      const options: OwnInformerOptions<KubeObject> = {
        namespaces,
        ...given,
        ...(primary && { keepManagers: new Set(managers) }),
        indexes: [...given.indexes ?? [], ...(owned ? [ownerIndex(kind)] : [])],
      };
      this.#informers.set(kindId(kind), new RunningInformer(this.#client, kind, options));
    }
  }

  #informerOf(kind: AnyKind): RunningInformer<KubeObject> {
    const informer = this.#informers.get(kindId(kind));
    if (informer === undefined) throw new TypeError(`${kind.kind} is declared by no controller`);
    return informer;
  }

  /** Webhooks answer before anybody is told of them. */
  async #serveWebhooks(): Promise<void> {
    const { name, webhooks } = this.#operator;
    const resources = resourcesOf(this.#operator);
    const isAsked = webhooks.length > 0 || resources.some(needsConversion);
    if (!isAsked) return;
    const { WebhookServer } = await import("../webhook/webhook_server.ts");
    this.#webhooks = await WebhookServer.start({
      name,
      webhooks,
      resources,
      client: this.#startClient,
      options: this.#options.webhookServer ?? {},
      metrics: this.metrics,
    });
  }

  /** Applies the definitions of the operator's resources, and waits until they are served. */
  async #install(): Promise<void> {
    const resources = resourcesOf(this.#operator);
    const client = this.#startClient;
    const { dialect } = client;
    const plain = resources.filter((one) => !needsConversion(one));
    await client.applyManifests(plain.map((one) => one.definition(dialect)), { force: true });
    // With those that they convert.
    await this.#webhooks?.announce();
    this.#webhooks?.stopAnnouncing();
    for (const { plural, group } of resources) await this.#served(`${plural}.${group}`);
  }

  /** Settles when a definition is served; rejects with what stands in the way where it is not in time. */
  async #served(name: string): Promise<void> {
    let seen: readonly DefinitionCondition[] = [];
    try {
      await this.#startClient.waitFor(CustomResourceDefinition, name, (one) => {
        seen = one?.status?.conditions ?? [];
        return seen.some(({ type, status }) => type === "Established" && status === "True");
      }, { timeout: INSTALLED_WITHIN_MS });
    } catch (cause) {
      this.#stopping.signal.throwIfAborted();
      const why = seen.filter(({ status }) => status !== "True")
        .map(({ type, message = "" }) => `${type} is false${message && `, ${message}`}`);
      throw new Error(
        `the definition ${name} is not served: ${why.join("; ") || String(cause)}`,
        { cause },
      );
    }
  }

  /** The controllers, whenever this process leads. */
  async #work(): Promise<void> {
    const stopping = this.#stopping.signal;
    const election = this.#election();
    if (election === undefined) {
      await this.#runControllers(stopping, this.#aborting.signal);
      return;
    }
    const leads = this.metrics.gauge({
      name: "leader_election_master_status",
      help: "Whether this process leads, by the name of its lease: 1 where it does.",
      labels: ["name"],
    }).with({ name: this.#operator.name });
    while (!stopping.aborted) {
      leads.set(0);
      const lease = await this.#lead(election.lease, election.options);
      if (lease === undefined) return;
      leads.set(1);
      // Whoever no longer leads neither begins anything nor goes on with it.
      await using held = lease;
      await this.#runControllers(
        AbortSignal.any([stopping, held.lost]),
        AbortSignal.any([this.#aborting.signal, held.lost]),
      ).finally(() => leads.set(0));
    }
  }

  /** Settles once this process leads; undefined: it is told to stop before that. */
  async #lead(lease: Ref, options: ElectionOptions): Promise<Lead | undefined> {
    // The lead itself is kept until the last run has ended.
    const waiting = new AbortController();
    const stopping = this.#stopping.signal;
    const abort = () => waiting.abort(stopping.reason);
    stopping.addEventListener("abort", abort, { once: true });
    if (stopping.aborted) abort();
    try {
      const { signal } = waiting;
      return await lead(this.#client, lease, { ...options, identity: this.#identity, signal });
    } catch (error) {
      if (stopping.aborted) return undefined;
      throw error;
    } finally {
      stopping.removeEventListener("abort", abort);
    }
  }

  async #runControllers(stopped: AbortSignal, aborted: AbortSignal): Promise<void> {
    try {
      await this.#announce(stopped);
    } catch (error) {
      // It would go on by itself, once the server answers.
      this.#webhooks?.stopAnnouncing();
      if (stopped.aborted) return;
      throw error;
    }
    this.#leading = true;
    try {
      await Promise.all([
        untilAborted(stopped),
        ...this.#controllers.map((controller) => controller.run(stopped, aborted)),
      ]);
    } finally {
      this.#leading = false;
      this.#webhooks?.stopAnnouncing();
    }
  }

  /** Tells the server of the webhooks, until it has heard; rejects where it will not hear of them. */
  async #announce(signal: AbortSignal): Promise<void> {
    const webhooks = this.#webhooks;
    if (webhooks === undefined) return;
    const { clock, random, logger } = this.#client.options;
    await keepTrying(() => webhooks.announce(), {
      ...ANNOUNCING_WAITS,
      clock,
      random,
      signal,
      failed(error, waitMs) {
        const refused = error instanceof StatusError && error.code < 500 &&
          !isConflict(error) && !isTooManyRequests(error);
        if (refused) throw error;
        logger.warning("The webhooks are not announced yet", {
          error: String(error),
          waitMs: Math.round(waitMs),
        });
      },
    });
  }

  /** Undefined: nobody is elected. */
  #election(): { readonly lease: Ref; readonly options: ElectionOptions } | undefined {
    const { leaderElection = false } = this.#operator.options;
    if (leaderElection === false) return undefined;
    const options = leaderElection === true ? {} : leaderElection;
    const { namespace = this.#client.namespace } = options;
    return { lease: { namespace, name: this.#operator.name }, options };
  }

  async #stop(graceMs: number): Promise<void> {
    const { clock, logger } = this.#client.options;
    this.#stopping.abort(new DOMException("the operator stops", "AbortError"));
    // What it has opened by then is to be closed.
    await this.#starting.catch(() => {});
    const over = new AbortController();
    const within = (ms: number) =>
      Promise.race([
        this.#working.then(() => true),
        sleep(clock, ms, over.signal).then(() => false, () => true),
      ]);
    if (!await within(graceMs)) {
      this.#aborting.abort(new DOMException("the operator stops", "AbortError"));
      if (!await within(ABORTED_MS)) logger.warning("Runs do not end although they were told to");
    }
    over.abort();
    this.#aborting.abort(new DOMException("the operator has stopped", "AbortError"));
    for (const controller of this.#controllers) controller.close();
    await Promise.all([...this.#informers.values()].map((one) => one[Symbol.asyncDispose]()));
    await this.#webhooks?.[Symbol.asyncDispose]();
    await this.#endServer();
    await this.#closeClient();
    this.#done.resolve();
  }

  /** Who has sent half a request, or reads no answer, does not keep an operator from its end. */
  async #endServer(): Promise<void> {
    const over = new AbortController();
    const late = sleep(this.#client.options.clock, SERVER_MS, over.signal).catch(() => {});
    await Promise.race([this.#server?.shutdown(), late]);
    over.abort();
  }

  async #listen({ hostname, port }: Exclude<RunOptions["listen"], false | undefined>) {
    const bind = (hostname: string) =>
      Deno.serve({ hostname, port, onListen() {} }, (request) => this.fetch(request));
    try {
      this.#server = await (hostname === undefined ? bindAny(bind) : bind(hostname));
    } catch (cause) {
      const { message } = cause as Error;
      throw new Error(`can't answer on ${hostname ?? ""}:${port}: ${message}`, { cause });
    }
  }

  /** What keeps the operator from doing its work. */
  #problems(): string[] {
    const stalled = [...this.#informers.entries()]
      .filter(([, { stats }]) => this.#synced && stats.silentMs > STALLED_MS)
      .map(([kind, { stats }]) => `the watch of ${kind} has been silent for ${stats.silentMs} ms`);
    const stuck = this.#controllers.flatMap(({ controller, longestRun: { ms, allowedMs } }) =>
      ms > 2 * allowedMs ? [`a run of ${controller.name} has been under way for ${ms} ms`] : []
    );
    return [...stalled, ...stuck];
  }
}
