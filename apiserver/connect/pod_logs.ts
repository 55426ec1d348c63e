/**
 * The logs of containers, as the agents of nodes have them.
 *
 * @module
 */

import type { PodLogOptions } from "../../toolkit/api/core_v1.ts";
import {
  badRequest,
  fromResponse,
  internalError,
  invalid,
  StatusError,
} from "../../toolkit/errors/mod.ts";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import { Pod } from "../../toolkit/kinds/built_in.ts";
import type { Counter, Family } from "../../toolkit/metrics/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { type HttpResponse, offeredSubprotocols, webSocket } from "../../toolkit/serving/mod.ts";
import type { TransportResponse } from "../../toolkit/transport/mod.ts";
import type { RequestContext } from "../http/context.ts";
import type { ServerContext } from "../server_context.ts";
import { connectOptions } from "./connect_options.ts";
import { chooseContainer } from "./container_choice.ts";
import { logQuery, validateLogOptions } from "./log_options.ts";
import type { NodeAgents } from "./node_agents.ts";
import type { PassOn } from "./pass_on.ts";

/** What logs are fetched with. */
export interface PodLogsOptions {
  readonly server: ServerContext;
  readonly agents: NodeAgents;
  readonly passOn: PassOn;
}

const OPTIONS = { group: "", kind: "PodLogOptions" };
const LOGS = { group: "", resource: "pods/log" };
const TEXT = { "content-type": "text/plain" };
/** What is told of an agent's refusal. */
const REFUSAL_LIMIT_BYTES = 50_000;

/** Answers requests for logs. */
export class PodLogs {
  readonly #options: PodLogsOptions;
  readonly #asked: Family<"usage", Counter>;
  readonly #untrusted: Counter;

  constructor(options: PodLogsOptions) {
    this.#options = options;
    const { metrics, dialect } = options.server;
    const prefix = `${NAMES[dialect].metricPrefix}apiserver`;
    this.#asked = metrics.counter({
      name: `${prefix}_pod_logs_insecure_backend_total`,
      help: "Number of requests for logs, by whether the node agent's certificate had to be good " +
        "(enforce_tls) or not (skip_tls_allowed).",
      labels: ["usage"],
    });
    this.#untrusted = metrics.counter({
      name: `${prefix}_pod_logs_backend_tls_failure_total`,
      help: "Number of requests for logs that failed as the node agent's certificate was not good.",
    }).with({});
  }

  /** Answers with what a container has written. Throws 400, 404, 422, 503, and what the agent answers. */
  async answer(context: RequestContext, namespace: string, name: string): Promise<HttpResponse> {
    const { server, agents } = this.#options;
    const { signal, query } = context;
    const options = connectOptions(OPTIONS.kind, query) as PodLogOptions;
    const trusting = options.insecureSkipTLSVerifyBackend ?? false;
    this.#asked.with({ usage: trusting ? "skip_tls_allowed" : "enforce_tls" }).inc();
    const choosesStream = server.features.has("PodLogsQuerySplitStreams");
    const errors = validateLogOptions(options, choosesStream);
    if (errors.length > 0) throw invalid(OPTIONS, name, errors);
    const pod = await server.client.get(Pod, { namespace, name }, { signal });
    const container = chooseContainer(pod, options.container ?? "");
    const node = pod.spec?.nodeName ?? "";
    // It runs nowhere, and has said nothing.
    if (node === "") return { status: 204 };
    const agent = await agents.find(node, signal);
    const asked = logQuery(options, choosesStream);
    const path = `/containerLogs/${[namespace, name, container].map(encodeURIComponent).join("/")}`;
    const answer = await this.#send(context, {
      endpoint: agents.endpointOf(agent, { trusting }),
      path: asked.size === 0 ? path : `${path}?${asked}`,
    });
    await requireLog(answer, name);
    return this.#told(context, answer);
  }

  async #send(
    context: RequestContext,
    { endpoint, path }: { endpoint: ReturnType<NodeAgents["endpointOf"]>; path: string },
  ): Promise<TransportResponse> {
    const { agents, passOn } = this.#options;
    const to = {
      endpoint,
      path,
      host: "",
      failing: "error dialing backend",
      limits: { connectTimeoutMs: agents.settings.timeoutMs },
    };
    try {
      return await passOn.send(context, to, { method: "GET", path });
    } catch (error) {
      if (error instanceof StatusError && error.message.includes("x509:")) this.#untrusted.inc();
      throw error;
    }
  }

  /** A log as a stream of text; for a browser's WebSocket as one of messages. */
  #told({ request }: RequestContext, answer: TransportResponse): HttpResponse {
    const body = this.#options.passOn.body(answer);
    if (request.upgrade?.toLowerCase() !== "websocket") return { status: 200, headers: TEXT, body };
    const binary = NAMES[this.#options.server.dialect].group("binary");
    const inText = `base64.${binary}`;
    const subprotocol = offeredSubprotocols(request.headers)
      .find((one) => one === binary || one === inText);
    return webSocket({ ...(subprotocol !== undefined && { subprotocol }) }, async (socket) => {
      for await (const piece of body) {
        await socket.send(subprotocol === inText ? piece.toBase64() : piece);
      }
      socket.close();
    });
  }
}

/** Throws what an agent says where it does not answer with a log. */
async function requireLog({ status, body }: TransportResponse, name: string): Promise<void> {
  if (status >= 200 && status <= 206) return;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece.subarray(0, REFUSAL_LIMIT_BYTES - length));
    length += piece.length;
    if (length >= REFUSAL_LIMIT_BYTES) break;
  }
  const said = new TextDecoder().decode(joinedBytes(pieces));
  if (status === 500) throw internalError(said);
  if (status === 400) throw badRequest(said);
  throw fromResponse({ code: status, method: "", resource: LOGS, name, serverMessage: said });
}
