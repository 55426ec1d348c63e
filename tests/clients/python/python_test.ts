/** The stock Python client and others that people use: every list they know, and what programs do with them. */

import {
  installPythonClient,
  PYTHON_CLIENT_PACKAGES,
  pythonWithClient,
} from "../../../testing/python.ts";
import { slowTests } from "../../../testing/requirements.ts";
import { type Otherwise, runOnBoth } from "../program.ts";

const NAME = "programs of Python clients work";

/** What is seen otherwise, and why. */
const OTHERWISE: readonly Otherwise[] = [
  {
    step: /^pods: change what can't be changed$/,
    where: /message$/,
    why: "the refusal names the fields that would change, and shows no structures of Go",
  },
];

/** Fewer would mean that something was left out. */
const LEAST_STEPS = 270;

const MAIN = new URL("main.py", import.meta.url).pathname;

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  const problem = await installPythonClient(PYTHON_CLIENT_PACKAGES);
  const python = pythonWithClient(PYTHON_CLIENT_PACKAGES);
  if (python === undefined) {
    Deno.test.ignore(`${NAME} [needs packages of Python: ${problem}]`, () => {});
  } else {
    Deno.test(NAME, async (context) => {
      await runOnBoth(context, {
        command: python,
        args: [MAIN],
        env: { PYTHONDONTWRITEBYTECODE: "1" },
        otherwise: OTHERWISE,
        leastSteps: LEAST_STEPS,
      });
    });
  }
}
