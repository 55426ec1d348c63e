/**
 * `./orch bench kinds`: what the rules of kinds cost. Pods and deployments, whose rules are the
 * longest, beside config maps that are as large when the server shows them, in the same run: by their
 * rates, and by what the server's processor has to do for one, which neighbours disturb less.
 *
 * @module
 */

import type { Work } from "./api/client.ts";
import { type Machine, startMachine } from "./api/machine.ts";
import { collectionOf, objectOf, OBJECTS, type Sample } from "./api/objects.ts";
import { saveResult, table } from "./report.ts";

const SECONDS = 4;
const ROUNDS = 3;
/** Deletions are over in half a second, which tells less. */
const DELETE_ROUNDS = 8;
/** The share of config maps' rate that is to be kept. */
const TARGET = 0.85;

const WORKS: readonly (readonly [name: string, work: Work])[] = [
  ["create", "create"],
  ["get and put", "getput"],
  ["merge patch", "merge"],
  ["server-side apply", "apply"],
  ["delete", "delete"],
];

interface Row {
  readonly name: string;
  readonly rate: number;
  readonly plain: number;
  /** Microseconds of the server's processor for one, at best. */
  readonly work: number;
  readonly plainWork: number;
}

/** What came of one turn. */
interface Turn {
  readonly rate: number;
  readonly work: number;
}

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log("orch bench kinds [--seconds=N]: pods and deployments beside config maps");
    return 0;
  }
  const given = args.map((arg) => /^--seconds=(\d+)$/.exec(arg)?.[1]).find((one) => one);
  const folder = await Deno.makeTempDir();
  try {
    await using machine = await startMachine(folder);
    const rows: Row[] = [];
    for (const kind of ["pods", "deployments"] as const) {
      rows.push(...await measure(machine, { kind, padding: 400 }, Number(given ?? SECONDS)));
    }
    const head = [
      ...["a second", "rate", "config maps", "share"],
      ...["µs of processor", "config maps", "share", "to reach", "reached"],
    ];
    const lines = rows.map(({ name, rate, plain, work, plainWork }) => [
      name,
      String(Math.round(rate)),
      String(Math.round(plain)),
      (rate / plain).toFixed(2),
      String(Math.round(work)),
      String(Math.round(plainWork)),
      (plainWork / work).toFixed(2),
      TARGET.toFixed(2),
      reached(rate / plain, plainWork / work),
    ]);
    console.log(table(head, lines));
    await saveResult("kinds", { rows });
    return 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Both shares, or which of them. */
function reached(byRate: number, byWork: number): string {
  if (byRate >= TARGET) return byWork >= TARGET ? "yes" : "by rate";
  return byWork >= TARGET ? "by processor" : "no";
}

async function measure(machine: Machine, sample: Sample, seconds: number): Promise<Row[]> {
  const plain = await asLarge(machine, sample);
  const rows: Row[] = [];
  for (const one of [sample, plain]) {
    await machine.light(machine.own, "fill", `${sample.kind}-`, 60, OBJECTS, one);
  }
  for (const [name, work] of WORKS) {
    const turns: [Turn[], Turn[]] = [[], []];
    const rounds = work === "delete" ? DELETE_ROUNDS : ROUNDS;
    for (let round = 0; round < rounds; round++) {
      for (const [index, one] of [sample, plain].entries()) {
        turns[index]?.push(await turn(machine, work, one, `${sample.kind}-`, round, seconds));
      }
    }
    const [own, other] = turns.map(best) as [Turn, Turn];
    rows.push({
      name: `${name}, ${sample.kind}`,
      rate: own.rate,
      plain: other.rate,
      work: own.work,
      plainWork: other.work,
    });
    console.log(`${name}, ${sample.kind}: ${Math.round(own.rate)} of ${Math.round(other.rate)}`);
  }
  return rows;
}

function best(turns: readonly Turn[]): Turn {
  return {
    rate: Math.max(...turns.map(({ rate }) => rate)),
    work: Math.min(...turns.map(({ work }) => work)),
  };
}

async function turn(
  machine: Machine,
  work: Work,
  sample: Sample,
  prefix: string,
  round: number,
  seconds: number,
): Promise<Turn> {
  const { own, light } = machine;
  const names = work === "create" ? `c${round}-` : work === "delete" ? "d-" : "";
  const isDelete = work === "delete";
  if (isDelete) await light(own, "fill", `${prefix}d-`, 60, OBJECTS, sample);
  const objects = work === "create" ? 0 : OBJECTS;
  const before = await machine.ownProcessorMs();
  const rate = await light(own, work, prefix + names, isDelete ? 60 : seconds, objects, sample);
  const count = isDelete ? OBJECTS : rate * seconds;
  return { rate, work: (await machine.ownProcessorMs() - before) * 1000 / count };
}

/** Config maps that the server shows in as many bytes. */
async function asLarge(machine: Machine, sample: Sample): Promise<Sample> {
  const plain: Sample = { kind: "configmaps", padding: sample.padding };
  const sizes: number[] = [];
  for (const one of [sample, plain]) {
    const name = `size-of-${sample.kind}`;
    await machine.light(machine.own, "fill", `${name}-`, 60, 1, one);
    sizes.push(await machine.sizeOf(`${collectionOf(one)}/${name}-0`));
  }
  const [wanted = 0, shown = 0] = sizes;
  console.log(`${sample.kind}: ${wanted} bytes, ${objectOf(sample, "x", 0).length} as sent`);
  return { kind: "configmaps", padding: plain.padding + wanted - shown };
}

if (import.meta.main) Deno.exit(await main(Deno.args));
