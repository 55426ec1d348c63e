import { testKind } from "../../../testing/kind_tables.ts";
import { NO_LABEL_1035 as LABEL, NO_SUBDOMAIN as SUBDOMAIN } from "../../../testing/name_texts.ts";

const named = (name: string, fields: object = {}) => ({ metadata: { name }, spec: fields });
const spec = (fields: object) => ({ spec: fields });
const local = (fields: object = {}) => spec({ service: null, ...fields });
const bundle = btoa("x".repeat(5));

testKind({
  group: "apiregistration.k8s.io",
  resource: "apiservices",
  valid: {
    metadata: { name: "v1.example.com" },
    spec: {
      group: "example.com",
      version: "v1",
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      service: { namespace: "ns", name: "s" },
    },
  },
  good: [
    ["the server's own", local()],
    ["the group without a name", named("v1.", { group: null, service: null })],
    ["a bundle", spec({ caBundle: bundle })],
    ["the largest priorities", spec({ groupPriorityMinimum: 20_000, versionPriority: 1000 })],
  ],
  bad: [
    [
      "another name",
      named("v2.example.com"),
      'metadata.name: Invalid value: "v2.example.com": must be `spec.version+"."+spec.group`: ' +
      '"v1.example.com"',
    ],
    [
      "no name for a path",
      named("a/b"),
      "metadata.name: Invalid value: \"a/b\": may not contain '/'",
    ],
    [
      "a beginning of a name",
      { metadata: { generateName: "v1." } },
      'metadata.generateName: Invalid value: "v1.": must be `spec.version+"."+spec.group`: ' +
      '"v1.example.com"',
    ],
    [
      "a beginning that is none, of a name that is there",
      { metadata: { generateName: ".." } },
      "metadata.generateName: Invalid value: \"..\": may not be '..'",
    ],
    [
      "a group without a name, of another version",
      named("v2.", { group: "", version: "v2" }),
      "spec.group: Required value: only v1 may have an empty group and it better be legacy kube",
    ],
    [
      "names",
      named("1._", { group: "_", version: "1" }),
      `spec.group: Invalid value: "_": ${SUBDOMAIN}`,
      `spec.version: Invalid value: "1": ${LABEL}`,
    ],
    [
      "no priorities",
      spec({ groupPriorityMinimum: 0, versionPriority: 0 }),
      "spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000",
      "spec.versionPriority: Invalid value: 0: must be positive and less than 1000",
    ],
    [
      "large priorities",
      spec({ groupPriorityMinimum: 20_001, versionPriority: 1001 }),
      "spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000",
      "spec.versionPriority: Invalid value: 1001: must be positive and less than 1000",
    ],
    [
      "the server's own with somebody to trust",
      local({ caBundle: bundle, insecureSkipTLSVerify: true }),
      'spec.caBundle: Invalid value: "5 bytes": local APIServices may not have a caBundle',
      "spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have " +
      "insecureSkipTLSVerify",
    ],
    [
      "no service",
      spec({ service: { namespace: null, name: "", port: 70_000 } }),
      "spec.service.namespace: Required value",
      "spec.service.name: Required value",
      "spec.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, " +
      "inclusive",
    ],
    [
      "trusted and not looked at",
      spec({ caBundle: bundle, insecureSkipTLSVerify: true }),
      "spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present",
    ],
  ],
  defaults: [
    ["the port", {}, spec({ service: { port: 443 } })],
    ["the server's own is there", local(), {
      status: {
        conditions: [{
          type: "Available",
          status: "True",
          lastTransitionTime: "2026-01-01T00:00:00Z",
          reason: "Local",
          message: "Local APIServices are always available",
        }],
      },
    }],
  ],
  updates: [
    {
      name: "a status leaves labels and finalizers as they are",
      through: "status",
      from: { metadata: { labels: { a: "b" } } },
      to: { metadata: { labels: { a: "c" }, annotations: { a: "b" }, finalizers: ["a.b/c"] } },
      becomes: { metadata: { labels: { a: "b" }, annotations: null, finalizers: null } },
    },

    {
      name: "the status stays",
      to: { status: { conditions: [{ type: "Available", status: "True" }] } },
      becomes: { status: { conditions: null } },
    },
    {
      name: "a beginning that is no name",
      to: { metadata: { generateName: ".." } },
      causes: ["metadata.generateName: Invalid value: \"..\": may not be '..'"],
    },
    { name: "priorities change", to: spec({ versionPriority: 16 }) },
    {
      name: "the group is in the name",
      to: spec({ group: "example.org" }),
      causes: [
        'metadata.name: Invalid value: "v1.example.com": must be `spec.version+"."+spec.group`: ' +
        '"v1.example.org"',
      ],
    },
    {
      name: "a condition that is none",
      through: "status",
      to: { spec: { versionPriority: 0 }, status: { conditions: [{ type: "A", status: "x" }] } },
      causes: [
        'status.conditions[0].status: Unsupported value: "x": supported values: "True", "False", ' +
        '"Unknown"',
      ],
      becomes: spec({ versionPriority: 15 }),
    },
  ],
  rows: [
    ["the server's own", local(), { Service: "Local", Available: "Unknown" }],
    ["another's", {
      status: { conditions: [{ type: "Available", status: "False", reason: "Gone" }] },
    }, { Service: "ns/s", Available: "False (Gone)" }],
  ],
});
