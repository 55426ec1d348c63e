/**
 * Prometheus, as others publish it, watches a server, a controller manager and a scheduler, and answers what the rules and
 * dashboards of clusters ask.
 */
import { dirname } from "node:path";
import { createClient, Deployment } from "../../mod.ts";
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free_port.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert } from "../../toolkit/deps/assert.ts";
import { identityIn, MeasuredProcesses } from "../differential/measured_processes.ts";
import { Launched } from "../envtest/launched.ts";

/** Questions in the language of Prometheus; each has to have an answer. */
const QUESTIONS: Readonly<Record<string, string>> = {
  "requests by verb and code": "sum by (verb, code) (rate(apiserver_request_total[1m])) > 0",
  "the share of reads that were fast": `
    sum(rate(apiserver_request_sli_duration_seconds_bucket{verb=~"LIST|GET", le=~"1(\\\\.0)?"}[1m]))
      / sum(rate(apiserver_request_sli_duration_seconds_count{verb=~"LIST|GET"}[1m]))`,
  "the share of writes that were fast": `
    sum(rate(apiserver_request_sli_duration_seconds_bucket{verb=~"POST|PUT|PATCH|DELETE", le=~"1(\\\\.0)?"}[1m]))
      / sum(rate(apiserver_request_sli_duration_seconds_count{verb=~"POST|PUT|PATCH|DELETE"}[1m]))`,
  "how long 99 of 100 lists took, by how far they reach":
    'histogram_quantile(0.99, sum by (scope, le) (rate(apiserver_request_duration_seconds_bucket{verb="LIST"}[1m])))',
  "the certificate that ends first":
    "histogram_quantile(0.01, sum by (le) (rate(apiserver_client_certificate_expiration_seconds_bucket[1m])))",
  "extension servers that are not there": "sum by (name) (aggregator_unavailable_apiservice) >= 0",
  "requests under way": 'apiserver_current_inflight_requests{request_kind="mutating"}',
  "watches that are open": 'sum(apiserver_longrunning_requests{verb="WATCH"}) > 0',
  "what watches were told": "sum by (resource) (rate(apiserver_watch_events_total[1m])) > 0",
  "how long the store took":
    "histogram_quantile(0.99, sum by (le, operation) (rate(etcd_request_duration_seconds_bucket[1m])))",
  "objects of a kind": 'apiserver_storage_objects{resource="deployments.apps"}',
  "large answers":
    'histogram_quantile(0.99, sum by (le) (rate(apiserver_response_sizes_bucket{le!="1e+09"}[1m])))',
  "what controllers were given to do": "sum by (name) (rate(workqueue_adds_total[1m])) > 0",
  "how long it waited":
    "histogram_quantile(0.99, sum by (name, le) (rate(workqueue_queue_duration_seconds_bucket[1m])))",
  "what they asked the server":
    'sum by (job, method) (rate(rest_client_requests_total{code=~"2.."}[1m])) > 0',
  "how long they waited for it":
    'histogram_quantile(0.99, sum by (verb, le) (rate(rest_client_request_duration_seconds_bucket{job="controllers"}[1m])))',
  "who leads": 'leader_election_master_status{job="controllers"} == 1',
  "pods that wait": "sum by (queue) (scheduler_pending_pods)",
  "attempts to place pods": "sum by (result) (scheduler_schedule_attempts_total) > 0",
  "how long attempts took":
    "histogram_quantile(0.99, sum by (le) (rate(scheduler_scheduling_attempt_duration_seconds_bucket[1m])))",
  "what pods ask for": 'sum by (resource) (kube_pod_resource_request{job="resources"})',
  "memory of each": 'process_resident_memory_bytes{job=~"server|controllers|scheduler"}',
  "processor time of each": "rate(process_cpu_seconds_total[1m])",
  "versions that run": "count by (git_version) (kubernetes_build_info)",
};

const NAME = "Prometheus watches the processes, and answers what clusters' dashboards ask";

async function watch(t: Deno.TestContext): Promise<void> {
  await using processes = await MeasuredProcesses.open("ours");
  const { config, ports } = processes;
  const folder = dirname(config);
  const { cert, key } = await identityIn(config);
  await Deno.writeTextFile(`${folder}/prometheus.crt`, cert);
  await Deno.writeTextFile(`${folder}/prometheus.key`, key, { mode: 0o600 });
  const server = new URL(JSON.parse(await Deno.readTextFile(config)).clusters[0].cluster.server);
  const job = (name: string, target: string, path = "/metrics") => ({
    job_name: name,
    scheme: "https",
    metrics_path: path,
    tls_config: {
      ca_file: `${folder}/ca.crt`,
      cert_file: `${folder}/prometheus.crt`,
      key_file: `${folder}/prometheus.key`,
    },
    static_configs: [{ targets: [target] }],
  });
  const scheduler = `127.0.0.1:${ports.scheduler}`;
  const jobs = [
    job("server", server.host),
    job("controllers", `127.0.0.1:${ports["controller manager"]}`),
    job("scheduler", scheduler),
    job("resources", scheduler, "/metrics/resources"),
  ];
  await Deno.writeTextFile(
    `${folder}/prometheus.yml`,
    JSON.stringify({
      global: { scrape_interval: "1s", scrape_timeout: "1s" },
      scrape_configs: jobs,
    }),
  );
  const port = freePort();
  await using prometheus = new Launched("prometheus", [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/prometheus`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  const answers = async (question: string): Promise<readonly unknown[]> => {
    const query = new URLSearchParams({ query: question });
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?${query}`);
      const { status, error, data } = await response.json();
      // It is still reading what it kept, and there is nothing.
      if (response.status === 503) return [];
      assert(status === "success", `${question}: ${error}`);
      return data.result.filter(({ value }: { value: [number, string] }) => value[1] !== "NaN");
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return [];
      throw error;
    }
  };
  const shows = () => prometheus.log.slice(-3000);
  await eventually(
    "all are watched",
    async () => (await answers("up == 1")).length === jobs.length,
    { shows },
  );
  await using client = await createClient({ config });
  await client.create(Deployment, {
    metadata: { name: "web", namespace: "default" },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: {
          containers: [{ name: "c", image: "i", resources: { requests: { cpu: "100m" } } }],
        },
      },
    },
  });
  // Rates are of what goes on.
  let replicas = 2;
  const work = async () => {
    replicas = 3 - replicas;
    await client.patch(Deployment, { namespace: "default", name: "web" }, { spec: { replicas } });
    await client.list(Deployment, { allNamespaces: true });
  };
  for (const [name, question] of Object.entries(QUESTIONS)) {
    await t.step(name, async () => {
      await eventually(question, async () => {
        await work();
        return (await answers(question)).length > 0;
      }, { limitMs: 30_000, shows });
    });
  }
}

if (slowTests()) testWith(["prometheus"], NAME, watch);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
