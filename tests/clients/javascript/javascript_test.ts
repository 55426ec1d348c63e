/** The stock JavaScript client, on Node.js: every list it knows, and what programs do with it. */

import { nodeProgram } from "../../../testing/node_program.ts";
import { slowTests, testWith } from "../../../testing/requirements.ts";
import { type Otherwise, runOnBoth } from "../program.ts";

const NAME = "programs of the stock JavaScript client work";

/** What is seen otherwise, and why. */
const OTHERWISE: readonly Otherwise[] = [
  {
    step: /^patches: JSON patch (whose test fails|of nothing there)$/,
    where: /causes$/,
    why: "the refusal says which operation of the patch it was",
  },
  {
    step: /^patches: in a type that is no patch$/,
    why: "the refusal says which types are patches",
  },
  {
    step: /^pages: a token that is none$/,
    where: /message$/,
    why: "what is wrong with a token is said in another parser's words",
  },
  {
    step: /^watches: a version that is none$/,
    why: "what can't be read is the client's fault, a 400 and no 500",
  },
  {
    step: /^custom resources: refuse a wrong type$/,
    where: /message$|causes/,
    why: "columns of a wrong type are said in other words",
  },
  {
    step: /^reviews: nothing asked$/,
    where: /message$|kind$/,
    why: "the refusal names the kind of the review",
  },
  {
    step: /^server: no metrics of nodes$/,
    why: "what isn't served is said as a Status, which the client can read",
  },
];

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
      otherwise: OTHERWISE,
      leastSteps: LEAST_STEPS,
    });
  });
}
