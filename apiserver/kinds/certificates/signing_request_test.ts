import { testKind } from "../../../testing/kind_tables.ts";
import { NO_LABEL as LABEL } from "../../../testing/name_texts.ts";
import { makeAuthority, makeSigningRequest } from "../../../toolkit/certificates/mod.ts";

/** A block of PEM, as a request holds it. */
const pem = (text: string) => new TextEncoder().encode(text).toBase64();
const block = (type: string, content = "AA==") =>
  pem(`-----BEGIN ${type}-----\n${content}\n-----END ${type}-----\n`);

const now = new Date("2026-01-01T00:00:00Z");
const CERTIFICATE = pem((await makeAuthority("a", now)).certificate);
const OTHER_CERTIFICATE = pem((await makeAuthority("b", now)).certificate);
const REQUEST_PEM = await makeSigningRequest({
  commonName: "system:node:a",
  organizations: ["system:nodes"],
});
const REQUEST = pem(REQUEST_PEM);
const NO_BLOCK = "PEM block type must be CERTIFICATE REQUEST";
const decided = (type: string, status = "True") => ({ type, status });
const TIME = "2026-01-01T00:00:00Z";
const TIMES = { lastUpdateTime: TIME, lastTransitionTime: TIME };
const conditions = (...list: object[]) => ({ status: { conditions: list } });

testKind({
  group: "certificates.k8s.io",
  resource: "certificatesigningrequests",
  valid: {
    spec: {
      request: REQUEST,
      signerName: "example.com/signer",
      usages: ["client auth"],
      username: "jane",
    },
  },
  bad: [
    [
      "no request",
      { spec: { request: block("CERTIFICATE") } },
      `spec.request: Invalid value: "${block("CERTIFICATE")}": ${NO_BLOCK}`,
    ],
    [
      "nothing asked for",
      { spec: { request: null } },
      `spec.request: Invalid value: null: ${NO_BLOCK}`,
    ],
    ["no PEM", { spec: { request: "AA==" } }, `spec.request: Invalid value: "AA==": ${NO_BLOCK}`],
    [
      "a request of nothing",
      { spec: { request: block("CERTIFICATE REQUEST") } },
      `spec.request: Invalid value: "${block("CERTIFICATE REQUEST")}": not a PKCS#10 certificate ` +
      "request: malformed",
    ],
    [
      "unknown uses",
      { spec: { usages: ["x", "any"] } },
      `spec.usages[0]: Unsupported value: "x": supported values: "any", "cert sign", ` +
      '"client auth", "code signing", "content commitment", "crl sign", "data encipherment", ' +
      '"decipher only", "digital signature", "email protection", "encipher only", ' +
      '"ipsec end system", "ipsec tunnel", "ipsec user", "key agreement", "key encipherment", ' +
      '"microsoft sgc", "netscape sgc", "ocsp signing", "s/mime", "server auth", "signing", ' +
      '"timestamping"',
    ],
    [
      "the signer of old",
      { spec: { signerName: "kubernetes.io/legacy-unknown" } },
      'spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is ' +
      "not allowed via this API version",
    ],
    [
      "a signer of a bad domain",
      { spec: { signerName: "A.com/b" } },
      `spec.signerName: Invalid value: "A.com": validating label "A": ${LABEL}`,
    ],
    [
      "a signer of many letters",
      { spec: { signerName: `a.b/${"c.".repeat(300)}d` } },
      "spec.signerName: Too long: may not be more than 571 bytes",
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
      name: "a decision that is none, told once",
      through: "approval",
      to: conditions(decided("Approved", "Yes")),
      causes: ['status.conditions[0].status: Unsupported value: "Yes": supported values: "True"'],
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
      to: { status: { conditions: [decided("Approved")], certificate: CERTIFICATE } },
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
        'status.conditions: Invalid value: "Denied": Approved and Denied conditions are ' +
        "mutually exclusive",
      ],
    },
    {
      name: "a certificate is issued once",
      through: "status",
      from: { status: { certificate: CERTIFICATE } },
      to: { status: { certificate: OTHER_CERTIFICATE } },
      causes: [
        "status.certificate: Forbidden: updates may not modify existing certificate content",
      ],
    },
    {
      name: "a certificate is issued",
      through: "status",
      to: { status: { certificate: CERTIFICATE } },
      becomes: { status: { certificate: CERTIFICATE } },
    },
    ...[
      ["AAA=", "must contain at least one CERTIFICATE PEM block"],
      [block("PRIVATE KEY"), 'only CERTIFICATE PEM blocks are allowed, found "PRIVATE KEY"'],
      [block("CERTIFICATE"), "x509: malformed certificate"],
      [block("CERTIFICATE", "A: b\n\nAA=="), "no PEM block headers are permitted"],
      [block("CERTIFICATE", "!"), "must contain at least one CERTIFICATE PEM block"],
    ].map(([certificate, why]) => ({
      name: `nothing but certificates is issued: ${why}`,
      through: "status",
      to: { status: { certificate } },
      causes: [`status.certificate: Invalid value: "<certificate data>": ${why}`],
    })),
    {
      name: "a decision keeps its words",
      through: "status",
      from: conditions({ ...decided("Approved"), ...TIMES }),
      to: conditions({ ...decided("Approved"), ...TIMES, message: "m" }),
      becomes: conditions({ ...decided("Approved"), ...TIMES }),
    },
    {
      name: "approval changes what a decision says",
      through: "approval",
      from: conditions({ ...decided("Approved"), ...TIMES }),
      to: conditions({ ...decided("Approved"), ...TIMES, message: "m" }),
      becomes: conditions({ ...decided("Approved"), ...TIMES, message: "m" }),
    },
    {
      name: "contradictions of older rules stay",
      through: "status",
      from: conditions(
        ...["Approved", "Denied", "Denied", ""].map((type) => ({ ...decided(type), ...TIMES })),
      ),
      to: { status: { certificate: CERTIFICATE } },
    },
    {
      name: "conditions without a type, and a state",
      through: "status",
      to: conditions({ type: "", status: "" }),
      causes: [
        "status.conditions[0].type: Required value",
        "status.conditions[0].status: Required value",
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
      status: { conditions: [decided("Approved")], certificate: CERTIFICATE },
    },
    { RequestedDuration: "24h", Condition: "Approved,Issued" },
  ]],
});
