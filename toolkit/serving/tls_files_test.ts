import { testWith } from "../../testing/requirements.ts";
import { type KeyPair, parseCertificate } from "../certificates/mod.ts";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { type Logger, silentLogger } from "../logger.ts";
import { certificateChooser } from "./certificate_choice.ts";
import { fixedTls, openTlsFiles, serve, type Server } from "./mod.ts";
import { askHttp1, http2Session, onSession, openssl, tlsSocket } from "./testdata/client.ts";
import { jane, localhost, material, serverPair, userAuthority } from "./testdata/pki.ts";

const ok = () => ({ status: 200, body: "ok" });

/** The name in the certificate that a client is shown. */
async function shown(server: Server, servername?: string): Promise<string> {
  const socket = await tlsSocket(server, { servername: servername ?? "" });
  try {
    return parseCertificate(socket.getPeerCertificate(true).raw).commonName;
  } finally {
    socket.destroy();
  }
}

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function writePair(path: string, pair: KeyPair) {
  await Deno.writeTextFile(`${path}.key`, pair.key);
  await Deno.writeTextFile(`${path}.crt`, pair.certificate);
  return { certFile: `${path}.crt`, keyFile: `${path}.key` };
}

const NAMED = [
  { names: ["a.example", "*.wild.example", "10.0.0.1"], explicit: false },
  { names: ["b.example", "a.example"], explicit: true },
  { names: ["x.wild.example", "b.example", "*.example"], explicit: true },
];

/** Which of {@link NAMED} a client gets; undefined: the main certificate. */
const CHOICES: readonly [serverName: string | undefined, expected: number | undefined][] = [
  ["a.example", 1], // given beats the certificate's own
  ["b.example", 1], // of two that were given, the first
  ["x.wild.example", 2], // exact beats wildcard
  ["y.wild.example", 0],
  ["y.z.wild.example", undefined], // a wildcard is one label
  ["wild.example", 2],
  ["c.example", 2],
  ["example", undefined],
  ["other", undefined],
  ["*.wild.example", 0],
  [undefined, 0], // by the address that was come to
];

Deno.test("a certificate is chosen by exact name, then wildcard, given names first", () => {
  const pairs = NAMED.map((one) => ({ ...one, certificate: "", key: "" }));
  const choose = certificateChooser(pairs, [0, 1, 2]);
  for (const [serverName, expected] of CHOICES) {
    assertEquals(choose(serverName, "10.0.0.1"), expected, serverName ?? "none");
  }
  assertEquals(choose(undefined, "10.0.0.2"), undefined);
});

Deno.test("clients are shown the certificate of the name that they ask for", async () => {
  const [a, wild] = [await serverPair("a.example"), await serverPair("*.wild.example")];
  const tls = fixedTls({
    ...material,
    named: [
      { ...a, names: ["a.example"], explicit: false },
      { ...wild, names: ["*.wild.example"], explicit: false },
    ],
  });
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0 }, tls },
    ({ peer }) => ({
      status: 200,
      body: `${peer.serverName} ${peer.address} ${peer.certificates?.length}`,
    }),
  );
  assertEquals(await shown(server, "a.example"), "a.example");
  assertEquals(await shown(server, "A.EXAMPLE"), "a.example");
  assertEquals(await shown(server, "b.wild.example"), "*.wild.example");
  assertEquals(await shown(server, "localhost"), "localhost");
  // Client certificates are asked for behind every one of them.
  const answer = await askHttp1(server, { servername: "a.example", pair: jane });
  assertEquals(answer.body, "a.example 127.0.0.1 1");
});

/** Whether the files were written shortly before they are looked at, or long ago. */
const AGES: Readonly<Record<string, number>> = { new: 0, old: 24 * 60 * 60_000 };

for (const [age, ageMs] of Object.entries(AGES)) {
  Deno.test(`changed files are served to new connections, the old ones go on: ${age} files`, async () => {
    await inFolder(async (folder) => {
      const clock = new FakeClock(Date.now() + ageMs);
      const main = await writePair(`${folder}/main`, await serverPair("localhost", "first"));
      const authorities = `${folder}/ca.pem`;
      await Deno.writeTextFile(authorities, userAuthority.certificate);
      const tls = await openTlsFiles({ main, clientAuthorityFiles: [authorities], clock });
      // Of the clock's time much more passes than of that in which files are read.
      const limits = { handshakeTimeoutMs: 1e9, headersTimeoutMs: 1e9, idleTimeoutMs: 1e9 };
      await using server = await serve(
        { listen: { hostname: "127.0.0.1", port: 0 }, tls, clock, limits },
        ok,
      );
      const session = await http2Session(server);
      const kept = await tlsSocket(server);
      let stop = false;
      const load = Array.from({ length: 4 }, async () => {
        let answered = 0;
        while (!stop) {
          assertEquals((await askHttp1(server)).body, "ok");
          assertEquals((await onSession(session)).body, "ok");
          answered++;
        }
        return answered;
      });
      for (const name of ["second", "third", "fourth"]) {
        const next = { ...await serverPair(name, "localhost") };
        const changed = new Promise<void>((resolve) => {
          const forget = tls.onChange(() => {
            forget();
            resolve();
          });
        });
        await writePair(`${folder}/main`, next);
        await waitFor(clock, changed);
        assertEquals(await shown(server, "localhost"), name);
      }
      stop = true;
      for (const answered of await Promise.all(load)) assert(answered > 0);
      kept.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      await new Promise((resolve, reject) => {
        kept.once("data", resolve);
        kept.once("close", () => reject(new Error("the old connection was closed")));
      });
      kept.destroy();
      session.destroy();
    });
  });
}

/** Moves time on until `event`: what reads files takes real time in between. */
async function waitFor(clock: FakeClock, event: Promise<void>): Promise<void> {
  let over = false;
  const done = event.then(() => over = true);
  while (!over) {
    await clock.advance(1000);
    await new Promise((resolve) => setTimeout(resolve));
  }
  await done;
}

Deno.test("a mounted secret's links are followed when they are swapped", async () => {
  await inFolder(async (folder) => {
    for (const [version, name] of [["v1", "one"], ["v2", "two"]] as const) {
      await Deno.mkdir(`${folder}/${version}`);
      await writePair(`${folder}/${version}/tls`, await serverPair(name));
    }
    await Deno.symlink("v1", `${folder}/..data`);
    for (const file of ["tls.crt", "tls.key"]) {
      await Deno.symlink(`..data/${file}`, `${folder}/${file}`);
    }
    const clock = new FakeClock();
    const main = { certFile: `${folder}/tls.crt`, keyFile: `${folder}/tls.key` };
    const source = await openTlsFiles({ main, clock });
    const before = source.current.main.certificate;
    const changed = new Promise<void>((resolve) => source.onChange(() => resolve()));
    await Deno.symlink("v2", `${folder}/..data_tmp`);
    await Deno.rename(`${folder}/..data_tmp`, `${folder}/..data`);
    await waitFor(clock, changed);
    assert(source.current.main.certificate !== before);
    await source.close();
  });
});

Deno.test("files that can't be served keep the old ones, and are complained about once", async () => {
  await inFolder(async (folder) => {
    const errors: string[] = [];
    const complained = Promise.withResolvers<void>();
    const logger: Logger = {
      ...silentLogger,
      error: (_message, error) => {
        errors.push((error as Error).message);
        complained.resolve();
      },
    };
    const clock = new FakeClock();
    const main = await writePair(`${folder}/main`, localhost);
    const source = await openTlsFiles({ main, clock, logger });
    const before = source.current;
    // The certificate of one pair and the key of another.
    await Deno.writeTextFile(main.certFile, (await serverPair("other")).certificate);
    await waitFor(clock, complained.promise);
    for (let passed = 0; passed < 10; passed++) {
      await clock.advance(1000);
      await new Promise((resolve) => setTimeout(resolve));
    }
    assertEquals(errors.length, 1);
    assert(errors[0]?.includes(`the key in ${main.keyFile} does not match`), errors[0]);
    assertEquals(source.current, before);
    const changed = new Promise<void>((resolve) => source.onChange(() => resolve()));
    await writePair(`${folder}/main`, await serverPair("third"));
    await waitFor(clock, changed);
    await source.close();
  });
});

Deno.test("openTlsFiles() says which file is wrong, and how", async () => {
  await inFolder(async (folder) => {
    const good = await writePair(`${folder}/good`, localhost);
    const foreign = await writePair(`${folder}/foreign`, jane);
    await Deno.writeTextFile(`${folder}/empty`, "");
    const BAD: [files: { certFile: string; keyFile: string }, message: string | RegExp][] = [
      [
        { ...good, certFile: `${folder}/none` },
        new RegExp(`^cannot read ${folder}/none: No such file or directory \\(os error 2\\)$`),
      ],
      [{ ...good, certFile: `${folder}/empty` }, `${folder}/empty holds no certificate`],
      [{ ...good, keyFile: `${folder}/empty` }, `${folder}/empty holds no private key`],
      [{ ...good, keyFile: foreign.keyFile }, "does not match the first certificate"],
    ];
    for (const [main, message] of BAD) await assertRejects(() => openTlsFiles({ main }), message);
    await assertRejects(
      () => openTlsFiles({ main: good, clientAuthorityFiles: [`${folder}/empty`] }),
      "holds no certificate",
    );
  });
});

Deno.test("names of a certificate are its own when none are given", async () => {
  await inFolder(async (folder) => {
    const files = await writePair(`${folder}/a`, await serverPair("A.example", "10.0.0.9"));
    const source = await openTlsFiles({
      main: files,
      named: [{ ...files, names: [] }, { ...files, names: ["Given"] }],
    });
    const named = source.current.named.map(({ names, explicit }) => ({ names, explicit }));
    assertEquals(named, [
      { names: ["a.example", "10.0.0.9"], explicit: false },
      { names: ["given"], explicit: true },
    ]);
    await source.close();
  });
});

const VERSIONS: readonly [args: string[], min: "TLSv1.2" | "TLSv1.3", served: boolean][] = [
  [["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], "TLSv1.2", false],
  [["-tls1_2"], "TLSv1.2", true],
  [["-tls1_3"], "TLSv1.2", true],
  [["-tls1_2"], "TLSv1.3", false],
  [["-tls1_3"], "TLSv1.3", true],
  [["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"], "TLSv1.2", true],
  [["-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-GCM-SHA384"], "TLSv1.2", true],
  [["-tls1_2", "-cipher", "ECDHE-ECDSA-CHACHA20-POLY1305"], "TLSv1.2", true],
  [["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0"], "TLSv1.2", false],
  [["-tls1_2", "-cipher", "AES128-GCM-SHA256:@SECLEVEL=0"], "TLSv1.2", false],
];

testWith(
  ["openssl"],
  "TLS versions and suites are those that the flags are checked by",
  async () => {
    for (const [args, minVersion, served] of VERSIONS) {
      const listen = { hostname: "127.0.0.1", port: 0 };
      await using server = await serve({ listen, tls: fixedTls(material), minVersion }, ok);
      await using client = openssl(server, ...args);
      await client.write(
        new TextEncoder().encode("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
      ).catch(() => {});
      assertEquals((await client.output()).endsWith("ok"), served, `${args} ${minVersion}`);
    }
  },
);
