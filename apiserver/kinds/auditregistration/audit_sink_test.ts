import { testKind } from "../../../testing/kind_tables.ts";

const client = (clientConfig: object) => ({ spec: { webhook: { clientConfig } } });
const service = { namespace: "ns", name: "s" };

testKind({
  group: "auditregistration.k8s.io",
  version: "v1alpha1",
  resource: "auditsinks",
  valid: {
    spec: {
      policy: { level: "Request", stages: ["ResponseComplete"] },
      webhook: { clientConfig: { service } },
    },
  },
  good: [["in the open", client({ service: null, url: "http://a.example.com/b" })]],
  bad: [
    ["no level", { spec: { policy: { level: "" } } }, "spec.policy.level: Required value"],
    [
      "an unknown level and stage",
      { spec: { policy: { level: "x", stages: ["y"] } } },
      'spec.policy.stages[0]: Unsupported value: "y": supported values: "Panic", ' +
      '"RequestReceived", "ResponseComplete", "ResponseStarted"',
      'spec.policy.level: Unsupported value: "x": supported values: "Metadata", "None", ' +
      '"Request", "RequestResponse"',
    ],
    [
      "nothing at a time",
      { spec: { webhook: { throttle: { qps: 0, burst: -1 } } } },
      "spec.webhook.throttle.qps: Invalid value: 0: qps must be a positive number",
      "spec.webhook.throttle.burst: Invalid value: -1: burst must be a positive number",
    ],
    [
      "nowhere",
      client({ service: null }),
      "spec.webhook.clientConfig: Required value: exactly one of url or service is required",
    ],
    [
      "two ways",
      client({ url: "https://a.example.com" }),
      "spec.webhook.clientConfig: Required value: exactly one of url or service is required",
    ],
    [
      "a service without a name",
      client({ service: { name: "" } }),
      "spec.webhook.clientConfig.service.namespace: Required value",
    ],
  ],
  defaults: [["how much at a time", {}, {
    spec: {
      webhook: { throttle: { qps: 10, burst: 15 }, clientConfig: { service: { port: 443 } } },
    },
  }]],
  updates: [{
    name: "a sink changes",
    to: { spec: { policy: { level: "None" } } },
    becomes: { spec: { policy: { level: "None" } } },
  }],
});
