/**
 * This project's controllers of jobs and cron jobs, and the reference's controller manager, each on an API
 * server of this project: the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { CRON_JOBS } from "./cronjob_scenarios.ts";
import { JOBS } from "./job_scenarios.ts";

const NAME = "jobs and cron jobs come to what the reference's controller manager brings them to";

if (slowTests()) {
  testWith(["go"], NAME, (t) =>
    playBesideReference(t, {
      scenarios: { ...JOBS, ...CRON_JOBS },
      program: "./batch.ts",
      controllers: [
        "cronjob-controller",
        "job-controller",
        "namespace-controller",
        "garbage-collector-controller",
      ],
    }));
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
