/**
 * The conformance tests of the reference, unchanged, on the cluster that `orch up` starts: all of them but those that need
 * what simulated nodes don't have.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert } from "../../toolkit/deps/assert.ts";
import { Place } from "../up/place.ts";
import { runSpecs } from "./run_specs.ts";

const NAME = "the reference's conformance tests that need no containers pass";

/** What those that don't run need; each is a part of their names. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  "processes in pods": [
    "NodeConformance",
    "should adopt matching orphans and release non-matching pods",
    "\\[sig-apps\\] (Job|CronJob)",
    "serve a basic image on each replica",
    "failed daemon pods",
    "StatefulSetBasic.*(Burst scaling|predictable order|canary|rolling updates and roll)",
    "\\[sig-auth\\] ServiceAccounts .*(mount|OIDC discovery)",
    "\\[sig-cli\\]",
    "\\[sig-node\\].*(SecurityContext|Security Context|various prefixes|PreStop|Variable Expansion|InPlace Resize)",
    "\\[sig-storage\\].*([vV]olumes? |Subpath|EmptyDir|ImageVolume)",
    "ImageVolume",
  ],
  "a server in a pod": ["[wW]ebhook", "Aggregator", "CustomResourceFieldSelectors"],
  "a network between pods": [
    "Granular Checks",
    "\\[sig-network\\] (DNS|HostPort|Proxy version)",
    "multiple (endpoint IPs|ports) specified in multiple EndpointSlices",
    "\\[sig-network\\] Services should (be able to (change the type|create a functioning|switch)|have session affinity|serve)",
  ],
  // They take minutes each, or all of the cluster for themselves.
  "more time": ["\\[Slow\\]", "\\[Serial\\]"],
};

/** There are fewer only where the names above have come to match too much. */
const LEAST = 180;
const AT_ONCE = 4;

if (slowTests()) {
  testWith(["go", "kubectl"], NAME, async (t) => {
    await using place = new Place();
    await place.ready("--nodes=3");
    const results = await runSpecs({
      config: `${place.state}/config/admin.yaml`,
      focus: "\\[Conformance\\]",
      skip: Object.values(NEEDS).flat(),
      atOnce: AT_ONCE,
    });
    for (const { name, failure } of results) {
      await t.step(name, () => assert(failure === undefined, failure));
    }
    assert(results.length >= LEAST, `${results.length} specs ran`);
  });
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
