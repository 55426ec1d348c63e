import { testKind } from "../../../../testing/kind_tables.ts";
import { NO_SUBDOMAIN as SUBDOMAIN } from "../../../../testing/name_texts.ts";

const pod = (...sources: object[]) => ({
  spec: {
    serviceAccountName: "robot",
    containers: [{ name: "c", image: "i" }],
    volumes: [{ name: "v", projected: { sources } }],
  },
});
const token = (fields: object) => ({ serviceAccountToken: { path: "token", ...fields } });
const HOUR = { expirationSeconds: 3600 };
const bundle = (fields: object) => ({ clusterTrustBundle: { path: "ca", ...fields } });
const certificate = (fields: object) => ({
  podCertificate: { signerName: "a.b/c", keyType: "ED25519", keyPath: "key", ...fields },
});
/** What a pod's sources and containers are when all is filled in. */
const filled = (...sources: object[]) => ({
  spec: { volumes: [{ name: "v", projected: { sources, defaultMode: 0o644 } }] },
});
const CONTAINER = {
  name: "c",
  resources: {},
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
  imagePullPolicy: "Always",
};
const CHANGED = "spec: Forbidden: pod updates may not change fields other than " +
  "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`," +
  "`spec.tolerations` (only additions to existing tolerations)," +
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously " +
  "negative)\nchanged: spec.volumes";
const below = (...causes: string[]) =>
  causes.map((cause) => `spec.volumes[0].projected.sources[0]${cause}`);

testKind({
  group: "",
  resource: "pods",
  valid: pod(
    { secret: { name: "s", items: [{ key: "a", path: "a" }] } },
    { configMap: { name: "m" } },
    { downwardAPI: { items: [{ path: "name", fieldRef: { fieldPath: "metadata.name" } }] } },
    token({}),
  ),
  bad: [
    [
      "a secret of no name, up and away",
      pod({ secret: { name: "", items: [{ key: "a", path: "../a" }] } }),
      ...below(
        ".secret.name: Required value",
        ".secret.items[0].path: Invalid value: \"../a\": must not contain '..'",
      ),
    ],
    [
      "two in one",
      pod({ ...token({}), secret: { name: "s" } }),
      ...below(": Forbidden: may not specify more than 1 volume type per source"),
    ],
    [
      "one file of two secrets",
      pod(...["a", "b"].map((name) => ({ secret: { name, items: [{ key: "k", path: "p" }] } }))),
      'spec.volumes[0].projected: Invalid value: "b": conflicting duplicate paths',
    ],
    [
      "a token for a moment, nowhere",
      pod(token({ path: "", expirationSeconds: 599 })),
      ...below(
        ".serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a duration " +
          "less than 10 minutes",
      ),
      "spec.volumes[0].projected.path: Required value",
    ],
  ],
  defaults: [
    [
      "without what is behind features that are off",
      pod(token({}), bundle({ name: "a" }), { ...certificate({}), ...token({ path: "b" }) }),
      filled(token(HOUR), {}, token({ path: "b", ...HOUR })),
    ],
    [
      "without groups of pods that are scheduled together",
      { spec: { schedulingGroup: { podGroupName: "a" } } },
      { spec: { schedulingGroup: null } },
    ],
    ["without signals to stop", {
      spec: {
        os: { name: "linux" },
        containers: [{ name: "c", image: "i", lifecycle: { stopSignal: "SIGUSR1" } }],
      },
    }, { spec: { containers: [{ ...CONTAINER, image: "i" }] } }],
  ],
  updates: [
    {
      name: "another bundle where there is one",
      from: pod(bundle({ name: "a" })),
      to: pod(bundle({ name: "b" })),
      causes: [CHANGED],
      becomes: filled(bundle({ name: "b" })),
    },
    {
      name: "a bundle where there is none",
      from: pod(token({})),
      to: pod(bundle({ name: "b" })),
      causes: [CHANGED],
      becomes: filled({}),
    },
  ],
});

testKind({
  group: "",
  resource: "pods",
  features: ["ClusterTrustBundleProjection", "PodCertificateRequest"],
  valid: pod(
    token({}),
    bundle({ signerName: "a.b/c", labelSelector: { matchLabels: { a: "b" } } }),
    certificate({ maxExpirationSeconds: 3600, certificateChainPath: "chain" }),
  ),
  good: [["a bundle by its name", pod(bundle({ name: "roots" }))]],
  defaults: [["nothing of such", pod(bundle({ name: "a" })), filled(bundle({ name: "a" }))]],
  bad: [
    [
      "a bundle of no name",
      pod(bundle({ name: "a.b:c:D" })),
      ...below(
        '.clusterTrustBundle.name: Invalid value: "a.b:c:D": not a valid clustertrustbundlename: ' +
          SUBDOMAIN,
      ),
    ],
    [
      "one file twice",
      pod(bundle({ name: "a" }), certificate({ keyPath: "ca" })),
      'spec.volumes[0].projected: Invalid value: "ca": conflicting duplicate paths',
    ],
    [
      "nobody's bundle",
      pod(bundle({})),
      ...below(
        ".clusterTrustBundle: Required value: either name or signerName must be specified",
      ),
    ],
    [
      "a bundle chosen twice",
      pod(bundle({ name: "a", labelSelector: {} })),
      ...below(
        ".clusterTrustBundle.labelSelector: Invalid value: {}: labelSelector must be unset if name " +
          "is specified",
      ),
    ],
    [
      "bundles of two kinds",
      pod(bundle({ name: "a", signerName: "a.b/c" })),
      ...below(
        '.clusterTrustBundle: Invalid value: {"name":"a","signerName":"a.b/c","path":"ca"}: only ' +
          "one of name and signerName may be used",
      ),
    ],
    [
      "a bundle of no signer",
      pod(bundle({ signerName: "a" })),
      ...below(
        '.clusterTrustBundle.signerName: Invalid value: "a": must be a fully qualified domain and ' +
          "path of the form 'example.com/signer-name'",
      ),
    ],
    [
      "a certificate for a moment",
      pod(certificate({ signerName: "", keyType: "x", maxExpirationSeconds: 3599 })),
      ...below(
        ".podCertificate.signerName: Required value",
        '.podCertificate.keyType: Unsupported value: "x": supported values: "RSA3072", "RSA4096", ' +
          '"ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"',
        ".podCertificate.maxExpirationSeconds: Invalid value: 3599: if provided, " +
          "maxExpirationSeconds must be >= 3600",
      ),
    ],
    [
      "a certificate for ever, nowhere",
      pod(certificate({ keyPath: null, maxExpirationSeconds: 7862401 })),
      ...below(
        ".podCertificate.maxExpirationSeconds: Invalid value: 7862401: if provided, " +
          "maxExpirationSeconds must be <= 7862400",
        ".podCertificate: Required value: specify at least one of credentialBundlePath, keyPath, " +
          "and certificateChainPath",
      ),
    ],
    [
      "a certificate elsewhere",
      pod(certificate({ keyPath: "../key" })),
      ...below(".podCertificate.keyPath: Invalid value: \"../key\": must not contain '..'"),
    ],
  ],
});
