/**
 * kubectl and an agent that speak as both have for years: SPDY, and ports through a tunnel in a WebSocket. The
 * server between them only passes it on.
 */

import { goProgram, missingModules } from "../../testing/go_program.ts";
import { podOn } from "../../testing/node_agent.ts";
import { missing, slowTests, testWith } from "../../testing/requirements.ts";
import { DEFAULT_NODE_AGENTS } from "../../apiserver/connect/mod.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { ClientIdentity } from "../../toolkit/transport/mod.ts";
import type { Kubectl } from "../api/kubectl.ts";
import { withKubectl } from "../api/with_kubectl.ts";

const NAME = "kubectl reaches an agent that speaks SPDY";
const FOLDER = new URL(".", import.meta.url).pathname;

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  const lacking = missing(["go"]).length > 0 ? undefined : await missingModules(FOLDER);
  if (lacking === undefined) testWith(["go", "kubectl"], NAME, run);
  else Deno.test.ignore(`${NAME} [needs ${lacking}]`, () => {});
}

interface Agent extends AsyncDisposable {
  readonly port: number;
  readonly authority: string;
  readonly identity: ClientIdentity;
}

async function startAgent(): Promise<Agent> {
  await using stack = new AsyncDisposableStack();
  const program = await goProgram(FOLDER);
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const now = new Date();
  const issuer = await makeAuthority("nodes", now);
  const [server, identity] = await Promise.all([
    makeCertificate(
      { commonName: "agent", hosts: ["127.0.0.1"], usages: [USAGE.server], now },
      issuer,
    ),
    makeCertificate({ commonName: "apiserver", usages: [USAGE.client], now }, issuer),
  ]);
  await Deno.writeTextFile(`${folder}/agent.crt`, server.certificate);
  await Deno.writeTextFile(`${folder}/agent.key`, server.key);
  const child = new Deno.Command(program, {
    args: [`${folder}/agent.crt`, `${folder}/agent.key`],
    stdout: "piped",
  }).spawn();
  stack.defer(async () => {
    child.kill();
    await child.status;
    await child.stdout.cancel();
  });
  const port = Number(await firstLine(child.stdout));
  const owned = stack.move();
  return {
    port,
    authority: issuer.certificate,
    identity,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The first line of an output, which stays open: who writes more must not find it closed. */
async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of output.values({ preventCancel: true })) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes("\n")) break;
  }
  return text.split("\n", 1)[0]!;
}

async function run(context: Deno.TestContext): Promise<void> {
  await using agent = await startAgent();
  const { port, authority, identity } = agent;
  await withKubectl("kubernetes", async (kubectl) => {
    const create = (object: object) => kubectl.ok("create -f -", JSON.stringify(object));
    await create({
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "n1" },
      status: {
        addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
        daemonEndpoints: { kubeletEndpoint: { Port: port } },
      },
    });
    await create(podOn("x"));
    const running = JSON.stringify({ status: { phase: "Running" } });
    await kubectl.ok(`patch pod x --subresource=status --type=merge -p '${running}'`);
    const large = "a line of the input\n".repeat(2_000);
    for (
      const [how, env] of [
        ["over SPDY", { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: "false" }],
        ["over SPDY where the agent refuses the WebSocket", {}],
      ] as const
    ) {
      await context.step(`exec ${how}`, async () => {
        const { code, out } = await kubectl.run(
          ["exec", "-i", "x", "--", "cat", "-"],
          large,
          env,
        );
        assertEquals([code, out.length, out.slice(0, 14)], [0, large.length + 7, "cat -: a line "]);
      });
    }
    for (
      const [how, env] of [
        ["over SPDY", { KUBECTL_PORT_FORWARD_WEBSOCKETS: "false" }],
        ["through a WebSocket", { KUBECTL_PORT_FORWARD_WEBSOCKETS: "true" }],
      ] as const
    ) {
      await context.step(`port-forward ${how}`, () => forwards(kubectl, env));
    }
  }, {
    nodeAgents: { ...DEFAULT_NODE_AGENTS, authorities: authority, identity, timeoutMs: 30_000 },
  });
}

/** Writes all of it. */
async function write(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

async function forwards(kubectl: Kubectl, env: Readonly<Record<string, string>>): Promise<void> {
  const child = kubectl.start(["port-forward", "--address=127.0.0.1", "x", ":8080"], env);
  try {
    const [, port] = /127\.0\.0\.1:(\d+) ->/.exec(await firstLine(child.stdout)) ?? [];
    for (const said of ["first", "second".repeat(100_000)]) {
      using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
      const writing = write(connection, new TextEncoder().encode(said));
      let heard = "";
      const decoder = new TextDecoder();
      const buffer = new Uint8Array(64 * 1024);
      while (heard.length < said.length + "8080: ".length) {
        const read = await connection.read(buffer);
        if (read === null) break;
        heard += decoder.decode(buffer.subarray(0, read), { stream: true });
      }
      await writing;
      assertEquals([heard.length, heard.slice(0, 11)], [
        said.length + 6,
        `8080: ${said.slice(0, 5)}`,
      ]);
    }
  } finally {
    child.kill();
    const complaints = await new Response(child.stderr).text();
    await child.stdin.close();
    await child.stdout.cancel();
    await child.status;
    assertEquals(complaints, "");
  }
}
