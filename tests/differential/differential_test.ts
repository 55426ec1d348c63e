/** What the reference's API server answers and records, and what this one does: the same, but for what is declared. */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { AREAS } from "./areas.ts";
import { KNOWN_DIFFERENCES } from "./known_differences.ts";
import { countsTable, findingsText } from "./report.ts";
import { run } from "./run.ts";
import { SEED_VARIABLE, seedOf } from "./seed.ts";
import { startPair } from "./servers.ts";

/** Fewer would mean that scenarios are no longer generated. */
const LEAST_REQUESTS = 10_000;

const NAME = "stock clients are answered as the reference answers them";

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  testWith(["go"], NAME, async () => {
    const seed = seedOf();
    await using pair = await startPair({ records: true });
    const outcome = await run(pair, {
      areas: AREAS,
      known: KNOWN_DIFFERENCES,
      seed: seed.value,
    });
    const table = countsTable(outcome.areas);
    console.log(`${SEED_VARIABLE}=${seed.value}\n${table}`);
    const problems: string[] = [];
    if (outcome.findings.length > 0) problems.push(findingsText(outcome));
    // Rows of random writes occur by the seed.
    if (!seed.given) {
      for (const row of KNOWN_DIFFERENCES) {
        if (row.sometimes || outcome.occurred.has(row)) continue;
        problems.push(`a known difference did not occur any more: ${row.why} (${row.where})`);
      }
    }
    const requests = [...outcome.areas.values()].reduce((sum, { requests }) => sum + requests, 0);
    if (requests < LEAST_REQUESTS) problems.push(`only ${requests} requests were sent`);
    if (problems.length > 0) {
      throw new Error(`${problems.join("\n\n")}\n\n${SEED_VARIABLE}=${seed.value}\n${table}`);
    }
  });
}
