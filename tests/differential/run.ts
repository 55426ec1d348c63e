/**
 * Runs scenarios on both servers, and compares what they answered.
 *
 * @module
 */

import { deterministicRandom } from "../../testing/api_server.ts";
import { differencesOfRecords, type Recorded, type Records } from "./audit_records.ts";
import { type Difference, differences, Pairs } from "./compare.ts";
import { commonKinds } from "./kinds.ts";
import { isKnown, type KnownDifference } from "./known.ts";
import { Normalizer } from "./normalize.ts";
import type { Area, Scenario } from "./scenario.ts";
import { type Pair, type Side, SIDES } from "./servers.ts";
import { type Exchange, Session } from "./session.ts";

/** How many scenarios run at once. */
const AT_ONCE = 8;

/** Outcomes of an area's requests. */
export interface Counts {
  requests: number;
  equal: number;
  /** With differences, all of them declared. */
  known: number;
  different: number;
}

/** A request whose answers differ in a way that is not declared. */
export interface Finding {
  /** `AREA / SCENARIO: METHOD PATH`. */
  readonly name: string;
  readonly exchanges: Readonly<Record<Side, Exchange>>;
  readonly differences: readonly Difference[];
}

/** What a run came to. */
export interface Outcome {
  readonly areas: ReadonlyMap<string, Counts>;
  readonly findings: readonly Finding[];
  /** How often each declared difference occurred. */
  readonly occurred: ReadonlyMap<KnownDifference, number>;
}

/** What is run. */
export interface RunOptions {
  readonly areas: readonly Area[];
  readonly known: readonly KnownDifference[];
  readonly seed: number;
  /** Only scenarios whose `AREA / SCENARIO` it matches. Default: all. */
  readonly only?: RegExp;
  /** Hears of each area that is done. */
  readonly progress?: (area: string, counts: Counts) => void;
}

/** Runs all scenarios of all areas; of a pair that has records, these are compared as well. */
export async function run(pair: Pair, options: RunOptions): Promise<Outcome> {
  const kinds = await commonKinds(SIDES.map((side) => pair.servers[side]));
  const comparison = new Comparison(options.known);
  let count = 0;
  for (const area of options.areas) {
    const random = deterministicRandom(options.seed);
    const all = [...area.scenarios({ kinds, random })];
    const chosen = all.map((scenario) => ({ scenario, id: String(++count) }))
      .filter(({ scenario }) => options.only?.test(`${area.name} / ${scenario.name}`) ?? true);
    const one = async ({ scenario, id }: (typeof chosen)[number]) => {
      comparison.add(area.name, scenario, await both(pair, scenario, id));
    };
    const together = chosen.filter(({ scenario }) => scenario.alone !== true).values();
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (const next of together) await one(next);
    });
    await Promise.all(workers);
    for (const next of chosen) if (next.scenario.alone === true) await one(next);
    const counts = comparison.areas.get(area.name);
    if (counts !== undefined) options.progress?.(area.name, counts);
  }
  if (pair.records !== undefined) {
    const [ours, reference] = await Promise.all(SIDES.map(pair.records));
    comparison.addRecords({ ours: ours!, reference: reference! });
  }
  return comparison;
}

async function both(pair: Pair, scenario: Scenario, id: string): Promise<Session[]> {
  return await Promise.all(SIDES.map(async (side) => {
    const session = new Session(side, pair.servers[side], id);
    try {
      await scenario.run(session);
    } catch (cause) {
      throw new Error(`${scenario.name} broke off with ${side}\n${pair.logs()}`, { cause });
    }
    return session;
  }));
}

class Comparison implements Outcome {
  readonly areas = new Map<string, Counts>();
  readonly findings: Finding[] = [];
  readonly occurred = new Map<KnownDifference, number>();
  readonly #known: readonly KnownDifference[];
  readonly #recorded: (Recorded & { name: string })[] = [];

  constructor(known: readonly KnownDifference[]) {
    this.#known = known;
  }

  add(area: string, scenario: Scenario, [ours, reference]: readonly Session[]): void {
    const counts = this.areas.get(area) ?? { requests: 0, equal: 0, known: 0, different: 0 };
    this.areas.set(area, counts);
    const now = Date.now();
    const pairs = new Pairs();
    const [ourView, theirView] = [new Normalizer(now), new Normalizer(now)];
    for (const [index, exchange] of reference!.exchanges.entries()) {
      const our = ours!.exchanges[index];
      counts.requests++;
      const path = theirView.path(exchange.request.path);
      const name = `${area} / ${scenario.name}: ${exchange.request.method} ${path}`;
      const found = our === undefined
        ? [{ where: "request", ours: undefined, reference: "sent" }]
        : differences(ourView.show(our), theirView.show(exchange), pairs);
      const left = found.filter((difference) => !this.#isKnown(name, difference));
      if (found.length === 0) counts.equal++;
      else if (left.length === 0) counts.known++;
      else {
        counts.different++;
        const exchanges = { ours: our ?? exchange, reference: exchange };
        this.findings.push({ name, exchanges, differences: left });
      }
      // What becomes of a request that is answered otherwise is told by its answers.
      if (our?.answer.status === exchange.answer.status) {
        this.#recorded.push({
          name,
          exchanges: { ours: our, reference: exchange },
          views: { ours: ourView, reference: theirView },
          sameAnswers: found.length === 0 && exchange.view === undefined,
        });
      }
    }
  }

  addRecords(records: Readonly<Record<Side, Records>>): void {
    const area = "audit records";
    const counts = { requests: 0, equal: 0, known: 0, different: 0 };
    this.areas.set(area, counts);
    for (const recorded of this.#recorded) {
      const name = recorded.name;
      const found = differencesOfRecords(recorded, records);
      const left = found.filter((difference) => !this.#isKnown(name, difference));
      counts.requests++;
      if (found.length === 0) counts.equal++;
      else if (left.length === 0) counts.known++;
      else {
        counts.different++;
        this.findings.push({ name, exchanges: recorded.exchanges, differences: left });
      }
    }
  }

  #isKnown(name: string, difference: Difference): boolean {
    const known = this.#known.find((row) => isKnown(row, name, difference));
    if (known !== undefined) this.occurred.set(known, (this.occurred.get(known) ?? 0) + 1);
    return known !== undefined;
  }
}
