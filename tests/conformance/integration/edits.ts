/**
 * What is changed in the reference's sources so that its tests run controllers and schedulers of this checkout.
 *
 * @module
 */

/** Where a controller's loop is, and how the controller is called. */
interface Loop {
  readonly file: string;
  /** The name of its type. */
  readonly type: string;
  readonly controller: string;
}

/** An edit of a file of the reference's main module. */
export interface Edit {
  readonly file: string;
  readonly change: (text: string) => string;
}

const LOOPS: readonly Loop[] = [
  loop("cronjob/cronjob_controllerv2.go", "ControllerV2", "cronjob-controller"),
  loop("daemon/daemon_controller.go", "DaemonSetsController", "daemonset-controller"),
  loop("deployment/deployment_controller.go", "DeploymentController", "deployment-controller"),
  loop("disruption/disruption.go", "DisruptionController", "disruption-controller"),
  loop("endpoint/endpoints_controller.go", "Controller", "endpoints-controller"),
  loop("endpointslice/endpointslice_controller.go", "Controller", "endpointslice-controller"),
  loop(
    "endpointslicemirroring/endpointslicemirroring_controller.go",
    "Controller",
    "endpointslice-mirroring-controller",
  ),
  loop("garbagecollector/garbagecollector.go", "GarbageCollector", "garbage-collector-controller"),
  loop("job/job_controller.go", "Controller", "job-controller"),
  loop("namespace/namespace_controller.go", "NamespaceController", "namespace-controller"),
  loop("nodelifecycle/node_lifecycle_controller.go", "Controller", "node-lifecycle-controller"),
  loop("podgc/gc_controller.go", "PodGCController", "pod-garbage-collector-controller"),
  loop("resourceclaim/controller.go", "Controller", "resourceclaim-controller"),
  loop("resourcequota/resource_quota_controller.go", "Controller", "resourcequota-controller"),
  loop(
    "serviceaccount/serviceaccounts_controller.go",
    "ServiceAccountsController",
    "serviceaccount-controller",
  ),
  loop("servicecidrs/servicecidrs_controller.go", "Controller", "service-cidr-controller"),
  loop("statefulset/stateful_set.go", "StatefulSetController", "statefulset-controller"),
  loop("tainteviction/taint_eviction.go", "Controller", "taint-eviction-controller"),
  loop("ttl/ttl_controller.go", "Controller", "ttl-controller"),
  loop(
    "volume/persistentvolume/pv_controller_base.go",
    "PersistentVolumeController",
    "persistentvolume-binder-controller",
  ),
];

/** What makes volumes: `testserver/provisioner.go`. */
const PROVISIONER = "mock-provisioner.example.com";

/** Counters of a test's own process, which controllers outside of it don't count in. */
const COUNTERS = ["validateCounterMetric", "validateTerminatedPodsTrackingFinalizerMetric"];

/** All of them. */
export const EDITS: readonly Edit[] = [
  ...LOOPS.map(({ file, type, controller }) => ({
    file: `pkg/controller/${file}`,
    change: (text: string) =>
      atStartOfRun(text, type, `testserver.RunController(ctx, "${controller}")`),
  })),
  {
    // One loop for both kinds.
    file: "pkg/controller/replicaset/replica_set.go",
    change: (text) =>
      atStartOfRun(
        text,
        "ReplicaSetController",
        'testserver.RunController(ctx, strings.ToLower(rsc.Kind)+"-controller")',
      ),
  },
  {
    file: "pkg/scheduler/scheduler.go",
    change: (text) =>
      replacedOnce(
        replacedOnce(
          insertedAfter(
            withImport(text),
            startOf("Scheduler", "Run"),
            "\tif sched.ownProcess != nil {\n\t\tsched.ownProcess.Wait()\n\t\treturn\n\t}\n",
          ),
          "type Scheduler struct {\n",
          "type Scheduler struct {\n\townProcess *testserver.Process\n",
        ),
        "\tsched.applyDefaultHandlers()\n",
        "\tsched.applyDefaultHandlers()\n\tsched.ownProcess = options.startProcess(ctx)\n",
      ),
  },
  ...[
    ["volume/persistent_volumes_test.go", "kubernetes.io/mock-provisioner"],
    ["volumescheduling/volume_binding_test.go", "mock-provisioner.kubernetes.io"],
  ].map(([file, name]) => ({
    // Who makes volumes outside of the controller is nobody's part of it.
    file: `test/integration/${file}`,
    change: (text: string) => replacedOnce(text, `"${name}"`, `"${PROVISIONER}"`),
  })),
  {
    file: "test/integration/job/job_test.go",
    change: (text) => COUNTERS.reduce((changed, name) => withoutBody(changed, name), text),
  },
  {
    // It takes pods for marked that are there and on no node yet, as they are for as long as others' processes take.
    file: "test/integration/daemonset/daemonset_test.go",
    change: (text) =>
      insertedAfter(
        text,
        /^func validateDaemonSetPodsAndMarkReady\([^]*?\n\t\t\tnonTerminatedPods\+\+\n/m,
        `\t\t\t_, decided := podutil.GetPodCondition(&pod.Status, v1.PodScheduled)
\t\t\tif len(pod.Spec.NodeName) == 0 && decided == nil {
\t\t\t\treturn false, nil
\t\t\t}
`,
      ),
  },
  {
    // Controllers that don't run, as others run for them, leave behind what tells of their events.
    file: "test/integration/framework/goleak.go",
    change: (text) => withoutBody(text, "goleakFindRetry", "nil"),
  },
];

function loop(file: string, type: string, controller: string): Loop {
  return { file, type, controller };
}

/** The `Run` of a type returns at once where `statement` says that something else has run. */
function atStartOfRun(text: string, type: string, statement: string): string {
  const lines = `\tif ${statement} {\n\t\treturn\n\t}\n`;
  return insertedAfter(withImport(text), startOf(type, "Run"), lines);
}

function withImport(text: string): string {
  return replacedOnce(text, "import (\n", 'import (\n\t"orch.test/testserver"\n');
}

/** The line where a method's body begins. */
function startOf(type: string, method: string): RegExp {
  return new RegExp(`^func \\(\\w+ \\*${type}\\) ${method}\\(ctx context\\.Context.*\\{\\n`, "m");
}

/** A function does nothing but return a result, if it has one. */
function withoutBody(text: string, name: string, result = ""): string {
  return insertedAfter(text, new RegExp(`^func ${name}\\(.*\\{\\n`, "m"), `\treturn ${result}\n`);
}

function insertedAfter(text: string, start: RegExp, inserted: string): string {
  const found = start.exec(text);
  if (found === null) throw new Error(`no ${start} in the reference's source`);
  const end = found.index + found[0].length;
  return text.slice(0, end) + inserted + text.slice(end);
}

function replacedOnce(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`no ${JSON.stringify(from)} in the reference's source`);
  return text.replace(from, to);
}
