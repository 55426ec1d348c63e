import { join } from "node:path";
import type { AuthInfo, Cluster } from "../api/config/clientconfig_v1.ts";
import { issue } from "../certificates/testdata/issue.ts";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { silentLogger } from "../logger.ts";
import { type ClientConfig, ClientConfigError, emptyClientConfig } from "./document.ts";
import { CERTIFICATE_FILE_REFRESH_MS, TOKEN_FILE_REFRESH_MS } from "./file_identity.ts";
import { inClusterSettings, isInCluster } from "./in_cluster.ts";
import { clientSettings, type ClientSettingsOptions } from "./settings.ts";

const PEM = "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n";
const base64 = (text: string) => btoa(text);

function config(user: AuthInfo, cluster: Partial<Cluster> = {}): ClientConfig {
  return {
    ...emptyClientConfig(),
    clusters: [{ name: "c", cluster: { server: "https://h", ...cluster } }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  };
}

async function headersOf(user: AuthInfo, options?: ClientSettingsOptions) {
  return await (await clientSettings(config(user), options)).credentials.headers();
}

Deno.test("clientSettings() says where the server is", async () => {
  const cases: [server: string, href: string][] = [
    ["https://h:6443", "https://h:6443/"],
    ["https://h/a/b?x=1#y", "https://h/a/b"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080/"],
    ["localhost:8080", "http://localhost:8080/"],
    ["[::1]:80", "http://[::1]/"],
  ];
  for (const [server, href] of cases) {
    assertEquals((await clientSettings(config({}, { server }))).server.href, href);
  }
  for (const server of ["ftp://h", "https://", "https://u:hidden@h", "unix:///run/x", "h h"]) {
    const error = await assertRejects(() => clientSettings(config({}, { server })), "address must");
    assert(!error.message.includes("hidden"));
  }
});

Deno.test("clientSettings() says whom to take for the server", async () => {
  const trust = async (cluster: Partial<Cluster>) =>
    (await clientSettings(config({}, cluster))).tls;
  assertEquals(await trust({}), { insecure: false });
  assertEquals(await trust({ "certificate-authority-data": base64(PEM), "tls-server-name": "n" }), {
    ca: PEM,
    serverName: "n",
    insecure: false,
  });
  assertEquals(await trust({ "insecure-skip-tls-verify": true }), { insecure: true });
  await assertRejects(() => trust({ "certificate-authority-data": "?" }), "not the base64");
  await assertRejects(() => trust({ "certificate-authority-data": base64("x") }), "no PEM");
  await assertRejects(() => trust({ "certificate-authority": "/no/such" }), "/no/such");
});

Deno.test("clientSettings() takes proxies of three kinds, and shows no address of one", async () => {
  for (const proxy of ["http://p:1", "https://u:p@p", "socks5://p:1080"]) {
    const settings = await clientSettings(config({}, { "proxy-url": proxy }));
    assertEquals(settings.proxy?.reveal(), proxy);
    assert(!Deno.inspect(settings).includes(proxy));
  }
  const error = await assertRejects(
    () => clientSettings(config({}, { "proxy-url": "ftp://hidden" })),
    "proxy-url",
  );
  assert(!error.message.includes("hidden"));
});

const INVALID: [name: string, user: AuthInfo, message: string][] = [
  ["a certificate has no key", { "client-certificate-data": "eA==" }, "has no key"],
  [
    "a key is given twice",
    { "client-certificate-data": "eA==", "client-key": "/k", "client-key-data": "eA==" },
    "client-key and client-key-data",
  ],
  ["there are a token and a password", { token: "t", username: "u" }, "are both given"],
  ["groups are impersonated without a user", { "as-groups": ["g"] }, "without a user"],
  [
    "there is an auth-provider",
    { "auth-provider": { name: "old", config: {} } },
    'auth-provider "old" of the user "u" is not supported: use an exec plugin',
  ],
  [
    "a token has a line break",
    { token: "hidden\nX: y" },
    "characters that are not allowed in a token",
  ],
  ["a group has a line break", { as: "a", "as-groups": ["g\r\nX: y"] }, "not allowed in a header"],
];

for (const [name, user, message] of INVALID) {
  Deno.test(`clientSettings() refuses a user when ${name}`, async () => {
    const error = await assertRejects(() => clientSettings(config(user)), message);
    assert(error instanceof ClientConfigError);
    assert(!error.message.includes("hidden"));
  });
}

Deno.test("clientSettings() follows the context, and what is asked for beyond it", async () => {
  const file: ClientConfig = {
    ...config({ token: "t" }, {
      "tls-server-name": "n",
      "certificate-authority-data": base64(PEM),
    }),
    contexts: [
      { name: "x", context: { cluster: "c", user: "u", namespace: "a" } },
      { name: "y", context: { cluster: "d", user: "v" } },
    ],
  };
  file.clusters.push({ name: "d", cluster: { server: "https://d" } });
  file.users.push({ name: "v", user: { token: "v" } });
  const of = (overrides: ClientSettingsOptions["overrides"] = {}) =>
    clientSettings(file, { overrides });
  assertEquals((await of()).namespace, "a");
  assertEquals((await of({ context: "y" })).namespace, "default");
  assertEquals((await of({ context: "y" })).server.host, "d");
  const mixed = await of({ cluster: "d", user: "v", namespace: "z" });
  assertEquals([mixed.server.host, mixed.namespace], ["d", "z"]);
  assertEquals(await mixed.credentials.headers(), [["Authorization", "Bearer v"]]);
  const moved = await of({ clusterFields: { server: "https://e" } });
  assertEquals(moved.tls, { ca: PEM, insecure: false });
  const trusting = await of({ clusterFields: { "insecure-skip-tls-verify": true } });
  assertEquals(trusting.tls, { serverName: "n", insecure: true });
  await assertRejects(() => of({ context: "no" }), 'the client config has no context "no"');
  await assertRejects(() => of({ cluster: "no" }), 'the client config has no cluster "no"');
  await assertRejects(() => of({ user: "no" }), 'the client config has no user "no"');
  await assertRejects(() => of({ namespace: "A" }), 'the namespace "A" a lowercase');
  await assertRejects(() => clientSettings(emptyClientConfig()), "no server is given");
});

Deno.test("credentials give the headers of each kind of user", async () => {
  assertEquals(await headersOf({}), []);
  assertEquals(await headersOf({ token: "t" }), [["Authorization", "Bearer t"]]);
  assertEquals(await headersOf({ username: "ü", password: "p:q" }), [
    ["Authorization", "Basic w7w6cDpx"],
  ]);
  const impersonating: AuthInfo = {
    token: "t",
    as: "jane",
    "as-uid": "1",
    "as-groups": ["a", "b"],
    "as-user-extra": { "Scopes/x%": ["1", "2"] },
  };
  assertEquals(await headersOf(impersonating), [
    ["Authorization", "Bearer t"],
    ["Impersonate-User", "jane"],
    ["Impersonate-Uid", "1"],
    ["Impersonate-Group", "a"],
    ["Impersonate-Group", "b"],
    ["Impersonate-Extra-Scopes%2Fx%25", "1"],
    ["Impersonate-Extra-Scopes%2Fx%25", "2"],
  ]);
});

Deno.test("credentials are not sent without https, and the settings say so", async () => {
  const file = config({ token: "t", as: "jane" }, { server: "http://h" });
  const settings = await clientSettings(file);
  assertEquals(await settings.credentials.headers(), [["Impersonate-User", "jane"]]);
  assertEquals(settings.warnings, [
    'the credentials of the user "u" are not sent, as the address of its server is not https',
  ]);
  assertEquals((await clientSettings(config({ token: "t" }))).warnings, []);
});

Deno.test("settings show no secret, however they are printed", async () => {
  const pair = await issue({ name: "client" });
  const user = {
    token: "hidden",
    "client-certificate-data": base64(pair.certificate),
    "client-key-data": base64(pair.key),
  };
  const settings = await clientSettings(config(user));
  const certificate = await settings.credentials.certificate();
  assertEquals(certificate?.key.reveal(), pair.key);
  const [, secret = ""] = pair.key.split("\n");
  assert(secret.length > 20);
  for (const value of [settings, certificate]) {
    for (const hidden of ["hidden", secret]) {
      assert(!Deno.inspect(value, { depth: 9 }).includes(hidden));
      assert(!JSON.stringify(value).includes(hidden));
    }
  }
});

async function withFiles(
  files: Record<string, string>,
  run: (path: (name: string) => string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = (name: string) => join(folder, name);
  try {
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(path(name), text);
    await run(path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the proxy is that of the config, else that of the environment", async () => {
  const environment = { HTTPS_PROXY: "proxy:3128", NO_PROXY: "near" };
  const proxyOf = async (cluster: Partial<Cluster>) =>
    (await clientSettings(config({}, cluster), { environment })).proxy?.reveal();
  assertEquals(await proxyOf({}), "http://proxy:3128");
  assertEquals(await proxyOf({ server: "https://near" }), undefined);
  assertEquals(await proxyOf({ "proxy-url": "socks5://own" }), "socks5://own");
  const wrong = { HTTPS_PROXY: "ftp://u:hidden@p" };
  const error = await assertRejects(
    () => clientSettings(config({}), { environment: wrong }),
    "the proxy of the environment must be",
  );
  assert(!error.message.includes("hidden"));
});

Deno.test("a token file is read again in time, after a refusal, and survives its loss", async () => {
  await withFiles({ token: " one\n" }, async (path) => {
    const clock = new FakeClock();
    const user = { tokenFile: path("token") };
    const { credentials } = await clientSettings(config(user), { clock });
    const token = async () => (await credentials.headers())[0]?.[1];
    assertEquals(await token(), "Bearer one");
    await Deno.writeTextFile(path("token"), "two");
    assertEquals(await token(), "Bearer one");
    await clock.advance(TOKEN_FILE_REFRESH_MS);
    assertEquals(await token(), "Bearer two");
    await Deno.writeTextFile(path("token"), "three");
    credentials.refused(clock.now() - 1);
    assertEquals(await token(), "Bearer two", "an older refusal says nothing");
    credentials.refused(clock.now() + 1);
    assertEquals(await token(), "Bearer three");
    await Deno.remove(path("token"));
    await clock.advance(TOKEN_FILE_REFRESH_MS);
    assertEquals(await token(), "Bearer three");
  });
});

Deno.test("a token file that is missing or empty is an error, unless there is a token besides", async () => {
  await withFiles({ empty: "\n" }, async (path) => {
    const missing = path("missing");
    await assertRejects(() => headersOf({ tokenFile: missing }), missing);
    await assertRejects(() => headersOf({ tokenFile: path("empty") }), "is empty");
    const headers = await headersOf({ tokenFile: missing, token: "t" });
    assertEquals(headers, [["Authorization", "Bearer t"]]);
  });
});

Deno.test("certificate files are read at once, and are the same object until they change", async () => {
  const [one, two] = [await issue({ name: "one" }), await issue({ name: "two" })];
  await withFiles({ crt: one.certificate, key: one.key }, async (path) => {
    const clock = new FakeClock();
    const user = { "client-certificate": path("crt"), "client-key": path("key") };
    const { credentials } = await clientSettings(config(user), { clock });
    const first = await credentials.certificate();
    assertEquals([first?.certificate, first?.key.reveal()], [one.certificate, one.key]);
    await clock.advance(CERTIFICATE_FILE_REFRESH_MS);
    assert(await credentials.certificate() === first);
    // Whoever renews them writes one after the other.
    await Deno.writeTextFile(path("crt"), two.certificate);
    await clock.advance(CERTIFICATE_FILE_REFRESH_MS);
    assert(await credentials.certificate() === first);
    await Deno.writeTextFile(path("key"), two.key);
    await clock.advance(10_000);
    assertEquals((await credentials.certificate())?.key.reveal(), two.key);
    assertEquals(await credentials.headers(), []);
    const absent = { ...user, "client-key": path("absent") };
    await assertRejects(() => clientSettings(config(absent)), path("absent"));
    await Deno.writeTextFile(path("key"), one.key);
    await assertRejects(
      () => clientSettings(config(user)),
      `${path("key")}: tls: private key does not match public key`,
    );
  });
});

Deno.test("the authorities in a file are read again in time, and survive their loss", async () => {
  const [{ certificate: old }, { certificate: renewed }] = [
    await issue({ name: "old" }),
    await issue({ name: "renewed" }),
  ];
  await withFiles({ ca: old }, async (path) => {
    const clock = new FakeClock();
    let failures = 0;
    const logger = { ...silentLogger, error: () => void failures++ };
    const following = config({}, { "certificate-authority": path("ca") });
    const { tls } = await clientSettings(following, { clock, logger });
    assertEquals([tls.ca, await tls.currentCa?.()], [old, old]);
    await Deno.writeTextFile(path("ca"), renewed);
    assertEquals(await tls.currentCa?.(), old);
    await clock.advance(CERTIFICATE_FILE_REFRESH_MS);
    assertEquals(await tls.currentCa?.(), renewed);
    // Half of one, above all: somebody may be writing it.
    for (const lost of ["", "no certificate", PEM, old.slice(0, old.length / 2)]) {
      await Deno.writeTextFile(path("ca"), lost);
      await clock.advance(CERTIFICATE_FILE_REFRESH_MS);
      failures = 0;
      assertEquals([await tls.currentCa?.(), failures], [renewed, 1]);
      await assertRejects(() => clientSettings(following), `${path("ca")} holds no certificate`);
      await Deno.writeTextFile(path("ca"), old);
      await clock.advance(10_000);
      assertEquals(await tls.currentCa?.(), old);
      await Deno.writeTextFile(path("ca"), renewed);
      await clock.advance(CERTIFICATE_FILE_REFRESH_MS);
      assertEquals(await tls.currentCa?.(), renewed);
    }
    const fixed = await clientSettings(
      config({}, { "certificate-authority-data": base64(PEM) }),
    );
    assertEquals([fixed.tls.ca, fixed.tls.currentCa], [PEM, undefined]);
  });
});

Deno.test("a user may have a token and a certificate", async () => {
  const { certificate, key } = await issue({ name: "client" });
  const user = {
    token: "t",
    "client-certificate-data": base64(certificate),
    "client-key-data": base64(key),
  };
  const { credentials } = await clientSettings(config(user));
  assertEquals(await credentials.headers(), [["Authorization", "Bearer t"]]);
  const first = await credentials.certificate();
  assertEquals(first?.certificate, certificate);
  assert(await credentials.certificate() === first);
});

Deno.test("a certificate that is none, or not of its key, is told at once", async () => {
  const [own, other] = await Promise.all([issue({ name: "a" }), issue({ name: "b" })]);
  const cases: [certificate: string, key: string, why: RegExp][] = [
    ["hello", own.key, /^the client certificate and its key: .*find any PEM data in certificate/],
    [own.certificate, "hello", /find any PEM data in key/],
    [own.key, own.certificate, /may have been switched/],
    [own.certificate, other.key, /private key does not match public key/],
  ];
  for (const [certificate, key, why] of cases) {
    const user = {
      "client-certificate-data": base64(certificate),
      "client-key-data": base64(key),
    };
    const error = await assertRejects(() => clientSettings(config(user)), why);
    assertEquals([error.name, error.message.includes("PRIVATE KEY-----")], [
      "ClientConfigError",
      false,
    ]);
    // Without TLS nobody is shown it.
    await clientSettings(config(user, { server: "http://h" }));
  }
});

Deno.test("inClusterSettings() are those of the pod, in either dialect", async () => {
  const { certificate: authority } = await issue({ name: "authority" });
  await withFiles({ "ca.crt": authority, token: "t", namespace: "ns\n" }, async (path) => {
    const tokenFolder = path("");
    for (const prefix of ["ORCH", "KUBERNETES"]) {
      const environment = {
        [`${prefix}_SERVICE_HOST`]: "fd00::1",
        [`${prefix}_SERVICE_PORT`]: "443",
      };
      assert(isInCluster(environment));
      const settings = await inClusterSettings({ environment, tokenFolder });
      assertEquals(settings.server.href, "https://[fd00::1]/");
      assertEquals(settings.namespace, "ns");
      assertEquals(settings.tls.ca, authority);
      assertEquals(await settings.credentials.headers(), [["Authorization", "Bearer t"]]);
    }
    // A token that is mounted by itself comes without one.
    await Deno.remove(path("namespace"));
    const bare = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
    assertEquals(
      (await inClusterSettings({ environment: bare, tokenFolder })).namespace,
      "default",
    );
    assert(!isInCluster({ ORCH_SERVICE_HOST: "h" }));
    await assertRejects(() => inClusterSettings({ environment: {} }), "not in a cluster");
    await Deno.remove(path("token"));
    const environment = { ORCH_SERVICE_HOST: "h", ORCH_SERVICE_PORT: "1" };
    await assertRejects(() => inClusterSettings({ environment, tokenFolder }), path("token"));
  });
});
