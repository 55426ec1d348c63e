import { testPlugin, type Write } from "../../../testing/admission.ts";
import type { AnyObject } from "../../../testing/api_client.ts";

const PLUGINS = { plugins: ["ServiceAccount"] };
const FOLDER = "/var/run/secrets/kubernetes.io/serviceaccount";

const account = (name: string, more: AnyObject = {}, annotations?: AnyObject): Write => [
  "post",
  "serviceaccounts",
  { metadata: { name, ...(annotations && { annotations }) }, ...more },
];
const pod = (spec: AnyObject = {}, metadata: AnyObject = {}): Write => ["post", "pods", {
  metadata: { name: "p", ...metadata },
  spec: { containers: [{ name: "c", image: "i" }], ...spec },
}];

const DEFAULT = account("default");
const STRICT = account("strict", {
  secrets: [{ name: "mine" }],
  imagePullSecrets: [{ name: "pull" }],
}, {
  "kubernetes.io/enforce-mountable-secrets": "true",
});
const MIRROR = { annotations: { "kubernetes.io/config.mirror": "x" } };
const NOT_ALLOWED = "is not allowed because service account strict does not reference that";

testPlugin("serviceAccount() refuses pods that are nobody's, or want what is not theirs", PLUGINS, [
  {
    name: "an account that is not there",
    before: [DEFAULT],
    write: pod({ serviceAccountName: "nobody" }),
    status: 403,
    message: 'error looking up service account case-0/nobody: serviceaccount "nobody" not found',
  },
  {
    name: "a secret in a volume",
    before: [STRICT],
    write: pod({
      serviceAccountName: "strict",
      volumes: [{ name: "v", secret: { secretName: "other" } }],
    }),
    status: 403,
    message: `volume with secret.secretName="other" ${NOT_ALLOWED} secret`,
  },
  {
    name: "a secret in a variable",
    before: [STRICT],
    write: pod({
      serviceAccountName: "strict",
      containers: [{
        name: "c",
        image: "i",
        env: [{ name: "E", valueFrom: { secretKeyRef: { name: "other", key: "k" } } }],
      }],
    }),
    status: 403,
    message:
      `container c with envVar E referencing secret.secretName="other" ${NOT_ALLOWED} secret`,
  },
  {
    name: "a pull secret",
    before: [STRICT],
    write: pod({ serviceAccountName: "strict", imagePullSecrets: [{ name: "other" }] }),
    status: 403,
    message: `imagePullSecrets[0].name="other" ${NOT_ALLOWED} imagePullSecret`,
  },
  {
    name: "a secret of an ephemeral container",
    before: [STRICT, pod({ serviceAccountName: "strict" })],
    write: ["patch", "pods/p/ephemeralcontainers", {
      spec: {
        ephemeralContainers: [
          { name: "e", image: "i", envFrom: [{ secretRef: { name: "other" } }] },
        ],
      },
    }],
    status: 500,
    message: "ephemeral container e with envFrom referencing secret.secretName",
  },
  {
    name: "an account of a mirror",
    before: [DEFAULT],
    write: pod({ serviceAccountName: "default" }, MIRROR),
    status: 403,
    message: "a mirror pod may not reference service accounts",
  },
  {
    name: "a secret of a mirror",
    write: pod({ imagePullSecrets: [{ name: "s" }] }, MIRROR),
    status: 403,
    message: "a mirror pod may not reference secrets",
  },
]);

const SOURCES = [
  { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
  { configMap: { items: [{ key: "ca.crt", path: "ca.crt" }], name: "kube-root-ca.crt" } },
  {
    downwardAPI: {
      items: [{
        fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" },
        path: "namespace",
      }],
    },
  },
];

testPlugin("serviceAccount() completes pods", PLUGINS, [
  {
    name: "with the default account and its token",
    before: [DEFAULT],
    write: pod(),
    fields: {
      "spec.serviceAccountName": "default",
      "spec.serviceAccount": "default",
      "spec.volumes.0.projected": { defaultMode: 420, sources: SOURCES },
      "spec.containers.0.volumeMounts.0.mountPath": FOLDER,
      "spec.containers.0.volumeMounts.0.readOnly": true,
    },
  },
  {
    name: "but with no token where the pod wants none",
    before: [DEFAULT],
    write: pod({ automountServiceAccountToken: false }),
    fields: { "spec.volumes": undefined },
  },
  {
    name: "but with no token where the account gives none",
    before: [account("default", { automountServiceAccountToken: false })],
    write: pod(),
    fields: { "spec.volumes": undefined },
  },
  {
    name: "with a token where the pod wants one and the account gives none",
    before: [account("default", { automountServiceAccountToken: false })],
    write: pod({ automountServiceAccountToken: true }),
    fields: { "spec.volumes.0.projected.sources.0.serviceAccountToken.path": "token" },
  },
  {
    name: "but not where something else is in its place",
    before: [DEFAULT],
    write: pod({
      volumes: [{ name: "v", emptyDir: {} }],
      containers: [{ name: "c", image: "i", volumeMounts: [{ name: "v", mountPath: FOLDER }] }],
    }),
    fields: { "spec.volumes.1": undefined, "spec.containers.0.volumeMounts.1": undefined },
  },
  {
    name: "with the account's pull secrets",
    before: [STRICT],
    write: pod({ serviceAccountName: "strict" }),
    fields: { "spec.imagePullSecrets": [{ name: "pull" }] },
  },
  {
    name: "mirrors not at all",
    write: pod({ nodeName: "n" }, MIRROR),
    fields: { "spec.volumes": undefined },
  },
]);

testPlugin(
  "serviceAccount() speaks the names of its dialect",
  { ...PLUGINS, dialect: "orch" },
  [{
    name: "orch",
    before: [DEFAULT],
    write: pod(),
    fields: {
      "spec.containers.0.volumeMounts.0.mountPath": "/var/run/secrets/orch.io/serviceaccount",
      "spec.volumes.0.projected.sources.1.configMap.name": "orch-root-ca.crt",
    },
  }],
);
