import { generateKeyPairSync } from "node:crypto";
import { assert, assertEquals, assertRejects, assertThrows } from "../../../toolkit/deps/assert.ts";
import { makeAuthority, toPem } from "../../../toolkit/certificates/mod.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { discoveryDocuments } from "./discovery.ts";
import { privateKeyOfPem, publicKeysOfPem } from "../../../toolkit/tokens/keys.ts";
import { type AccountFlags, accountSettings } from "./settings.ts";

const DEFAULTS: AccountFlags = {
  "api-audiences": [],
  "service-account-extend-token-expiration": true,
  "service-account-issuer": [],
  "service-account-jwks-uri": "",
  "service-account-key-file": [],
  "service-account-lookup": true,
  "service-account-max-token-expiration": 0,
  "service-account-signing-key-file": "",
  "tls-private-key-file": "",
};

const SURROUNDINGS = { dialect: "kubernetes", logger: silentLogger } as const;

const RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });
const EC = generateKeyPairSync("ec", { namedCurve: "P-384" });

/** Each way to write a key of a pair. */
const pem = (key: typeof RSA.publicKey, type: string) =>
  key.export({ type: type as "spki", format: "pem" }) as string;

Deno.test("publicKeysOfPem() reads keys in any of their forms, and several of a file", async () => {
  const authority = await makeAuthority("a", new Date());
  const cases: [name: string, text: string, algorithms: string[]][] = [
    ["RSA", pem(RSA.publicKey, "spki"), ["RS256"]],
    ["RSA in PKCS#1", pem(RSA.publicKey, "pkcs1"), ["RS256"]],
    ["a private RSA key", pem(RSA.privateKey, "pkcs8"), ["RS256"]],
    ["a private RSA key in PKCS#1", pem(RSA.privateKey, "pkcs1"), ["RS256"]],
    ["ECDSA", pem(EC.publicKey, "spki"), ["ES384"]],
    ["a private ECDSA key", pem(EC.privateKey, "pkcs8"), ["ES384"]],
    ["a private ECDSA key in SEC1", pem(EC.privateKey, "sec1"), ["ES384"]],
    ["a certificate", authority.certificate, ["ES256"]],
    [
      "several, and what is none",
      `x\n${toPem("EC PARAMETERS", Uint8Array.of(6, 0))}${pem(EC.publicKey, "spki")}\n${
        toPem("PUBLIC KEY", Uint8Array.of(1, 2, 3))
      }${pem(RSA.publicKey, "spki")}`,
      ["ES384", "RS256"],
    ],
  ];
  const ids = new Map<string, string>();
  for (const [name, text, algorithms] of cases) {
    const keys = await publicKeysOfPem(text);
    assertEquals(keys.map(({ algorithm }) => algorithm), algorithms, name);
    for (const { algorithm, id } of keys) {
      if (algorithm === "ES256") continue;
      // However it is written, it is the same key.
      assertEquals(id, ids.get(algorithm) ?? id, name);
      ids.set(algorithm, id);
    }
  }
  const others = [
    generateKeyPairSync("ed25519").publicKey,
    generateKeyPairSync("ec", { namedCurve: "secp256k1" }).publicKey,
  ].map((key) => key.export({ type: "spki", format: "pem" }) as string);
  for (const text of ["", "no key", ...others]) {
    await assertRejects(
      () => publicKeysOfPem(text),
      "data does not contain any valid RSA or ECDSA public keys",
    );
    await assertRejects(
      () => privateKeyOfPem(text),
      "data does not contain a valid RSA or ECDSA private key",
    );
  }
  const curve = generateKeyPairSync("ec", { namedCurve: "secp256k1" }).privateKey;
  await assertRejects(() => privateKeyOfPem(pem(curve, "pkcs8")), "unknown private key curve");
});

Deno.test("accountSettings() refuses flags that contradict each other", async () => {
  const folder = await Deno.makeTempDir();
  const file = (name: string) => `${folder}/${name}`;
  await Deno.writeTextFile(file("key"), pem(EC.privateKey, "pkcs8"));
  await Deno.writeTextFile(file("pub"), pem(EC.publicKey, "spki"));
  await Deno.writeTextFile(file("bad"), "nothing");
  const good = {
    "service-account-issuer": ["https://issuer"],
    "service-account-signing-key-file": file("key"),
    "service-account-key-file": [file("pub")],
  };
  const together = "--service-account-signing-key-file, --service-account-issuer, and " +
    "--api-audiences should be specified together";
  const issuer = (...issuers: string[]) => ({ ...good, "service-account-issuer": issuers });
  const cases: [name: string, flags: Partial<AccountFlags>, error: string][] = [
    ["no signing key", { ...good, "service-account-signing-key-file": "" }, together],
    ["no issuer", issuer(), together],
    ["audiences alone", { "api-audiences": ["a"] }, together],
    ["no key file", { ...good, "service-account-key-file": [] }, "--service-account-key-file must"],
    ["an empty issuer", issuer(""), "--service-account-issuer should not be an empty string"],
    ["an issuer twice", issuer("a", "b", "a"), '"a" is already specified'],
    ["an issuer that is no URL", issuer("http://["), "contained a ':' but was not a valid URL"],
    [
      "a key set over HTTP",
      { ...good, "service-account-jwks-uri": "http://a" },
      "--service-account-jwks-uri requires https scheme, parsed as: http://a",
    ],
    [
      "a key that is none",
      { ...good, "service-account-key-file": [file("pub"), file("bad")] },
      `--service-account-key-file: ${file("bad")}: data does not contain any valid RSA or ECDSA`,
    ],
    [
      "a key that is not there",
      { ...good, "service-account-key-file": [file("none")] },
      `--service-account-key-file: ${file("none")} can't be read`,
    ],
    [
      "a public key to sign with",
      { ...good, "service-account-signing-key-file": file("pub") },
      "--service-account-signing-key-file",
    ],
  ];
  try {
    for (const [name, flags, error] of cases) {
      const refused = await assertRejects(() =>
        accountSettings({ ...DEFAULTS, ...flags }, SURROUNDINGS)
      );
      assert(refused.message.includes(error), `${name}: ${refused.message}`);
    }
    const settings = await accountSettings({ ...DEFAULTS, ...good }, SURROUNDINGS);
    assertEquals([settings.audiences, settings.keys.length], [["https://issuer"], 1]);
    const none = await accountSettings(DEFAULTS, SURROUNDINGS);
    assertEquals([none.keys, none.tokenIssuer, none.audiences], [[], undefined, []]);
    const own = { ...DEFAULTS, "tls-private-key-file": file("key") };
    assertEquals((await accountSettings(own, SURROUNDINGS)).keys.length, 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("discoveryDocuments() tells where the keys are, and which", async () => {
  const keys = await publicKeysOfPem(pem(RSA.publicKey, "spki") + pem(EC.publicKey, "spki"));
  const common = { issuer: "https://issuer", keySetUrl: "", externalAddress: "api:6443", keys };
  const documents = discoveryDocuments(common);
  assertEquals(
    documents.get("/.well-known/openid-configuration")?.body,
    '{"issuer":"https://issuer","jwks_uri":"https://api:6443/openid/v1/jwks",' +
      '"response_types_supported":["id_token"],"subject_types_supported":["public"],' +
      '"id_token_signing_alg_values_supported":["ES384","RS256"]}',
  );
  const set = documents.get("/openid/v1/jwks");
  assertEquals(set?.headers, {
    "content-type": "application/jwk-set+json",
    "cache-control": "public, max-age=3600",
  });
  const { n, e } = RSA.publicKey.export({ format: "jwk" });
  const { x, y } = EC.publicKey.export({ format: "jwk" });
  const [first, second] = keys.map(({ id }) => id);
  assertEquals(JSON.parse(set?.body ?? ""), {
    keys: [
      { use: "sig", kty: "RSA", kid: first, alg: "RS256", n, e },
      { use: "sig", kty: "EC", kid: second, crv: "P-384", alg: "ES384", x, y },
    ],
  });
  const elsewhere = discoveryDocuments({ ...common, keySetUrl: "https://keys/set" });
  assert([...elsewhere.values()][0]?.body.includes('"jwks_uri":"https://keys/set"'));
  for (const issuer of ["", "issuer", "http://issuer", "https://issuer?a", "https://issuer#a"]) {
    assertThrows(() => discoveryDocuments({ ...common, issuer }), "issuer URL");
  }
});
