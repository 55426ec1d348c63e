/**
 * This project's controllers of services, and the reference's controller manager, each on an API server of this
 * project: the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { SERVICES } from "./service_scenarios.ts";

const NAME = "services come to what the reference's controller manager brings them to";

if (slowTests()) {
  testWith(["go"], NAME, (t) =>
    playBesideReference(t, {
      scenarios: SERVICES,
      program: "./services.ts",
      controllers: [
        "endpoints-controller",
        "endpointslice-controller",
        "endpointslice-mirroring-controller",
        "garbage-collector-controller",
      ],
    }));
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
