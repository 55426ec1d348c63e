/**
 * Runs scenarios by hand: `deno run -A tests/differential/command.ts [PATTERN]`, where only those run whose
 * `AREA / SCENARIO` the pattern matches.
 *
 * @module
 */

import { AREAS } from "./areas.ts";
import { KNOWN_DIFFERENCES } from "./known_differences.ts";
import { countsTable, findingsText } from "./report.ts";
import { run } from "./run.ts";
import { seedOf } from "./seed.ts";
import { startPair } from "./servers.ts";

if (import.meta.main) {
  const [pattern = ""] = Deno.args;
  await using pair = await startPair({ records: true });
  const outcome = await run(pair, {
    areas: AREAS,
    known: KNOWN_DIFFERENCES,
    seed: seedOf().value,
    only: new RegExp(pattern),
    progress: (area, { requests, different }) =>
      console.error(`${area}: ${requests} requests, ${different} different`),
  });
  console.log(findingsText(outcome));
  console.log(countsTable(outcome.areas));
}
