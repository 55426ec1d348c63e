/** The launcher and the four processes, as a user types them. */
import { assertRefused } from "../testing/refused_starts.ts";
import { assert, assertEquals } from "../toolkit/deps/assert.ts";

const ORCH = new URL("../orch", import.meta.url).pathname;

async function orch(...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(ORCH, {
    args,
    stdin: "null",
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

const PROCESSES = {
  "cloud-controller-manager": [
    "cloud-controller-manager",
    "--kubeconfig",
    "--orchconfig",
    "is not built yet",
  ],
  "nodeagent": ["nodeagent", "--kube-reserved", "--orch-reserved", "runs no containers yet"],
} as const;

for (const [command, [program, kubernetes, own, missing]] of Object.entries(PROCESSES)) {
  Deno.test(`orch ${command} checks its flags and says what isn't built`, async () => {
    const [help, dialect, version, run, unknown, bad, extra] = await Promise.all([
      orch(command, "--help"),
      orch(command, "--api-dialect=kubernetes", "-h"),
      orch(command, "--version"),
      orch(command, "--v=2", "--vmodule=x=1"),
      orch(command, "--no-such-flag"),
      orch(command, "--log-file-max-size=many"),
      orch(command, "word"),
    ]);
    assertEquals([help.code, help.err], [0, ""]);
    assert(help.out.includes(`Usage:\n  orch ${command} [flags]`));
    assert(help.out.includes(`${own} `) && !help.out.includes(`${kubernetes} `));
    assert(dialect.out.includes(`${kubernetes} `) && !dialect.out.includes(`${own} `));
    assert(version.out.startsWith(`${program} v`), version.out);
    assertEquals(run.code, 1);
    assert(run.err.includes(`Error: ${program}`) && run.err.includes(missing), run.err);
    assertEquals(unknown.code, 1);
    assert(unknown.err.includes("unknown flag: --no-such-flag"));
    assertEquals(bad.code, 1);
    assert(bad.err.includes('invalid argument "many" for "--log-file-max-size" flag'));
    assertEquals(extra.code, 1);
    assert(extra.err.includes(`"word" is not a flag, and orch ${command} takes only flags`));
    assert(extra.err.includes(`Run 'orch ${command} --help'`));
  });
}

Deno.test("orch apiserver refuses to start where it would be less safe than it was told to be", async () => {
  const flags: [flag: string, message: string][] = [
    ["--authorization-mode=ABAC", "authorization policy file not passed"],
    ["--encryption-provider-config=/x", "/x can't be read"],
    ["--feature-gates=NoSuch=true", "unrecognized feature gate: NoSuch"],
    ["--feature-gates=APIServerTracing=false", "feature is locked to true"],
    ["--cors-allowed-origins=example.com", "--cors-allowed-origins"],
    ["--secure-port=0", "--secure-port"],
    ["--runtime-config=no/v1=true", '--runtime-config "no/v1"'],
    ["--watch-cache-sizes=pods", "--watch-cache-sizes"],
    ["--service-cluster-ip-range=10.0.0.0/30", "10.0.0.0/30 has fewer than 8 addresses"],
    ["--service-cluster-ip-range=fd00::/63", "fd00::/63 has too many addresses"],
    ["--orch-service-node-port=80", "it is not in the range 30000-32767"],
    ["--store-servers=ftp://x", "ftp://x"],
    ["--client-ca-file=/nowhere", "--client-ca-file: /nowhere can't be read: No such file"],
    ["--token-auth-file=/nowhere", "--token-auth-file: /nowhere can't be read: No such file"],
  ];
  await assertRefused(
    "apiserver/main.ts",
    flags.map(([flag, message]) => [["--store-servers=memory:", flag], message]),
  );
});

Deno.test("simulated nodes refuse to start with what they can't do", async () => {
  const cases: [flag: string, message: string][] = [
    ["--v=0", "needs --orchconfig"],
    ["--simulated-nodes=20001", "--simulated-nodes is 20001, and must be from 1 to 20000"],
    ["--simulated-nodes=0", "must be 1 or more"],
    ["--simulated-ready-delay=-1s", "must not be negative"],
    ["--orchconfig=/x --register-node=false", "leave --register-node out"],
    ["--orchconfig=/x --authorization-mode=RBAC", "--authorization-mode"],
    ["--orchconfig=/nowhere", "/nowhere"],
  ];
  await assertRefused(
    "nodeagent/main.ts",
    cases.map((
      [flags, message],
    ) => [["--container-runtime=simulated", ...flags.split(" ")], message]),
  );
});

Deno.test("a flag without effect says why, once, at start", async () => {
  const { err } = await orch(
    "nodeagent",
    "--sync-frequency=1m",
    "--contention-profiling",
    "--log-dir=/nowhere",
  );
  for (
    const text of [
      'flag="--sync-frequency" notice="has no effect yet: the node agent is not built yet"',
      'flag="--contention-profiling" notice="has no effect here: ',
      'flag="--log-dir" notice="has no effect unless --logtostderr=false"',
    ]
  ) {
    assertEquals(err.split(text).length, 2, `${text} in ${err}`);
  }
});

Deno.test("orch lists its commands and refuses others", async () => {
  const [bare, help, unknown, hostile] = await Promise.all([
    orch(),
    orch("--help"),
    orch("no-such"),
    orch("constructor"),
  ]);
  assertEquals([bare.code, bare.out], [0, help.out]);
  for (
    const name of ["convert", "store", "test", "bench", "apiserver", "nodeagent", "metrics-server"]
  ) {
    assert(help.out.includes(`  ${name} `), name);
  }
  for (const { code, err } of [unknown, hostile]) {
    assertEquals(code, 2);
    assert(err.includes("unknown command"));
  }
});

Deno.test("orch works from any folder and through a link", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.symlink(ORCH, `${folder}/linked`);
    const { code } = await new Deno.Command(`${folder}/linked`, {
      args: ["apiserver", "--version"],
      cwd: folder,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    assertEquals(code, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
