/**
 * `orch bench codec`: how many pods a second the codecs write and read, beside what the runtime's
 * own JSON does in the same run.
 *
 * @module
 */

import { decodeEnveloped, decodeJson, encodeEnveloped, encodeJson } from "../toolkit/codec/mod.ts";
import { schemaOf } from "../toolkit/schema/mod.ts";
import { saveResult, table } from "./report.ts";

/** Rounds, of which the best counts: what else the machine does only makes a round slower. */
const ROUNDS = 7;
const ROUND_MS = 250;
const QUICK_MS = 20;

const HELP = `Measures how many 3 KB pods a second the codecs write and read.

Usage: orch bench codec [--quick]

  --quick   short rounds, for a test that it runs; writes no result
`;

const fields = (names: string[]): object =>
  Object.fromEntries(names.map((name) => [name.startsWith("k:") ? name : `f:${name}`, {}]));

/** A pod as a server holds it: managed fields of two managers, one container, a full status. */
export const POD = {
  kind: "Pod",
  apiVersion: "v1",
  metadata: {
    name: "web-7d4b9c6f5d-x2k8p",
    generateName: "web-7d4b9c6f5d-",
    namespace: "shop",
    uid: "0a4e7c1e-7b1d-4f5e-9a63-2f6d1f0c9b77",
    resourceVersion: "184467",
    creationTimestamp: "2026-01-02T03:04:05Z",
    labels: { app: "web", "pod-template-hash": "7d4b9c6f5d" },
    ownerReferences: [{
      apiVersion: "apps/v1",
      kind: "ReplicaSet",
      name: "web-7d4b9c6f5d",
      uid: "5b0de6c1-16c0-4c5c-a9a6-3a7c8f1e2d3c",
      controller: true,
      blockOwnerDeletion: true,
    }],
    managedFields: [
      {
        manager: "controller-manager",
        operation: "Update",
        apiVersion: "v1",
        time: "2026-01-02T03:04:05Z",
        fieldsType: "FieldsV1",
        fieldsV1: {
          "f:metadata": fields(["generateName", "labels", "ownerReferences"]),
          "f:spec": {
            "f:containers": {
              'k:{"name":"web"}': fields(["image", "name", "ports", "readinessProbe", "resources"]),
            },
            ...fields(["dnsPolicy", "restartPolicy", "schedulerName", "securityContext"]),
          },
        },
      },
      {
        manager: "nodeagent",
        operation: "Update",
        apiVersion: "v1",
        time: "2026-01-02T03:04:09Z",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:status": fields(["conditions", "containerStatuses", "phase", "podIP"]) },
        subresource: "status",
      },
    ],
  },
  spec: {
    volumes: [{
      name: "api-access-7zq2n",
      projected: {
        sources: [{ serviceAccountToken: { expirationSeconds: 3607, path: "token" } }],
        defaultMode: 420,
      },
    }],
    containers: [{
      name: "web",
      image: "registry.example.com/shop/web:1.42.0",
      ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }],
      env: [
        { name: "LOG_LEVEL", value: "info" },
        { name: "IP", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "status.podIP" } } },
      ],
      resources: {
        limits: { cpu: "500m", memory: "256Mi" },
        requests: { cpu: "100m", memory: "128Mi" },
      },
      volumeMounts: [{ name: "api-access-7zq2n", readOnly: true, mountPath: "/var/run/secrets" }],
      readinessProbe: {
        httpGet: { path: "/ready", port: 8080, scheme: "HTTP" },
        timeoutSeconds: 1,
        periodSeconds: 10,
        successThreshold: 1,
        failureThreshold: 3,
      },
      terminationMessagePath: "/dev/termination-log",
      terminationMessagePolicy: "File",
      imagePullPolicy: "IfNotPresent",
    }],
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 30,
    dnsPolicy: "ClusterFirst",
    serviceAccountName: "web",
    serviceAccount: "web",
    nodeName: "node-3",
    securityContext: {},
    schedulerName: "default-scheduler",
    tolerations: [{ key: "example.com/spot", operator: "Exists", effect: "NoExecute" }],
    priority: 0,
    enableServiceLinks: true,
    preemptionPolicy: "PreemptLowerPriority",
  },
  status: {
    phase: "Running",
    conditions: [
      {
        type: "Ready",
        status: "True",
        lastProbeTime: null,
        lastTransitionTime: "2026-01-02T03:04:09Z",
      },
      {
        type: "PodScheduled",
        status: "True",
        lastProbeTime: null,
        lastTransitionTime: "2026-01-02T03:04:05Z",
      },
    ],
    hostIP: "10.0.0.13",
    podIP: "10.244.3.17",
    podIPs: [{ ip: "10.244.3.17" }],
    startTime: "2026-01-02T03:04:05Z",
    containerStatuses: [{
      name: "web",
      state: { running: { startedAt: "2026-01-02T03:04:08Z" } },
      lastState: {},
      ready: true,
      restartCount: 0,
      image: "registry.example.com/shop/web:1.42.0",
      imageID: "registry.example.com/shop/web@sha256:0f5d4a6c",
      containerID: "containerd://8f1e2d3c4b5a69788796a5b4c3d2e1f0",
      started: true,
    }],
    qosClass: "Burstable",
  },
};

/** Runs the benchmark; returns its exit code. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const unknown = args.find((arg) => arg !== "--quick");
  if (unknown !== undefined) {
    console.error(`orch bench codec: unknown argument ${unknown}; see orch bench codec --help`);
    return 1;
  }
  const quick = args.includes("--quick");
  const result = measure(quick ? QUICK_MS : ROUND_MS);
  print(result);
  if (!quick) await save(result);
  return 0;
}

/** What was measured. */
interface Result {
  readonly jsonBytes: number;
  readonly protobufBytes: number;
  /** Pods a second. */
  readonly rates: Readonly<Record<string, number>>;
}

function measure(roundMs: number): Result {
  const type = schemaOf("kubernetes").struct("core/v1", "Pod");
  const findPod = () => type;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const object = decodeJson(type, JSON.stringify(POD));
  const json = encodeJson(type, object);
  const protobuf = encodeEnveloped(type, object);
  const operations: Record<string, () => unknown> = {
    "JSON.stringify, TextEncoder": () => encoder.encode(JSON.stringify(object)),
    "encodeJson": () => encodeJson(type, object),
    "encodeEnveloped": () => encodeEnveloped(type, object),
    "TextDecoder, JSON.parse": () => JSON.parse(decoder.decode(json)),
    "decodeJson": () => decodeJson(type, json),
    "decodeJson, strict": () => decodeJson(type, json, { problems: [] }),
    "decodeEnveloped": () => decodeEnveloped(protobuf, findPod),
  };
  const rates: Record<string, number> = {};
  // Round by round, so that a busy moment of the machine hits all of them.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(operations)) {
      const rate = rateOf(run, roundMs);
      // The first round compiles.
      if (round > 0) rates[name] = Math.max(rates[name] ?? 0, rate);
    }
  }
  return { jsonBytes: json.length, protobufBytes: protobuf.length, rates };
}

/** Calls a second. */
function rateOf(run: () => unknown, ms: number): number {
  const start = performance.now();
  let calls = 0;
  let elapsed = 0;
  do {
    for (let i = 0; i < 200; i++) run();
    calls += 200;
    elapsed = performance.now() - start;
  } while (elapsed < ms);
  return Math.round(calls / elapsed * 1000);
}

const BASELINES: Readonly<Record<string, string>> = {
  encode: "JSON.stringify, TextEncoder",
  decode: "TextDecoder, JSON.parse",
};

/** The rate as a part of the runtime's own JSON. */
function ratioOf(name: string, rates: Result["rates"]): number {
  const baseline = BASELINES[name.startsWith("encode") ? "encode" : "decode"] ?? "";
  return (rates[name] ?? 0) / (rates[baseline] ?? NaN);
}

/** Whether the codecs have done it, not the runtime. */
const isOurs = (name: string) => /^(?:en|de)code/.test(name);

function print({ jsonBytes, protobufBytes, rates }: Result): void {
  console.log(`a pod of ${jsonBytes} bytes of JSON, ${protobufBytes} of Protobuf\n`);
  console.log(table(
    ["what", "pods/s", "of the runtime's own JSON"],
    Object.entries(rates).map(([name, rate]) => [
      name,
      Math.round(rate).toLocaleString("en-US"),
      isOurs(name) ? ratioOf(name, rates).toFixed(2) : "",
    ]),
  ));
}

async function save(result: Result): Promise<void> {
  const ratios = Object.keys(result.rates).filter(isOurs)
    .map((name) => [name, Number(ratioOf(name, result.rates).toFixed(2))]);
  await saveResult("codec", { ...result, ratios: Object.fromEntries(ratios) });
}

if (import.meta.main) Deno.exit(await main(Deno.args));
