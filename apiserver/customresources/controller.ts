/**
 * Keeps the status of definitions: accepts their names, establishes them, and sees to the end of
 * their objects when they are deleted. Every server does so; one that is slower finds it done.
 *
 * @module
 */

import type { CustomResourceDefinitionStatus } from "../../toolkit/api/apiextensions_v1.ts";
import type { AnyKind } from "../../toolkit/kinds/mod.ts";
import { Backoff } from "../../toolkit/backoff.ts";
import { type Clock, sleep } from "../../toolkit/clock.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { isNotFound } from "../../toolkit/errors/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { runInSlices, type SlicedTask, TimeSlice } from "../../toolkit/time_slice.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import { kindOf, type ObjectPlace } from "../resource/own_objects.ts";
import type { ServerContext } from "../server_context.ts";
import { followChanges } from "../storage/cache/mod.ts";
import { Closed } from "../storage/mod.ts";
import { approvalOf } from "./approval.ts";
import { Definition } from "./definition.ts";
import { deleteInstances } from "./instances.ts";
import { migrate, needsMigration } from "./migration.ts";
import type { CustomSource } from "./source.ts";
import { settledStatus, terminating, withCondition } from "./status.ts";
import { readStructural } from "./schema/mod.ts";

/** What the controller works with. */
export interface DefinitionControllerOptions {
  readonly server: ServerContext;
  readonly source: CustomSource;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called whenever all definitions were looked after. */
  settled?(): void;
}

/** The first wait while objects of a definition are left; it doubles from then on. */
const RETRY_MS = 100;
const MOST_RETRY_MS = 60_000;

/** Follows definitions. */
export function keepDefinitions(options: DefinitionControllerOptions): Runnable {
  const { server, clock, logger } = options;
  return {
    name: "definition controller",
    async run({ signal }) {
      const group = NAMES[server.dialect].group("apiextensions");
      const resource = server.source.find(group, "v1", "customresourcedefinitions");
      if (resource?.storage === undefined) return options.settled?.();
      const keeper = new Keeper(options, resource, signal);
      const settle = async () => {
        await keeper.settleAll();
        options.settled?.();
      };
      await followChanges(resource.storage.cache, settle, {
        clock,
        signal,
        failed: (error) =>
          logger.error("The status of custom resource definitions can't be kept up to date", error),
      });
      await keeper.settled();
    },
  };
}

/** What keeps the schemas of a definition from being structural, as of one of its specs. */
interface Violations {
  readonly uid: string;
  readonly generation: number;
  readonly text: string;
}

/** No revision: there was something to do. */
const NOT_SETTLED = 0;

class Keeper {
  readonly #options: DefinitionControllerOptions;
  readonly #resource: NonNullable<ObjectPlace["resource"]>;
  readonly #signal: AbortSignal;
  /** What was seen already, by name: the revision that there was nothing to do about, or that there was. */
  readonly #settled = new Map<string, number>();
  /** What was found about the schemas of each, by name. */
  readonly #violations = new Map<string, Violations>();
  /** Definitions whose objects are being deleted now. */
  readonly #ending = new Map<string, Promise<void>>();
  /** Definitions whose objects are being rewritten now. */
  readonly #migrating = new Map<string, Promise<void>>();

  constructor(
    options: DefinitionControllerOptions,
    resource: NonNullable<ObjectPlace["resource"]>,
    signal: AbortSignal,
  ) {
    this.#options = options;
    this.#resource = resource;
    this.#signal = signal;
  }

  /** Settles once nothing goes on in the background any more. */
  async settled(): Promise<void> {
    await Promise.all([...this.#ending.values(), ...this.#migrating.values()]);
  }

  /** Brings all definitions that have changed into order, and those that may want their names. */
  async settleAll(): Promise<void> {
    // Watches on what has changed end now, not with the next request.
    this.#options.source.refresh();
    const definitions = this.#options.source.definitions();
    const groups = Map.groupBy(definitions, ({ group }) => group);
    const names = new Set(definitions.map(({ name }) => name));
    let gone = false;
    for (const name of this.#settled.keys()) {
      if (names.has(name)) continue;
      this.#settled.delete(name);
      this.#violations.delete(name);
      gone = true;
    }
    for (const group of groups.values()) {
      const changed = group.filter(({ name, revision }) => this.#settled.get(name) !== revision);
      // Names that one gave up may be what another one waits for.
      const waiting = changed.length > 0 || gone
        ? group.filter((one) => !one.holds("NamesAccepted") && !changed.includes(one))
        : [];
      for (const definition of [...changed, ...waiting]) await this.#settle(definition);
    }
  }

  async #settle(definition: Definition): Promise<void> {
    const { name } = definition;
    try {
      const isSettled = await this.#statusOf(definition) === definition.object.status;
      if (!isSettled) await this.#writeStatus(name, (current) => this.#statusOf(current));
      // What was written may be a later state than the one that was looked at, as one that is being deleted:
      // it is looked at once more.
      this.#settled.set(name, isSettled ? definition.revision : NOT_SETTLED);
      if (definition.deleting) this.#end(definition);
      else this.#migrate(name);
    } catch (error) {
      if (this.#signal.aborted) throw error;
      this.#options.logger.error(
        "The status of a custom resource definition can't be written",
        error,
        { name },
      );
    }
  }

  async #statusOf(definition: Definition): Promise<CustomResourceDefinitionStatus> {
    const group = () =>
      this.#options.source.definitions().filter((other) => other.group === definition.group);
    const violations = await this.#violationsOf(definition);
    const { group: named, object: { metadata } } = definition;
    const names = NAMES[this.#options.server.dialect];
    const approval = approvalOf(names, named, metadata?.annotations);
    return settledStatus(definition, { group, violations, approval, time: () => this.#time() });
  }

  /** What keeps the schemas of a definition from being structural; found once for each of its specs. */
  async #violationsOf(definition: Definition): Promise<string> {
    const { name, uid, generation } = definition;
    const known = this.#violations.get(name);
    if (known !== undefined && known.uid === uid && known.generation === generation) {
      return known.text;
    }
    const slice = new TimeSlice(this.#options.clock, this.#signal);
    const text = await runInSlices(violationsOf(definition), slice);
    this.#violations.set(name, { uid, generation, text });
    return text;
  }

  #time(): string {
    return printTime(timeOfMs(this.#options.clock.now()));
  }

  /** Rewrites what is stored in an old version, in the background. */
  #migrate(name: string): void {
    const { server, clock, source, logger } = this.#options;
    const definition = source.definition(name);
    if (this.#migrating.has(name) || definition === undefined || !needsMigration(definition)) {
      return;
    }
    if (source.isBuiltIn(definition)) return;
    const migrating = migrate({
      server,
      clock,
      current: () => source.definition(name),
      write: (change) => this.#writeStatus(name, change),
      time: () => this.#time(),
    }, this.#signal).catch(async (error) => {
      if (this.#signal.aborted || error instanceof Closed) return;
      logger.error(
        "The objects of a custom resource definition can't be migrated to its storage version",
        error,
        {
          name,
        },
      );
      await sleep(clock, MOST_RETRY_MS, this.#signal).catch(() => {});
    }).finally(() => {
      this.#migrating.delete(name);
      // What came meanwhile, or went wrong, is begun anew.
      if (!this.#signal.aborted) this.#migrate(name);
    });
    this.#migrating.set(name, migrating);
  }

  /** Deletes the objects of a definition in the background, and lets go of it then. */
  #end(definition: Definition): void {
    const { name } = definition;
    const finalizer = NAMES[this.#options.server.dialect].finalizerDefinitionCleanup;
    if (this.#ending.has(name) || !definition.finalizers.includes(finalizer)) return;
    const ending = this.#endFully(name, finalizer).catch((error) => {
      if (this.#signal.aborted) return;
      this.#options.logger.error(
        "The objects of a custom resource definition that is deleted can't be deleted",
        error,
        { name },
      );
    }).finally(() => this.#ending.delete(name));
    this.#ending.set(name, ending);
  }

  async #endFully(name: string, finalizer: string): Promise<void> {
    const backoff = new Backoff({ firstMs: RETRY_MS, mostMs: MOST_RETRY_MS });
    for (;;) {
      const definition = this.#options.source.definition(name);
      if (definition?.finalizers.includes(finalizer) !== true) return;
      const condition = await this.#endInstances(definition);
      await this.#writeStatus(name, (current) => {
        const conditions = withCondition(
          current.object.status?.conditions ?? [],
          condition,
          () => this.#time(),
        );
        return { ...current.object.status, conditions };
      });
      if (condition.status === "False") {
        await this.#letGo(name, finalizer);
        return;
      }
      await sleep(this.#options.clock, backoff.next(), this.#signal);
    }
  }

  async #endInstances(definition: Definition) {
    const { server, source } = this.#options;
    if (source.isBuiltIn(definition)) {
      const why = "instances overlap with built-in resources in storage";
      return terminating("OverlappingBuiltInResource", why, true);
    }
    if (!definition.holds("Established")) {
      return terminating("NeverEstablished", "resource was never established", true);
    }
    try {
      const left = await deleteInstances(server, source, definition, this.#signal);
      return left === 0
        ? terminating("InstanceDeletionCompleted", "removed all instances", true)
        : terminating("InstanceDeletionInProgress", "CustomResource deletion is in progress");
    } catch (error) {
      this.#signal.throwIfAborted();
      const why = error instanceof Error ? error.message : String(error);
      return terminating("InstanceDeletionFailed", `could not issue all deletes: ${why}`);
    }
  }

  /** Writes what `change` makes of a status; the revision that it has then, if it is still there. */
  async #writeStatus(
    name: string,
    change: (
      current: Definition,
    ) => CustomResourceDefinitionStatus | Promise<CustomResourceDefinitionStatus>,
  ): Promise<number | undefined> {
    return await this.#write(name, "status", async (object) => {
      const current = new Definition(object as unknown as Definition["object"], 0);
      const status = await change(current);
      return status === current.object.status ? object : { ...object, status };
    });
  }

  async #letGo(name: string, finalizer: string): Promise<void> {
    await this.#write(name, "", (object) => {
      const { finalizers = [], ...metadata } = object.metadata as { finalizers?: string[] };
      const others = finalizers.filter((one) => one !== finalizer);
      return { ...object, metadata: { ...metadata, finalizers: others } };
    });
  }

  async #write(
    name: string,
    part: string,
    change: (object: JsonObject) => JsonObject | Promise<JsonObject>,
  ): Promise<number | undefined> {
    const { client } = this.#options.server;
    const options = { subresource: part, signal: this.#signal };
    try {
      const written = await client.update<AnyKind>(
        kindOf(this.#resource),
        name,
        (object: JsonObject) => change(object),
        options,
      );
      return Number(written.metadata.resourceVersion);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}

/** What keeps the schemas of a definition from being structural. */
function* violationsOf({ versions }: Definition): SlicedTask<string> {
  const texts: string[] = [];
  for (const [index, { schema }] of versions.entries()) {
    const found = schema?.openAPIV3Schema;
    if (found === undefined || found === null) continue;
    const { violations = [] } = yield* readStructural(found);
    const path = `spec.versions[${index}].schema.openAPIV3Schema`;
    texts.push(...violations.map((one) => String(one).replace(/^(\.|(?=\[)|)/, `${path}$1`)));
  }
  return texts.length > 1 ? `[${texts.join(", ")}]` : texts[0] ?? "";
}
