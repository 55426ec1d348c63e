/**
 * Requests that lead to nodes, pods and services: who may send them, and where they go.
 *
 * @module
 */

import type {
  Pod as PodType,
  PodExecOptions,
  PodPortForwardOptions,
} from "../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import {
  badRequest,
  forbidden,
  internalError,
  serviceUnavailable,
} from "../../toolkit/errors/mod.ts";
import { Pod } from "../../toolkit/kinds/built_in.ts";
import type { FindType } from "../../toolkit/codec/mod.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { Transport } from "../../toolkit/transport/mod.ts";
import type { AdmissionChain } from "../admission/admission.ts";
import type { RequestContext } from "../http/context.ts";
import { admissionRequest } from "../registry/admit.ts";
import type { ServedResource, Subresource } from "../resource/served_resource.ts";
import type { ServerContext } from "../server_context.ts";
import { connectOptions } from "./connect_options.ts";
import { chooseContainer } from "./container_choice.ts";
import { type Throttle, unthrottled } from "./join_streams.ts";
import { type NodeAgent, NodeAgents, type NodeAgentSettings } from "./node_agents.ts";
import { type Destination, PassOn } from "./pass_on.ts";
import { pathAfter } from "./passed_path.ts";
import { Places } from "./places.ts";
import { PodLogs } from "./pod_logs.ts";
import { Proxies } from "./proxies.ts";

/** What connections are made with. */
export interface ConnectionsOptions {
  readonly server: ServerContext;
  readonly admission: AdmissionChain;
  readonly findType: FindType;
  readonly agents: NodeAgentSettings;
  /** Is handed every byte that goes between a client and a node, pod or service. Default: all goes at once. */
  readonly throttle?: Throttle | undefined;
  /** The addresses of a host name. Rejects where there are none. */
  lookUp(host: string): Promise<readonly string[]>;
}

/** What a request is about. */
export interface ConnectTarget {
  readonly resource: ServedResource;
  readonly subresource: Subresource | undefined;
  /** "" for a cluster-scoped resource. */
  readonly namespace: string;
  readonly name: string;
}

/** Connections to one place at a time. */
const MOST_CONNECTIONS = 1024;

/** Answers requests that lead to nodes, pods and services. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #transport: Transport;
  readonly #stop = new AbortController();
  readonly #agents: NodeAgents;
  readonly #passOn: PassOn;
  readonly #logs: PodLogs;
  readonly #proxies: Proxies;

  constructor(options: ConnectionsOptions) {
    const { server, throttle = unthrottled, lookUp } = options;
    const { client, clock, egress, random } = server;
    this.#options = options;
    this.#transport = new Transport({
      clock,
      proxy: egress.proxyTo("cluster") ?? undefined,
      pool: { maxConnections: MOST_CONNECTIONS },
    });
    this.#agents = new NodeAgents(client, options.agents);
    this.#passOn = new PassOn({
      transport: this.#transport,
      clock,
      throttle,
      stop: this.#stop.signal,
    });
    this.#logs = new PodLogs({ server, agents: this.#agents, passOn: this.#passOn });
    const places = new Places({ objects: client, agents: this.#agents, lookUp, random });
    this.#proxies = new Proxies(places, this.#agents.settings, this.#passOn);
  }

  /** Answers a request for the log of a container. */
  async log(context: RequestContext, target: ConnectTarget): Promise<HttpResponse> {
    const { namespace, name } = target;
    return await this.#logs.answer(context, namespace, name);
  }

  /** Answers a request to connect to something that runs in a pod. */
  async stream(context: RequestContext, target: ConnectTarget): Promise<HttpResponse> {
    const options = await this.#admitted(context, target);
    await this.#requireCreate(context);
    return await this.#passOn.upgrade(context, await this.#streamOf(context, target, options));
  }

  /** Answers a request that is passed on as it is. */
  async proxy(context: RequestContext, target: ConnectTarget): Promise<HttpResponse> {
    const options = await this.#admitted(context, target);
    const path = typeof options.path === "string" ? options.path : "";
    return await this.#proxies.answer(context, target, path);
  }

  /** Ends all that lasts: their clients go elsewhere. New ones end at once. */
  end(): void {
    this.#stop.abort(serviceUnavailable("the server is shutting down"));
  }

  /** Lets go of everything. */
  close(): void {
    this.end();
    this.#transport.close();
    this.#agents.settings.close();
  }

  /** The options of a request, as admission leaves them. Throws 400, and what admission throws. */
  async #admitted(context: RequestContext, target: ConnectTarget): Promise<JsonObject> {
    const { query, user, warnings, annotations, signal } = context;
    if (query.has("dryRun")) throw badRequest("dryRun is not supported");
    const { resource, subresource, namespace, name } = target;
    const { group, version, kind } = subresource!;
    const options = connectOptions(kind, query);
    if (subresource?.handler === "proxy") {
      const path = pathAfter(context.info);
      if (path === "") delete options.path;
      else options.path = path;
    }
    const told = {
      ...{ user, dryRun: false, fieldManager: "", warnings, annotations, signal },
      waits: context,
    };
    const about = { ...told, target: { resource, subresource, namespace } };
    const type = this.#options.findType(group, version, kind);
    const own = { group, version, kind, type };
    const asked = admissionRequest(about, "CONNECT", name, options, undefined, own);
    await this.#options.admission.mutate(asked);
    await this.#options.admission.validate(asked);
    return options;
  }

  /** A browser opens a WebSocket by a GET: that takes the permission of those who post. Throws a 403. */
  async #requireCreate(context: RequestContext): Promise<void> {
    const { info, user } = context;
    const { authorizer, features } = this.#options.server;
    if (info.verb === "create" || !features.has("AuthorizePodWebsocketUpgradeCreatePermission")) {
      return;
    }
    const attributes = { ...info, user, verb: "create" };
    const { decision, reason, evaluationError } = await authorizer.authorize(attributes, context);
    if (decision === "allow") return;
    if (evaluationError !== undefined) throw internalError(evaluationError);
    context.authorization = { decision: "forbid", reason };
    throw forbidden(info, info.name, reason);
  }

  /** Where the stream that is asked for comes from. Throws 400, 404 and 503. */
  async #streamOf(
    { signal }: RequestContext,
    { subresource, namespace, name }: ConnectTarget,
    options: JsonObject,
  ): Promise<Destination> {
    const pod = await this.#options.server.client.get(Pod, { namespace, name }, { signal });
    const forwards = subresource?.name === "portforward";
    const { container = "" } = options as Partial<PodExecOptions>;
    const parts = forwards ? [] : [chooseContainer(pod, container)];
    const agent = await this.#agentOf(pod, signal);
    const query = forwards ? portQuery(options as PodPortForwardOptions) : streamQuery(options);
    const verb = forwards ? "portForward" : subresource?.name ?? "";
    const path = `/${[verb, namespace, name, ...parts].map(encodeURIComponent).join("/")}`;
    return {
      endpoint: this.#agents.endpointOf(agent),
      path: query.size === 0 ? path : `${path}?${query}`,
      host: hostOf(agent),
      failing: "error dialing backend",
      limits: { connectTimeoutMs: this.#agents.settings.timeoutMs },
    };
  }

  async #agentOf({ metadata, spec }: PodType, signal: AbortSignal): Promise<NodeAgent> {
    const node = spec?.nodeName ?? "";
    if (node !== "") return await this.#agents.find(node, signal);
    throw badRequest(`pod ${metadata?.name} does not have a host assigned`);
  }
}

function hostOf({ host, port }: NodeAgent): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function streamQuery(
  { command, stderr, stdin, stdout, tty }: Partial<PodExecOptions>,
): URLSearchParams {
  const query = new URLSearchParams();
  for (const part of command ?? []) query.append("command", part);
  if (stderr) query.append("error", "1");
  if (stdin) query.append("input", "1");
  if (stdout) query.append("output", "1");
  if (tty) query.append("tty", "1");
  return query;
}

function portQuery({ ports = [] }: PodPortForwardOptions): URLSearchParams {
  return new URLSearchParams(ports.length === 0 ? {} : { port: ports.join(",") });
}
