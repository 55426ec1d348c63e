/** The stock JavaScript client, on Node.js: every list it knows, and what programs do with it. */

import { nodeProgram } from "../../../testing/node_program.ts";
import { slowTests, testWith } from "../../../testing/requirements.ts";
import { runOnBoth } from "../program.ts";

const NAME = "programs of the stock JavaScript client work";

/** What is answered otherwise, by subject and step, and why. */
const DIFFERING: ReadonlyMap<string, string> = new Map([
  [
    "patches: JSON patch whose test fails",
    "the refusal says which operation of the patch it was",
  ],
  [
    "patches: JSON patch of nothing there",
    "the refusal says which operation of the patch it was",
  ],
  [
    "patches: in a type that is no patch",
    "the refusal says which types are patches",
  ],
  [
    "pages: a token that is none",
    "what is wrong with a token is said in another parser's words",
  ],
  [
    "watches: a version that is none",
    "what can't be read is the client's fault, a 400 and no 500",
  ],
  [
    "custom resources: refuse a wrong type",
    "columns of a wrong type are said in other words",
  ],
  ["reviews: nothing asked", "the refusal names the kind of the review"],
  [
    "server: no metrics of nodes",
    "what isn't served is said as a Status, which the client can read",
  ],
]);

/** Fewer would mean that something was left out. */
const LEAST_STEPS = 300;

const FOLDER = new URL(".", import.meta.url).pathname;

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  testWith(["node"], NAME, async (context) => {
    const args = [await nodeProgram(FOLDER)];
    await runOnBoth(context, {
      command: "node",
      args,
      differing: DIFFERING,
      leastSteps: LEAST_STEPS,
    });
  });
}
