/**
 * Configuration files of the API server that are right: what is made of them differs in one place.
 *
 * @module
 */

/** A file, and what it holds. */
export interface SampleFile {
  readonly kind: string;
  readonly content: Readonly<Record<string, unknown>>;
}

const API = "apiserver.config.k8s.io";

/** A file that is there. */
const CLIENT_CONFIG = new URL("client_config.yaml", import.meta.url).pathname;

const certificate = (await Deno.readTextFile(new URL("authority.crt", import.meta.url))).trimEnd();

const claims = {
  username: { claim: "sub", prefix: "oidc:" },
  groups: { claim: "groups", prefix: "" },
  uid: { claim: "uid" },
};

const expressions = {
  username: { expression: "claims.email" },
  groups: { expression: "claims.roles" },
  uid: { expression: "claims.sub" },
  extra: [{ key: "example.com/tenant", valueExpression: "string(claims.email_verified)" }],
};

export const SAMPLE_FILES: readonly SampleFile[] = [
  {
    kind: "AuthenticationConfiguration",
    content: {
      apiVersion: `${API}/v1`,
      kind: "AuthenticationConfiguration",
      jwt: [
        {
          issuer: {
            url: "https://issuer.example.com",
            audiences: ["one", "two"],
            audienceMatchPolicy: "MatchAny",
            certificateAuthority: certificate,
            discoveryURL: "https://discovery.example.com/.well-known/openid-configuration",
          },
          claimValidationRules: [
            { claim: "hd", requiredValue: "example.com" },
            { expression: "claims.level == 3", message: "not there yet" },
          ],
          claimMappings: claims,
          userValidationRules: [{ expression: "user.username != 'x'", message: "not x" }],
        },
        {
          issuer: { url: "https://other.example.com", audiences: ["one"] },
          claimMappings: expressions,
        },
        {
          issuer: { url: "https://third.example.com", audiences: ["one"] },
          claimMappings: { username: { expression: "claims.sub" } },
        },
      ],
      anonymous: { enabled: true, conditions: [{ path: "/livez" }] },
    },
  },
  {
    kind: "AuthorizationConfiguration",
    content: {
      apiVersion: `${API}/v1`,
      kind: "AuthorizationConfiguration",
      authorizers: [
        { type: "Node", name: "node" },
        {
          type: "Webhook",
          name: "hook",
          webhook: {
            authorizedTTL: "30s",
            unauthorizedTTL: "30s",
            timeout: "3s",
            subjectAccessReviewVersion: "v1",
            matchConditionSubjectAccessReviewVersion: "v1",
            failurePolicy: "Deny",
            connectionInfo: { type: "KubeConfigFile", kubeConfigFile: CLIENT_CONFIG },
            matchConditions: [{ expression: "has(request.resourceAttributes)" }],
          },
        },
        { type: "RBAC", name: "rbac" },
      ],
    },
  },
  {
    kind: "EncryptionConfiguration",
    content: {
      apiVersion: `${API}/v1`,
      kind: "EncryptionConfiguration",
      resources: [
        {
          resources: ["secrets", "configmaps", "things.example.com"],
          providers: [
            { aesgcm: { keys: [{ name: "key1", secret: "c2VjcmV0IGlzIHNlY3VyZQ==" }] } },
            { aescbc: { keys: [{ name: "key2", secret: "dGhpcyBpcyBwYXNzd29yZA==" }] } },
            {
              secretbox: {
                keys: [{ name: "key3", secret: "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXoxMjM0NTY=" }],
              },
            },
            {
              kms: {
                apiVersion: "v2",
                name: "keeper",
                endpoint: "unix:///tmp/kms.sock",
                timeout: "3s",
              },
            },
            { identity: {} },
          ],
        },
        { resources: ["*.apps"], providers: [{ identity: {} }] },
      ],
    },
  },
  {
    kind: "EgressSelectorConfiguration",
    content: {
      apiVersion: "apiserver.k8s.io/v1beta1",
      kind: "EgressSelectorConfiguration",
      egressSelections: [
        { name: "etcd", connection: { proxyProtocol: "Direct" } },
        {
          name: "cluster",
          connection: {
            proxyProtocol: "HTTPConnect",
            transport: { uds: { udsName: "/tmp/proxy.sock" } },
          },
        },
        {
          name: "controlplane",
          connection: {
            proxyProtocol: "HTTPConnect",
            transport: { tcp: { url: "http://127.0.0.1:8131" } },
          },
        },
      ],
    },
  },
  {
    kind: "Policy",
    content: {
      apiVersion: "audit.k8s.io/v1",
      kind: "Policy",
      metadata: { name: "policy" },
      omitStages: ["RequestReceived"],
      omitManagedFields: true,
      rules: [
        {
          level: "Metadata",
          users: ["jane"],
          userGroups: ["dev"],
          verbs: ["get"],
          namespaces: ["shop"],
          resources: [{
            group: "",
            resources: ["pods", "pods/log", "*/scale"],
            resourceNames: ["a"],
          }],
          omitStages: ["Panic"],
          omitManagedFields: false,
        },
        { level: "None", nonResourceURLs: ["/healthz*", "*"] },
        { level: "RequestResponse" },
      ],
    },
  },
  {
    kind: "PodSecurityConfiguration",
    content: {
      apiVersion: "pod-security.admission.config.k8s.io/v1",
      kind: "PodSecurityConfiguration",
      defaults: {
        enforce: "baseline",
        "enforce-version": "latest",
        audit: "restricted",
        "audit-version": "v1.25",
        warn: "restricted",
        "warn-version": "latest",
      },
      exemptions: { usernames: ["jane"], runtimeClasses: ["gvisor"], namespaces: ["kube-system"] },
    },
  },
];
