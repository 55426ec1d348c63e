import { testKind } from "../../../testing/kind_tables.ts";

const pem = (type: string) =>
  new TextEncoder().encode(`-----BEGIN ${type}-----\nAA==\n-----END ${type}-----\n`).toBase64();
const decided = (type: string, status = "True") => ({ type, status });
const TIME = "2026-01-01T00:00:00Z";
const conditions = (...list: object[]) => ({ status: { conditions: list } });

testKind({
  group: "certificates.k8s.io",
  resource: "certificatesigningrequests",
  valid: {
    spec: {
      request: pem("CERTIFICATE REQUEST"),
      signerName: "example.com/signer",
      usages: ["client auth"],
      username: "jane",
    },
  },
  bad: [
    [
      "no request",
      { spec: { request: pem("CERTIFICATE") } },
      `spec.request: Invalid value: "${pem("CERTIFICATE")}": ` +
      "PEM block type must be CERTIFICATE REQUEST",
    ],
    ["no use", { spec: { usages: null } }, "spec.usages: Required value"],
    [
      "a use twice",
      { spec: { usages: ["any", "any"] } },
      'spec.usages[1]: Duplicate value: "any"',
    ],
    ["nobody is to sign", { spec: { signerName: "" } }, "spec.signerName: Required value"],
    [
      "a signer of no domain",
      { spec: { signerName: "a/b" } },
      'spec.signerName: Invalid value: "a": should be a domain with at least two segments ' +
      "separated by dots",
    ],
    [
      "a signer without a path",
      { spec: { signerName: "example.com" } },
      'spec.signerName: Invalid value: "example.com": must be a fully qualified domain and path of ' +
      "the form 'example.com/signer-name'",
    ],
    [
      "a moment",
      { spec: { expirationSeconds: 599 } },
      "spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 " +
      "seconds (10 minutes)",
    ],
  ],
  defaults: [["who asks is who sends it", { spec: { groups: ["system:masters"] } }, {
    spec: { username: "writer", uid: "1", groups: ["writers"] },
  }]],
  updates: [
    {
      name: "what is asked for stays",
      to: { spec: { signerName: "example.com/other" } },
      becomes: { spec: { signerName: "example.com/signer" } },
    },
    {
      name: "only approval decides",
      through: "status",
      to: conditions(decided("Approved")),
      causes: [
        'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
      ],
    },
    {
      name: "approval decides, and signs nothing",
      through: "approval",
      to: { status: { conditions: [decided("Approved")], certificate: "AA==" } },
      becomes: {
        status: {
          conditions: [{ ...decided("Approved"), lastUpdateTime: TIME, lastTransitionTime: TIME }],
          certificate: null,
        },
      },
    },
    {
      name: "a decision is not taken back",
      through: "approval",
      from: conditions(decided("Denied")),
      to: conditions(),
      causes: [
        'status.conditions: Forbidden: updates may not remove a condition of type "Denied"',
      ],
    },
    {
      name: "a decision that is none",
      through: "approval",
      to: conditions(decided("Approved", "False")),
      causes: ['status.conditions[0].status: Unsupported value: "False": supported values: "True"'],
    },
    {
      name: "yes and no",
      through: "approval",
      to: conditions(decided("Approved"), decided("Denied")),
      causes: [
        'status.conditions[1].type: Invalid value: "Denied": Approved and Denied conditions are ' +
        "mutually exclusive",
      ],
    },
    {
      name: "a certificate is issued once",
      through: "status",
      from: { status: { certificate: "AA==" } },
      to: { status: { certificate: "AAA=" } },
      causes: [
        "status.certificate: Forbidden: updates may not set certificate content if already set",
      ],
    },
  ],
  rows: [["pending", {}, {
    Name: "x",
    SignerName: "example.com/signer",
    Requestor: "jane",
    RequestedDuration: "<none>",
    Condition: "Pending",
  }], [
    "issued",
    {
      spec: { expirationSeconds: 86_400 },
      status: { conditions: [decided("Approved")], certificate: "AA==" },
    },
    { RequestedDuration: "24h", Condition: "Approved,Issued" },
  ]],
});
