/**
 * Argo Workflows: definitions of megabytes with rules in expressions; pods in the order of steps and graphs, tried again,
 * held back and taken away, whose results are told by the programs in them.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { encodeYaml } from "../../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { answered, CONTAINER, type Kubectl, type Operator, refused } from "./operator.ts";

const API = "argoproj.io/v1alpha1";
const NAMESPACE = "argo";
const DOMAIN = "workflows.argoproj.io";

/** Ports that can't be taken twice are closed; pods go as soon as they may. */
const CONFIGURATION = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "workflow-controller-configmap", namespace: NAMESPACE },
  data: {
    metricsConfig: "{enabled: false}",
    telemetryConfig: "{enabled: false}",
    podGCDeleteDelayDuration: "0s",
    podGCGracePeriodSeconds: "0",
  },
};

/** What the programs in pods may do by the account of those: tell their results. */
const EXECUTOR = [
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "Role",
    metadata: { name: "executor" },
    rules: [{
      apiGroups: ["argoproj.io"],
      resources: ["workflowtaskresults"],
      verbs: ["create", "patch"],
    }],
  },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: "executor" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "executor" },
    subjects: [{ kind: "ServiceAccount", name: "default", namespace: "default" }],
  },
];

/** What runs for a second, and may fail. */
const runs = (name: string, { exitCode = "0", ...more }: Record<string, unknown> = {}) => ({
  name,
  metadata: {
    annotations: {
      "simulated.orch.io/run-for": "1s",
      "simulated.orch.io/exit-code": `main=${exitCode}`,
    },
  },
  container: { ...CONTAINER, command: ["run"] },
  ...more,
});

const parameter = (name: string, more: object = {}) => ({ name, ...more });

/** Says what it was given, and what became of it. */
const GREET = {
  apiVersion: API,
  kind: "WorkflowTemplate",
  metadata: { name: "greet" },
  spec: {
    templates: [runs("say", {
      inputs: { parameters: [parameter("word")] },
      outputs: { parameters: [parameter("said", { valueFrom: { path: "/said" } })] },
      container: { ...CONTAINER, command: ["echo"], args: ["{{inputs.parameters.word}}"] },
    })],
  },
};

const say = (name: string, word: string, more: object = {}) => ({
  name,
  templateRef: { name: "greet", template: "say" },
  arguments: { parameters: [parameter("word", { value: word })] },
  ...more,
});

const workflow = (name: string, templates: object[], more: object = {}) => ({
  apiVersion: API,
  kind: "Workflow",
  metadata: { name },
  spec: { entrypoint: "all", templates, ...more },
});

/** Steps that hand on what was said, one at a time and two at once. */
const STEPS = workflow("steps", [{
  name: "all",
  steps: [
    [say("first", "{{workflow.parameters.who}}")],
    [
      say("second", "{{steps.first.outputs.parameters.said}}"),
      say("never", "no", { when: "{{workflow.parameters.who}} == nobody" }),
    ],
    [say("many", "{{item}}", { withItems: ["x", "y"] })],
  ],
}], {
  arguments: { parameters: [parameter("who", { value: "world" })] },
  podDisruptionBudget: { minAvailable: 9999 },
});

/** A graph with a wait in it, held back until somebody lets it go, and gone as soon as it is over. */
const GRAPH = workflow("graph", [
  {
    name: "all",
    dag: {
      tasks: [
        { name: "a", template: "try" },
        { name: "wait", template: "wait", depends: "a" },
        { name: "b", template: "fail", depends: "wait.Succeeded" },
        { name: "c", template: "run", depends: "b.Failed && a" },
      ],
    },
  },
  { name: "wait", suspend: { duration: "1s" } },
  // Its first try fails, and the next one does not.
  runs("try", {
    exitCode: "{{= asInt(retries) == 0 ? 3 : 0 }}",
    retryStrategy: { limit: "2", retryPolicy: "Always" },
  }),
  runs("fail", { exitCode: "4", retryStrategy: { limit: "1" } }),
  runs("run"),
  runs("bye"),
], {
  suspend: true,
  onExit: "bye",
  podGC: { strategy: "OnPodCompletion" },
});

/** Never two at once. */
const EXCLUSIVE = {
  synchronization: { mutexes: [{ name: "one" }] },
  ttlStrategy: { secondsAfterSuccess: 1 },
};

const CRON = {
  apiVersion: API,
  kind: "CronWorkflow",
  metadata: { name: "often" },
  spec: {
    schedules: ["@every 2s"],
    concurrencyPolicy: "Forbid",
    successfulJobsHistoryLimit: 1,
    workflowSpec: { entrypoint: "all", templates: [runs("all")] },
  },
};

/** What this reads of a pod. */
interface Pod {
  readonly metadata: {
    readonly uid: string;
    readonly labels: Record<string, string>;
    readonly annotations: Record<string, string>;
    readonly ownerReferences: readonly Record<string, unknown>[];
  };
  readonly spec: { readonly containers: readonly { name: string; args?: string[] }[] };
}

/** Argo Workflows. */
export const ARGO_WORKFLOWS: Operator = {
  module: "github.com/argoproj/argo-workflows/v4@v4.0.5",
  async manifests(kubectl, folder) {
    const all = await kubectl(`kustomize ${folder}/manifests/cluster-install`);
    return [all, encodeYaml(CONFIGURATION)].join("---\n");
  },
  namespace: NAMESPACE,
  programs: [{
    path: "./cmd/workflow-controller",
    account: "argo",
    flags: (config) =>
      Promise.resolve([
        "LEADER_ELECTION_IDENTITY=here",
        "ARGO_POD_STATUS_CAPTURE_FINALIZER=true",
        `--kubeconfig=${config}`,
        `--namespace=${NAMESPACE}`,
        "--executor-image=i",
      ]),
  }],
  async use(kubectl) {
    for (const object of [...EXECUTOR, GREET]) await kubectl("create -f -", object);
    await isJudged(kubectl);
    await withResults(kubectl, async () => {
      await steps(kubectl);
      await graph(kubectl);
      await oneAtATime(kubectl);
      await ends(kubectl);
      await often(kubectl);
    });
    // What it made goes with what asked for it.
    await kubectl("delete workflows --all --cascade=foreground --wait");
    assertEquals(await kubectl("get workflowtaskresults,pods,poddisruptionbudgets -o name"), "");
  },
};

/** Its definitions refuse what can't be meant. */
async function isJudged(kubectl: Kubectl): Promise<void> {
  const both = { ...runs("all"), script: { ...CONTAINER, source: "x" } };
  const said = await refused(kubectl, workflow("both", [both]));
  assert(said.includes("template must have at most one template type"), said);
  const task = { name: "a", template: "all", depends: "b", dependencies: ["b"] };
  const twice = await refused(
    kubectl,
    workflow("twice", [{ name: "all", dag: { tasks: [task] } }]),
  );
  assert(twice.includes("cannot use both 'depends' and 'dependencies'"), twice);
}

const phase = (kubectl: Kubectl, name: string, value: string) =>
  kubectl(`wait --for=jsonpath={.status.phase}=${value} workflow/${name} --timeout=120s`);

/** The phases of the parts of a workflow, by their names. */
async function phases(kubectl: Kubectl, name: string): Promise<Record<string, string>> {
  const { nodes } = JSON.parse(await kubectl(`get workflow ${name} -o jsonpath={.status}`));
  return Object.fromEntries(
    Object.values<{ displayName: string; phase: string }>(nodes)
      .map(({ displayName, phase }) => [displayName, phase]),
  );
}

async function steps(kubectl: Kubectl): Promise<void> {
  await kubectl("create -f -", STEPS);
  await kubectl("wait --for=create pdb/steps --timeout=60s");
  await phase(kubectl, "steps", "Succeeded");
  const found = await phases(kubectl, "steps");
  const said = Object.entries(found).filter(([name]) => !/^\[|^steps$/.test(name)).sort();
  assertEquals(said, [
    ["first", "Succeeded"],
    ["many(0:x)", "Succeeded"],
    ["many(1:y)", "Succeeded"],
    ["never", "Skipped"],
    ["second", "Succeeded"],
  ]);
  const words = (await podsOf(kubectl, "steps")).map(wordOf).sort();
  assertEquals(words, ["said: world", "world", "x", "y"]);
  await kubectl("wait --for=delete pdb/steps --timeout=60s");
  await kubectl(`wait --for=condition=Completed workflow/steps --timeout=60s`);
  const events =
    "get events --field-selector involvedObject.name=steps -o jsonpath={.items[*].reason}";
  await eventually(
    "its events are there",
    async () => (await kubectl(events)).includes("WorkflowSucceeded"),
  );
}

async function graph(kubectl: Kubectl): Promise<void> {
  await kubectl("create -f -", GRAPH);
  await kubectl("wait --for=jsonpath={.spec.suspend}=true workflow/graph --timeout=60s");
  await phase(kubectl, "graph", "Running");
  assertEquals(await podsOf(kubectl, "graph"), []);
  // What its own tool does to go on.
  await kubectl(`patch workflow graph --type=merge -p {"spec":{"suspend":null}}`);
  await phase(kubectl, "graph", "Succeeded");
  const { "graph.onExit": bye, ...found } = await phases(kubectl, "graph");
  assertEquals(bye, "Succeeded");
  assertEquals(found, {
    graph: "Succeeded",
    a: "Succeeded",
    "a(0)": "Failed",
    "a(1)": "Succeeded",
    wait: "Succeeded",
    b: "Failed",
    "b(0)": "Failed",
    "b(1)": "Failed",
    c: "Succeeded",
  });
  await eventually("its pods are gone", async () => (await podsOf(kubectl, "graph")).length === 0);
}

async function oneAtATime(kubectl: Kubectl): Promise<void> {
  const lock = (name: string, part: string) =>
    eventually(`${name} is ${part}`, async () => {
      const field = `.status.synchronization.mutex.${part}[*].mutex`;
      return (await kubectl(`get workflow ${name} -o jsonpath={${field}}`)).includes("one");
    });
  await kubectl("create -f -", workflow("one", [{ name: "all", suspend: {} }], EXCLUSIVE));
  await lock("one", "holding");
  await kubectl("create -f -", workflow("two", [runs("all")], EXCLUSIVE));
  await lock("two", "waiting");
  await kubectl(`patch workflow one --type=merge -p {"spec":{"shutdown":"Stop"}}`);
  await phase(kubectl, "one", "Failed");
  // Who is done well is taken away when its time is over.
  await kubectl("wait --for=delete workflow/two --timeout=120s");
}

/** Who is stopped ends, and so do its pods. */
async function ends(kubectl: Kubectl): Promise<void> {
  const long = { name: "all", container: { ...CONTAINER, command: ["run"] } };
  await kubectl(
    "create -f -",
    workflow("long", [long], { podGC: { strategy: "OnPodCompletion" } }),
  );
  await kubectl(`wait --for=condition=PodRunning workflow/long --timeout=60s`);
  await kubectl(`patch workflow long --type=merge -p {"spec":{"shutdown":"Terminate"}}`);
  await phase(kubectl, "long", "Failed");
  const said = await kubectl("get workflow long -o jsonpath={.status.message}");
  assert(said.includes("Stopped with strategy 'Terminate'"), said);
}

/** One after the other, of which the last is kept. */
async function often(kubectl: Kubectl): Promise<void> {
  const label = `${DOMAIN}/cron-workflow=often`;
  const names = async () =>
    (await kubectl(`get workflows -l ${label} -o name`)).split("\n").filter(Boolean);
  await kubectl("create -f -", CRON);
  await eventually("the first is there", async () => (await names()).length > 0);
  const [first] = await names();
  await kubectl(`wait --for=delete ${first} --timeout=120s`);
  await kubectl(`patch cronworkflow often --type=merge -p {"spec":{"suspend":true}}`);
  await eventually(
    "none is under way",
    async () => await kubectl("get cronworkflow often -o jsonpath={.status.active}") === "",
  );
  const count = Number(await kubectl("get cronworkflow often -o jsonpath={.status.succeeded}"));
  assert(count >= 2, `${count}`);
  await kubectl("delete cronworkflow often --cascade=foreground --wait");
  assertEquals(await names(), []);
}

/** The last word that a pod is given. */
const wordOf = ({ spec }: Pod) =>
  spec.containers.find(({ name }) => name === "main")?.args?.at(-1) ?? "";

async function podsOf(kubectl: Kubectl, workflow: string): Promise<Pod[]> {
  return JSON.parse(await kubectl(`get pods -l ${DOMAIN}/workflow=${workflow} -o json`)).items;
}

/** Does what its program in each pod does: tells what came of it, with the rights of the pod. */
async function withResults(kubectl: Kubectl, work: () => Promise<void>): Promise<void> {
  const known = new Set<string>();
  await answered(async () => {
    const { items } = JSON.parse(await kubectl(`get pods -l ${DOMAIN}/workflow -o json`));
    for (const pod of items as Pod[]) {
      if (known.has(pod.metadata.uid)) continue;
      known.add(pod.metadata.uid);
      await kubectl("create --as=system:serviceaccount:default:default -f -", resultOf(pod));
    }
  }, work);
}

function resultOf(pod: Pod): object {
  const { labels, annotations, ownerReferences: [owner] } = pod.metadata;
  const { [`${DOMAIN}/workflow`]: workflow } = labels;
  const { controller: _, blockOwnerDeletion: _block, ...asked } = owner!;
  return {
    apiVersion: API,
    kind: "WorkflowTaskResult",
    metadata: {
      name: annotations[`${DOMAIN}/node-id`],
      labels: { [`${DOMAIN}/workflow`]: workflow, [`${DOMAIN}/report-outputs-completed`]: "true" },
      ownerReferences: [asked],
    },
    outputs: { parameters: [parameter("said", { value: `said: ${wordOf(pod)}` })] },
  };
}
