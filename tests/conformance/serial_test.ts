/**
 * The tests of whole clusters that the reference has for one at a time: they taint nodes, fill them up, and have pods displaced. They
 * run unchanged on what `orch up` starts.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { createClient, DaemonSet } from "../../mod.ts";
import { assert } from "../../toolkit/deps/assert.ts";
import { Place } from "../up/place.ts";
import { runSpecs } from "./run_specs.ts";

const NAME = "the reference's tests that have a cluster to themselves pass";

/** What runs, by parts of names. */
const FOCUS = [
  "\\[sig-(api-machinery|apps|auth|cli|scheduling)\\].*\\[Serial\\]",
  "\\[sig-network\\] IngressClass",
  "\\[sig-node\\] (NoExecuteTaintManager|RuntimeClass).*\\[Serial\\]",
  "\\[sig-storage\\] (Retroactive StorageClass|\\[Serial\\] Volume metrics PVController)",
];

/** What does not run, and what it would need. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  "images that can't be had": ["rollback without unnecessary restarts"],
  "a server in a pod": ["Aggregated APIServer", "sample-apiserver"],
  "nodes with addresses of their own": ["same hostPort"],
  "nodes in zones": ["Multi-AZ"],
  "what is off by default": ["\\[Alpha\\]", "Feature:OffByDefault"],
  "a network between pods": ["KubeProxy"],
};

/** On each node: nothing begins before they are there, or a minute has passed. */
const SYSTEM_PODS = ["fluentd-elasticsearch", "kube-proxy", "node-problem-detector"];

/** Fewer run only where the names above have come to match too much. */
const LEAST = 55;

async function addSystemPods(config: string): Promise<void> {
  await using client = await createClient({ config });
  for (const app of SYSTEM_PODS) {
    await client.create(DaemonSet, {
      metadata: { name: app, namespace: "kube-system" },
      spec: {
        selector: { matchLabels: { app } },
        template: {
          metadata: { labels: { app } },
          spec: { tolerations: [{ operator: "Exists" }], containers: [{ name: app, image: app }] },
        },
      },
    });
  }
}

if (slowTests()) {
  testWith(["go", "kubectl"], NAME, async (t) => {
    await using place = new Place();
    await using _ = await place.ready("--nodes=3");
    const config = `${place.state}/config/admin.yaml`;
    await addSystemPods(config);
    const results = await runSpecs({
      config,
      focus: FOCUS,
      skip: Object.values(NEEDS).flat(),
      atOnce: 1,
    });
    for (const { name, failure } of results) {
      await t.step(name, () => assert(failure === undefined, failure));
    }
    assert(results.length >= LEAST, `${results.length} specs ran`);
  });
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
