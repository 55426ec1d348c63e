/** Every field of every kind, with one value after the other: the reference's API server answers the same. */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { eachField } from "./areas/each_field.ts";
import { eachFieldPatched } from "./areas/each_field_patched.ts";
import { EACH_FIELD } from "./known/each_field.ts";
import { KNOWN_DIFFERENCES } from "./known_differences.ts";
import { countsTable, findingsText } from "./report.ts";
import { run } from "./run.ts";
import { startPair } from "./servers.ts";

/** Of both; fewer would mean that fields are no longer found. */
const LEAST_REQUESTS = 40_000;

const NAME = "each field of each kind is judged as the reference judges it";

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  testWith(["go"], NAME, async () => {
    await using pair = await startPair();
    const known = [...EACH_FIELD, ...KNOWN_DIFFERENCES];
    const areas = [eachField, eachFieldPatched];
    const outcome = await run(pair, { areas, known, seed: 1 });
    const table = countsTable(outcome.areas);
    console.log(table);
    const problems: string[] = [];
    if (outcome.findings.length > 0) problems.push(findingsText(outcome));
    for (const row of EACH_FIELD) {
      if (outcome.occurred.has(row)) continue;
      problems.push(`a known difference did not occur any more: ${row.why} (${row.where})`);
    }
    for (const { name } of areas) {
      const requests = outcome.areas.get(name)?.requests ?? 0;
      if (requests < LEAST_REQUESTS) problems.push(`${name}: only ${requests} requests were sent`);
    }
    if (problems.length > 0) throw new Error(`${problems.join("\n\n")}\n\n${table}`);
  });
}
