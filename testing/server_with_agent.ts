/**
 * A whole server, before a stand-in for the agent of a node.
 *
 * @module
 */

import { startTestServer, TEST_TOKEN } from "./api_server.ts";
import type { TestServer, TestServerOptions } from "./api_server.ts";
import { type AgentHandler, makePod, NodeAgentStandIn } from "./node_agent.ts";
import type { HttpResponse } from "../toolkit/serving/mod.ts";
import { Transport } from "../toolkit/transport/mod.ts";

export const PODS = "/api/v1/namespaces/default/pods";
export const encoder = new TextEncoder();

interface Env extends AsyncDisposable {
  readonly agent: NodeAgentStandIn;
  readonly server: TestServer;
}

/** A server with a node `n1`, whose agent answers as `handler` says, and a pod `x` on it. */
export async function env(handler: AgentHandler, options: TestServerOptions = {}): Promise<Env> {
  const agent = await NodeAgentStandIn.start(handler);
  const server = await startTestServer({ nodeAgents: agent.settings(), ...options });
  await agent.makeNode(server.client);
  await makePod(server.client, "x");
  return {
    agent,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await agent[Symbol.asyncDispose]();
    },
  };
}

/** An answer of an agent. */
export const text = (body: NonNullable<HttpResponse["body"]>): HttpResponse => ({
  status: 200,
  body,
});

/** Asks to change the protocol; what is refused is read. */
export async function upgraded(url: string, path: string, upgrade: string) {
  // A browser can't do otherwise.
  const method = upgrade === "websocket" ? "GET" : "POST";
  using transport = new Transport();
  const { hostname, port } = new URL(url);
  const answer = await transport.send({ host: hostname, port: Number(port) }, {
    method,
    path,
    headers: {
      authorization: `Bearer ${TEST_TOKEN}`,
      connection: "Upgrade",
      upgrade,
      ...(upgrade === "websocket" && {
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      }),
    },
  });
  let said = "";
  const decoder = new TextDecoder();
  for await (const piece of answer.body) said += decoder.decode(piece, { stream: true });
  answer.upgraded?.stream.destroy();
  return { status: answer.status, said, headers: answer.headers };
}
