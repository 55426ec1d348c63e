/**
 * `orch bench cel`: how many rules a second expressions decide, beside plain functions that do the
 * same.
 *
 * @module
 */

import {
  activationOf,
  adapterOfSchema,
  CelEnvironment,
  type CelSchema,
  compileCel,
  DYN,
  STANDARD_LIBRARIES,
  typeOfSchema,
} from "../toolkit/cel/mod.ts";
import { saveResult, table } from "./report.ts";

/** Rounds, of which the best counts: what else the machine does only makes a round slower. */
const ROUNDS = 7;
const ROUND_MS = 250;
const QUICK_MS = 20;
/** Runs between two looks at the clock. */
const BATCH = 1_000;
const COST_LIMIT = 1_000_000;

const HELP = `Measures how many rules a second expressions decide.

Usage: orch bench cel [--quick]

  --quick   short rounds, for a test that it runs; writes no result
`;

const SCHEMA: CelSchema = {
  type: "object",
  properties: {
    a: { type: "integer" },
    b: { type: "integer" },
    name: { type: "string", maxLength: 63 },
    mode: { type: "string", enum: ["fast", "safe"] },
    items: {
      type: "array",
      maxItems: 10,
      items: {
        type: "object",
        properties: { name: { type: "string", maxLength: 63 }, port: { type: "integer" } },
      },
    },
  },
};
const OBJECT = {
  a: 3,
  b: 5,
  name: "web",
  mode: "fast",
  items: Array.from({ length: 10 }, (_, i) => ({ name: `port-${i}`, port: 8000 + i })),
};
type Subject = typeof OBJECT;

const NAME = /^[a-z][-a-z0-9]*$/;
/** Rules as definitions have them, each with a function that decides the same. */
const RULES: readonly [rule: string, plain: (self: Subject) => boolean][] = [
  ["self.a <= self.b", (self) => self.a <= self.b],
  [
    "self.mode in ['fast', 'safe'] && self.name.startsWith('w')",
    (self) => ["fast", "safe"].includes(self.mode) && self.name.startsWith("w"),
  ],
  [
    "!has(self.mode) || self.mode != 'fast' || self.items.size() <= 10",
    (self) => self.mode === undefined || self.mode !== "fast" || self.items.length <= 10,
  ],
  [
    "self.items.all(i, i.name.matches('^[a-z][-a-z0-9]*$'))",
    (self) => self.items.every((item) => NAME.test(item.name)),
  ],
  [
    "self.items.all(i, i.port > 0 && i.port < 65536)",
    (self) => self.items.every((item) => item.port > 0 && item.port < 65536),
  ],
  [
    "self.items.all(i, self.items.exists_one(j, j.name == i.name))",
    (self) =>
      self.items.every((one) => self.items.filter((other) => other.name === one.name).length === 1),
  ],
];

/** The most runs a second of all rounds. */
function rate(run: () => void, roundMs: number): number {
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    let runs = 0;
    let elapsed = 0;
    do {
      for (let i = 0; i < BATCH; i++) run();
      runs += BATCH;
      elapsed = performance.now() - start;
    } while (elapsed < roundMs);
    best = Math.max(best, runs / elapsed * 1000);
  }
  return best;
}

interface Figure {
  readonly rule: string;
  readonly perSecond: number;
  readonly plainPerSecond: number;
  readonly compilesPerSecond: number;
}

function measure(roundMs: number): Figure[] {
  const environment = new CelEnvironment({
    libraries: STANDARD_LIBRARIES,
    variables: { self: typeOfSchema(SCHEMA, "Self") ?? DYN },
  });
  const adapt = adapterOfSchema(SCHEMA);
  return RULES.map(([rule, plain]) => {
    const program = compileCel(rule, environment);
    const decide = () => program.run(activationOf({ self: adapt(OBJECT) }), COST_LIMIT);
    if (decide().value !== plain(OBJECT)) throw new Error(`${rule} and its function disagree`);
    let trues = 0;
    return {
      rule,
      perSecond: rate(decide, roundMs),
      plainPerSecond: rate(() => {
        // Counted, so that nobody leaves it out.
        if (plain(OBJECT)) trues++;
      }, roundMs),
      compilesPerSecond: rate(() => compileCel(rule, environment), roundMs),
    };
  });
}

const thousands = (amount: number) => Math.round(amount).toLocaleString("en-US");

/** Runs the benchmark; the exit code. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const quick = args.includes("--quick");
  const figures = measure(quick ? QUICK_MS : ROUND_MS);
  console.log(table(
    ["rule", "runs/s", "function/s", "ratio", "compiled/s"],
    figures.map(({ rule, perSecond, plainPerSecond, compilesPerSecond }) => [
      rule,
      thousands(perSecond),
      thousands(plainPerSecond),
      `1/${(plainPerSecond / perSecond).toFixed(1)}`,
      thousands(compilesPerSecond),
    ]),
  ));
  if (!quick) await saveResult("cel", figures);
  return 0;
}
