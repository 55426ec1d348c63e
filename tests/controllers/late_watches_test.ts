/** What controllers do while their watches are late, and where they are told no once. */
import {
  CertificateSigningRequest,
  ConfigMap,
  CronJob,
  IPAddress,
  Job,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  Secret,
  Service,
  ServiceAccount,
  ServiceCIDR,
} from "../../mod.ts";
import { type Fault, fault, type TestEnv, testEnv } from "../../testing.ts";
import { makeSigningRequest } from "../../toolkit/certificates/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";

const containers = [{ name: "c", image: "i" }];
const claimSpec = {
  accessModes: ["ReadWriteOnce" as const],
  resources: { requests: { storage: "1Gi" } },
};

const started = (controllers: readonly string[], ...faults: readonly Fault[]) =>
  testEnv({ controllers, faultsOn: controllers, faults, now: "2026-01-02T03:04:05Z" });

const met = ({ trace }: TestEnv) => trace.filter((line) => line.includes("fault: reject")).length;

Deno.test("a range of addresses stays while a service has one of them that was not heard of", async () => {
  await using env = await started(
    ["service-cidr"],
    fault.holdCache({ kind: IPAddress, for: "5m" }),
  );
  const { client } = env;
  await client.create(ServiceCIDR, {
    metadata: { name: "extra" },
    spec: { cidrs: ["10.99.0.0/24"] },
  });
  await env.settle("1m");
  await client.create(Service, {
    metadata: { name: "web" },
    spec: { clusterIP: "10.99.0.7", ports: [{ port: 80 }] },
  });
  await client.delete(ServiceCIDR, "extra");
  await env.settle("2m");
  const { status } = await client.get(ServiceCIDR, "extra");
  assertEquals(status?.conditions?.map(({ status, reason }) => [status, reason]), [
    ["False", "Terminating"],
  ]);
  await client.delete(Service, "web");
  await env.settle("10m");
  assertEquals(await client.find(ServiceCIDR, "extra"), undefined);
});

Deno.test("what a controller made and others took away before it was told of is made again", async () => {
  await using env = await started(
    ["ephemeral-volume", "serviceaccount", "root-ca-cert-publisher"],
    fault.compact({ verb: "create", kind: PersistentVolumeClaim }),
    ...[PersistentVolumeClaim, ServiceAccount, ConfigMap].map((kind) =>
      // All are behind when what they follow is forgotten.
      fault.holdCache({ kind, nth: 2, for: "10s" })
    ),
  );
  const { client } = env;
  await client.create(Pod, {
    metadata: { name: "p" },
    spec: {
      containers,
      volumes: [{ name: "v", ephemeral: { volumeClaimTemplate: { spec: claimSpec } } }],
    },
  });
  await env.settle("2s");
  const name = NAMES[client.dialect].configMapRootCa;
  await client.delete(PersistentVolumeClaim, "p-v");
  await client.delete(ServiceAccount, "default");
  await client.patch(ConfigMap, name, { data: { "ca.crt": "mine" } });
  await env.settle("10m");
  await client.get(PersistentVolumeClaim, "p-v");
  await client.get(ServiceAccount, "default");
  assert((await client.get(ConfigMap, name)).data?.["ca.crt"] !== "mine");
});

Deno.test("whoever is told of a conflict tries again", async () => {
  const conflict = { reason: "Conflict" } as const;
  await using env = await started(
    ["csrapproving", "tokencleaner", "pvc-protection", "nodeipam"],
    fault.reject({ verb: "update", kind: CertificateSigningRequest, ...conflict }),
    fault.reject({ verb: "delete", kind: Secret, ...conflict }),
    fault.reject({ verb: "update", kind: PersistentVolumeClaim, ...conflict }),
    fault.reject({ verb: "patch", kind: Node, ...conflict }),
  );
  const { client } = env;
  const { namespaceSystem: namespace, secretTypeBootstrapToken: type } = NAMES[client.dialect];
  const request = await makeSigningRequest({
    commonName: "system:node:a",
    organizations: ["system:nodes"],
  });
  await client.create(CertificateSigningRequest, {
    metadata: { name: "a" },
    spec: {
      request: new TextEncoder().encode(request).toBase64(),
      signerName: "kubernetes.io/kube-apiserver-client-kubelet",
      usages: ["digital signature", "key encipherment", "client auth"],
    },
  });
  await client.create(Secret, {
    metadata: { namespace, name: "bootstrap-token-abcdef" },
    type,
    data: { expiration: btoa("2026-01-01T00:00:00Z") },
  });
  await client.create(PersistentVolumeClaim, { metadata: { name: "c" }, spec: claimSpec });
  await client.create(Node, { metadata: { name: "n" } });
  await env.settle("1m");
  assertEquals(met(env), 4, env.trace.join("\n"));
  const { status } = await client.get(CertificateSigningRequest, "a");
  assertEquals(status?.conditions?.map((one) => one.type), ["Approved"]);
  assertEquals((await client.list(Secret, { namespace })).items.length, 0);
  const { metadata } = await client.get(PersistentVolumeClaim, "c");
  assertEquals(metadata.finalizers?.length, 1);
  assert((await client.get(Node, "n")).spec?.podCIDR !== undefined);
});

Deno.test("a job that could not be deleted goes before the next is due", async () => {
  await using env = await testEnv({
    controllers: ["cronjob", "job", "garbagecollector"],
    faultsOn: ["cronjob"],
    faults: [fault.reject({ verb: "delete", kind: Job, reason: "InternalError", times: 3 })],
    nodes: 1,
    now: "2026-01-02T03:04:05Z",
  });
  const { client } = env;
  await client.create(CronJob, {
    metadata: { name: "tick" },
    spec: {
      schedule: "0 * * * *",
      successfulJobsHistoryLimit: 0,
      jobTemplate: {
        spec: {
          template: {
            metadata: { annotations: { "simulated.orch.io/run-for": "5s" } },
            spec: { restartPolicy: "Never", containers },
          },
        },
      },
    },
  });
  await env.settle("1h");
  assertEquals([met(env), (await client.list(Job)).items.length], [3, 0]);
});

Deno.test("a claim that can't be bound rests, though its volume waits for it", async () => {
  await using env = await started(
    ["persistentvolume-binder"],
    fault.reject({ verb: "update", kind: PersistentVolumeClaim, reason: "Conflict", times: 30 }),
  );
  const { client } = env;
  await client.create(PersistentVolume, {
    metadata: { name: "v" },
    spec: {
      accessModes: ["ReadWriteOnce"],
      capacity: { storage: "1Gi" },
      hostPath: { path: "/data" },
    },
  });
  await client.create(PersistentVolumeClaim, { metadata: { name: "c" }, spec: claimSpec });
  await env.settle("10s");
  assert(met(env) < 30, `${met(env)} updates in ten seconds`);
  await env.settle("10m");
  assertEquals((await client.get(PersistentVolumeClaim, "c")).status?.phase, "Bound");
});
