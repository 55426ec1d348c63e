/** Tokens of service accounts and identity headers, of real servers with real flags. */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { ApiClient } from "../../testing/api_client.ts";
import { Kubectl } from "./kubectl.ts";
import { type Servers, withServers } from "./server_process.ts";

const ISSUER = "https://issuer.example.com";

async function run(command: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args, stderr: "piped" }).output();
  if (!success) {
    throw new Error(`${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  }
}

/** Makes a key pair as people do, and gives the flags for it. */
async function keyFlags({ folder }: Servers): Promise<string[]> {
  const [key, pub] = [`${folder}/sa.key`, `${folder}/sa.pub`];
  await run("openssl", "genrsa", "-traditional", "-out", key, "2048");
  await run("openssl", "rsa", "-in", key, "-pubout", "-out", pub);
  return [
    `--service-account-issuer=${ISSUER}`,
    `--service-account-signing-key-file=${key}`,
    `--service-account-key-file=${pub}`,
    "--service-account-max-token-expiration=2h",
    "--feature-gates=ServiceAccountIssuerDiscovery=true",
    "--external-hostname=api.example.com",
    "--advertise-address=192.0.2.1",
  ];
}

testWith(
  ["kubectl", "openssl"],
  "kubectl creates tokens that hold over a restart",
  () =>
    withServers(async (servers) => {
      const args = await keyFlags(servers);
      const store = `file:${servers.folder}/store.db`;
      let server = await servers.start({ store, args });
      const at = () => ({ url: `https://127.0.0.1:${server.port}` });
      let token: string;
      {
        await using admin = await Kubectl.at(at(), "process-test-token");
        await admin.ok("create serviceaccount robot");
        token = (await admin.ok("create token robot --duration=15m")).trim();
        const long = await admin.run(["create", "token", "robot", "--duration=48h"]);
        assertEquals(long.code, 0);
        assert(
          long.err.includes("requested expiration of 172800 seconds shortened to 7200"),
          long.err,
        );
        const whoami = await admin.ok(
          "auth whoami --as=system:serviceaccount:default:robot --as-group=dev -o json",
        );
        assertEquals(JSON.parse(whoami).status.userInfo, {
          username: "system:serviceaccount:default:robot",
          groups: ["dev", "system:authenticated"],
        });
      }
      const configuration = await servers.client(server.port).get(
        "/.well-known/openid-configuration",
      );
      assertEquals(configuration.json, {
        issuer: ISSUER,
        jwks_uri: `https://api.example.com:${server.port}/openid/v1/jwks`,
        response_types_supported: ["id_token"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      });
      const set = await servers.client(server.port).get("/openid/v1/jwks");
      assertEquals(await isSignedByOne(token, set.json.keys), true);
      await server.kill();
      server = await servers.start({ store, args });
      await using robot = await Kubectl.at(at(), token);
      const who = JSON.parse(await robot.ok("auth whoami -o json")).status.userInfo;
      assertEquals(who.username, "system:serviceaccount:default:robot");
      assertEquals(Object.keys(who.extra), ["authentication.kubernetes.io/credential-id"]);
      // Nothing that the server wrote has a token or a part of one in it.
      assert(!servers.logs.includes(token.split(".")[2] ?? "?"));
      const metrics = await servers.client(server.port).get("/metrics");
      assert(metrics.text.includes('authentication_attempts{result="success"}'));
      for (const part of token.split(".")) assert(!metrics.text.includes(part));
    }),
);

/** Checks a token as others do, by the key set alone. */
async function isSignedByOne(token: string, keys: (JsonWebKey & { kid: string })[]) {
  const [head = "", body = "", signature = ""] = token.split(".");
  const bytes = (text: string) => Uint8Array.fromBase64(text, { alphabet: "base64url" });
  const { kid } = JSON.parse(new TextDecoder().decode(bytes(head)));
  const jwk = keys.find((key) => key.kid === kid);
  const names = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("jwk", { ...jwk }, names, false, ["verify"]);
  const signed = new TextEncoder().encode(`${head}.${body}`);
  return await crypto.subtle.verify(names, key, bytes(signature), signed);
}

Deno.test("authorities of clients and of proxies are followed, each for its own", () =>
  withServers(async (servers) => {
    const now = new Date();
    const file = (name: string) => `${servers.folder}/${name}`;
    const [users, proxies, others] = await Promise.all(
      ["users", "proxies", "others"].map((name) => makeAuthority(name, now)),
    );
    if (!users || !proxies || !others) throw new Error("an authority is missing");
    await Deno.writeTextFile(file("users.crt"), users.certificate);
    await Deno.writeTextFile(file("proxies.crt"), proxies.certificate);
    const server = await servers.start({
      store: "memory:",
      args: [
        `--client-ca-file=${file("users.crt")}`,
        `--requestheader-client-ca-file=${file("proxies.crt")}`,
        "--requestheader-username-headers=X-Remote-User",
        "--requestheader-group-headers=X-Remote-Group",
        "--requestheader-extra-headers-prefix=X-Remote-Extra-",
        "--requestheader-allowed-names=proxy",
      ],
    });
    const clients: ApiClient[] = [];
    const whoIs = async (issuer: typeof users, headers: Record<string, string> = {}) => {
      const { certificate: cert, key } = await makeCertificate(
        { commonName: "proxy", usages: [USAGE.client], now },
        issuer,
      );
      const http = Deno.createHttpClient({ caCerts: [servers.authority], cert, key });
      const client = new ApiClient(`https://127.0.0.1:${server.port}`, { http });
      clients.push(client);
      const reviews = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
      const { status, json } = await client.post(reviews, {}, { headers });
      return status === 201 ? json.status.userInfo.username : status;
    };
    const jane = { "X-Remote-User": "jane" };
    try {
      assertEquals(await whoIs(users), "proxy");
      assertEquals(await whoIs(users, jane), "proxy");
      assertEquals(await whoIs(proxies, jane), "jane");
      assertEquals(await whoIs(proxies), 401);
      assertEquals(await whoIs(others, jane), 401);
      // It takes ten seconds until a change is seen.
      if (!slowTests()) return;
      await Deno.writeTextFile(file("proxies.crt"), others.certificate);
      await Deno.writeTextFile(file("users.crt"), proxies.certificate);
      const late = AbortSignal.timeout(60_000);
      for (const flag of ["client-ca-file", "requestheader-client-ca-file"]) {
        await server.untilLogged(`"A file was read again" flag="${flag}"`, late);
      }
      assertEquals(await whoIs(others, jane), "jane");
      assertEquals(await whoIs(proxies, jane), "proxy");
      assertEquals(await whoIs(users), 401);
    } finally {
      for (const client of clients) client.close();
    }
  }));

Deno.test("a server does not start with flags of authentication that contradict each other", () =>
  withServers(async (servers) => {
    const crt = `${servers.folder}/server.crt`;
    const cases: [args: string[], error: string][] = [
      [
        [`--client-ca-file=${crt}`, `--requestheader-client-ca-file=${crt}`],
        "--requestheader-client-ca-file and --client-ca-file contain overlapping certificates",
      ],
      [
        ["--requestheader-username-headers= "],
        'empty value in "requestheader-username-headers"',
      ],
      [
        ["--requestheader-uid-headers=X-Id"],
        "--requestheader-uid-headers is set without specifying the standard X-Remote-Uid header",
      ],
      [["--service-account-issuer=a"], "should be specified together"],
    ];
    await servers.assertRefused(cases);
  }));
