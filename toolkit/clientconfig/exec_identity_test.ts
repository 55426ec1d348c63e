import { issue } from "../certificates/testdata/issue.ts";
import { join } from "node:path";
import type { Cluster, ExecConfig } from "../api/config/clientconfig_v1.ts";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../deps/assert.ts";
import { silentLogger } from "../logger.ts";
import { ClientConfigError, emptyClientConfig } from "./document.ts";
import { execIdentity, type ExecIdentityOptions } from "./exec_identity.ts";
import { CREDENTIAL_LIMIT_BYTES } from "./file.ts";
import { type PluginCommand, runPlugin } from "./plugin.ts";
import { clientSettings } from "./settings.ts";

const API_VERSION = "client.authentication.k8s.io/v1";
const cluster: Cluster = { server: "https://h" };
const exec: ExecConfig = {
  apiVersion: API_VERSION,
  command: "plugin",
  interactiveMode: "IfAvailable",
  provideClusterInfo: false,
};

const answer = (status: unknown) =>
  JSON.stringify({ kind: "ExecCredential", apiVersion: API_VERSION, status });

/** Options whose plugin gives these answers in turn, and the commands that were run. */
function prepared(...answers: string[]) {
  const commands: PluginCommand[] = [];
  const clock = new FakeClock();
  const options: ExecIdentityOptions = {
    clock,
    environment: { PATH: "/bin" },
    interactive: false,
    pluginTimeoutMs: 60_000,
    runPlugin: (command) => {
      commands.push(command);
      return Promise.resolve(answers[Math.min(commands.length, answers.length) - 1] ?? "");
    },
  };
  return { options, clock, commands };
}

Deno.test("execIdentity() keeps what the plugin gave until it ends or is refused", async () => {
  const at = (ms: number) => new Date(ms).toISOString();
  const start = new FakeClock().now();
  const { options, clock, commands } = prepared(
    answer({ token: "one", expirationTimestamp: at(start + 10_000) }),
    answer({ token: "two" }),
    answer({ token: "three" }),
  );
  const source = execIdentity(exec, cluster, "u", options);
  const token = async () => (await source.identity()).token?.reveal();
  assertEquals(await Promise.all([token(), token()]), ["one", "one"]);
  await clock.advance(9_999);
  assertEquals(await token(), "one");
  await clock.advance(1);
  assertEquals(await token(), "two");
  await clock.advance(1e9);
  assertEquals(await token(), "two", "what has no end does not end");
  source.refused(start);
  assertEquals(await token(), "two", "an older refusal says nothing");
  source.refused(clock.now());
  assertEquals(await token(), "three");
  assertEquals(commands.length, 3);
});

Deno.test("execIdentity() tells the plugin what it may know", async () => {
  const { options, commands } = prepared(answer({ token: "t" }));
  const config: ExecConfig = {
    ...exec,
    args: ["-x"],
    env: [{ name: "A", value: "1" }],
    provideClusterInfo: true,
  };
  const told: Cluster = {
    server: "https://h",
    "certificate-authority": "/ca",
    "certificate-authority-data": "YWJj",
    "tls-server-name": "n",
    extensions: [
      { name: "client.authentication.k8s.io/exec", extension: { audience: "a" } },
      { name: "other", extension: { no: 1 } },
    ],
  };
  await execIdentity(config, told, "u", { ...options, interactive: true }).identity();
  const [command] = commands;
  assertEquals([command?.command, command?.args, command?.interactive], ["plugin", ["-x"], true]);
  const { KUBERNETES_EXEC_INFO: info = "", ...rest } = command?.environment ?? {};
  assertEquals(rest, { PATH: "/bin", A: "1" });
  assertEquals(JSON.parse(info), {
    kind: "ExecCredential",
    apiVersion: API_VERSION,
    spec: {
      cluster: {
        server: "https://h",
        "tls-server-name": "n",
        "certificate-authority-data": "YWJj",
        config: { audience: "a" },
      },
      interactive: true,
    },
  });
  const orch = { ...exec, apiVersion: "client.authentication.orch.io/v1" };
  await assertRejects(() => execIdentity(orch, cluster, "u", options).identity(), "is not an Exec");
  assertEquals(JSON.parse(commands[1]?.environment.ORCH_EXEC_INFO ?? "").spec, {
    interactive: false,
  });
});

Deno.test("execIdentity() refuses a config that no plugin can run by", () => {
  const { options } = prepared();
  const cases: [Partial<ExecConfig>, string][] = [
    [
      { apiVersion: "client.authentication.k8s.io/v2" },
      'apiVersion "client.authentication.k8s.io/v2"',
    ],
    [{ apiVersion: "" }, 'apiVersion ""'],
    [{ command: "" }, "command"],
    [{ interactiveMode: "Sometimes" }, 'interactiveMode "Sometimes"'],
    [{ env: [{ name: "", value: "hidden" }] }, "variable's name"],
  ];
  for (const [change, message] of cases) {
    const error = assertThrows(
      () => execIdentity({ ...exec, ...change }, cluster, "u", options),
      message,
    );
    assert(error instanceof ClientConfigError && !error.message.includes("hidden"));
  }
  const { interactiveMode: _, ...without } = exec;
  assertThrows(() => execIdentity(without, cluster, "u", options), "interactiveMode");
  execIdentity({ ...without, apiVersion: `${API_VERSION}beta1` }, cluster, "u", options);
});

Deno.test("execIdentity() asks at a terminal only where there is one", async () => {
  const { options, commands } = prepared(answer({ token: "t" }));
  const always = { ...exec, interactiveMode: "Always" };
  const source = execIdentity(always, cluster, "u", options);
  await assertRejects(
    () => source.identity(),
    "needs a terminal to ask for input (interactiveMode: Always), and standard input is not a terminal",
  );
  await execIdentity(always, cluster, "u", { ...options, interactive: true }).identity();
  const never = { ...exec, interactiveMode: "Never" };
  await execIdentity(never, cluster, "u", { ...options, interactive: true }).identity();
  assertEquals(commands.map((command) => command.interactive), [true, false]);
});

const WRONG: [name: string, output: string, message: string][] = [
  ["nothing", "", "is not an ExecCredential"],
  ["no JSON", "hidden: [", "is not JSON"],
  [
    "another version",
    answer({ token: "t" }).replace("/v1", "/v1beta1"),
    "is not an ExecCredential",
  ],
  ["no status", answer(undefined), "has no status"],
  ["no credential", answer({ token: "" }), "neither a token nor a certificate"],
  ["half a certificate", answer({ clientKeyData: "hidden" }), "only one of certificate and key"],
  [
    "no certificate",
    answer({ clientCertificateData: "hidden", clientKeyData: "hidden" }),
    "output: the client certificate and its key: tls: failed to find any PEM data",
  ],
  ["a number", answer({ token: 5 }), "not strings"],
  [
    "a token of two lines",
    answer({ token: "hidden\nb" }),
    "characters that are not allowed in a token",
  ],
  ["no time", answer({ token: "hidden", expirationTimestamp: "soon" }), "expirationTimestamp"],
];

for (const [name, output, message] of WRONG) {
  Deno.test(`execIdentity() refuses ${name} from a plugin, and shows none of it`, async () => {
    const { options } = prepared(output);
    const source = execIdentity(exec, cluster, "u", options);
    const error = await assertRejects(() => source.identity(), message);
    assert(!error.message.includes("hidden"));
    assert(error instanceof ClientConfigError);
  });
}

Deno.test("execIdentity() gives certificates too, and tries again after a failure", async () => {
  const pair = await issue({ name: "client" });
  const { options } = prepared(
    "",
    answer({ clientCertificateData: pair.certificate, clientKeyData: pair.key }),
  );
  const source = execIdentity(exec, cluster, "u", options);
  await assertRejects(() => source.identity());
  const { certificate, token } = await source.identity();
  assertEquals(
    [certificate?.certificate, certificate?.key.reveal(), token],
    [pair.certificate, pair.key, undefined],
  );
});

/** A plugin that runs until its signal aborts. */
function hanging(options: ExecIdentityOptions) {
  const runs: AbortSignal[] = [];
  const runPlugin: ExecIdentityOptions["runPlugin"] = (_, signal) => {
    runs.push(signal);
    return new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true })
    );
  };
  return { runs, source: execIdentity(exec, cluster, "u", { ...options, runPlugin }) };
}

Deno.test("execIdentity() ends a plugin that takes too long", async () => {
  const { options, clock } = prepared();
  const { source, runs } = hanging(options);
  const failing = assertRejects(() => source.identity(), "took more than 60000 ms");
  await clock.advance(60_000);
  await failing;
  assertEquals(runs.map((signal) => signal.aborted), [true]);
  assertEquals(clock.pending, 0);
});

Deno.test("execIdentity() lets one caller go without the others, and ends with the last", async () => {
  const { source, runs } = hanging(prepared().options);
  const [first, second] = [new AbortController(), new AbortController()];
  const left = assertRejects(() => source.identity(first.signal), "first leaves");
  const right = assertRejects(() => source.identity(second.signal), "second leaves");
  first.abort(new Error("first leaves"));
  await left;
  assertEquals(runs.map((signal) => signal.aborted), [false]);
  second.abort(new Error("second leaves"));
  await right;
  assertEquals(runs.map((signal) => signal.aborted), [true]);
  await assertRejects(() => source.identity(AbortSignal.abort(new Error("before"))), "before");
  assertEquals(runs.length, 1);
});

async function withScript(text: string, run: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const path = join(folder, "plugin");
    await Deno.writeTextFile(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    await run(path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const never = new AbortController().signal;
const plain = { args: [], environment: {}, interactive: false };

Deno.test("a real plugin gives the credentials of a client", async () => {
  const script = `echo '${answer({ token: "TOKEN" })}' | sed "s/TOKEN/$1-$A-\${HOME:-none}/"`;
  await withScript(script, async (command) => {
    const config = {
      ...emptyClientConfig(),
      clusters: [{ name: "c", cluster }],
      users: [{
        name: "u",
        user: { exec: { ...exec, command, args: ["x"], env: [{ name: "A", value: "1" }] } },
      }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
      "current-context": "x",
    };
    const environment = { PATH: "/usr/bin:/bin" };
    const settings = await clientSettings(config, { environment, logger: silentLogger });
    assertEquals(await settings.credentials.headers(), [["Authorization", "Bearer x-1-none"]]);
  });
});

Deno.test("runPlugin() tells how a plugin failed", async () => {
  await withScript("echo hidden; exit 3", async (command) => {
    await assertRejects(() => runPlugin({ ...plain, command }, never), "failed with exit code 3");
  });
  await withScript(`while :; do printf '%01000d' 0; done`, async (command) => {
    await assertRejects(
      () => runPlugin({ ...plain, command }, never),
      `printed more than ${CREDENTIAL_LIMIT_BYTES} bytes`,
    );
  });
  const absent = { ...plain, command: "/no/such", installHint: "get it\n\x1b[31mthere" };
  await assertRejects(
    () => runPlugin(absent, never),
    "the credential plugin /no/such was not found: get it\n[31mthere",
  );
  await assertRejects(() => runPlugin({ ...plain, command: "/" }, never), "could not be started");
});

Deno.test("runPlugin() ends a plugin when it is aborted", async () => {
  await withScript("echo started; exec sleep 600", async (command) => {
    const controller = new AbortController();
    const running = assertRejects(
      () =>
        runPlugin({ ...plain, command, environment: { PATH: "/bin:/usr/bin" } }, controller.signal),
      "enough",
    );
    controller.abort(new Error("enough"));
    await running;
  });
});
