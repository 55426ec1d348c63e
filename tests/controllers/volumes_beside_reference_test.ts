/**
 * This project's binder of volumes, and the reference's controller manager, each on an API server of this project:
 * the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { VOLUMES } from "./volume_scenarios.ts";

const NAME = "volumes and claims come to what the reference's controller manager brings them to";

if (slowTests()) {
  testWith(["go"], NAME, (t) =>
    playBesideReference(t, {
      scenarios: VOLUMES,
      program: "./volumes.ts",
      controllers: ["persistentvolume-binder-controller"],
      flags: ["--pvclaimbinder-sync-period=1s"],
    }));
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
