/**
 * This project's controllers of stateful sets and daemon sets and the reference's controller manager, each on
 * an API server of this project: the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { DAEMON_SETS } from "./daemonset_scenarios.ts";
import type { WorkloadScenario } from "./replica_scenarios.ts";
import { STATEFUL_SETS } from "./statefulset_scenarios.ts";

const NAME = "sets come to what the reference's controller manager brings them to";

const named = (kind: string, scenarios: Readonly<Record<string, WorkloadScenario>>) =>
  Object.fromEntries(
    Object.entries(scenarios).map(([name, play]) => [`${kind}: ${name}`, play]),
  );

if (slowTests()) {
  testWith(["go"], NAME, (t) =>
    playBesideReference(t, {
      scenarios: {
        ...named("a stateful set", STATEFUL_SETS),
        ...named("a daemon set", DAEMON_SETS),
      },
      program: "./sets.ts",
      controllers: [
        "statefulset-controller",
        "daemonset-controller",
        "namespace-controller",
        "garbage-collector-controller",
      ],
    }));
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
