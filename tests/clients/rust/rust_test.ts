/** The stock Rust client: every kind that it has a model of, and what programs are built of besides. */

import { missing, slowTests, testWith } from "../../../testing/requirements.ts";
import { missingCrates, rustProgram } from "../../../testing/rust_program.ts";
import { type Otherwise, runOnBoth } from "../program.ts";

const NAME = "programs of the stock Rust client work";

const NOT_FOUND = "a path that is none is answered with a status, and not with a line of text";
const NO_MANAGERS = "nobody manages fields of what is not stored";
const NO_NODE = "it is the node that is not found, and not a pod of its name";
const NO_AGENT = "decision 102: it is a 503 where no agent is";
const REFUSED_AT_ONCE = "an agent that does not answer is told of before a WebSocket is open";
const TEMPLATE_GENERATION = "metadata is that of the object as it is served";
const WHY = "a patch that does not fit says which of its operations that is";

/** What is seen otherwise, and why. */
const OTHERWISE: readonly Otherwise[] = [
  {
    step: "apiextensions.k8s.io/v1 CustomResourceDefinition: create",
    why: "no conditions are an empty list",
  },
  {
    step: "apiextensions.k8s.io/v1 CustomResourceDefinition: create: dry run",
    why: "no conditions are an empty list",
  },
  { step: "apps/v1 DaemonSet: get: metadata", why: TEMPLATE_GENERATION },
  { step: "apps/v1 DaemonSet: list: metadata", why: TEMPLATE_GENERATION },
  { step: "apps/v1 DaemonSet: patch: metadata", why: TEMPLATE_GENERATION },
  {
    step: "client versions: aggregated core",
    why: "kinds of answers are named with their versions",
  },
  {
    step: "client versions: aggregated groups",
    why: "kinds of answers are named with their groups and versions",
  },
  { step: "client versions: no version", why: NOT_FOUND },
  { step: "dynamic objects: no such kind", why: NOT_FOUND },
  { step: "patching: refused: JSON: no such path", why: WHY },
  { step: "patching: refused: JSON: test fails", why: WHY },
  {
    step: "patching: refused: element without key",
    why: "what the client has sent is its own fault: no 500",
  },
  { step: "reviews: may I", why: NO_MANAGERS },
  { step: "reviews: may I: neither nor", why: "the kind is said" },
  { step: "reviews: may another", why: NO_MANAGERS },
  { step: "reviews: may another here", why: NO_MANAGERS },
  { step: "reviews: token", why: NO_MANAGERS },
  { step: "reviews: what may I", why: "the namespace that was asked for is said" },
  { step: "streams of pods: absent: attach", why: NO_NODE },
  { step: "streams of pods: absent: exec", why: NO_NODE },
  { step: "streams of pods: absent: log", why: NO_NODE },
  { step: "streams of pods: absent: portForward", why: NO_NODE },
  { step: "streams of pods: deaf: attach", why: REFUSED_AT_ONCE },
  { step: "streams of pods: deaf: exec", why: REFUSED_AT_ONCE },
  { step: "streams of pods: exec: no command", why: REFUSED_AT_ONCE },
  { step: "streams of pods: log: followed", why: NO_NODE },
  { step: "transport: path: /none", why: NOT_FOUND },
  { step: "v1 Pod: watch: all of it", why: "a pod that goes at once is not written again before" },
  { step: "watching: no version", why: "what the client has sent is its own fault: no 500" },
  { step: "streams of pods: deaf: log", why: NO_AGENT },
  { step: "streams of pods: deaf: portForward", why: NO_AGENT },
];

/** Fewer would mean that kinds or parts are left out. */
const LEAST_STEPS = 1800;

const FOLDER = new URL(".", import.meta.url).pathname;

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  const lacking = missing(["cargo"]).length > 0 ? undefined : await missingCrates(FOLDER);
  if (lacking === undefined) {
    testWith(["cargo"], NAME, async (context) => {
      const command = await rustProgram(FOLDER);
      await runOnBoth(context, { command, otherwise: OTHERWISE, leastSteps: LEAST_STEPS });
    });
  } else {
    Deno.test.ignore(`${NAME} [needs ${lacking}]`, () => {});
  }
}
