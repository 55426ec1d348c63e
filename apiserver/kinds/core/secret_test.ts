import { testKind } from "../../../testing/kind_tables.ts";
import { makeAuthority } from "../../../toolkit/certificates/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";

const names = NAMES.kubernetes;
const FROZEN = "Forbidden: field is immutable when `immutable` is set";
const NO_JSON = 'Invalid value: "<secret contents redacted>": must be a JSON object';
const KEY = "a valid config key must consist of alphanumeric characters, '-', '_' or '.' " +
  "(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

const base64 = (text: string) => new TextEncoder().encode(text).toBase64();
const only = (data: Record<string, string>) => ({ key: null, ...data });

const NOW = new Date("2026-01-01T00:00:00Z");
const [PAIR, OTHER] = [await makeAuthority("a", NOW), await makeAuthority("b", NOW)];
const pair = (certificate: string, key: string) => ({
  "tls.crt": base64(certificate),
  "tls.key": base64(key),
});

testKind({
  group: "",
  resource: "secrets",
  valid: { data: { key: base64("value") } },
  good: [
    ["a type of one's own", { type: "example.com/x" }],
    ["tls", { type: names.secretTypeTls, data: { "tls.crt": "", "tls.key": "" } }],
    ["docker", { type: names.secretTypeDockerConfig, data: { ".dockerconfigjson": base64("{}") } }],
    ["a password only", { type: names.secretTypeBasicAuth, data: { password: "" } }],
  ],
  bad: [
    ["a bad key", { data: { "a/b": "" } }, `data[a/b]: Invalid value: "a/b": ${KEY}`],
    [
      "a bad key of text",
      { stringData: { "a b": "" } },
      `data[a b]: Invalid value: "a b": ${KEY}`,
    ],
    ["a step up", { data: { "..": "" } }, "data[..]: Invalid value: \"..\": must not be '..'"],
    [
      "too many bytes",
      { data: { key: "AAAA".repeat(1024 * 1024 / 3 + 1) } },
      "data: Too long: may not be more than 1048576 bytes",
    ],
    [
      "too many bytes of text",
      { stringData: { other: "x".repeat(1024 * 1024) } },
      "data: Too long: may not be more than 1048576 bytes",
    ],
    [
      "a token without an account",
      { type: names.secretTypeServiceAccountToken },
      `metadata.annotations[${names.annotationServiceAccountName}]: Required value`,
    ],
    [
      "no configuration of old registries",
      { type: "kubernetes.io/dockercfg" },
      "data[.dockercfg]: Required value",
    ],
    [
      "a configuration of old registries that is none",
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": base64("x") } },
      `data[.dockercfg]: ${NO_JSON}`,
    ],
    [
      "no configuration of registries",
      { type: names.secretTypeDockerConfig },
      "data[.dockerconfigjson]: Required value",
    ],
    [
      "a configuration of registries that is a list",
      { type: names.secretTypeDockerConfig, data: { ".dockerconfigjson": base64("[]") } },
      `data[.dockerconfigjson]: ${NO_JSON}`,
    ],
    [
      "a configuration of registries that is cut",
      { type: names.secretTypeDockerConfig, data: { ".dockerconfigjson": base64('{"a"') } },
      `data[.dockerconfigjson]: ${NO_JSON}`,
    ],
    [
      "neither user nor password",
      { type: names.secretTypeBasicAuth },
      "data[username]: Required value",
      "data[password]: Required value",
    ],
    [
      "no private key",
      { type: names.secretTypeSshAuth },
      "data[ssh-privatekey]: Required value",
    ],
    [
      "an empty private key",
      { type: names.secretTypeSshAuth, data: { "ssh-privatekey": "" } },
      "data[ssh-privatekey]: Required value",
    ],
    [
      "neither certificate nor key",
      { type: names.secretTypeTls },
      "data[tls.crt]: Required value",
      "data[tls.key]: Required value",
    ],
    [
      "no key",
      { type: names.secretTypeTls, data: { "tls.crt": "" } },
      "data[tls.key]: Required value",
    ],
  ],
  warned: [
    ["nothing of another type", { data: { "tls.crt": "" } }],
    ["a pair", { type: names.secretTypeTls, data: pair(PAIR.certificate, PAIR.key) }],
    [
      "no pair",
      { type: names.secretTypeTls, data: pair(PAIR.certificate, OTHER.key) },
      "tls: private key does not match public key",
    ],
    [
      "each in the other's place",
      { type: names.secretTypeTls, data: pair(PAIR.key, PAIR.certificate) },
      "tls: failed to find certificate PEM data in certificate input, but did find a private " +
      "key; PEM inputs may have been switched",
    ],
  ],
  defaults: [
    ["a type", {}, { type: "Opaque" }],
    ["a type is kept", { type: "example.com/x" }, { type: "example.com/x" }],
    [
      "texts win over bytes, and become such",
      { stringData: { key: "text", other: "\u20ac" } },
      { stringData: null, data: { key: base64("text"), other: base64("\u20ac") } },
    ],
    [
      "texts alone",
      { data: null, stringData: { a: "" } },
      { stringData: null, data: { a: "" } },
    ],
  ],
  updates: [
    { name: "data may change", to: { data: only({ other: "" }) } },
    {
      name: "the type stays",
      to: { type: "example.com/x" },
      causes: ['type: Invalid value: "example.com/x": field is immutable'],
    },
    {
      name: "frozen data stays",
      from: { immutable: true },
      to: { stringData: { key: "other" } },
      causes: [`data: ${FROZEN}`],
    },
    {
      name: "frozen stays frozen",
      from: { immutable: true },
      to: { immutable: false },
      causes: [`immutable: ${FROZEN}`],
    },
  ],
  rows: [["type and count", {}, { Name: "x", Type: "Opaque", Data: 1 }]],
});

testKind({
  dialect: "orch",
  group: "",
  resource: "secrets",
  valid: { data: { key: "" } },
  bad: [[
    "neither certificate nor key, in our dialect",
    { type: NAMES.orch.secretTypeTls },
    "data[tls.crt]: Required value",
    "data[tls.key]: Required value",
  ]],
});
