/**
 * KEDA: autoscalers that go by metrics of an extension server, which asks the operator over gRPC; from nothing and to
 * nothing the operator scales itself.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { freePort } from "../../../testing/free_port.ts";
import { type KeyPair, makeAuthority, makeCertificate } from "../../../toolkit/certificates/mod.ts";
import { decodeYaml, encodeYaml } from "../../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { CONTAINER, type Kubectl, type Operator, refused } from "./operator.ts";

const API = "keda.sh/v1alpha1";
const NAMESPACE = "keda";
const SERVICES = {
  operator: "keda-operator",
  metrics: "keda-metrics-apiserver",
  webhooks: "keda-admission-webhooks",
};

/** As many as there are pods of `source`. */
const TRIGGERS = [{
  type: "kubernetes-workload",
  metadata: { podSelector: "app=source", value: "1" },
}];

const deployment = (name: string) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [CONTAINER] } },
  },
});

const scaled = (name: string, more: object) => ({
  apiVersion: API,
  kind: "ScaledObject",
  metadata: { name },
  spec: {
    scaleTargetRef: { name: "web" },
    pollingInterval: 1,
    cooldownPeriod: 1,
    minReplicaCount: 0,
    maxReplicaCount: 5,
    triggers: TRIGGERS,
    ...more,
  },
});

const JOBS = {
  apiVersion: API,
  kind: "ScaledJob",
  metadata: { name: "work" },
  spec: {
    pollingInterval: 1,
    jobTargetRef: {
      template: { spec: { restartPolicy: "Never", containers: [CONTAINER] } },
    },
    triggers: TRIGGERS,
  },
};

/** The certificate that all of its programs show to each other and to the API server. */
class Certificates {
  #made: Promise<KeyPair & { readonly authority: string }> | undefined;

  get(): Promise<KeyPair & { readonly authority: string }> {
    return this.#made ??= this.#make();
  }

  /** A folder as their secret would be mounted for the program of this port. */
  async write(folder: string, port: number): Promise<string> {
    const { certificate, key, authority } = await this.get();
    const files = { "tls.crt": certificate, "tls.key": key, "ca.crt": authority };
    const path = `${folder}/certs.${port}`;
    await Deno.mkdir(path);
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${path}/${name}`, text);
    }
    return path;
  }

  async #make() {
    const now = new Date();
    const authority = await makeAuthority("KEDA", now);
    const hosts = Object.values(SERVICES).map((name) => `${name}.${NAMESPACE}.svc`);
    const made = await makeCertificate({ commonName: "keda", hosts, now }, authority);
    return { ...made, authority: authority.certificate };
  }
}

const certificates = new Certificates();
/** What the operator tells the extension server of metrics, at the port that it was given. */
let metricsPort = 0;

const ENVIRONMENT = [
  `POD_NAMESPACE=${NAMESPACE}`,
  `KEDA_CLUSTER_OBJECT_NAMESPACE=${NAMESPACE}`,
  "WATCH_NAMESPACE=",
];

/** KEDA. */
export const KEDA: Operator = {
  module: "github.com/kedacore/keda/v2@v2.17.2",
  async manifests(kubectl, folder) {
    const { authority } = await certificates.get();
    const objects = decodeYaml(await kubectl(`kustomize ${folder}/config/default`));
    return objects.filter(isObject).map((object) => encodeYaml(trusting(object, authority)))
      .join("---\n");
  },
  namespace: NAMESPACE,
  programs: [
    {
      path: "./cmd/operator",
      account: "keda-operator",
      async flags(_, folder, port) {
        metricsPort = port;
        return [
          ...ENVIRONMENT,
          `--cert-dir=${await certificates.write(folder, port)}`,
          `--metrics-service-bind-address=127.0.0.1:${port}`,
          `--metrics-bind-address=127.0.0.1:${freePort()}`,
          `--health-probe-bind-address=127.0.0.1:${freePort()}`,
          "--leader-elect",
        ];
      },
    },
    {
      path: "./cmd/adapter",
      account: "keda-operator",
      services: [SERVICES.metrics],
      async flags(config, folder, port) {
        const certs = await certificates.write(folder, port);
        return [
          ...ENVIRONMENT,
          `--cert-dir=${certs}`,
          `--client-ca-file=${certs}/ca.crt`,
          `--tls-cert-file=${certs}/tls.crt`,
          `--tls-private-key-file=${certs}/tls.key`,
          `--secure-port=${port}`,
          `--port=${freePort()}`,
          `--metrics-service-address=127.0.0.1:${metricsPort}`,
          `--metrics-service-grpc-authority=${SERVICES.operator}.${NAMESPACE}.svc`,
          ...["lister", "authentication", "authorization"].map((use) =>
            `--${use}-kubeconfig=${config}`
          ),
        ];
      },
    },
    {
      path: "./cmd/webhooks",
      account: "keda-operator",
      services: [SERVICES.webhooks],
      async flags(_, folder, port) {
        return [
          ...ENVIRONMENT,
          `--cert-dir=${await certificates.write(folder, port)}`,
          `--port=${port}`,
          `--metrics-bind-address=127.0.0.1:${freePort()}`,
          `--health-probe-bind-address=127.0.0.1:${freePort()}`,
        ];
      },
    },
  ],
  async use(kubectl) {
    const service = "apiservice/v1beta1.external.metrics.k8s.io";
    await kubectl(`wait --for=condition=Available ${service} --timeout=90s`);
    for (const name of ["source", "web"]) await kubectl("create -f -", deployment(name));
    await kubectl("create -f -", scaled("web", {}));
    await kubectl("wait --for=condition=Ready scaledobject/web --timeout=60s");
    const size = (name: string, replicas: number) =>
      kubectl(`wait --for=jsonpath={.spec.replicas}=${replicas} deployment/${name} --timeout=90s`);

    await kubectl("scale deployment source --replicas=3");
    await size("web", 3);
    const names = "get scaledobject web -o jsonpath={.status.externalMetricNames[0]}";
    const metric = await kubectl(names);
    assertEquals(await valueOf(kubectl, metric), ["3"]);
    const scaler = "get hpa keda-hpa-web -o jsonpath={.status.currentMetrics[0].external}";
    assert((await kubectl(scaler)).includes(metric));

    // Its webhook knows who scales what already.
    const twice = await refused(kubectl, scaled("again", {}));
    assert(twice.includes("already managed by the "), twice);

    await kubectl("create -f -", JOBS);
    await kubectl("wait --for=condition=Active scaledjob/work --timeout=60s");
    const ended = "get jobs -o jsonpath={.items[*].status.succeeded}";
    await eventually("jobs have ended", async () => (await kubectl(ended)).includes("1"));
    await kubectl("delete scaledjob work --wait");
    await eventually("no job is left", async () => await kubectl("get jobs -o name") === "");

    await kubectl("scale deployment source --replicas=0");
    await size("web", 0);
    await kubectl("delete scaledobject web --wait");
    await kubectl("wait --for=delete hpa/keda-hpa-web --timeout=60s");
  },
};

/** What the extension server says a metric is. */
async function valueOf(kubectl: Kubectl, metric: string): Promise<string[]> {
  const path = `/apis/external.metrics.k8s.io/v1beta1/namespaces/default/${metric}`;
  const selector = encodeURIComponent("scaledobject.keda.sh/name=web");
  const list = JSON.parse(await kubectl(`get --raw ${path}?labelSelector=${selector}`));
  return list.items.map(({ value }: { value: string }) => value);
}

/** An object with the authority of its server, which whoever brings an own certificate adds. */
function trusting(object: Record<string, unknown>, authority: string): object {
  const caBundle = btoa(authority);
  if (object.kind === "APIService") {
    return { ...object, spec: { ...object.spec as object, caBundle } };
  }
  if (!Array.isArray(object.webhooks)) return object;
  const webhooks = object.webhooks.map((webhook) => ({
    ...webhook,
    clientConfig: { ...webhook.clientConfig, caBundle },
  }));
  return { ...object, webhooks };
}
