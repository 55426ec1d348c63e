import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { readEncryptionRules } from "./configuration.ts";

const SECRET = new Uint8Array(32).fill(7).toBase64();

function fileOf(resources: unknown, more: object = {}): string {
  return JSON.stringify({
    kind: "EncryptionConfiguration",
    apiVersion: "apiserver.config.k8s.io/v1",
    resources,
    ...more,
  });
}

const keys = (secret = SECRET, name = "key1") => ({ keys: [{ name, secret }] });
const identity = { identity: {} };
const kms = (changes: object = {}) => ({
  kms: { apiVersion: "v2", name: "vault", endpoint: "unix:///run/kms.sock", ...changes },
});

Deno.test("readEncryptionRules() reads all providers, in either dialect's names", () => {
  for (const apiVersion of ["apiserver.config.k8s.io/v1", "apiserver.config.orch.io/v1"]) {
    for (const dialect of ["kubernetes", "orch"] as const) {
      const text = fileOf([{
        resources: ["secrets", "pandas.awesome.bears.example"],
        providers: [
          { aesgcm: keys() },
          { aescbc: keys() },
          { secretbox: keys() },
          kms({ timeout: "7s" }),
          kms({ name: "other", endpoint: "unix:///@abstract" }),
          identity,
        ],
      }, { resources: ["*.apps", "*."], providers: [identity] }], { apiVersion });
      const [rule, last] = readEncryptionRules(text, dialect);
      const key = { name: "key1", secret: Uint8Array.fromBase64(SECRET) };
      assertEquals(rule?.resources, ["secrets", "pandas.awesome.bears.example"]);
      assertEquals([...rule?.providers ?? []], [
        { type: "aesgcm", keys: [key] },
        { type: "aescbc", keys: [key] },
        { type: "secretbox", keys: [key] },
        { type: "kms", name: "vault", socket: "/run/kms.sock", timeoutMs: 7000 },
        { type: "kms", name: "other", socket: "\0abstract", timeoutMs: 3000 },
        { type: "identity" },
      ]);
      assertEquals(last?.resources, ["*.apps", "*."]);
    }
  }
});

const rule = (resources: unknown, ...providers: unknown[]) => fileOf([{ resources, providers }]);

const REFUSED: [name: string, text: string, why: RegExp][] = [
  ["no object", "[]", /must hold one object/],
  ["two objects", "a: 1\n---\nb: 2", /must hold one object/],
  [
    "another kind",
    `{"kind": "Pod", "apiVersion": "v1"}`,
    /must hold kind "EncryptionConfiguration"/,
  ],
  ["another version", fileOf([], { apiVersion: "apiserver.config.k8s.io/v2" }), /must hold kind/],
  [
    "another group",
    fileOf([], { apiVersion: "apiserver.config.example.com/v1" }),
    /must hold kind/,
  ],
  ["an unknown field", fileOf([], { extra: 1 }), /unknown field "extra"/],
  [
    "a field twice",
    `{kind: EncryptionConfiguration, apiVersion: apiserver.config.k8s.io/v1, resources: [], resources: []}`,
    /already set|duplicate/i,
  ],
  ["a value of another type", rule("secrets", identity), /resources/],
  ["no rules", fileOf([]), /resources: Required value/],
  ["no resources", rule([], identity), /resources\[0\]\.resources: Required value/],
  ["no providers", rule(["secrets"]), /resources\[0\]\.providers: Required value/],
  ["an empty provider", rule(["secrets"], {}), /does not contain any of the expected providers/],
  [
    "two providers in one",
    rule(["secrets"], { ...identity, aesgcm: keys() }),
    /more than one provider specified in a single element/,
  ],
  ["no keys", rule(["secrets"], { aesgcm: { keys: [] } }), /keys: Required value/],
  ["a key without a name", rule(["secrets"], { aesgcm: keys(SECRET, "") }), /name: Required/],
  ["a colon in a name", rule(["secrets"], { aesgcm: keys(SECRET, "a:b") }), /must not contain ':'/],
  ["a key without a secret", rule(["secrets"], { aescbc: keys("") }), /secret: Required/],
  ["no base64", rule(["secrets"], { aescbc: keys("///") }), /must be base64 encoded/],
  [
    "base64 that is cut off",
    rule(["secrets"], { aescbc: keys("A".repeat(43)) }),
    /must be base64 encoded/,
  ],
  [
    "a short secret",
    rule(["secrets"], { aescbc: keys("c2VjcmV0") }),
    /not of the expected length, got 6, expected one of \[16 24 32\]/,
  ],
  [
    "a secret for another cipher",
    rule(["secrets"], { secretbox: keys(new Uint8Array(16).toBase64()) }),
    /got 16, expected one of \[32\]/,
  ],
  ["a resource twice", rule(["secrets", "secrets"], identity), /multiple times/],
  ["a resource within its group", rule(["secrets", "*."], identity), /overlapping resources/],
  ["all and a group", rule(["*.*", "*.apps"], identity), /overlapping resources/],
  ["a star", rule(["*"], identity), /use '\*\.'/],
  ["a resource of all groups", rule(["pods.*"], identity), /across groups is not supported/],
  ["capital letters", rule(["Secrets"], identity), /capital letters/],
  ["events of the other group", rule(["events.events.k8s.io"], identity), /use 'events'/],
  ["a group that is gone", rule(["ingresses.extensions"], identity), /has been removed/],
  ["what is no resource", rule(["serviceipallocations"], identity), /cannot be encrypted/],
  [
    "a rule behind one for all",
    fileOf([
      { resources: ["*.*"], providers: [identity] },
      { resources: ["secrets"], providers: [identity] },
    ]),
    /resource "secrets" is masked by earlier rule "\*\.\*"/,
  ],
  ["kms of version 1", rule(["secrets"], kms({ apiVersion: "v1" })), /unsupported apiVersion v1/],
  ["kms of no version", rule(["secrets"], kms({ apiVersion: undefined })), /apiVersion v1 /],
  ["kms over tcp", rule(["secrets"], kms({ endpoint: "tcp://a" })), /only unix is supported/],
  ["kms nowhere", rule(["secrets"], kms({ endpoint: "" })), /endpoint: Required value/],
  ["kms without a name", rule(["secrets"], kms({ name: "" })), /name: Required value/],
  ["a colon in kms", rule(["secrets"], kms({ name: "a:b" })), /must not contain ':'/],
  ["kms twice", rule(["secrets"], kms(), kms()), /duplicate KMS provider name vault/],
  ["kms without time", rule(["secrets"], kms({ timeout: "0s" })), /should be a positive value/],
  ["kms with a cache", rule(["secrets"], kms({ cachesize: 5 })), /not supported in v2/],
];

for (const [name, text, why] of REFUSED) {
  Deno.test(`readEncryptionRules() refuses ${name}`, () => {
    assertThrows(() => readEncryptionRules(text, "kubernetes"), why);
  });
}

Deno.test("readEncryptionRules() reads secrets as the reference does", () => {
  const secrets: Record<string, [written: string, last: number]> = {
    "whose last bits nobody needs": [`${"A".repeat(42)}B=`, 0],
    "on several lines": [`${"A".repeat(20)}\n${"A".repeat(22)}\r\nE=\n`, 1],
  };
  for (const [name, [written, last]] of Object.entries(secrets)) {
    const [read] = readEncryptionRules(
      rule(["secrets"], { secretbox: keys(written) }),
      "kubernetes",
    );
    const secret = new Uint8Array(32);
    secret[31] = last;
    assertEquals([...read?.providers ?? []], [
      { type: "secretbox", keys: [{ name: "key1", secret }] },
    ], name);
  }
});

Deno.test("readEncryptionRules() shows no secret, whatever is wrong", () => {
  const secret = "c2hvd24gdG8gbm9ib2R5";
  for (
    const text of [
      rule(["secrets"], { aescbc: keys(secret) }),
      rule(["secrets"], { aescbc: keys(`${secret}%`) }),
    ]
  ) {
    try {
      readEncryptionRules(text, "kubernetes");
    } catch (error) {
      assert(!(error as Error).message.includes(secret), (error as Error).message);
    }
  }
});
