/** Definitions that popular operators publish, and objects of them: taken as the reference's server takes them. */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { published } from "./areas/published.ts";
import { PUBLISHED } from "./known/published.ts";
import { KNOWN_DIFFERENCES } from "./known_differences.ts";
import { publishedDefinitions } from "./published_definitions.ts";
import { countsTable, findingsText } from "./report.ts";
import { run } from "./run.ts";
import { startPair } from "./servers.ts";

const NAME = "what popular operators publish is taken as the reference takes it";

/** Fewer would mean that files are no longer found. */
const LEAST_REQUESTS = 6_000;

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  testWith(["go"], NAME, async () => {
    const folder = await Deno.makeTempDir();
    try {
      const all = await Array.fromAsync(publishedDefinitions(folder));
      await using pair = await startPair();
      const known = [...PUBLISHED, ...KNOWN_DIFFERENCES];
      const outcome = await run(pair, { areas: [published(all)], known, seed: 1 });
      const table = countsTable(outcome.areas);
      console.log(table);
      if (outcome.findings.length > 0) throw new Error(`${findingsText(outcome)}\n\n${table}`);
      for (const row of PUBLISHED) {
        if (row.sometimes || outcome.occurred.has(row)) continue;
        throw new Error(`a known difference did not occur any more: ${row.why} (${row.where})`);
      }
      const requests = outcome.areas.get("published")?.requests ?? 0;
      if (requests < LEAST_REQUESTS) throw new Error(`only ${requests} requests were sent`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
