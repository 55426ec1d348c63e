/**
 * What an operator is: controllers, and how they are run together.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import type { Clock } from "../clock.ts";
import type { JsonObject } from "../api/mod.ts";
import {
  type BegunRun,
  type Controller,
  type ErasedController,
  kindId,
  longestManagerOf,
  MANAGER_LIMIT_CHARS,
  type Run,
} from "../controller/mod.ts";
import type { InformerOptions } from "../informer/mod.ts";
import type { AnyKind, Ref, Span } from "../kinds/mod.ts";
import type { Logger } from "../logger.ts";
import type { Registry } from "../metrics/mod.ts";
import type { Dialect } from "../names.ts";
import type { ErasedWebhook, Webhook, WebhookServerOptions } from "../webhook/mod.ts";

/** How an operator is elected. */
export interface ElectionOptions {
  /** Of the lease. Default: the client's. */
  readonly namespace?: string | undefined;
  /** See `LeadOptions`. */
  readonly lease?: Span | undefined;
  /** See `LeadOptions`. */
  readonly renew?: Span | undefined;
  /** See `LeadOptions`. */
  readonly retry?: Span | undefined;
}

/** Verbs of a kind that an operator is granted. */
export interface KindGrant {
  /** Of which objects. */
  readonly kind: AnyKind;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, or another. */
  readonly verbs: readonly string[];
  /** `status`, `scale` …: the verbs are those of this. Default: of the objects themselves. */
  readonly subresource?: string | undefined;
}

/** What {@link defineOperator} is told. */
export interface OperatorOptions {
  /** Field managers, the lease, the source of events and finalizers are named after it. */
  readonly name: string;
  /** What runs. No two have the same name. */
  readonly controllers: readonly Controller[];
  /** Asked before objects are written. Default: none. */
  readonly webhooks?: readonly Webhook[] | undefined;
  /** Default: all of them. */
  readonly namespaces?: readonly string[] | undefined;
  /** Selectors, transforms and indexes of the one informer that each kind has. */
  // deno-lint-ignore no-explicit-any -- each of another kind
  readonly informers?: readonly (readonly [AnyKind, InformerOptions<any>])[] | undefined;
  /**
   * What `ctx.client` asks of a server besides: goes into the roles with what the controllers declare.
   * Default: nothing.
   */
  readonly grants?: readonly KindGrant[] | undefined;
  /**
   * Whether one of several processes works at a time. Default: where its command line says so (`--leader-elect`), as
   * that of the deployment that `manifests()` makes.
   */
  readonly leaderElection?: boolean | ElectionOptions | undefined;
  /** Declares metrics of one's own. */
  readonly metrics?: ((registry: Registry) => void) | undefined;
}

/** How an operator is run. */
export interface RunOptions {
  /** Default: as `createClient()` finds one. */
  readonly client?: Client | undefined;
  /** Stops it, as `stop()`. */
  readonly signal?: AbortSignal | undefined;
  /** Whether to apply the definitions of its resources first. Default false. */
  readonly install?: boolean | undefined;
  /** Where to answer /livez, /readyz, /metrics and /why; without `hostname`, on all addresses. Default: nowhere. */
  readonly listen?:
    | { readonly hostname?: string | undefined; readonly port: number }
    | false
    | undefined;
  /** How webhooks are served, where there are any. */
  readonly webhookServer?: WebhookServerOptions | undefined;
  /** Default: the client's, else the machine's. */
  readonly clock?: Clock | undefined;
  /** Numbers from 0 up to 1. Default: the client's, else `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Default: the client's, else lines on the standard error output. */
  readonly logger?: Logger | undefined;
  /** Default: a registry of its own. */
  readonly metrics?: Registry | undefined;
  /** What `ctx.fetch` is. Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** What this process is called in leases and events. Default: the host's name and a random id. */
  readonly identity?: string | undefined;
  /**
   * Told of each run of a controller as it begins; what it returns is called when that run has ended. Neither
   * must throw.
   */
  readonly onRun?: ((run: BegunRun) => void | (() => void)) | undefined;
}

/** An operator that runs. Disposing stops it with a grace of 10 seconds. */
export interface RunningOperator extends AsyncDisposable {
  /** Settles when it has stopped; rejects with what stopped it unasked. */
  readonly done: Promise<void>;
  /** Whether its controllers work: it leads, or nobody is elected. */
  readonly leading: boolean;
  /** The metrics that /metrics shows: of queues, runs, requests, and those of one's own. */
  readonly metrics: Registry;
  /** No new runs; those under way get the grace, then their signal. Then the lease is released. */
  stop(grace?: Span): Promise<void>;
  /** Answers /livez, /readyz, /metrics and /why. */
  fetch(request: Request): Promise<Response>;
  /** The last runs for an object, the oldest first: why they were, what they wrote, how they ended. */
  why(kind: AnyKind, ref: Ref): readonly Run[];
}

/** What {@link Operator.manifests} is made for. */
export interface ManifestOptions {
  /** Default `kubernetes`. */
  readonly dialect?: Dialect | undefined;
  /** Of the operator's container. Default: no deployment is made. */
  readonly image?: string | undefined;
  /** Where the operator runs. Default: named after it. */
  readonly namespace?: string | undefined;
}

/** An operator: nothing runs before it is told to, and it can be run any number of times. */
export interface Operator {
  /** As its options said. */
  readonly name: string;
  /** As its options said. */
  readonly controllers: readonly Controller[];
  /** Settles when its caches are filled; the controllers work as soon as it leads. */
  run(options?: RunOptions): Promise<RunningOperator>;
  /**
   * The command line of an operator: `run`, which is the default, `crds`, `rbac`, `manifests`,
   * `release`. Settles when it has ended.
   */
  main(args?: readonly string[]): Promise<void>;
  /** Definitions, account, roles and deployment. */
  manifests(options?: ManifestOptions): JsonObject[];
  /** Takes the operator's finalizers off everything, so that it can be uninstalled. */
  release(client: Client): Promise<void>;
}

/** An operator as what runs it sees it. */
export interface DefinedOperator extends Operator {
  readonly options: OperatorOptions;
  readonly controllers: readonly ErasedController[];
  readonly webhooks: readonly ErasedWebhook[];
}

const NAME = /^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/;

/** Throws a TypeError for options of which no operator can be made. */
export function checkOperator(options: OperatorOptions): void {
  const { name, controllers, webhooks = [], namespaces, informers = [] } = options;
  if (!NAME.test(name)) {
    throw new TypeError(
      `defineOperator: the name ${JSON.stringify(name)} has to be lower-case letters, digits, ` +
        "dashes and dots, 63 at most",
    );
  }
  if (controllers.length + webhooks.length === 0) {
    throw new TypeError("defineOperator: there is neither a controller nor a webhook");
  }
  checkNames("controllers", controllers);
  checkNames("webhooks", webhooks);
  for (const controller of controllers as readonly ErasedController[]) {
    const manager = longestManagerOf(name, controller);
    if (manager.length > MANAGER_LIMIT_CHARS) {
      throw new TypeError(
        `defineOperator: ${manager} is to be a field manager, and has over ${MANAGER_LIMIT_CHARS} ` +
          "characters: give the operator or the controller a shorter name",
      );
    }
  }
  checkInformers(informers.map(([kind]) => kind), controllers);
  if (namespaces?.length === 0) {
    throw new TypeError("defineOperator: namespaces is empty: leave it out for all of them");
  }
}

function checkNames(what: string, named: readonly { readonly name: string }[]): void {
  const names = new Set<string>();
  for (const { name } of named) {
    if (!names.has(name)) names.add(name);
    else {
      throw new TypeError(
        `defineOperator: two ${what} are called ${name}: name one of them otherwise`,
      );
    }
  }
}

/** Options have to be of an informer that there is, and of one only once. */
function checkInformers(kinds: readonly AnyKind[], controllers: readonly Controller[]): void {
  const declared = new Set(declaredKinds(controllers).map(({ kind }) => kindId(kind)));
  for (const [at, kind] of kinds.entries()) {
    const id = kindId(kind);
    const problem = !declared.has(id)
      ? "no controller names it: name it in owns, reads or watches"
      : kinds.findIndex((other) => kindId(other) === id) < at
      ? "it has some already"
      : undefined;
    if (problem === undefined) continue;
    throw new TypeError(`defineOperator: informers has options for ${id}, and ${problem}`);
  }
}

/** The kinds that controllers name, each once, with whether somebody owns it. */
export function declaredKinds(
  controllers: readonly Controller[],
): { readonly kind: AnyKind; readonly primary: boolean; readonly owned: boolean }[] {
  const found = new Map<string, { kind: AnyKind; primary: boolean; owned: boolean }>();
  const add = (kind: AnyKind, use: { primary?: boolean; owned?: boolean }) => {
    const known = found.get(kindId(kind)) ?? { kind, primary: false, owned: false };
    found.set(kindId(kind), {
      // A view keeps less than the kind itself: who needs the whole gets it.
      kind: Object.getOwnPropertySymbols(known.kind).length > 0 ? kind : known.kind,
      primary: known.primary || use.primary === true,
      owned: known.owned || use.owned === true,
    });
  };
  for (const { for: primary, owns, reads, watches } of controllers) {
    add(primary, { primary: true });
    for (const kind of owns) add(kind, { owned: true });
    for (const kind of reads) add(kind, {});
    for (const { kind } of watches) add(kind, {});
  }
  return [...found.values()];
}
