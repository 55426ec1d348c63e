/**
 * A stand-in for the agent of a node, over HTTPS on the loopback: it answers as a test says, and keeps what it
 * was asked. Also a node and a pod in the API that lead to it.
 *
 * @module
 */

import { DEFAULT_NODE_AGENTS, type NodeAgentSettings } from "../apiserver/connect/mod.ts";
import { makeAuthority, makeCertificate, USAGE } from "../toolkit/certificates/mod.ts";
import {
  fixedTls,
  type HttpRequest,
  type HttpResponse,
  offeredSubprotocols,
  serve,
  type Server,
  webSocket,
} from "../toolkit/serving/mod.ts";
import type { ClientIdentity } from "../toolkit/transport/mod.ts";
import type { Answer, ApiClient } from "./api_client.ts";

/** Answers a request. */
export type AgentHandler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

/** A stand-in that listens. Ends when it is disposed of. */
export class NodeAgentStandIn implements AsyncDisposable {
  readonly port: number;
  /** What it was asked, without the bodies. */
  readonly requests: HttpRequest[];
  /** PEM of the authority that its certificate is of, and the client's. */
  readonly authority: string;
  /** What clients may prove who they are with. */
  readonly identity: ClientIdentity;
  readonly #server: Server;

  private constructor(
    server: Server,
    made: Pick<NodeAgentStandIn, "authority" | "identity" | "requests">,
  ) {
    this.#server = server;
    this.port = (server.address as { port: number }).port;
    this.authority = made.authority;
    this.identity = made.identity;
    this.requests = made.requests;
  }

  /** Starts one; `https` false: without TLS. `hostname`: an address of this machine. */
  static async start(
    handler: AgentHandler,
    { https = true, hostname = "127.0.0.1" } = {},
  ): Promise<NodeAgentStandIn> {
    const now = new Date();
    const issuer = await makeAuthority("nodes", now);
    const main = await makeCertificate(
      { commonName: "agent", hosts: [hostname], usages: [USAGE.server], now },
      issuer,
    );
    const client = await makeCertificate(
      { commonName: "apiserver", hosts: [], usages: [USAGE.client], now },
      issuer,
    );
    const authority = issuer.certificate;
    const requests: HttpRequest[] = [];
    const server = await serve({
      listen: { hostname, port: 0 },
      ...(https && { tls: fixedTls({ main, named: [], clientAuthorities: authority }) }),
    }, (request) => {
      requests.push(request);
      return handler(request);
    });
    return new NodeAgentStandIn(server, { authority, identity: client, requests });
  }

  /** Connections that are open. */
  get connections(): number {
    return this.#server.connections;
  }

  /** How a server connects to it: with its authority, and a certificate. */
  settings(changes: Partial<NodeAgentSettings> = {}): NodeAgentSettings {
    const { authority: authorities, identity } = this;
    return { ...DEFAULT_NODE_AGENTS, authorities, identity, timeoutMs: 30_000, ...changes };
  }

  /** A node whose agent this is. */
  node(name = "n1", address = "127.0.0.1"): object {
    return {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name },
      status: {
        addresses: [{ type: "InternalIP", address }],
        daemonEndpoints: { kubeletEndpoint: { Port: this.port } },
      },
    };
  }

  /** Makes it. */
  async makeNode(client: ApiClient, name?: string, address?: string): Promise<void> {
    await made(client.post("/api/v1/nodes", this.node(name, address)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close(0);
  }
}

/** What a pod is like. */
export interface PodOptions {
  /** Names. Default: one, `c`. */
  readonly containers?: readonly string[];
  /** Default `n1`; "" for one that is still to be placed. */
  readonly node?: string;
  /** Its address. Default: none. */
  readonly ip?: string;
  /** One that its first container declares. Default: none. */
  readonly port?: number;
  /** More of its spec. */
  readonly spec?: object;
}

/** A pod of these containers, on a node. */
export function podOn(
  name: string,
  { containers = ["c"], node = "n1", port, spec }: PodOptions = {},
): object {
  const ports = port === undefined ? {} : { ports: [{ containerPort: port }] };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "default" },
    spec: {
      containers: containers.map((one, at) => ({ name: one, image: "i", ...(at === 0 && ports) })),
      ...(node !== "" && { nodeName: node }),
      ...spec,
    },
  };
}

/** Makes a pod. */
export async function makePod(
  client: ApiClient,
  name: string,
  options: PodOptions = {},
): Promise<void> {
  const path = "/api/v1/namespaces/default/pods";
  await made(client.post(path, podOn(name, options)));
  const { ip } = options;
  if (ip === undefined) return;
  const status = { podIP: ip, podIPs: [{ ip }] };
  await made(client.patch(`${path}/${name}/status`, "merge", { status }));
}

async function made(answer: Promise<Answer>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 400) throw new Error(`${status}: ${text}`);
}

/** Gives back what comes, message by message, on the channel of the output; ends with a success. */
export function echoing(request: HttpRequest): HttpResponse {
  const [subprotocol] = offeredSubprotocols(request.headers);
  return webSocket(subprotocol === undefined ? {} : { subprotocol }, async (socket) => {
    for await (const { data } of socket.messages) {
      if (data[0] === CLOSE) break;
      if (data[0] === STDIN) await socket.send(Uint8Array.from([STDOUT, ...data.subarray(1)]));
    }
    const status = new TextEncoder().encode('{"metadata":{},"status":"Success"}');
    await socket.send(Uint8Array.from([STATUS, ...status]));
    socket.close();
  });
}

const STDIN = 0, STDOUT = 1, STATUS = 3, CLOSE = 255;
