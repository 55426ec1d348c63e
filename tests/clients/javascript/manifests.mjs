/** Manifests of any kind, as those apply them who follow the client's examples. */

import { KubernetesObjectApi, loadAllYaml, PatchStrategy } from "@kubernetes/client-node";
import { plain, refusal, step } from "./report.mjs";

const MANIFESTS = `
apiVersion: v1
kind: Namespace
metadata: {name: js-manifests, labels: {pod-security.kubernetes.io/enforce: baseline}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: runner, namespace: js-manifests}
---
apiVersion: v1
kind: Secret
metadata: {name: key, namespace: js-manifests}
type: Opaque
stringData: {word: "pass"}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: js-manifests}
spec: {clusterIP: None, selector: {app: web}, ports: [{name: http, port: 80, targetPort: web}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web, namespace: js-manifests}
spec:
  serviceName: web
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      serviceAccountName: runner
      containers:
      - name: web
        image: nginx
        resources: {requests: {cpu: 0.5, memory: 1.5Gi}, limits: {memory: 2G}}
        livenessProbe: {httpGet: {path: /, port: 80}}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly, namespace: js-manifests}
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: busybox}]}}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web, namespace: js-manifests}
spec:
  maxReplicas: 5
  scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: web}
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 60}}}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web, namespace: js-manifests}
spec:
  rules:
  - host: web.example.com
    http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {name: http}}}}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: js-manifests}
spec: {maxUnavailable: 30%, selector: {matchLabels: {app: web}}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: js-manifests}
rules: [{apiGroups: [""], resources: [pods, pods/log], verbs: [get, list, watch]}]
`;

/** @param {import("@kubernetes/client-node").KubeConfig} config */
export async function manifests(config) {
  const objects = KubernetesObjectApi.makeApiClient(config);
  const all = loadAllYaml(MANIFESTS);
  for (const manifest of all) {
    const { kind, metadata } = manifest;
    const subject = `manifest of a ${kind}`;
    await step(subject, "make nothing of it yet", async () => {
      // A namespace that isn't there yet would refuse what is in it.
      return plain(await objects.create(manifest, undefined, "All"));
    });
    await step(
      subject,
      "create",
      async () => seen(await objects.create(manifest, "true")),
    );
    await step(subject, "read", async () => seen(await objects.read(manifest)));
    await step(subject, "patch", async () => {
      return seen(
        await objects.patch({
          ...manifest,
          metadata: { ...metadata, annotations: { a: "1" } },
        }),
      );
    });
    await step(subject, "apply", async () => {
      const strategy = PatchStrategy.ServerSideApply;
      return seen(
        await objects.patch(
          manifest,
          undefined,
          undefined,
          "js",
          true,
          strategy,
        ),
      );
    });
    await step(subject, "replace", async () => {
      const read = await objects.read(manifest);
      read.metadata.labels = { ...read.metadata.labels, replaced: "yes" };
      return seen(await objects.replace(read));
    });
    await step(subject, "list", async () => {
      const list = await objects.list(
        manifest.apiVersion,
        kind,
        metadata.namespace,
        undefined,
        undefined,
        undefined,
        `metadata.name=${metadata.name}`,
      );
      return { kind: list.kind, items: list.items.map(seen) };
    });
  }
  for (const manifest of all.reverse()) {
    await step(`manifest of a ${manifest.kind}`, "delete", async () => {
      const { kind, status } = await objects.delete(manifest);
      return {
        kind,
        status: typeof status === "string" ? status : status?.phase,
      };
    });
  }
  await step("manifests", "of a kind that isn't there", async () => {
    try {
      await objects.create({
        apiVersion: "example.com/v1",
        kind: "Nothing",
        metadata: { name: "a" },
      });
    } catch (error) {
      return error.code ?? error.message;
    }
    throw new Error("was made");
  });
  await step("manifests", "of what isn't there", () => {
    return refusal(() =>
      objects.read({
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: "none", namespace: "default" },
      })
    );
  });
}

/** An object without what another server chooses. */
function seen(object) {
  const { metadata, ...rest } = plain(object);
  delete metadata.managedFields;
  return { metadata, ...rest };
}
