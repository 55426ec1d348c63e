import { testKind } from "../../../testing/kind_tables.ts";

const KEY = "a valid config key must consist of alphanumeric characters, '-', '_' or '.' " +
  "(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const FROZEN = "Forbidden: field is immutable when `immutable` is set";
const MEBIBYTE = 1024 * 1024;
const TOO_LONG = "[]: Too long: may not be more than 1048576 bytes";

testKind({
  group: "",
  resource: "configmaps",
  valid: { data: { key: "value" }, binaryData: { bytes: "AAEC" } },
  good: [
    ["no data", { data: null, binaryData: null }],
    ["finalizers", { metadata: { finalizers: ["orphan", "a.example/b", "kubernetes"] } }],
    ["all kinds of keys", { data: { "a.b-c_D9": "", "...x.": null, "-": "" } }],
    ["a mebibyte of text and bytes", {
      data: { key: "x".repeat(MEBIBYTE - 3) },
      binaryData: { bytes: "AAEC" },
    }],
    ["text of many bytes that fits", { data: { key: "\u20ac".repeat(MEBIBYTE / 3 - 1) } }],
  ],
  bad: [
    [
      "a finalizer of nobody's",
      { metadata: { finalizers: ["a.example/b", "own"] } },
      'metadata.finalizers[1]: Invalid value: "own": name is neither a standard finalizer name ' +
      "nor is it fully qualified",
    ],
    ["a slash in a key", { data: { "a/b": "" } }, `data[a/b]: Invalid value: "a/b": ${KEY}`],
    ["an empty key", { data: { "": "" } }, `data[]: Invalid value: "": ${KEY}`],
    ["a space in a key", { data: { "a b": "" } }, `data[a b]: Invalid value: "a b": ${KEY}`],
    [
      "the key .",
      { data: { ".": "" } },
      "data[.]: Invalid value: \".\": must not be '.'",
    ],
    ["the key ..", { data: { "..": "" } }, "data[..]: Invalid value: \"..\": must not be '..'"],
    [
      "a key that starts with ..",
      { data: { "..x": "" } },
      "data[..x]: Invalid value: \"..x\": must not start with '..'",
    ],
    [
      "a long key",
      { data: { ["x".repeat(254)]: "" } },
      `data[${"x".repeat(254)}]: Invalid value: "${"x".repeat(254)}": ` +
      "must be no more than 253 characters",
    ],
    [
      "a bad key of bytes",
      { binaryData: { "a/b": "AA==" } },
      `binaryData[a/b]: Invalid value: "a/b": ${KEY}`,
    ],
    [
      "a key of both",
      { data: { bytes: "" } },
      'data[bytes]: Invalid value: "bytes": duplicate of key present in binaryData',
    ],
    ["too much text", { data: { key: "x".repeat(MEBIBYTE) } }, TOO_LONG],
    ["too many bytes of text", { data: { key: "\u20ac".repeat(MEBIBYTE / 3 + 1) } }, TOO_LONG],
    [
      "too many bytes",
      { binaryData: { bytes: "AAAA".repeat(MEBIBYTE / 3 + 1) } },
      TOO_LONG,
    ],
    [
      "a bad name",
      { metadata: { name: "A" } },
      'metadata.name: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of lower ' +
      "case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric " +
      "character (e.g. 'example.com', regex used for validation is " +
      "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  updates: [
    {
      name: "data may change",
      to: { data: { key: "other" } },
      becomes: { data: { key: "other" } },
    },
    { name: "it may be frozen", to: { immutable: true, data: { key: "last" } } },
    {
      name: "frozen data stays",
      from: { immutable: true },
      to: { data: { key: "other" }, binaryData: null },
      causes: [`data: ${FROZEN}`, `binaryData: ${FROZEN}`],
    },
    {
      name: "frozen stays frozen",
      from: { immutable: true },
      to: { immutable: null },
      causes: [`immutable: ${FROZEN}`],
    },
    {
      name: "labels of a frozen one may change",
      from: { immutable: true },
      to: { metadata: { labels: { a: "b" } } },
    },
    {
      name: "a bad key",
      to: { data: { "a b": "" } },
      causes: [`data[a b]: Invalid value: "a b": ${KEY}`],
    },
  ],
  rows: [["entries are counted", {}, { Name: "x", Data: 2 }], [
    "no entries",
    { data: null, binaryData: null },
    { Data: 0 },
  ]],
});
