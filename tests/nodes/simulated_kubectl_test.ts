/** What a stock kubectl does with pods of simulated nodes: the process of the agent beside a server. */
import { DEFAULT_NODE_AGENTS } from "../../apiserver/connect/mod.ts";
import { freePort } from "../../testing/free_port.ts";
import { testWith } from "../../testing/requirements.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { RUNTIME_FLAGS } from "../../toolkit/cli/up/module_command.ts";
import { DIALECT_FLAG } from "../../toolkit/flags/mod.ts";
import { flagInDialect } from "../../toolkit/flags/flag_names.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { withKubectl } from "../api/with_kubectl.ts";

/** The process of the agent, until it is disposed of. */
class Agent implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #ended: Promise<Deno.CommandOutput>;

  constructor(args: readonly string[]) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--quiet",
        ...RUNTIME_FLAGS,
        new URL("../../nodeagent/main.ts", import.meta.url).pathname,
        ...args,
      ],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    this.#ended = this.#child.output();
  }

  /** Rejects, with what it has complained of, when it ends. */
  async isThere(): Promise<never> {
    const { code, stderr } = await this.#ended;
    throw new Error(`the agent has ended with ${code}: ${new TextDecoder().decode(stderr)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGTERM");
    assertEquals((await this.#ended).code, 0);
  }
}

for (const dialect of DIALECTS) {
  testWith(
    ["kubectl"],
    `kubectl sees, reads and deletes pods of simulated nodes, ${dialect}`,
    async () => {
      const folder = await Deno.makeTempDir();
      const now = new Date();
      const authority = await makeAuthority("clients", now);
      const identity = await makeCertificate(
        { commonName: "apiserver", hosts: [], usages: [USAGE.client], now },
        authority,
      );
      await Deno.writeTextFile(`${folder}/clients.pem`, authority.certificate);
      const port = freePort();
      const nodeAgents = { ...DEFAULT_NODE_AGENTS, identity };
      await withKubectl(dialect, async (kubectl, { url }) => {
        await kubectl.ok(`create namespace ${NAMES[dialect].namespaceNodeLeases}`);
        await Deno.writeTextFile(
          `${folder}/config`,
          JSON.stringify({
            apiVersion: "v1",
            kind: "Config",
            clusters: [{ name: "t", cluster: { server: url, "insecure-skip-tls-verify": true } }],
            users: [{ name: "t", user: { token: "test-token" } }],
            contexts: [{ name: "t", context: { cluster: "t", user: "t" } }],
            "current-context": "t",
          }),
        );
        await using agent = new Agent([
          `--${DIALECT_FLAG}=${dialect}`,
          "--container-runtime=simulated",
          "--simulated-nodes=3",
          "--simulated-node-prefix=sim-",
          `--${flagInDialect("orchconfig", dialect)}=${folder}/config`,
          `--cert-dir=${folder}/pki`,
          `--client-ca-file=${folder}/clients.pem`,
          "--anonymous-auth=false",
          "--node-labels=example.com/pool=a",
          "--simulated-capacity=cpu=4,memory=8Gi,pods=20",
          "--address=127.0.0.1",
          `--port=${port}`,
          "--healthz-port=0",
        ]);
        const registered = kubectl.ok("wait --for=create node/sim-3 --timeout=120s");
        await Promise.race([registered, agent.isThere()]);
        await kubectl.ok("wait --for=condition=Ready node -l example.com/pool=a --timeout=120s");
        const pod = {
          apiVersion: "v1",
          kind: "Pod",
          metadata: {
            name: "web",
            annotations: {
              "simulated.orch.io/log": "one\ntwo",
              "simulated.orch.io/run-for": "flaky=10ms",
              "simulated.orch.io/exit-code": "flaky=3",
            },
          },
          spec: {
            nodeName: "sim-2",
            containers: [
              { name: "web", image: "i", command: ["sh", "-c", "echo hello; sleep infinity"] },
              { name: "flaky", image: "i" },
            ],
          },
        };
        await kubectl.ok("create -f -", JSON.stringify(pod));
        await kubectl.ok("wait --for=jsonpath={.status.phase}=Running pod/web --timeout=120s");
        const log = "web has started\nhello\none\ntwo\nweb is ready\n";
        assertEquals(await kubectl.ok("logs web -c web"), log);
        assertEquals(await kubectl.ok("logs web -c web --tail=2"), "two\nweb is ready\n");
        assertEquals(await kubectl.ok("logs web -c web --limit-bytes=3"), "web");
        assertEquals(await kubectl.ok("logs web -c web --since-time=2100-01-01T00:00:00Z"), "");
        const timed = await kubectl.ok("logs web -c web --timestamps --tail=1");
        assert(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z web is ready\n$/.test(timed), timed);
        await kubectl.ok(
          "wait --for=jsonpath={.status.containerStatuses[1].state.waiting.reason}=CrashLoopBackOff pod/web --timeout=120s",
        );
        const previous = await kubectl.ok("logs web -c flaky --previous");
        assert(previous.endsWith("flaky has ended with 3 (Error)\n"), previous);
        const none = await kubectl.fails("logs web -c web --previous");
        assert(none.includes('previous terminated container "web" in pod "web" not found'), none);
        const exec = await kubectl.fails("exec web -c web -- ls");
        assert(exec.includes("nothing runs here"), exec);
        await kubectl.ok("debug web --image=busybox --container=looker");
        await kubectl.ok(
          "wait --for=jsonpath={.status.ephemeralContainerStatuses[0].state.running} pod/web --timeout=120s",
        );
        assertEquals(
          await kubectl.ok("logs web -c looker"),
          "looker has started\none\ntwo\n",
        );
        const attach = await kubectl.fails("attach web -c looker");
        assert(attach.includes("nothing runs here"), attach);
        // Whoever follows is told of the end.
        const following = kubectl.start(["logs", "web", "-c", "web", "-f"]);
        const parts = following.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
        let all = "";
        while (!all.includes("is ready")) all += (await parts.next()).value ?? "";
        await kubectl.ok("delete pod web");
        for (let part = await parts.next(); !part.done; part = await parts.next()) {
          all += part.value;
        }
        assertEquals(all, `${log}web is told to end\nweb has ended with 0 (Completed)\n`);
        await Promise.all([following.stdin.close(), following.stderr.cancel(), following.status]);
        // Whoever proves nothing is told nothing.
        const { certificate: cert, key } = identity;
        const file = `${folder}/pki/${NAMES[dialect].processNodeAgent}.crt`;
        const caCerts = [await Deno.readTextFile(file)];
        using known = Deno.createHttpClient({ caCerts, cert, key });
        using stranger = Deno.createHttpClient({ caCerts });
        const metrics = `https://127.0.0.1:${port}/nodes/sim-2/metrics/resource`;
        const told = await (await fetch(metrics, { client: known })).text();
        assert(told.includes("node_memory_working_set_bytes 67108864 "), told);
        const refused = await fetch(metrics, { client: stranger });
        assertEquals([refused.status, await refused.text()], [401, "Unauthorized\n"]);
      }, { nodeAgents });
      await Deno.remove(folder, { recursive: true });
    },
  );
}
