/** The stock Go client, typed and not: every kind of every group in Protobuf and in JSON, and what programs are built of besides. */

import { goProgram, missingModules } from "../../../testing/go_program.ts";
import { missing, slowTests, testWith } from "../../../testing/requirements.ts";
import { runOnBoth } from "../program.ts";

const NAME = "programs of the stock Go client work";

/** Fewer would mean that kinds or encodings are left out. */
const LEAST_STEPS = 3000;

const FOLDER = new URL(".", import.meta.url).pathname;

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  const lacking = missing(["go"]).length > 0 ? undefined : await missingModules(FOLDER);
  if (lacking === undefined) {
    testWith(["go"], NAME, async (context) => {
      const command = await goProgram(FOLDER);
      await runOnBoth(context, { command, leastSteps: LEAST_STEPS });
    });
  } else {
    Deno.test.ignore(`${NAME} [needs ${lacking}]`, () => {});
  }
}
