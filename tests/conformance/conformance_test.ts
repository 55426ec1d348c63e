/**
 * The tests of whole clusters that the reference has, unchanged, on what `orch up` starts: those of conformance and those of
 * its special groups, but for what needs more than simulated nodes have.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert } from "../../toolkit/deps/assert.ts";
import { Place } from "../up/place.ts";
import { runSpecs } from "./run_specs.ts";

const NAME = "the reference's tests of clusters pass, where they need no containers";

/** What runs, by parts of names. */
const FOCUS = [
  "\\[Conformance\\]",
  "\\[sig-(api-machinery|apps|auth|cli|instrumentation|scheduling)\\]",
  "\\[sig-network\\] Netpol API",
  "\\[sig-node\\] \\[DRA\\] (control plane|ResourceSlice Controller)",
  "\\[sig-node\\] RuntimeClass .*conflicting node selector",
  "\\[sig-storage\\] (PVC? Protection|Ephemeralstorage)",
];

/** What does not run, and what it would need. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  "processes in pods": [
    "NodeConformance",
    "\\[sig-apps\\] Job .*(maxFailedIndexes|FailIndex|indexes remain pending|despite some failing)",
    "\\[sig-apps\\] Job .*(policy on exit code|on DisruptionTarget|after they have failed)",
    "\\[sig-apps\\] Replica.*serve a basic image on each replica",
    "\\[sig-apps\\] StatefulSet",
    "\\[sig-apps\\] DisruptionController should (not )?evict unready pods",
    "support proportional scaling",
    "failed daemon pods",
    "\\[sig-auth\\] ServiceAccounts .*(mount|OIDC discovery|RunAsUser)",
    "\\[sig-auth\\] ValidatingAdmissionPolicy can restrict access by-node",
    "\\[sig-cli\\] Kubectl client (Guestbook|Update Demo|Simple pod|Kubectl (copy|exec))",
    "\\[sig-cli\\] (Kubectl exec|Kubectl logs|Kubectl Port forwarding|kubectl debug)",
    "\\[sig-instrumentation\\] Metrics.*[kK]ubelet",
    "\\[sig-node\\].*(SecurityContext|Security Context|various prefixes|PreStop|Variable Expansion)",
    "\\[sig-node\\].*(ImageVolume|InPlace Resize)",
    "\\[sig-storage\\].*( volumes? |Volumes|Subpath|EmptyDir|in volume)",
  ],
  "a server in a pod": ["[wW]ebhook", "Aggregator", "CustomResourceFieldSelectors"],
  "a network between pods": [
    "Granular Checks",
    "\\[sig-network\\] (DNS|HostPort|Proxy version)",
    "multiple (endpoint IPs|ports) specified in multiple EndpointSlices",
    "\\[sig-network\\] Services should (have|serve|be able to (change|create|switch))",
    "load-balancer's connectivity",
    "NodeAuthenticator",
  ],
  "a kubectl that remembers nothing of before": ["\\[Flaky\\]"],
  "what is off by default": ["Feature:(OffByDefault|StorageVersionAPI)", "\\[Alpha\\]"],
  "a server or a cluster that is started anew": [
    "Feature:(APIServerIdentity|StatefulUpgrade|BoundServiceAccountTokenVolume)",
  ],
  "an account with images": ["private image"],
  "minutes each, or a cluster of their own": [
    "\\[Slow\\]",
    "\\[Serial\\]",
    "\\[Disruptive\\]",
    "drowned out",
  ],
};

/** Fewer run only where the names above have come to match too much. */
const LEAST = 250;
const AT_ONCE = 6;

if (slowTests()) {
  testWith(["go", "kubectl"], NAME, async (t) => {
    await using place = new Place();
    await using _ = await place.ready("--nodes=3");
    const results = await runSpecs({
      config: `${place.state}/config/admin.yaml`,
      focus: FOCUS,
      skip: Object.values(NEEDS).flat(),
      atOnce: AT_ONCE,
    });
    for (const { name, failure } of results) {
      await t.step(name, () => assert(failure === undefined, failure));
    }
    assert(results.length >= LEAST, `${results.length} specs ran`);
  });
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
