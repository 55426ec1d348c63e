import { Buffer } from "node:buffer";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { testWith } from "../../testing/requirements.ts";
import {
  type CertificateOptions,
  certificatesOfPem,
  type Issuer,
  makeAuthority,
  makeCertificate,
  parseCertificate,
  privateKeyToPkcs8,
  rootsOf,
  toPem,
  USAGE,
  verifyClientChain,
} from "./mod.ts";

const NOW = new Date("2026-11-21T07:40:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

const der = (pair: { certificate: string }) => certificatesOfPem(pair.certificate, "a test")[0]!;
const client = (issuer: Issuer | undefined, more: Partial<CertificateOptions> = {}) =>
  makeCertificate(
    { commonName: "jane", organizations: ["dev"], usages: [USAGE.client], now: NOW, ...more },
    issuer,
  );

const root = await makeAuthority("root", NOW);
const other = await makeAuthority("other", NOW);
/** Another authority that calls itself the same. */
const namesake = await makeAuthority("root", NOW);
const intermediate = await makeCertificate({ commonName: "mid", now: NOW, authority: {} }, root);
const roots = rootsOf([der(root)]);

const verify = (sent: Uint8Array[], trusted = roots, now = NOW) =>
  verifyClientChain(sent, trusted, now).map(({ commonName }) => commonName);

const NEGATIVE: [name: string, sent: () => Promise<Uint8Array[]>, message: RegExp][] = [
  ["no certificate", () => Promise.resolve([]), /no certificate/],
  ["another authority", async () => [der(await client(other))], /unknown authority/],
  [
    "an authority of the same name",
    async () => [der(await client(namesake))],
    /signature mismatch/,
  ],
  ["another authority, and its certificate sent along", async () => [
    der(await client(other)),
    der(other),
  ], /unknown authority/],
  ["signed by itself", async () => [der(await client(undefined))], /unknown authority/],
  ["expired", async () => [
    der(await client(root, { now: new Date(NOW.getTime() - 10 * DAY_MS), days: 1 })),
  ], /expired or is not yet valid/],
  ["not yet valid", async () => [
    der(await client(root, { now: new Date(NOW.getTime() + DAY_MS) })),
  ], /expired or is not yet valid/],
  ["for servers only", async () => [
    der(await client(root, { usages: [USAGE.server] })),
  ], /incompatible key usage/],
  [
    "an intermediate that is not sent",
    async () => [der(await client(intermediate))],
    /unknown authority/,
  ],
  ["issued by a certificate that is no authority", async () => {
    const leaf = await client(root);
    return [der(await client(leaf, { commonName: "forged" })), der(leaf)];
  }, /not authorized to sign/],
  ["an intermediate for servers only", async () => {
    const mid = await makeCertificate({
      commonName: "mid",
      now: NOW,
      authority: {},
      usages: [USAGE.server],
    }, root);
    return [der(await client(mid)), der(mid)];
  }, /incompatible key usage/],
  ["an expired intermediate", async () => {
    const mid = await makeCertificate({
      commonName: "mid",
      now: new Date(NOW.getTime() - 10 * DAY_MS),
      days: 1,
      authority: {},
    }, root);
    return [der(await client(mid)), der(mid)];
  }, /expired/],
  ["more intermediates than the path length allows", async () => {
    const first = await makeCertificate({
      commonName: "first",
      now: NOW,
      authority: { pathLength: 0 },
    }, root);
    const second = await makeCertificate({ commonName: "second", now: NOW, authority: {} }, first);
    return [der(await client(second)), der(second), der(first)];
  }, /too many intermediates/],
  ["a signature with a bit changed", async () => {
    const bytes = der(await client(root)).slice();
    bytes[bytes.length - 1]! ^= 1;
    return [bytes];
  }, /signature|unknown authority/],
  ["a name changed under the signature", async () => {
    const text = Buffer.from(der(await client(root))).toString("latin1");
    return [new Uint8Array(Buffer.from(text.replace("jane", "root"), "latin1"))];
  }, /signature mismatch/],
  ["not a certificate", () => Promise.resolve([new Uint8Array([1, 2, 3])]), /malformed/],
  ["more certificates than anyone has", async () => {
    const leaf = der(await client(root));
    return Array.from({ length: 17 }, () => leaf);
  }, /more than 16/],
];

for (const [name, sent, message] of NEGATIVE) {
  Deno.test(`verifyClientChain() refuses ${name}`, async () => {
    const certificates = await sent();
    assertThrows(() => verify(certificates), message);
  });
}

Deno.test("verifyClientChain() ends on a bundle that is made to cost time", async () => {
  const looping = await Promise.all(
    Array.from({ length: 15 }, () => makeCertificate({ commonName: "x", now: NOW, authority: {} })),
  );
  const leaf = await makeCertificate({ commonName: "x", now: NOW, usages: [USAGE.client] });
  assertThrows(() => verify([der(leaf), ...looping.map(der)]), /limit|unknown|mismatch/);
});

Deno.test("verifyClientChain() accepts what leads to the root for client use", async () => {
  assertEquals(verify([der(await client(root))]), ["jane", "root"]);
  assertEquals(verify([der(await client(root, { usages: [] }))]), ["jane", "root"]);
  assertEquals(verify([der(await client(root, { usages: [USAGE.server, USAGE.any] }))]), [
    "jane",
    "root",
  ]);
  const below = der(await client(intermediate));
  assertEquals(verify([below, der(intermediate)]), ["jane", "mid", "root"]);
  assertEquals(verify([below, der(other), der(intermediate)]), ["jane", "mid", "root"]);
  assertEquals(verify([below], rootsOf([der(root), der(intermediate)])), ["jane", "mid"]);
  const own = der(await client(undefined));
  assertEquals(verify([own], rootsOf([own])), ["jane"]);
});

Deno.test("verifyClientChain() keeps two sets of roots apart", async () => {
  const leaf = der(await client(root));
  assertEquals(verify([leaf], rootsOf([der(other), der(root)])), ["jane", "root"]);
  assertThrows(() => verify([leaf], rootsOf([der(other)])), /unknown authority/);
});

Deno.test("parseCertificate() takes names from the fields, whatever is in them", async () => {
  const forged = parseCertificate(
    der(await client(root, { commonName: "a\nO=system:masters", organizations: ["x, O=y", "z"] })),
  );
  assertEquals(forged.commonName, "a\nO=system:masters");
  assertEquals(forged.organizations, ["x, O=y", "z"]);
  const server = parseCertificate(
    der(
      await makeCertificate({
        commonName: "s",
        hosts: ["a.b", "*.c", "::1", "10.0.0.1"],
        now: NOW,
      }),
    ),
  );
  assertEquals(server.alternativeNames.dns, ["a.b", "*.c"]);
  assertEquals(server.alternativeNames.ip.length, 2);
  assertEquals(server.version, 3);
});

testWith(
  ["openssl"],
  "what is made here satisfies openssl, and what openssl makes is read",
  async () => {
    const folder = await Deno.makeTempDir();
    const openssl = async (...args: string[]) => {
      const { success, stdout, stderr } = await new Deno.Command("openssl", { args, cwd: folder })
        .output();
      return { success, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
    };
    try {
      const leaf = await client(root, { now: new Date() });
      await Deno.writeTextFile(`${folder}/root.pem`, root.certificate);
      await Deno.writeTextFile(`${folder}/leaf.pem`, leaf.certificate);
      const purpose = (name: string) =>
        openssl("verify", "-no_check_time", "-purpose", name, "-CAfile", "root.pem", "leaf.pem");
      assert((await purpose("sslclient")).success);
      assert(!(await purpose("sslserver")).success);

      for (
        const [kind, args] of [
          ["RSA PRIVATE KEY", ["genrsa", "-traditional", "-out", "key.pem", "2048"]],
          ["EC PRIVATE KEY", [
            "ecparam",
            "-name",
            "prime256v1",
            "-genkey",
            "-noout",
            "-out",
            "key.pem",
          ]],
          ["PRIVATE KEY", ["genpkey", "-algorithm", "ed25519", "-out", "key.pem"]],
        ] as [string, string[]][]
      ) {
        assert((await openssl(...args)).success, kind);
        const text = await Deno.readTextFile(`${folder}/key.pem`);
        assert(text.includes(`BEGIN ${kind}-`), kind);
        assert(privateKeyToPkcs8(text, "key").startsWith("-----BEGIN PRIVATE KEY-----"), kind);
      }
      await openssl(
        "req",
        "-x509",
        "-key",
        "key.pem",
        "-subj",
        "/O=one/O=two/CN=made",
        "-out",
        "v3.pem",
      );
      const made = parseCertificate(
        certificatesOfPem(await Deno.readTextFile(`${folder}/v3.pem`), "x")[0]!,
      );
      assertEquals([made.commonName, ...made.organizations], ["made", "one", "two"]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

testWith(
  ["openssl"],
  "an authority that constrains names signs for no client with such names",
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      const config = `[leaf]
extendedKeyUsage = clientAuth
[named]
extendedKeyUsage = clientAuth
subjectAltName = DNS:other.example
`;
      await Deno.writeTextFile(`${folder}/x.cnf`, config);
      const run = async (line: string) => {
        const { success, stderr } = await new Deno.Command("sh", {
          args: ["-c", line],
          cwd: folder,
        }).output();
        assert(success, new TextDecoder().decode(stderr));
      };
      const ecKey = "openssl ecparam -name prime256v1 -genkey -noout -out";
      await run(
        `${ecKey} ca.key && openssl req -x509 -new -key ca.key -subj /CN=ca -days 2 ` +
          `-addext "nameConstraints=permitted;DNS:allowed.example" -out ca.pem`,
      );
      const read = async (name: string) =>
        certificatesOfPem(await Deno.readTextFile(`${folder}/${name}.pem`), name)[0]!;
      for (const section of ["leaf", "named"]) {
        await run(
          `${ecKey} ${section}.key && openssl req -new -key ${section}.key -subj /CN=jane -out ${section}.csr && ` +
            `openssl x509 -req -in ${section}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 ` +
            `-extfile x.cnf -extensions ${section} -out ${section}.pem`,
        );
      }
      const constrained = rootsOf([await read("ca")]);
      const now = new Date();
      assertEquals(verify([await read("leaf")], constrained, now), ["jane", "ca"]);
      const named = await read("named");
      assertThrows(() => verify([named], constrained, now), /not authorized to sign for this name/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

const BAD_PEM: [text: string, message: RegExp][] = [
  ["", /no certificate/],
  ["nothing here", /no certificate/],
  ["-----BEGIN CERTIFICATE-----\nAAAA", /no end/],
  ["-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----", /not base64/],
  ["-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----", /not base64/],
  [toPem("PRIVATE KEY", new Uint8Array(9)), /no certificate/],
  ["x".repeat(5 * 1024 * 1024), /over the limit/],
];

Deno.test("certificatesOfPem() says what is wrong with a file", () => {
  for (const [text, message] of BAD_PEM) {
    assertThrows(() => certificatesOfPem(text, "file"), message);
  }
  assertThrows(() => privateKeyToPkcs8("nonsense", "file x"), "file x holds no private key");
});
