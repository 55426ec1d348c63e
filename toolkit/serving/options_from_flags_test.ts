import { certificatesOfPem, parseCertificate } from "../certificates/mod.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../deps/assert.ts";
import { parseFlags, works } from "../flags/mod.ts";
import { CIPHER_SUITES, SERVED_TLS12 } from "./cipher_suites.ts";
import { bindingFlags, servingFlags } from "./flags.ts";
import { openCertificates, parseNamedPair, servingOptionsFromFlags } from "./mod.ts";
import { selfSigned } from "./self_signed.ts";

const groups = [
  servingFlags(works, { securePort: 6443, zeroPort: "allowed", certDir: () => "/certs" }),
  bindingFlags(works),
] as const;

const plan = (...args: string[]) => servingOptionsFromFlags(parseFlags(groups, args).values);

Deno.test("servingOptionsFromFlags() turns flags into how to serve", () => {
  assertEquals(plan(), {
    listen: { hostname: "", port: 6443, shared: false, flag: "--secure-port" },
    minVersion: "TLSv1.2",
    limits: {},
    certDir: "/certs",
    named: [],
    notices: [],
  });
  assertEquals(plan("--secure-port=0").listen, undefined);
  assertEquals(
    plan("--bind-address=127.0.0.1", "--secure-port=1", "--permit-port-sharing").listen,
    { hostname: "127.0.0.1", port: 1, shared: true, flag: "--secure-port" },
  );
  assertEquals(plan("--bind-address=::").listen, {
    hostname: "",
    port: 6443,
    shared: false,
    flag: "--secure-port",
  });
  assertEquals(plan("--http2-max-streams-per-connection=7").limits, { streamsPerConnection: 7 });
  assertEquals(plan("--tls-min-version=VersionTLS13").minVersion, "TLSv1.3");
  assertEquals(plan("--tls-cert-file=c", "--tls-private-key-file=k").main, {
    certFile: "c",
    keyFile: "k",
  });
  assertEquals(plan("--tls-min-version=VersionTLS10").notices.length, 1);
  assertEquals(plan("--tls-sni-cert-key=a,b", "--tls-sni-cert-key=c,d:x,*.y").named, [
    { certFile: "a", keyFile: "b", names: [] },
    { certFile: "c", keyFile: "d", names: ["x", "*.y"] },
  ]);
});

const all = SERVED_TLS12.join(",");
const old = all.replaceAll("POLY1305_SHA256", "POLY1305");

const SUITES: readonly [list: string, args: string[], problem: RegExp | undefined][] = [
  [all, [], undefined],
  [old, [], undefined],
  [CIPHER_SUITES.join(","), [], undefined],
  [
    SERVED_TLS12.slice(1).join(","),
    [],
    /leaves out TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, which/,
  ],
  ["TLS_AES_128_GCM_SHA256", [], /leaves out/],
  ["TLS_AES_128_GCM_SHA256", ["--tls-min-version=VersionTLS13"], undefined],
  ["TLS_RSA_WITH_RC4_128_SHA", ["--tls-min-version=VersionTLS13"], undefined],
  ["TLS_NULL", [], /TLS_NULL not supported/],
  ["TLS_NULL", ["--tls-min-version=VersionTLS13"], /TLS_NULL not supported/],
];

Deno.test("cipher suites are those that the runtime serves, or an error says why not", () => {
  for (const [list, args, problem] of SUITES) {
    const run = () => plan(`--tls-cipher-suites=${list}`, ...args);
    if (problem === undefined) run();
    else assertThrows(run, problem);
  }
  const [notice] = plan(`--tls-cipher-suites=${all},TLS_RSA_WITH_RC4_128_SHA`).notices;
  assert(notice?.endsWith("does not have TLS_RSA_WITH_RC4_128_SHA"), notice);
});

Deno.test("half a pair, and pairs that are none, are refused by the flag's name", () => {
  assertThrows(() => plan("--tls-cert-file=c"), "--tls-cert-file is given without --tls-private");
  assertThrows(() => plan("--tls-private-key-file=k"), "without --tls-cert-file");
  for (const text of ["", "a", "a,", ",b", "a,b,c", "a,b:", "a,b:x,,y", "a,b:x y", "a,b:a.*.b"]) {
    assertThrows(() => parseNamedPair(text), "invalid --tls-sni-cert-key");
  }
});

Deno.test("selfSigned() makes a pair once, its key for nobody else, and replaces an expired one", async () => {
  const root = await Deno.makeTempDir();
  try {
    const now = new Date();
    const options = {
      hosts: ["localhost", "127.0.0.1"],
      folder: `${root}/new`,
      baseName: "apiserver",
    };
    const made = await selfSigned({ ...options, now });
    assert("certFile" in made);
    assertEquals(made.certFile, `${root}/new/apiserver.crt`);
    assertEquals((await Deno.stat(made.keyFile)).mode! & 0o777, 0o600);
    assertEquals([...Deno.readDirSync(`${root}/new`)].length, 2);
    const first = await Deno.readTextFile(made.certFile);
    const [leaf, authority] = certificatesOfPem(first, "it").map(parseCertificate);
    assertEquals(leaf?.alternativeNames.dns, ["localhost"]);
    assert(
      leaf !== undefined && authority !== undefined && leaf.node.verify(authority.node.publicKey),
    );
    await selfSigned({ ...options, now });
    assertEquals(await Deno.readTextFile(made.certFile), first);
    await selfSigned({ ...options, now: new Date(now.getTime() + 400 * 24 * 3_600_000) });
    assert(await Deno.readTextFile(made.certFile) !== first);
    await Deno.remove(made.keyFile);
    await assertRejects(() => selfSigned({ ...options, now }), `${made.keyFile} is not`);
    const nowhere = await selfSigned({ ...options, folder: "", now });
    assert("certificate" in nowhere);
    const source = await openCertificates(plan(`--cert-dir=${root}/other`), {
      hosts: ["localhost"],
      baseName: "x",
    });
    assert(source.current.main.certificate.includes("BEGIN CERTIFICATE"));
    await source.close();
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
