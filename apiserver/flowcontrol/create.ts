/**
 * Priority and fairness as a part of a server.
 *
 * @module
 */

import type {
  FlowSchema as FlowSchemaObject,
  PriorityLevelConfiguration as LevelObject,
} from "../../toolkit/api/flowcontrol_v1.ts";
import { keepTrying, repeatedly } from "../../toolkit/backoff.ts";
import { FlowSchema, PriorityLevelConfiguration } from "../../toolkit/kinds/built_in.ts";
import type { AnyKind } from "../../toolkit/kinds/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import type { ServerContext } from "../server_context.ts";
import { followChanges } from "../storage/cache/mod.ts";
import { ensureObjects } from "./ensure_objects.ts";
import type { RequestGate } from "./gate.ts";
import { isUsable } from "./level.ts";
import { Levels } from "./levels.ts";
import { FlowControlMetrics } from "./metrics.ts";
import { TurnPace } from "./pace.ts";
import { PriorityAndFairness } from "./priority_and_fairness.ts";
import { SchemaStatus } from "./schema_status.ts";

/** What is chosen for the whole server. */
export interface FlowControlSettings {
  /** How many seats there are. */
  readonly seats: number;
  /** How long requests may take that say nothing of it. */
  readonly requestTimeoutMs: number;
}

/** How often seats are shared out anew, and the objects looked after. */
const ADJUST_MS = 10_000;
const ENSURE_MS = 60_000;

/** Waits after failures at the start. */
const RETRY = { firstMs: 100, mostMs: 1000 };

/** Changes in quick succession are looked at together. */
const PAUSE_MS = 50;

/**
 * The gate, which goes by the server's flow schemas and priority levels, each change of them from the next
 * request on; and what looks after them. Before they are there, and where they are not served, it goes by those
 * that are mandatory.
 */
export function createPriorityAndFairness(
  context: ServerContext,
  { seats, requestTimeoutMs }: FlowControlSettings,
): RequestGate {
  const { clock, dialect, metrics, signal, source, logger } = context;
  const configured = new Configured(context, seats);
  const gate = new PriorityAndFairness({
    levels: configured.levels,
    source,
    clock,
    requestTimeoutMs,
    beforeEach: () => configured.refresh(),
  });
  signal.addEventListener("abort", () => gate.close(), { once: true });
  const rendered = metrics.beforeRender(() => configured.refresh());
  signal.addEventListener("abort", () => rendered[Symbol.dispose](), { once: true });
  // The gate itself is there.
  context.startWork("flow control")();
  context.background(adjusting(context, configured));
  const isServed = [FlowSchema, PriorityLevelConfiguration].every((kind) =>
    context.lister(kind as AnyKind) !== undefined
  );
  if (isServed) {
    context.background(keepingObjects(context, context.startWork("flow schemas")));
    context.background(following(context, configured, context.startWork("flow levels")));
  } else {
    const group = NAMES[dialect].group("flowcontrol.apiserver");
    logger.warning(
      "Priority and fairness goes by the mandatory level alone: its objects are not served",
      { group, option: "--runtime-config" },
    );
  }
  return gate;
}

/** The levels as the objects have them, read when they are next needed after a change. */
class Configured {
  readonly levels: Levels;
  readonly schemas = new Map<string, FlowSchemaObject>();
  readonly #levelObjects = new Map<string, LevelObject>();
  #isOld = false;

  constructor(context: ServerContext, seats: number) {
    const { clock, dialect, metrics } = context;
    this.levels = new Levels({
      clock,
      names: NAMES[dialect],
      metrics: new FlowControlMetrics(metrics),
      seats,
      pace: new TurnPace(),
    });
    const changed = () => void (this.#isOld = true);
    this.levels.onQuiet = changed;
    this.#keep(context, FlowSchema as AnyKind, this.schemas, changed);
    this.#keep(context, PriorityLevelConfiguration as AnyKind, this.#levelObjects, changed);
  }

  /** Goes by the objects as they are now. */
  refresh(): void {
    if (!this.#isOld) return;
    this.#isOld = false;
    this.levels.digest(this.#levelObjects.values(), this.schemas.values());
  }

  hasLevel(name: string): boolean {
    const object = this.#levelObjects.get(name);
    return object !== undefined && isUsable(object);
  }

  #keep<O>(
    context: ServerContext,
    kind: AnyKind,
    objects: Map<string, O>,
    changed: () => void,
  ): void {
    context.follow(kind, {
      put(object) {
        objects.set(object.metadata?.name ?? "", object as O);
        changed();
      },
      delete({ name }) {
        objects.delete(name);
        changed();
      },
    });
  }
}

function adjusting({ clock, logger }: ServerContext, configured: Configured): Runnable {
  return {
    name: "seats of priority levels",
    async run({ signal }) {
      await repeatedly(() => {
        configured.refresh();
        configured.levels.adjust();
        return Promise.resolve();
      }, {
        clock,
        signal,
        firstMs: ADJUST_MS,
        intervalMs: ADJUST_MS,
        failed: (error) => logger.error("The seats of priority levels can't be shared out", error),
      });
    },
  };
}

function keepingObjects(context: ServerContext, done: () => void): Runnable {
  const { clock, logger } = context;
  return {
    name: "flow schemas",
    async run({ signal }) {
      const failed = (error: unknown) =>
        logger.error("The flow schemas and priority levels of the server can't be made", error);
      try {
        await keepTrying(() => ensureObjects(context, signal), { ...RETRY, clock, signal, failed });
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      done();
      const firstMs = ENSURE_MS;
      await repeatedly(() => ensureObjects(context, signal), {
        clock,
        signal,
        firstMs,
        intervalMs: ENSURE_MS,
        failed,
      });
    },
  };
}

/** Goes by each change without waiting for a request, and writes the status of schemas. */
function following(context: ServerContext, configured: Configured, done: () => void): Runnable {
  const { clock, dialect, logger, source } = context;
  const status = new SchemaStatus(context);
  return {
    name: "priority levels",
    async run({ signal }) {
      const group = NAMES[dialect].group("flowcontrol.apiserver");
      const look = async () => {
        configured.refresh();
        done();
        return await status.check(
          configured.schemas.values(),
          (level) => configured.hasLevel(level),
          signal,
        );
      };
      await Promise.all(
        [FlowSchema, PriorityLevelConfiguration].map(async ({ version, plural }) => {
          const cache = source.find(group, version, plural)?.storage?.cache;
          if (cache === undefined) return;
          await followChanges(cache, look, {
            clock,
            signal,
            pauseMs: PAUSE_MS,
            failed: (error) => logger.error("The status of a flow schema can't be written", error),
          });
        }),
      );
    },
  };
}
