/**
 * Operators that others publish, unchanged, on what `orch up` starts: their own manifests, their programs beside it, each
 * with its own account, which may do what its roles say and no more.
 */
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free_port.ts";
import { downloadModule } from "../../testing/go_module.ts";
import { moduleProgram } from "../../testing/go_program.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { makeCertificate } from "../../toolkit/certificates/mod.ts";
import { decodeYaml } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { isObject } from "../../toolkit/values/json.ts";
import { Launched, run } from "../envtest/launched.ts";
import { Place } from "../up/place.ts";

/** A published operator. */
interface Operator {
  readonly module: string;
  /** Where in its module the program is. */
  readonly path: string;
  /** Its manifests, as kubectl prints or reads them. `folder`: of its module. */
  manifests(kubectl: Kubectl, folder: string): Promise<string>;
  readonly namespace: string;
  readonly account: string;
  /** Its flags; what it reads besides is written to a folder. */
  flags(config: string, folder: string, webhookPort: number): Promise<readonly string[]>;
  /** What its users do. */
  use(kubectl: Kubectl): Promise<void>;
}

type Kubectl = (args: string, input?: object) => Promise<string>;

const CONTAINER = { name: "c", image: "i" };

/** A job of a set: so many pods that end, with 1 where it `fails`. */
const jobOf = (pods: number, fails = false) => ({
  spec: {
    parallelism: pods,
    completions: pods,
    backoffLimit: 0,
    template: {
      metadata: { annotations: fails ? { "simulated.orch.io/exit-code": "1" } : {} },
      spec: { restartPolicy: "Never", containers: [CONTAINER] },
    },
  },
});

const jobSet = (name: string, spec: object) => ({
  apiVersion: "jobset.x-k8s.io/v1alpha2",
  kind: "JobSet",
  metadata: { name },
  spec,
});

/** Jobs that belong together: webhooks, headless services, jobs in an order, restarts of all. */
const JOBSET: Operator = {
  module: "sigs.k8s.io/jobset@v0.8.0",
  path: ".",
  manifests: (kubectl, folder) => kubectl(`kustomize ${folder}/config/default`),
  namespace: "jobset-system",
  account: "jobset-controller-manager",
  async flags(config, folder, port) {
    const file = `${folder}/jobset.json`;
    await Deno.writeTextFile(
      file,
      JSON.stringify({
        apiVersion: "config.jobset.x-k8s.io/v1alpha1",
        kind: "Configuration",
        health: { healthProbeBindAddress: `127.0.0.1:${freePort()}` },
        metrics: { bindAddress: `127.0.0.1:${freePort()}` },
        webhook: { port, host: "127.0.0.1", certDir: folder },
        leaderElection: { leaderElect: true, resourceNamespace: "jobset-system" },
        internalCertManagement: { enable: false },
      }),
    );
    return [`-kubeconfig=${config}`, `-config=${file}`];
  },
  async use(kubectl) {
    await kubectl(
      "create -f -",
      jobSet("train", {
        startupPolicy: { startupPolicyOrder: "InOrder" },
        replicatedJobs: [
          { name: "driver", replicas: 1, template: jobOf(1) },
          { name: "workers", replicas: 2, template: jobOf(3) },
        ],
      }),
    );
    await kubectl(
      "wait --for=jsonpath={.status.terminalState}=Completed jobset/train --timeout=60s",
    );
    const succeeded = "jsonpath={.items[*].status.succeeded}";
    assertEquals(await kubectl(`get jobs -o ${succeeded}`), "1 3 3");
    assertEquals(await kubectl("get service train -o jsonpath={.spec.clusterIP}"), "None");

    await kubectl(
      "create -f -",
      jobSet("bad", {
        failurePolicy: { maxRestarts: 1 },
        replicatedJobs: [{ name: "w", replicas: 2, template: jobOf(2, true) }],
      }),
    );
    await kubectl("wait --for=jsonpath={.status.terminalState}=Failed jobset/bad --timeout=60s");
    assertEquals(await kubectl("get jobset bad -o jsonpath={.status.restarts}"), "1");

    // Its webhook judges what nobody else could.
    const wrong = jobSet("wrong", {
      successPolicy: { operator: "All", targetReplicatedJobs: ["nobody"] },
      replicatedJobs: [{ name: "w", template: jobOf(1) }],
    });
    const refused = await kubectl("create -f -", wrong).catch((error: Error) => error.message);
    assert(refused.includes("replicatedJob name 'nobody' does not appear"), refused);

    await kubectl("delete jobset --all --cascade=foreground --wait");
    assertEquals(await kubectl("get jobs,pods -o name"), "");
  },
};

const rollout = (name: string, image: string, replicas: number, strategy: object) => ({
  apiVersion: "argoproj.io/v1alpha1",
  kind: "Rollout",
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ ...CONTAINER, image }] },
    },
    strategy,
  },
});

const service = (name: string, app: string) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name },
  spec: { selector: { app }, ports: [{ port: 80 }] },
});

const CANARY = {
  canary: {
    steps: [{ setWeight: 20 }, { pause: { duration: "1s" } }, { setWeight: 60 }, { pause: {} }],
  },
};
const BLUE_GREEN = {
  blueGreen: {
    activeService: "active",
    previewService: "preview",
    autoPromotionSeconds: 1,
    scaleDownDelaySeconds: 1,
  },
};

/** Deployments in steps: replica sets and services that another controller than the cluster's own moves. */
const ROLLOUTS: Operator = {
  module: "github.com/argoproj/argo-rollouts@v1.8.3",
  path: "./cmd/rollouts-controller",
  manifests: (_, folder) => Deno.readTextFile(`${folder}/manifests/install.yaml`),
  namespace: "argo-rollouts",
  account: "argo-rollouts",
  flags: (config) =>
    Promise.resolve([
      `--kubeconfig=${config}`,
      "--namespace=default",
      `--healthzPort=${freePort()}`,
      `--metricsport=${freePort()}`,
    ]),
  async use(kubectl) {
    for (const name of ["active", "preview"]) await kubectl("create -f -", service(name, "bg"));
    const apply = (image: string) =>
      Promise.all([
        kubectl("apply -f -", rollout("web", image, 5, CANARY)),
        kubectl("apply -f -", rollout("bg", image, 2, BLUE_GREEN)),
      ]);
    const wait = (name: string, field: string, value: string) =>
      kubectl(`wait --for=jsonpath={${field}}=${value} rollout/${name} --timeout=60s`);
    await apply("i:1");
    for (const name of ["web", "bg"]) await wait(name, ".status.phase", "Healthy");
    const active = "get service active -o jsonpath={.spec.selector.rollouts-pod-template-hash}";
    const first = await kubectl(active);
    await apply("i:2");

    await wait("web", ".status.currentStepIndex", "3");
    const sizes = await kubectl("get rs -l app=web -o jsonpath={.items[*].status.readyReplicas}");
    assertEquals(sizes.split(" ").sort(), ["2", "3"]);
    // What kubectl's plugin does: the pause is over.
    await kubectl(
      `patch rollout web --subresource=status --type=merge -p {"status":{"pauseConditions":null}}`,
    );
    await wait("web", ".status.phase", "Healthy");
    assertEquals(
      await kubectl("get pods -l app=web -o jsonpath={.items[*].spec.containers[0].image}"),
      Array(5).fill("i:2").join(" "),
    );

    const hash = await kubectl("get rollout bg -o jsonpath={.status.currentPodHash}");
    await wait("bg", ".status.blueGreen.activeSelector", hash);
    await wait("bg", ".status.phase", "Healthy");
    const second = await kubectl(active);
    assert(first !== second && second === hash, `${first}, ${second}, ${hash}`);
    // The old one goes when its time is over.
    await kubectl(`wait --for=jsonpath={.spec.replicas}=0 rs/bg-${first} --timeout=60s`);
  },
};

for (const operator of [JOBSET, ROLLOUTS]) {
  const name = `${operator.module} runs beside orch up as it does elsewhere`;
  if (slowTests()) testWith(["go", "kubectl"], name, () => runOperator(operator));
  else Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
}

async function runOperator(operator: Operator): Promise<void> {
  const { module, path, namespace, account } = operator;
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "orch-operator-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const program = await moduleProgram(module, path);
  const { Dir } = await downloadModule(module, folder);
  const place = stack.use(new Place());
  stack.use(await place.ready("--nodes=3"));
  const config = `${place.state}/config/admin.yaml`;
  const kubectl: Kubectl = async (args, input) => {
    const file = `${folder}/input.${crypto.randomUUID()}`;
    if (input !== undefined) await Deno.writeTextFile(file, JSON.stringify(input));
    const words = args.split(" ").map((word) => word === "-" ? file : word);
    const { code, out, err } = await run("kubectl", words, { env: { KUBECONFIG: config } });
    if (code !== 0) throw new Error(`kubectl ${args}: ${err}`);
    return out;
  };

  const port = freePort();
  const { certificate, key } = await makeCertificate({
    commonName: "127.0.0.1",
    hosts: ["127.0.0.1"],
    now: new Date(),
  });
  await Deno.writeTextFile(`${folder}/tls.crt`, certificate);
  await Deno.writeTextFile(`${folder}/tls.key`, key);
  await kubectl(`create namespace ${namespace}`);
  const manifests = await operator.manifests(kubectl, Dir);
  await kubectl(
    `apply --server-side -n ${namespace} -f -`,
    reachedAt(manifests, `https://127.0.0.1:${port}`, btoa(certificate)),
  );

  const own = `${folder}/config`;
  const token = (await kubectl(`create token ${account} -n ${namespace}`)).trim();
  const view = JSON.parse(await kubectl("config view --raw -o json"));
  view.users[0].user = { token };
  await Deno.writeTextFile(own, JSON.stringify(view));
  const running = stack.use(new Launched(program, await operator.flags(own, folder, port)));
  const used = (async () => {
    if (manifests.includes("kind: ValidatingWebhookConfiguration")) await accepts(port);
    await operator.use(kubectl);
  })();
  const gone = running.gone().then(() => {
    throw new Error(`the operator has ended:\n${running.log.slice(-4000)}`);
  });
  await Promise.race([used, gone]);
}

/** Manifests with webhooks that are reached at a URL instead of at a service. */
function reachedAt(manifests: string, url: string, caBundle: string): object {
  const objects = decodeYaml(manifests).filter(isObject);
  for (const { webhooks } of objects as { webhooks?: Webhook[] }[]) {
    for (const webhook of webhooks ?? []) {
      webhook.clientConfig = { url: url + (webhook.clientConfig.service?.path ?? ""), caBundle };
    }
  }
  return { apiVersion: "v1", kind: "List", items: objects };
}

interface Webhook {
  clientConfig: { service?: { path?: string }; url?: string; caBundle?: string };
}

/** Waits until somebody listens. */
async function accepts(port: number): Promise<void> {
  await eventually("the webhooks are there", async () => {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.ConnectionRefused) return false;
      throw error;
    }
  });
}
