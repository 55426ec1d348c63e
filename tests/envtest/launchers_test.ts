/** `./orch envtest`: its launchers, started as test environments of Go start the reference's programs. */
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free_port.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Launched, run, writeLaunchers } from "./launched.ts";

const ORCH = new URL("../../orch", import.meta.url).pathname;

/** Launchers for all tests of this file, in a folder whose name a shell would take apart. */
const ROOT = await Deno.makeTempDir({ prefix: "orch-envtest-" });
const ASSETS = `${ROOT}/it's "$HOME" here`;
Deno.test.beforeAll(() => writeLaunchers(ASSETS));
Deno.test.afterAll(() => Deno.remove(ROOT, { recursive: true }));

/** A certificate directory as controller-runtime fills it, but for the server's own certificate. */
async function certificates() {
  const now = new Date();
  const folder = await Deno.makeTempDir({ dir: ROOT });
  const issuer = await makeAuthority("client-ca", now);
  await Deno.writeTextFile(`${folder}/client-ca.crt`, issuer.certificate);
  const subject = { commonName: "admin", organizations: ["system:masters"] };
  const client = await makeCertificate({ ...subject, usages: [USAGE.client], now }, issuer);
  const signer = await makeCertificate({ commonName: "sa-signer", now }, issuer);
  await Deno.writeTextFile(`${folder}/sa-signer.crt`, signer.certificate);
  await Deno.writeTextFile(`${folder}/sa-signer.key`, signer.key);
  return { folder, client };
}

const serverArgs = (folder: string, port: number, etcdPort: number) => [
  "--allow-privileged=true",
  "--authorization-mode=RBAC",
  "--bind-address=127.0.0.1",
  `--cert-dir=${folder}`,
  `--client-ca-file=${folder}/client-ca.crt`,
  "--disable-admission-plugins=ServiceAccount",
  `--etcd-servers=http://127.0.0.1:${etcdPort}`,
  `--secure-port=${port}`,
  `--service-account-issuer=https://127.0.0.1:${port}/`,
  `--service-account-key-file=${folder}/sa-signer.crt`,
  `--service-account-signing-key-file=${folder}/sa-signer.key`,
  "--service-cluster-ip-range=10.0.0.0/24",
];

Deno.test("kube-apiserver of orch envtest serves, and ends at TERM with watches open", async () => {
  const { folder, client } = await certificates();
  const port = freePort();
  await using server = new Launched(
    `${ASSETS}/kube-apiserver`,
    serverArgs(folder, port, freePort()),
  );
  await server.wrote('"Serving"');
  const own = await Deno.readTextFile(`${folder}/apiserver.crt`);
  assert((await Deno.readTextFile(`${folder}/apiserver.key`)).includes("PRIVATE KEY"));
  const url = `https://127.0.0.1:${port}`;
  // Nobody in particular sees how it is, and no more.
  using nobody = Deno.createHttpClient({ caCerts: [own] });
  const statusOf = async (path: string) => {
    const answer = await fetch(`${url}/${path}`, { client: nobody });
    await answer.body?.cancel();
    return answer.status;
  };
  // It serves before all is done that it does after its start.
  await eventually("the server is well", async () => await statusOf("healthz") === 200);
  assertEquals([await statusOf("livez"), await statusOf("api/v1/nodes")], [200, 403]);
  using admin = Deno.createHttpClient({
    caCerts: [own],
    cert: client.certificate,
    key: client.key,
  });
  const made = await fetch(`${url}/api/v1/namespaces`, {
    client: admin,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ metadata: { name: "made" } }),
  });
  assertEquals([made.status, (await made.json()).metadata.name], [201, "made"]);
  const watch = await fetch(`${url}/api/v1/namespaces?watch=true`, { client: admin });
  const events = watch.body!.getReader();
  assertEquals((await events.read()).done, false);
  // What does not hold is said, and once.
  assertEquals(server.log.split("objects are kept in memory: --etcd-servers=").length, 2);
  assertEquals(await server.end("SIGTERM"), 0, server.log);
  await events.cancel().catch(() => {});
  // As the reference leaves it: its certificate, and nothing else.
  assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
    "apiserver.crt",
    "apiserver.key",
    "client-ca.crt",
    "sa-signer.crt",
    "sa-signer.key",
  ]);
});

Deno.test("etcd of orch envtest answers health checks, and ends at INT", async () => {
  const port = freePort();
  await using etcd = new Launched(`${ASSETS}/etcd`, [
    `--listen-client-urls=http://127.0.0.1:${port}`,
    `--data-dir=${ROOT}/data`,
    "--no-such-flag",
  ]);
  await etcd.wrote("--data-dir --no-such-flag has no effect\n");
  const health = await fetch(`http://127.0.0.1:${port}/health`);
  assertEquals((await health.json()).health, "true");
  const put = await fetch(`http://127.0.0.1:${port}/v3/kv/put`, { method: "POST", body: "{}" });
  assertEquals([put.status, await put.text()], [
    501,
    "etcd of orch envtest keeps nothing and answers health checks only\n",
  ]);
  assertEquals(await etcd.end("SIGINT"), 0, etcd.log);
});

Deno.test("programs of orch envtest end with the process that started them", async () => {
  const { folder } = await certificates();
  for (
    const [name, args, ready] of [
      ["etcd", ["--x", `--listen-client-urls=http://127.0.0.1:${freePort()}`], "no effect"],
      ["kube-apiserver", serverArgs(folder, freePort(), freePort()), '"Serving"'],
    ] as const
  ) {
    // The shell stays between: it is the parent, and what it starts has its output.
    const script = '"$@" & echo "process $!." >&2; wait';
    await using shell = new Launched("sh", ["-c", script, "sh", `${ASSETS}/${name}`, ...args]);
    await shell.wrote(ready);
    const pid = Number(/^process (\d+)\.$/m.exec(shell.log)?.[1]);
    await shell.end("SIGKILL", [pid]);
  }
});

Deno.test("programs of orch envtest tell their flags, in any environment", async () => {
  const home = await Deno.makeTempDir({ dir: ROOT });
  const options = { env: { HOME: home }, clearEnv: true };
  const [server, etcd, version] = await Promise.all([
    run(`${ASSETS}/kube-apiserver`, ["--help"], options),
    run(`${ASSETS}/etcd`, ["--help"], options),
    run(`${ASSETS}/kube-apiserver`, ["--version"], options),
  ]);
  // How controller-runtime looks for a flag.
  const has = (help: string, flag: string) => new RegExp(`^\\s*--${flag}\\b`, "m").test(help);
  assertEquals([server.code, etcd.code, version.code], [0, 0, 0], server.err + etcd.err);
  for (const flag of ["etcd-servers", "authorization-mode", "cert-dir", "service-account-issuer"]) {
    assert(has(server.out, flag), flag);
  }
  assert(!has(server.out, "insecure-port"));
  assert(has(etcd.out, "listen-client-urls") && !has(etcd.out, "unsafe-no-fsync"));
  assert(/^kube-apiserver v\d/.test(version.out), version.out);
  // Nothing had to be fetched again.
  assertEquals([...Deno.readDirSync(home)].map(({ name }) => name), []);
});

Deno.test("programs of orch envtest say why they can't start", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { folder } = await certificates();
  const cases: [program: string, args: string[], text: string][] = [
    ["etcd", ["--listen-client-urls=https://h:1"], "expected http://ADDRESS:PORT"],
    ["etcd", [`--listen-client-urls=http://127.0.0.1:${taken.addr.port}`], "can't start: "],
    ["kube-apiserver", ["--insecure-port=0"], "unknown flag: --insecure-port"],
    ["kube-apiserver", ["--authorization-mode=Webhook"], "authorization config file not passed"],
    ["kube-apiserver", serverArgs(folder, taken.addr.port, 1), "can't start: "],
  ];
  const ends = await Promise.all(cases.map(([name, args]) => run(`${ASSETS}/${name}`, args)));
  for (const [index, { code, err }] of ends.entries()) {
    assertEquals(code, 1, err);
    assert(err.includes(cases[index]![2]), err);
  }
});

Deno.test("kubectl of orch envtest is the one on PATH, and never itself", async () => {
  const folder = await Deno.makeTempDir({ dir: ROOT });
  const program = `#!/bin/sh\nprintf '%s|' "$0" "$@"\n`;
  await Deno.writeTextFile(`${folder}/kubectl`, program, { mode: 0o755 });
  await Deno.symlink(ASSETS, `${ROOT}/link`);
  const path = (...folders: string[]) => ({
    env: { PATH: [...folders, "/usr/bin", "/bin"].join(":") },
    clearEnv: true,
  });
  const found = await run(
    `${ASSETS}/kubectl`,
    ["get", "a b", ""],
    path("", ASSETS, `${ROOT}/link`, `${ROOT}/none`, folder),
  );
  assertEquals([found.code, found.out], [0, `${folder}/kubectl|get|a b||`], found.err);
  const tools = await Deno.makeTempDir({ dir: ROOT });
  for (const tool of ["dirname", "sh"]) {
    const place = (await run("sh", ["-c", `command -v ${tool}`])).out.trim();
    await Deno.symlink(place, `${tools}/${tool}`);
  }
  const none = await run(`${ASSETS}/kubectl`, [], {
    env: { PATH: `${ASSETS}:${tools}` },
    clearEnv: true,
  });
  assertEquals(none.code, 127);
  assert(none.err.includes("kubectl is not on PATH"), none.err);
});

Deno.test("orch envtest works by URL, and its launchers when nothing is served there any more", async () => {
  const root = new URL("../../", import.meta.url);
  const folder = await Deno.makeTempDir({ dir: ROOT });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const text = await Deno.readTextFile(new URL(`.${new URL(request.url).pathname}`, root));
      return new Response(text, { headers: { "content-type": "application/typescript" } });
    },
  );
  const host = `127.0.0.1:${server.addr.port}`;
  try {
    const url = `http://${host}/cli.ts`;
    const args = ["run", "-A", "--quiet", "--no-config", `--reload=http://${host}`, url];
    const { code, out, err } = await run(Deno.execPath(), [...args, "envtest", `${folder}/assets`]);
    assertEquals([code, out], [0, `${folder}/assets\n`], err);
  } finally {
    await server.shutdown();
  }
  await using started = new Launched(
    `${folder}/assets/kube-apiserver`,
    ["--bind-address=127.0.0.1", `--secure-port=${freePort()}`, `--cert-dir=${folder}`],
  );
  await started.wrote('"Serving"');
  assertEquals(await started.end("SIGTERM"), 0, started.log);
});

Deno.test("orch envtest refuses what it can't do", async () => {
  const other = `${ROOT}/other`;
  await Deno.mkdir(other);
  await Deno.writeTextFile(`${other}/etcd`, "a program of somebody else");
  const cases: [args: string[], text: string][] = [
    [[], "takes one folder, the one to write to; 0 were given"],
    [[""], "takes one folder"],
    [["a", "b"], "2 were given"],
    [["--no-such", "a"], "unknown flag: --no-such"],
    [[other], `${other}/etcd is there already, and orch envtest did not write it`],
  ];
  const ends = await Promise.all(cases.map(([args]) => run(ORCH, ["envtest", ...args])));
  for (const [index, { code, out, err }] of ends.entries()) {
    // The last command line makes sense.
    assertEquals([code, out], [index < cases.length - 1 ? 2 : 1, ""], err);
    assert(err.includes(cases[index]![1]), err);
  }
  const help = await run(ORCH, ["envtest", "--help"]);
  assert(help.code === 0 && help.out.includes("KUBEBUILDER_ASSETS=$(orch envtest DIR)"));
});
