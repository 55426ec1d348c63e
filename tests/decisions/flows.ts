/**
 * Decisions of priority and fairness: what requests take, which queues are theirs, and what levels have.
 *
 * @module
 */

import { estimateWork, MOST_SEATS } from "../../apiserver/flowcontrol/estimate_work.ts";
import { dealHand, hashOfFlow } from "../../apiserver/flowcontrol/hand.ts";
import { Levels } from "../../apiserver/flowcontrol/levels.ts";
import { FlowControlMetrics } from "../../apiserver/flowcontrol/metrics.ts";
import { type SeatClaim, shareSeats } from "../../apiserver/flowcontrol/share_seats.ts";
import type { ServedResource } from "../../apiserver/resource/served_resource.ts";
import { testRequest } from "../../testing/request_context.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { type Decision, madeBy } from "./decision.ts";
import { RandomFlows, type Sizes, type Step } from "./random_flows.ts";

const REFUSED = "refused";

export const FLOW_DECISIONS: readonly Decision[] = [
  {
    kind: "estimate",
    questions: madeBy(RandomFlows, (of) => ({ given: of.sizes(), asked: of.request() })),
    decide: estimated,
  },
  {
    kind: "hand",
    questions: madeBy(RandomFlows, (of) => ({ given: of.dealer(), asked: of.flow() })),
    decide(
      { queues, handSize }: { queues: number; handSize: number },
      { schema, distinguisher }: { schema: string; distinguisher: string },
    ) {
      return `[${dealHand(hashOfFlow(schema, distinguisher), queues, handSize).join(" ")}]`;
    },
  },
  {
    kind: "share",
    questions: madeBy(RandomFlows, (of) => {
      const given = of.claims();
      return { given, asked: of.total(given) };
    }),
    decide(claims: SeatClaim[], total: number) {
      const shared = shareSeats(total, claims);
      return shared ? JSON.stringify([...shared.seats, shared.proportion]) : REFUSED;
    },
    comparable: roundedSeats,
  },
  {
    kind: "levels",
    questions: madeBy(RandomFlows, (of) => ({ given: of.serverSeats(), asked: of.steps() })),
    decide: leveled,
    comparable: (said) => JSON.stringify(seatsOf(said)),
    known: (_, ours, theirs) =>
      isNearly(seatsOf(ours), seatsOf(theirs))
        ? "fractions that are added up in no order, as the reference does, make a half more or less"
        : undefined,
  },
];

/** How many seats a request takes while it is worked on, how many afterwards, and for how many milliseconds. */
function estimated(
  { objects, watchers, seats: mostSeats }: Sizes,
  { method, url }: { method: string; url: string },
): string {
  const storage = { cache: { size: objects }, watchersOf: () => watchers };
  const { seats, lingeringSeats, lingeringMs } = estimateWork(testRequest({ method, path: url }), {
    source: {
      find: (group, _version, resource) =>
        group === "" && ["pods", "serviceaccounts"].includes(resource)
          ? { storage } as unknown as ServedResource
          : undefined,
    },
    mostSeats: Math.min(mostSeats, MOST_SEATS),
    watchers() {},
  });
  return `${seats} ${lingeringSeats} ${lingeringMs.toFixed(3)}`;
}

/** As far as it does not matter in which order fractions are added up, none of which ends in these digits. */
function roundedSeats(said: string): string {
  if (said === REFUSED) return said;
  const seats = JSON.parse(said) as number[];
  return JSON.stringify(seats.slice(0, -1).map((each) => Math.round(each * 1e6 + 0.123)));
}

type LevelSeats = [level: string, seats: [current: number, most: number]][];

function seatsOf(said: string): LevelSeats {
  return (Object.entries(JSON.parse(said)) as LevelSeats).sort();
}

/** Whether they are the same but for a seat that a level has or not. */
function isNearly(one: LevelSeats, other: LevelSeats): boolean {
  return one.length === other.length && one.every(([name, [current, most]], index) => {
    const [otherName, [otherCurrent, otherMost]] = other[index]!;
    return name === otherName && most === otherMost && Math.abs(current - otherCurrent) <= 1;
  });
}

/** How many seats each level has after some steps, and how many one request takes at most. */
async function leveled(seats: number, steps: Step[]): Promise<string> {
  const clock = new FakeClock();
  const metrics = new FlowControlMetrics(new Registry());
  const levels = new Levels({ clock, names: NAMES.kubernetes, metrics, seats });
  for (const { levels: objects, wants, seconds } of steps) {
    if (objects !== undefined) levels.digest(objects, []);
    for (const { name, set } of levels.all) {
      const wanted = wants[name];
      if (wanted !== undefined) set.demand.set(wanted, clock.monotonic());
    }
    await clock.advance(seconds * 1000);
    levels.adjust();
  }
  return JSON.stringify(
    Object.fromEntries(
      levels.all.map(({ name, current, mostSeats }) => [name, [current, mostSeats]]),
    ),
  );
}
