/**
 * All levels and schemas of the server, as its objects have them: which of them a request belongs to, and how the
 * server's seats are shared out.
 *
 * @module
 */

import type {
  FlowSchema,
  FlowSchemaSpec,
  PriorityLevelConfiguration,
} from "../../toolkit/api/flowcontrol_v1.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Names } from "../../toolkit/names.ts";
import type { RequestContext } from "../http/context.ts";
import { inMatchingOrder, matchOf, type SchemaMatch } from "./classifier.ts";
import { type Flow, Flows } from "./flow.ts";
import { isUsable, Level } from "./level.ts";
import { CATCH_ALL, EXEMPT, MANDATORY_LEVELS, MANDATORY_SCHEMAS } from "./mandatory.ts";
import type { FlowControlMetrics } from "./metrics.ts";
import { type Pace, UNPACED } from "./pace.ts";
import { type SeatClaim, shareSeats } from "./share_seats.ts";

/** What levels are kept with. */
export interface LevelsOptions {
  readonly clock: Clock;
  readonly names: Names;
  readonly metrics: FlowControlMetrics;
  /** How many seats there are for all levels but the exempt one. */
  readonly seats: number;
  /** How much begins at a time. Default: as much as there are seats for. */
  readonly pace?: Pace;
}

/** Where a request belongs. */
export interface Classified {
  readonly level: Level;
  readonly flow: Flow;
}

interface Schema {
  readonly name: string;
  readonly uid: string;
  readonly spec: FlowSchemaSpec;
}

interface Compiled {
  readonly matches: SchemaMatch;
  readonly level: Level;
  readonly by: "user" | "namespace" | undefined;
  readonly flows: Flows;
}

/** The levels. Before any object is there, those that every server has. */
export class Levels {
  readonly #options: LevelsOptions;
  readonly #levels = new Map<string, Level>();
  #schemas: readonly Compiled[] = [];
  #last!: Compiled;
  /** What all levels have by their shares; rounding makes it a little more than there is. */
  #nominalSum = 0;
  /** Told when a level that is unwanted has come to its end. */
  onQuiet: (() => void) | undefined;

  constructor(options: LevelsOptions) {
    this.#options = options;
    this.digest([], []);
  }

  /** All of them, by name. */
  get all(): readonly Level[] {
    return [...this.#levels.values()].sort((a, b) => a.name < b.name ? -1 : 1);
  }

  /** The level and the flow of a request. */
  classify({ user, info }: RequestContext): Classified {
    for (const { matches, level, by, flows } of this.#schemas) {
      if (!matches(user, info)) continue;
      const distinguisher = by === undefined ? "" : by === "user" ? user.name : info.namespace;
      return { level, flow: flows.of(distinguisher) };
    }
    // Everybody is authenticated or not, and the last schema takes both; who is neither belongs there too.
    const { level, flows } = this.#last;
    return { level, flow: flows.of(user.name) };
  }

  /** Goes by these objects from now on. Levels that are gone end what they have. */
  digest(
    levels: Iterable<PriorityLevelConfiguration>,
    schemas: Iterable<FlowSchema>,
  ): void {
    const wanted = new Set<string>();
    for (const object of levels) {
      if (!isUsable(object)) continue;
      const { name = "", uid = "" } = object.metadata ?? {};
      wanted.add(name);
      this.#keep(name, uid, object.spec!);
    }
    for (const [name, spec] of MANDATORY_LEVELS) {
      if (wanted.has(name)) continue;
      wanted.add(name);
      // As long as its object is missing it stays what it was.
      const last = this.#levels.get(name);
      this.#keep(name, last?.uid ?? "", last?.spec ?? spec);
    }
    for (const [name, level] of this.#levels) {
      if (wanted.has(name)) continue;
      level.isQuiescing = true;
      if (level.set.isIdle) this.#drop(level);
      else level.set.onIdle = () => this.onQuiet?.();
    }
    this.#divide();
    this.#compile(schemas, wanted);
    this.adjust();
  }

  /** Shares out the seats by what each level could have used since the last time. */
  adjust(): void {
    const now = this.#options.clock.monotonic();
    const claims: { readonly level: Level; readonly claim: SeatClaim }[] = [];
    let remaining = this.#nominalSum, leastSum = 0, wantedSum = 0;
    for (const level of this.#levels.values()) {
      const most = Math.round(level.set.demand.look(now).most);
      if (level.isExempt) {
        level.target = Math.max(level.least, most);
        remaining -= level.target;
        continue;
      }
      const atLeast = Math.max(level.least, Math.min(level.nominal, most));
      const target = Math.max(atLeast, level.set.demand.smoothed);
      claims.push({ level, claim: { target, atLeast, atMost: level.most } });
      level.target = target;
      leastSum += level.least;
      wantedSum += atLeast;
    }
    const current = this.#shared(claims, { remaining, leastSum, wantedSum });
    for (const level of this.#levels.values()) {
      level.setCurrent(current.get(level) ?? (level.isExempt ? level.target : level.current));
      this.#tell(level);
    }
  }

  /** Lets go of all seats that linger. */
  close(): void {
    this.#options.pace?.close();
    for (const level of this.#levels.values()) level.set.close();
  }

  #shared(
    claims: readonly { readonly level: Level; readonly claim: SeatClaim }[],
    sums: { readonly remaining: number; readonly leastSum: number; readonly wantedSum: number },
  ): ReadonlyMap<Level, number> {
    const { remaining, leastSum, wantedSum } = sums;
    const { metrics } = this.#options;
    // The exempt level has taken what it wanted: the others have what they never lend, and a part of the rest.
    if (remaining <= wantedSum) {
      const part = remaining <= leastSum ? 0 : (remaining - leastSum) / (wantedSum - leastSum);
      metrics.fairShare(0);
      return new Map(claims.map(({ level, claim }) => [
        level,
        level.least + Math.round((claim.atLeast - level.least) * part),
      ]));
    }
    const shared = shareSeats(this.#nominalSum, claims.map(({ claim }) => claim));
    metrics.fairShare(shared?.proportion ?? 0);
    return new Map(
      shared && claims.map(({ level }, index) => [level, Math.round(shared.seats[index]!)]),
    );
  }

  #keep(name: string, uid: string, spec: Level["spec"]): void {
    let level = this.#levels.get(name);
    if (level === undefined) {
      const { clock, pace = UNPACED } = this.#options;
      level = new Level(name, spec, clock, pace);
      this.#levels.set(name, level);
    }
    level.uid = uid;
    level.spec = spec;
    level.isQuiescing = false;
    level.set.onIdle = undefined;
  }

  #drop(level: Level): void {
    level.set.close();
    this.#levels.delete(level.name);
    this.#options.metrics.forget(level.name);
  }

  #divide(): void {
    const { seats } = this.#options;
    let shares = 0;
    for (const level of this.#levels.values()) shares += level.shares;
    this.#nominalSum = 0;
    for (const level of this.#levels.values()) {
      level.divide(seats, shares);
      this.#nominalSum += level.nominal;
    }
  }

  #compile(objects: Iterable<FlowSchema>, wanted: ReadonlySet<string>): void {
    const schemas: Schema[] = [];
    const names = new Set<string>();
    for (const { metadata, spec } of objects) {
      if (spec === undefined || !wanted.has(spec.priorityLevelConfiguration.name)) continue;
      const { name = "", uid = "" } = metadata ?? {};
      names.add(name);
      schemas.push({ name, uid, spec });
    }
    schemas.sort(inMatchingOrder);
    const mandatory = (name: string): Schema[] =>
      names.has(name) ? [] : [{ name, uid: "", spec: MANDATORY_SCHEMAS.get(name)! }];
    const all = [...mandatory(EXEMPT), ...schemas, ...mandatory(CATCH_ALL)];
    this.#schemas = all.map((schema) => this.#compiled(schema));
    this.#last = this.#schemas[all.findIndex(({ name }) => name === CATCH_ALL)]!;
  }

  #compiled({ name, uid, spec }: Schema): Compiled {
    const { names, metrics } = this.#options;
    const level = this.#levels.get(spec.priorityLevelConfiguration.name)!;
    const prefix = names.headerFlowControlPrefix;
    const headers = {
      [`${prefix}flowschema-uid`]: uid,
      [`${prefix}prioritylevel-uid`]: level.uid,
    };
    const { queues, handSize } = level.queuing;
    const by = queues <= 1 ? undefined : BY[spec.distinguisherMethod?.type ?? ""];
    const flows = new Flows({
      schema: name,
      queues,
      handSize,
      headers,
      metrics: metrics.of(level.name, name),
    });
    return { matches: matchOf(spec), level, by, flows };
  }

  #tell(level: Level): void {
    const { nominal, least, most, current, target } = level;
    const { demand } = level.set;
    this.#options.metrics.level(level.name, {
      nominal,
      least,
      most,
      current,
      target,
      highWatermark: demand.last.most,
      average: demand.last.average ?? 0,
      deviation: demand.last.deviation,
      smoothed: demand.smoothed,
    });
  }
}

const BY: Readonly<Record<string, "user" | "namespace" | undefined>> = {
  ByUser: "user",
  ByNamespace: "namespace",
};
