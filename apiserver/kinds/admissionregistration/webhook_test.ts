import { testKind } from "../../../testing/kind_tables.ts";

const rule = {
  operations: ["CREATE"],
  apiGroups: [""],
  apiVersions: ["v1"],
  resources: ["pods"],
};
const webhook = {
  name: "a.example.com",
  clientConfig: { service: { namespace: "ns", name: "s" } },
  rules: [rule],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};
const webhooks = (...list: object[]) => ({ webhooks: list });

for (const resource of ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"]) {
  testKind({
    group: "admissionregistration.k8s.io",
    resource,
    valid: webhooks(webhook),
    bad: [
      [
        "a short name",
        webhooks({ ...webhook, name: "a" }),
        'webhooks[0].name: Invalid value: "a": should be a domain with at least three segments ' +
        "separated by dots",
      ],
      [
        "a name twice",
        webhooks(webhook, webhook),
        'webhooks[1].name: Duplicate value: "a.example.com"',
      ],
      [
        "no version",
        webhooks({ ...webhook, admissionReviewVersions: [] }),
        "webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1",
      ],
      [
        "effects",
        webhooks({ ...webhook, sideEffects: "Some" }),
        'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", ' +
        '"NoneOnDryRun"',
      ],
      [
        "too long a wait",
        webhooks({ ...webhook, timeoutSeconds: 31 }),
        "webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 " +
        "seconds",
      ],
      [
        "nowhere",
        webhooks({ ...webhook, clientConfig: {} }),
        "webhooks[0].clientConfig: Required value: exactly one of url or service is required",
      ],
      [
        "in the open",
        webhooks({ ...webhook, clientConfig: { url: "http://a.b/" } }),
        "webhooks[0].clientConfig.url: Invalid value: \"http://a.b/\": 'https' is the only allowed " +
        "URL scheme; desired format: https://host[/path]",
      ],
      [
        "all and one",
        webhooks({ ...webhook, rules: [{ ...rule, apiGroups: ["*", "apps"] }] }),
        'webhooks[0].rules[0].apiGroups: Invalid value: ["*","apps"]: if \'*\' is present, must ' +
        "not specify other values",
      ],
    ],
    rows: [["how many", {}, { Name: "x", Webhooks: 1 }]],
  });
}
