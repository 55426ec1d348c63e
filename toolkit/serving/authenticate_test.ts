import {
  type CertificateOptions,
  certificatesOfPem,
  type Issuer,
  type KeyPair,
  makeAuthority,
  makeCertificate,
  rootsOf,
  toPem,
  USAGE,
} from "../certificates/mod.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import { testWith } from "../../testing/requirements.ts";
import { authenticateCertificate, fixedTls, type Handler, serve } from "./mod.ts";
import { portOf, PROTOCOLS } from "./testdata/client.ts";
import { jane, material, NOW, proxyAuthority, userAuthority } from "./testdata/pki.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const users = rootsOf(certificatesOfPem(userAuthority.certificate, "users"));
const proxies = rootsOf(certificatesOfPem(proxyAuthority.certificate, "proxies"));

/** Says who the client is to each of the two sets of authorities. */
const whoAmI: Handler = ({ peer }) => {
  const told = [users, proxies].map((roots) => {
    const identity = authenticateCertificate(peer, roots, new Date());
    if (identity.is !== "verified") return identity;
    const { commonName, organizations } = identity.certificate;
    return { is: identity.is, commonName, organizations };
  });
  return { status: 200, body: JSON.stringify(told) };
};

const startServer = () =>
  serve({ listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material) }, whoAmI);

const make = (issuer: Issuer | undefined, more: Partial<CertificateOptions> = {}) =>
  makeCertificate({ commonName: "mallory", usages: [USAGE.client], now: NOW, ...more }, issuer);

/** `pair` with the certificates of `more` sent after its own. */
const along = (pair: KeyPair, ...more: KeyPair[]): KeyPair => ({
  certificate: pair.certificate + more.map(({ certificate }) => certificate).join(""),
  key: pair.key,
});

const middle = await makeCertificate(
  { commonName: "middle", now: NOW, authority: {} },
  userAuthority,
);

type Case = readonly [
  name: string,
  pair: () => Promise<KeyPair | undefined>,
  user: string,
  proxy: string,
];

/** What a client proves to the users' authority and to the proxies': a name, or why not. */
const CASES: readonly Case[] = [
  ["no certificate", () => Promise.resolve(undefined), "absent", "absent"],
  ["a user's", () => Promise.resolve(jane), "jane of dev,ops", "unknown authority"],
  [
    "a proxy's",
    () => make(proxyAuthority, { commonName: "front" }),
    "unknown authority",
    "front of ",
  ],
  [
    "another authority's",
    async () => make(await makeAuthority("other", NOW)),
    "unknown",
    "unknown",
  ],
  [
    "an authority's of the same name",
    async () => make(await makeAuthority("user authority", NOW)),
    "signature mismatch",
    "unknown",
  ],
  ["one signed by itself", () => make(undefined), "unknown authority", "unknown authority"],
  [
    "an expired one",
    () => make(userAuthority, { now: new Date(NOW.getTime() - 30 * DAY_MS), days: 1 }),
    "expired",
    "expired",
  ],
  [
    "one that is not valid yet",
    () => make(userAuthority, { now: new Date(NOW.getTime() + 30 * DAY_MS) }),
    "not yet valid",
    "not yet valid",
  ],
  [
    "a server's",
    () => make(userAuthority, { usages: [USAGE.server] }),
    "incompatible key usage",
    "unknown",
  ],
  ["one for any use", () => make(userAuthority, { usages: [USAGE.any] }), "mallory of ", "unknown"],
  ["one that names no use", () => make(userAuthority, { usages: [] }), "mallory of ", "unknown"],
  [
    "one with a line break in its name",
    () => make(userAuthority, { commonName: "a\nO=system:masters" }),
    "a\nO=system:masters of ",
    "unknown",
  ],
  [
    "one with several organizations",
    () => make(userAuthority, { organizations: ["a", "b,c", "O=d"] }),
    "mallory of a,b,c,O=d",
    "unknown",
  ],
  ["one whose intermediate is missing", () => make(middle), "unknown authority", "unknown"],
  [
    "one whose intermediate is sent along",
    async () => along(await make(middle), middle),
    "mallory of ",
    "unknown",
  ],
  [
    "one issued by a user",
    async () => {
      const user = await make(userAuthority, { commonName: "user" });
      return along(await make(user, { commonName: "system:masters" }), user);
    },
    "not authorized to sign",
    "not authorized to sign|unknown",
  ],
  [
    "an authority's own",
    async () => await make(userAuthority, { commonName: "sub", authority: {}, usages: [] }),
    "sub of ",
    "unknown",
  ],
  [
    "one with too long a path",
    async () => {
      const first = await makeCertificate({
        commonName: "first",
        now: NOW,
        authority: { pathLength: 0 },
      }, userAuthority);
      const second = await makeCertificate(
        { commonName: "second", now: NOW, authority: {} },
        first,
      );
      return along(await make(second), second, first);
    },
    "too many intermediates",
    "too many intermediates|unknown",
  ],
  [
    "one with a changed signature",
    async () => {
      const pair = await make(userAuthority);
      const der = certificatesOfPem(pair.certificate, "it")[0]!.slice();
      der[der.length - 1]! ^= 1;
      return { certificate: toPem("CERTIFICATE", der), key: pair.key };
    },
    "signature|unknown",
    "unknown",
  ],
  [
    "more certificates than anyone has",
    async () => {
      const pair = await make(userAuthority);
      return along(pair, ...Array.from({ length: 40 }, () => middle));
    },
    "more than 16",
    "more than 16",
  ],
];

function told(text: string): string[] {
  return (JSON.parse(text) as Record<string, unknown>[]).map((one) =>
    one.is === "verified"
      ? `${one.commonName} of ${(one.organizations as string[]).join(",")}`
      : String(one.reason ?? one.is)
  );
}

/** Whether `said` is the name, or a refusal that `expected` describes and no name at all. */
function agrees(said: string | undefined, expected: string): boolean {
  if (said === expected) return true;
  return said !== undefined && !/ of /.test(expected) && said.startsWith("x509: ") &&
    new RegExp(expected).test(said);
}

for (const [protocol, ask] of PROTOCOLS) {
  Deno.test(`a client proves over ${protocol} what its certificate says, and no more`, async (t) => {
    await using server = await startServer();
    for (const [name, pair, user, proxy] of CASES) {
      await t.step(name, async () => {
        const given = await pair();
        let body: string;
        try {
          body = (await ask(server, { ...(given !== undefined && { pair: given }) })).body;
        } catch (error) {
          // Cut off in the handshake is refused as well; but only what is refused anyway.
          assert(!/ of |^absent$/.test(user), `${name}: ${error}`);
          return;
        }
        const [asUser, asProxy] = told(body);
        assert(agrees(asUser, user), `as a user: ${asUser}, not ${user}`);
        assert(agrees(asProxy, proxy), `as a proxy: ${asProxy}, not ${proxy}`);
      });
    }
  });
}

testWith(["openssl"], "a certificate of version 1 proves nothing", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using server = await startServer();
    await Deno.writeTextFile(`${folder}/ca.pem`, userAuthority.certificate);
    await Deno.writeTextFile(`${folder}/ca.key`, userAuthority.key);
    const openssl = (...args: string[]) =>
      new Deno.Command("openssl", { args, cwd: folder }).output();
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    const request = ["-keyout", "v1.key", "-out", "v1.csr", "-subj", "/O=system:masters/CN=v1"];
    assert((await openssl("req", ...key, ...request)).success);
    // Without an extension file what x509 signs is of version 1.
    const signed = await openssl(
      ...["x509", "-req", "-in", "v1.csr", "-CA", "ca.pem", "-CAkey", "ca.key"],
      ...["-set_serial", "7", "-days", "2", "-out", "v1.pem"],
    );
    assert(signed.success, new TextDecoder().decode(signed.stderr));
    const client = new Deno.Command("openssl", {
      args: [
        ...["s_client", "-connect", `127.0.0.1:${portOf(server)}`, "-quiet", "-ign_eof"],
        ...["-cert", "v1.pem", "-key", "v1.key"],
      ],
      cwd: folder,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const writer = client.stdin.getWriter();
    await writer.write(
      new TextEncoder().encode("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
    )
      .catch(() => {});
    await writer.close().catch(() => {});
    const text = new TextDecoder().decode((await client.output()).stdout);
    assert(!text.includes("verified"), text);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("authenticateCertificate() looks again when a certificate begins or ends", async () => {
  const pair = await make(userAuthority, { days: 1 });
  const peer = {
    address: "",
    port: 0,
    certificates: certificatesOfPem(pair.certificate, "it"),
  };
  const at = (ms: number) => authenticateCertificate(peer, users, new Date(NOW.getTime() + ms)).is;
  assertEquals(
    [at(-DAY_MS), at(0), at(DAY_MS / 2), at(2 * DAY_MS), at(0)],
    ["refused", "verified", "verified", "refused", "verified"],
  );
});

Deno.test("authenticateCertificate() checks signatures once per connection", async () => {
  const certificates = certificatesOfPem((await make(userAuthority)).certificate, "it");
  let reads = 0;
  const peer = {
    address: "",
    port: 0,
    certificates: new Proxy(certificates, {
      get(target, name, self) {
        if (name === "map") reads++;
        return Reflect.get(target, name, self);
      },
    }),
  };
  const first = authenticateCertificate(peer, users, NOW);
  assertEquals(authenticateCertificate(peer, users, NOW) === first, true);
  assertEquals(reads, 1);
});
