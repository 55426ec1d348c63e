/**
 * Health checks for work that is done after the start.
 *
 * @module
 */

import { type Dialect, NAMES, type Names } from "../../toolkit/names.ts";
import { type HealthCheck, StartHook } from "../../toolkit/health/checks.ts";

/** A piece of work: what is done when it is finished. */
export type StartWork =
  /** Admission knows the namespaces, policies and webhooks that there are. */
  | "admission"
  /** The gate goes by the flow schemas and priority levels that there are. */
  | "flow levels"
  /** Requests wait for seats where they have to. */
  | "flow control"
  /** The flow schemas and priority levels that the server makes for itself are there. */
  | "flow schemas"
  /** The caches of the built-in resources have seen what was in the store at the start. */
  | "informers"
  /** So have all that requests are answered from. */
  | "storage"
  /** So has the cache of definitions. */
  | "extension informers"
  /** The status of every definition was looked after once. */
  | "extension controllers"
  /** The resources of all definitions that were there are served. */
  | "definitions"
  /** The namespaces of the system are there. */
  | "namespaces"
  /** What services have taken was looked at once. */
  | "address repair"
  /** What the server needs in its own store is there, its service and endpoints among it. */
  | "bootstrap"
  /** The range of service addresses is there. */
  | "service range"
  /** The caches of roles have seen what was in the store at the start; with RBAC, the policy is there too. */
  | "roles"
  /** The priorities of the system are there. */
  | "priorities"
  /** Extension servers can read whom this server believes. */
  | "authentication settings"
  /** The lease that tells of this server is kept from now on. */
  | "identity lease"
  /** Leases of servers that are gone are looked for from now on. */
  | "identity leases of others"
  /** The date since which tokens are tracked is there. */
  | "token tracking"
  /** The cache of APIServices has seen what was in the store at the start. */
  | "aggregator informers"
  /** Requests go to the extension servers of all APIServices that were there. */
  | "registration"
  /** The server's own APIServices say that they are available. */
  | "local availability"
  /** Every extension server was asked once whether it is there, and its object says so. */
  | "remote availability"
  /** Every version that the server has itself has its APIService. */
  | "autoregistration"
  /** Every extension server that is there was asked once how it describes what it has. */
  | "descriptions";

const HOOK_PREFIX = "poststarthook/";

/** The name of each, without the prefix that all have, in the order in which they are shown. */
const HOOKS: Readonly<Record<StartWork, string | ((names: Names) => string)>> = {
  "admission": (names) => names.healthCheckAdmissionStart,
  "informers": "generic-apiserver-start-informers",
  "flow levels": "priority-and-fairness-config-consumer",
  "flow control": "priority-and-fairness-filter",
  "extension informers": "start-apiextensions-informers",
  "extension controllers": "start-apiextensions-controllers",
  "definitions": "crd-informer-synced",
  "namespaces": "start-system-namespaces-controller",
  "storage": "storage-readiness",
  "token tracking": "start-legacy-token-tracking-controller",
  "address repair": "start-service-ip-repair-controllers",
  "bootstrap": "bootstrap-controller",
  "service range": (names) => names.healthCheckServiceRange,
  "roles": "rbac/bootstrap-roles",
  "priorities": "scheduling/bootstrap-system-priority-classes",
  "flow schemas": "priority-and-fairness-config-producer",
  "authentication settings": "start-cluster-authentication-info-controller",
  "identity lease": ({ processApiServer }) =>
    `${HOOK_PREFIX}start-${processApiServer}-identity-lease-controller`,
  "identity leases of others": ({ processApiServer }) =>
    `${HOOK_PREFIX}start-${processApiServer}-identity-lease-garbage-collector`,
  "aggregator informers": (names) => names.healthCheckAggregatorInformers,
  "registration": "apiservice-registration-controller",
  "local availability": (names) => names.healthCheckLocalAvailability,
  "remote availability": (names) => names.healthCheckRemoteAvailability,
  "autoregistration": (names) => names.healthCheckAutoregistration,
  "descriptions": "apiservice-openapi-controller",
};

/** What only a server does that makes things in its own store. */
const BOOTSTRAP_WORK: readonly StartWork[] = [
  "namespaces",
  "token tracking",
  "address repair",
  "bootstrap",
  "service range",
  "priorities",
  "authentication settings",
  "autoregistration",
];

/** What only a server does that is asked to: there is no check where nobody expects it. */
const OPTIONAL_WORK: readonly StartWork[] = ["flow levels", "flow control", "flow schemas"];

/** What only a server does that tells that it is there. */
const IDENTITY_WORK: readonly StartWork[] = ["identity lease", "identity leases of others"];

/**
 * The work after the start that readiness waits for, as health checks by the names that the
 * dialect's clients look for. A check fails until all pieces of its work are finished.
 */
export class StartHooks {
  readonly #hooks = new Map<StartWork, StartHook>();
  readonly #names: Names;
  #expected = 0;

  /** `bootstraps`: whether the server makes things in its own store; `isTold`: whether a lease tells of it. */
  constructor(dialect: Dialect, bootstraps: boolean, isTold = false) {
    this.#names = NAMES[dialect];
    const byName = Map.groupBy(
      (Object.keys(HOOKS) as StartWork[])
        .filter((work) => bootstraps || !BOOTSTRAP_WORK.includes(work))
        .filter((work) => isTold || !IDENTITY_WORK.includes(work))
        .filter((work) => !OPTIONAL_WORK.includes(work)),
      (work) => nameOf(work, this.#names),
    );
    for (const [name, works] of byName) {
      const hook = new StartHook(name, works.length);
      for (const work of works) this.#hooks.set(work, hook);
    }
  }

  /** One for each name; one that stands for several pieces passes when all are finished. */
  get checks(): readonly HealthCheck[] {
    const works = Object.keys(HOOKS) as StartWork[];
    return [...new Set(works.flatMap((work) => this.#hooks.get(work) ?? []))];
  }

  /** A piece of work is done; a second time says nothing new. */
  finish(...works: readonly StartWork[]): void {
    for (const work of works) this.#hooks.get(work)?.finish(work);
  }

  /** Has readiness wait for more work of that name, until what is returned is called. */
  expect(work: StartWork): () => void {
    let hook = this.#hooks.get(work);
    if (hook === undefined && OPTIONAL_WORK.includes(work)) {
      hook = new StartHook(nameOf(work, this.#names), 0);
      this.#hooks.set(work, hook);
    }
    hook?.expect();
    const piece = `${work} ${++this.#expected}`;
    return () => hook?.finish(piece);
  }

  /** Fails until the caches of the built-in resources are filled. */
  get synced(): HealthCheck {
    return {
      name: "informer-sync",
      readinessOnly: true,
      check: () => this.#hooks.get("informers")?.check(),
    };
  }
}

function nameOf(work: StartWork, names: Names): string {
  const name = HOOKS[work];
  return typeof name === "string" ? `${HOOK_PREFIX}${name}` : name(names);
}
