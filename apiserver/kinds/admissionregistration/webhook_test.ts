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
    warned: [[
      "a name of what is read from files",
      { metadata: { name: "a.static.k8s.io" } },
      'metadata.name: names ending with ".static.k8s.io" are reserved for static manifest-based ' +
      "configurations and cannot be managed via the API",
    ]],
    good: [[
      "everything after something, which no rule looks at",
      webhooks({ ...webhook, rules: [{ ...rule, resources: ["pods", "*"] }] }),
    ]],
    bad: [
      [
        "a short name",
        webhooks({ ...webhook, name: "a" }),
        'webhooks[0].name: Invalid value: "a": should be a domain with at least three segments ' +
        "separated by dots",
      ],
      [
        "side effects without a name",
        webhooks({ ...webhook, sideEffects: "" }),
        'webhooks[0].sideEffects: Unsupported value: "": supported values: "None", "NoneOnDryRun"',
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
        "an address that can't be read: no scheme",
        webhooks({ ...webhook, clientConfig: { url: "::1" } }),
        "webhooks[0].clientConfig.url: Required value: url must be a valid URL: it can't be read; " +
        "desired format: https://host[/path]",
      ],
      [
        "an address that can't be read: a colon",
        webhooks({ ...webhook, clientConfig: { url: "a b:c" } }),
        "webhooks[0].clientConfig.url: Required value: url must be a valid URL: it can't be read; " +
        "desired format: https://host[/path]",
      ],
      [
        "an address that can't be read: half a number",
        webhooks({ ...webhook, clientConfig: { url: "https://a/%2" } }),
        "webhooks[0].clientConfig.url: Required value: url must be a valid URL: it can't be read; " +
        "desired format: https://host[/path]",
      ],
      [
        "an address that can't be read: a control character",
        webhooks({ ...webhook, clientConfig: { url: "https://a/\u0001" } }),
        "webhooks[0].clientConfig.url: Required value: url must be a valid URL: it can't be read; " +
        "desired format: https://host[/path]",
      ],
      [
        "in the open",
        webhooks({ ...webhook, clientConfig: { url: "http://a.b/" } }),
        "webhooks[0].clientConfig.url: Invalid value: \"http\": 'https' is the only allowed URL " +
        "scheme; desired format: https://host[/path]",
      ],
      [
        "all and one",
        webhooks({ ...webhook, rules: [{ ...rule, apiGroups: ["*", "apps"] }] }),
        'webhooks[0].rules[0].apiGroups: Invalid value: ["*","apps"]: if \'*\' is present, must ' +
        "not specify other API groups",
      ],
      [
        "an address with all that it may not have",
        webhooks({ ...webhook, clientConfig: { url: "https://me:pw@a.b/?c#d" } }),
        'webhooks[0].clientConfig.url: Invalid value: "me:pw": user information is not permitted ' +
        "in the URL",
        'webhooks[0].clientConfig.url: Invalid value: "d": fragments are not permitted in the URL',
        'webhooks[0].clientConfig.url: Invalid value: "c": query parameters are not permitted in ' +
        "the URL",
      ],
      [
        "a service's path and port",
        webhooks({
          ...webhook,
          clientConfig: { service: { namespace: "", name: "s", port: 65536, path: "a//b/" } },
        }),
        "webhooks[0].clientConfig.service.name: Required value",
        "webhooks[0].clientConfig.service.port: Invalid value: 65536: port is not valid: must be " +
        "between 1 and 65535, inclusive",
        "webhooks[0].clientConfig.service.path: Invalid value: \"a//b/\": must start with a '/'",
        'webhooks[0].clientConfig.service.path: Invalid value: "a//b/": segment[0] may not be empty',
        'webhooks[0].clientConfig.service.path: Invalid value: "a//b/": segment[1] may not be empty',
      ],
      [
        "all parts, and one of them",
        webhooks({ ...webhook, rules: [{ ...rule, resources: ["pods/*", "pods/status"] }] }),
        "webhooks[0].rules[0].resources[1]: Invalid value: \"pods/status\": if 'pods/*' is " +
        "present, must not specify pods/status",
      ],
      [
        "everything, and something",
        webhooks({ ...webhook, rules: [{ ...rule, resources: ["*", "*/*", "pods"] }] }),
        'webhooks[0].rules[0].resources: Invalid value: ["*","*/*","pods"]: if \'*/*\' is present, ' +
        "must not specify other resources",
        'webhooks[0].rules[0].resources: Invalid value: ["*","*/*","pods"]: if \'*\' is present, ' +
        "must not specify other resources without subresources",
      ],
      [
        "conditions",
        webhooks({
          ...webhook,
          matchConditions: [
            { name: "a", expression: " " },
            { name: "a", expression: "true" },
            { name: "b", expression: "object.metadata.name" },
            { name: "c", expression: "has(params)" },
          ],
        }),
        "webhooks[0].matchConditions[0].expression: Required value",
        'webhooks[0].matchConditions[1].name: Duplicate value: "a"',
        'webhooks[0].matchConditions[2].expression: Invalid value: "object.metadata.name": must ' +
        "evaluate to bool but got dyn",
        'webhooks[0].matchConditions[3].expression: Invalid value: "has(params)": compilation ' +
        "failed: ERROR: <input>:1:5: invalid argument to has() macro\n | has(params)\n | ....^",
      ],
    ],
    defaults: [["what is not said", {}, {
      webhooks: [{
        ...webhook,
        clientConfig: { service: { namespace: "ns", name: "s", port: 443 } },
        rules: [{ ...rule, scope: "*" }],
        failurePolicy: "Fail",
        matchPolicy: "Equivalent",
        namespaceSelector: {},
        objectSelector: {},
        timeoutSeconds: 10,
        ...(resource.startsWith("mutating") && { reinvocationPolicy: "Never" }),
      }],
    }]],
    updates: [
      {
        name: "what was allowed once may stay",
        from: webhooks({ ...webhook, sideEffects: "Some", admissionReviewVersions: ["v0"] }),
        to: webhooks({
          ...webhook,
          sideEffects: "Unknown",
          admissionReviewVersions: ["v0"],
          timeoutSeconds: 5,
        }),
      },
      {
        name: "what is new follows the rules",
        to: webhooks({ ...webhook, sideEffects: "Some", admissionReviewVersions: ["v0"] }),
        causes: [
          'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", ' +
          '"NoneOnDryRun"',
          'webhooks[0].admissionReviewVersions: Invalid value: ["v0"]: must include at least one ' +
          "of v1, v1beta1",
        ],
      },
    ],
    rows: [["how many", {}, { Name: "x", Webhooks: 1 }]],
  });
}
