/** The two clients of Java: every kind through each, typed and not, and what programs are built of besides. */

import { javaProgram, missingArtifacts } from "../../../testing/java_program.ts";
import { missing, slowTests, testWith } from "../../../testing/requirements.ts";
import { runOnBoth } from "../program.ts";
import { OTHERWISE } from "./otherwise.ts";

const NAME = "programs of the clients of Java work";

/** Fewer would mean that kinds or parts are left out. */
const LEAST_STEPS = 5000;

const FOLDER = new URL(".", import.meta.url).pathname.replace(/\/$/, "");

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  const lacking = missing(["java", "maven"]).length > 0
    ? undefined
    : await missingArtifacts(FOLDER);
  if (lacking === undefined) {
    testWith(["java", "maven"], NAME, async (context) => {
      await runOnBoth(context, {
        command: "java",
        args: ["-jar", await javaProgram(FOLDER)],
        otherwise: OTHERWISE,
        leastSteps: LEAST_STEPS,
      });
    });
  } else {
    Deno.test.ignore(`${NAME} [needs ${lacking}]`, () => {});
  }
}
