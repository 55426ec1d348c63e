/**
 * Tekton: versions that its webhook converts, defaults and judges, with certificates that it makes and renews itself; pods
 * in an order, whose ends it tells from their statuses.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { freePort } from "../../../testing/free_port.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { type Operator, refused } from "./operator.ts";

/** Its manifests, but for the flags of what else it can run. */
const MANIFESTS = [
  "300-crds/300-customrun",
  "300-crds/300-pipeline",
  "300-crds/300-pipelinerun",
  "300-crds/300-resolutionrequest",
  "300-crds/300-stepaction",
  "300-crds/300-task",
  "300-crds/300-taskrun",
  "300-crds/300-verificationpolicy",
  "200-clusterrole",
  "200-role",
  "200-serviceaccount",
  "201-clusterrolebinding",
  "201-rolebinding",
  "500-webhooks",
  "clusterrole-aggregate-edit",
  "clusterrole-aggregate-view",
  "config-defaults",
  "config-events",
  "config-feature-flags",
  "config-info",
  "config-leader-election-controller",
  "config-leader-election-webhook",
  "config-logging",
  "config-observability",
  "config-spire",
  "config-tracing",
  "config-wait-exponential-backoff",
  "webhook",
];

/** What a program of it is told by its environment. */
const variables = (name: string) => [
  "SYSTEM_NAMESPACE=tekton-pipelines",
  "CONFIG_LOGGING_NAME=config-logging",
  "CONFIG_OBSERVABILITY_NAME=config-observability",
  "CONFIG_FEATURE_FLAGS_NAME=feature-flags",
  `CONFIG_LEADERELECTION_NAME=config-leader-election-${name}`,
  "METRICS_DOMAIN=tekton.dev/pipeline",
  ...["PROBES", "METRICS_PROMETHEUS", "PROFILING"].map((use) => `${use}_PORT=${freePort()}`),
];

/** Images that nobody runs. */
const IMAGES = [
  "entrypoint-image",
  "nop-image",
  "sidecarlogresults-image",
  "workingdirinit-image",
  "shell-image",
  "shell-image-win",
];

/** In a version that has another name for what a step needs. */
const TASK = {
  apiVersion: "tekton.dev/v1beta1",
  kind: "Task",
  metadata: { name: "greet" },
  spec: {
    params: [{ name: "who", default: "world" }],
    steps: [
      {
        name: "say",
        image: "i",
        command: ["echo"],
        args: ["$(params.who)"],
        resources: { requests: { cpu: "100m" } },
      },
      { name: "end", image: "i", script: "true" },
    ],
  },
};

const task = (name: string, ...runAfter: string[]) => ({
  name,
  taskRef: { name: "greet" },
  runAfter,
});

const pipeline = (name: string, ...tasks: object[]) => ({
  apiVersion: "tekton.dev/v1",
  kind: "Pipeline",
  metadata: { name },
  spec: { tasks, finally: [{ name: "last", taskRef: { name: "greet" } }] },
});

/** A run of a task or a pipeline, whose pods are told what they do. */
const run = (kind: string, name: string, of: string, annotations: Record<string, string>) => ({
  apiVersion: "tekton.dev/v1",
  kind: `${kind}Run`,
  metadata: { name, annotations },
  spec: { [`${kind.toLowerCase()}Ref`]: { name: of } },
});

const SHORT = { "simulated.orch.io/run-for": "1s" };

/** Tekton. */
export const TEKTON: Operator = {
  module: "github.com/tektoncd/pipeline@v1.6.0",
  async manifests(_, folder) {
    const files = MANIFESTS.map((name) => Deno.readTextFile(`${folder}/config/${name}.yaml`));
    return (await Promise.all(files)).join("\n---\n");
  },
  namespace: "tekton-pipelines",
  programs: [
    {
      path: "./cmd/webhook",
      account: "tekton-pipelines-webhook",
      services: ["tekton-pipelines-webhook"],
      flags: (_config, _folder, port) =>
        Promise.resolve([
          ...variables("webhook"),
          `WEBHOOK_PORT=${port}`,
          "WEBHOOK_ADMISSION_CONTROLLER_NAME=webhook.pipeline.tekton.dev",
          "WEBHOOK_SERVICE_NAME=tekton-pipelines-webhook",
          "WEBHOOK_SECRET_NAME=webhook-certs",
        ]),
    },
    {
      path: "./cmd/controller",
      account: "tekton-pipelines-controller",
      flags: () =>
        Promise.resolve([
          ...variables("controller"),
          "CONFIG_DEFAULTS_NAME=config-defaults",
          "CONFIG_SPIRE=config-spire",
          ...IMAGES.map((name) => `-${name}=i`),
        ]),
    },
  ],
  async use(kubectl) {
    // It tells the API server what it judges, and whom to trust.
    for (
      const [object, field] of [
        ["mutatingwebhookconfiguration/webhook.pipeline.tekton.dev", "webhooks[0].rules"],
        [
          "validatingwebhookconfiguration/validation.webhook.pipeline.tekton.dev",
          "webhooks[0].rules",
        ],
        ["crd/tasks.tekton.dev", "spec.conversion.webhook.clientConfig.caBundle"],
      ]
    ) {
      await eventually(
        `${object} is complete`,
        async () => await kubectl(`get ${object} -o jsonpath={.${field}}`) !== "",
      );
    }
    await kubectl("create -f -", TASK);
    const step = "get tasks.v1.tekton.dev greet -o jsonpath={.spec.steps[0].computeResources}";
    assertEquals(await kubectl(step), '{"requests":{"cpu":"100m"}}');
    const type = "get task greet -o jsonpath={.spec.params[0].type}";
    assertEquals(await kubectl(type), "string");
    const circle = await refused(kubectl, pipeline("circle", task("a", "b"), task("b", "a")));
    assert(circle.includes("cycle detected"), circle);

    await kubectl("create -f -", pipeline("all", task("a"), task("b", "a")));
    await kubectl("create -f -", run("Pipeline", "good", "all", SHORT));
    const fails = { ...SHORT, "simulated.orch.io/exit-code": "3" };
    await kubectl("create -f -", run("Task", "bad", "greet", fails));
    await kubectl("wait --for=condition=Succeeded pipelinerun/good --timeout=120s");
    const made = "get taskruns -l tekton.dev/pipelineRun=good --sort-by=.status.startTime -o name";
    assertEquals(
      (await kubectl(made)).trim().split("\n"),
      ["a", "b", "last"].map((name) => `taskrun.tekton.dev/good-${name}`),
    );
    await kubectl("wait --for=condition=Succeeded=False taskrun/bad --timeout=120s");
    const code = "get taskrun bad -o jsonpath={.status.steps[0].terminated.exitCode}";
    assertEquals(await kubectl(code), "3");

    // Who is cancelled leaves no pod that runs.
    await kubectl("create -f -", run("Pipeline", "long", "all", {}));
    await kubectl("wait --for=create pod/long-a-pod --timeout=60s");
    await kubectl(`patch pipelinerun long --type=merge -p {"spec":{"status":"Cancelled"}}`);
    await kubectl("wait --for=condition=Succeeded=False pipelinerun/long --timeout=60s");
    await kubectl("wait --for=delete pod/long-a-pod --timeout=60s");
    await kubectl("delete pipelinerun,taskrun --all --cascade=foreground --wait");
    assertEquals(await kubectl("get taskruns,pods -o name"), "");
  },
};
