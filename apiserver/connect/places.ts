/**
 * Where requests to nodes, pods and services are passed on to. What a pod or a node says of its own address
 * leads to nothing on this machine, nor on its links.
 *
 * @module
 */

import type { Pod as PodType } from "../../toolkit/api/core_v1.ts";
import type { Reader } from "../../toolkit/client/mod.ts";
import { badRequest, isNotFound, notFound, serviceUnavailable } from "../../toolkit/errors/mod.ts";
import { Endpoints, Pod, Service } from "../../toolkit/kinds/built_in.ts";
import type { Endpoint } from "../../toolkit/transport/mod.ts";
import { isGlobalUnicast, parseIpSloppy } from "../../toolkit/validation/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import type { NodeAgents } from "./node_agents.ts";
import { placeName } from "./place_name.ts";

/** What places are found with. */
export interface PlacesOptions {
  readonly objects: Pick<Reader, "get">;
  readonly agents: NodeAgents;
  /** The addresses of a host name. Rejects where there are none. */
  lookUp(host: string): Promise<readonly string[]>;
  /** A number from 0 up to 1. */
  random(): number;
}

/** A place, and whether it is the agent of a node. */
export interface Place {
  readonly endpoint: Endpoint;
  readonly isAgent: boolean;
}

/** Finds where requests are passed on to. */
export class Places {
  readonly #options: PlacesOptions;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** A port of a pod: the first that a container declares where none is named. Throws 400 and 404. */
  async ofPod(namespace: string, text: string, signal: AbortSignal): Promise<Place> {
    const { https, name, port } = placeName("pod", text);
    const pod = await this.#options.objects.get(Pod, { namespace, name }, { signal });
    const address = pod.status?.podIPs?.[0]?.ip ?? "";
    requireReachable(address);
    const declared = pod.spec?.containers.find(({ ports }) => (ports?.length ?? 0) > 0)?.ports?.[0];
    return outside(address, https, port || String(declared?.containerPort ?? ""));
  }

  /**
   * A pod behind a service: one of those that are ready, whose address is the pod's own. Throws 400, 404, and
   * 503 where there is none.
   */
  async ofService(namespace: string, text: string, signal: AbortSignal): Promise<Place> {
    const { https, name, port } = placeName("service", text);
    const { objects } = this.#options;
    const isNumber = /^[+-]?\d+$/.test(port);
    const portName = isNumber ? await this.#portName(namespace, name, Number(port), signal) : port;
    const endpoints = objects.get(Endpoints, { namespace, name }, { signal });
    const { subsets = [] } = await endpoints.catch((error) => {
      // What was asked for is the service.
      throw isNotFound(error) ? notFound({ group: "", resource: "services" }, name) : error;
    });
    if (subsets.length === 0) throw noEndpoints(name);
    for (const { addresses = [], ports = [] } of this.#fromAnywhere(subsets)) {
      for (const { port } of ports.filter((one) => (one.name ?? "") === portName)) {
        for (const { ip, targetRef } of this.#fromAnywhere(addresses)) {
          const isPod = targetRef !== undefined && targetRef.namespace === namespace;
          if (!isPod || !await this.#hasAddress(namespace, targetRef.name ?? "", ip, signal)) {
            continue;
          }
          return outside(ip, https, String(port));
        }
      }
    }
    throw noEndpoints(text);
  }

  /** A port of a node: that of its agent where none is named. Throws 400, 404 and 503. */
  async ofNode(text: string, signal: AbortSignal): Promise<Place> {
    const { https, name, port } = placeName("node", text);
    const { agents, lookUp } = this.#options;
    const agent = await agents.find(name, signal);
    // Whoever answers for the name is asked once: what was looked at is what is connected to.
    const addresses = parseIpSloppy(agent.host) === undefined
      ? await lookUp(agent.host).catch((error) => {
        throw badRequest(`lookup ${agent.host}: ${(error as Error).message}`);
      })
      : [agent.host];
    const [at] = addresses;
    if (at === undefined) throw badRequest("no addresses for hostname");
    for (const address of addresses) requireReachable(address);
    if (port === "" || port === String(agent.port)) {
      return { endpoint: agents.endpointOf(agent, { at }), isAgent: true };
    }
    return outside(at, https, port);
  }

  async #portName(
    namespace: string,
    name: string,
    port: number,
    signal: AbortSignal,
  ): Promise<string> {
    const { spec } = await this.#options.objects.get(Service, { namespace, name }, { signal });
    const declared = spec?.ports?.find((one) => one.port === port);
    if (declared !== undefined) return declared.name ?? "";
    throw serviceUnavailable(`no service port ${port} found for service ${quoteText(name)}`);
  }

  /** Whether a pod is there, and has an address that may be reached. */
  async #hasAddress(
    namespace: string,
    name: string,
    address: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (name === "" || !isReachable(address)) return false;
    let pod: PodType;
    try {
      pod = await this.#options.objects.get(Pod, { namespace, name }, { signal });
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
    return pod.status?.podIPs?.some(({ ip }) => ip === address) ?? false;
  }

  /** All of a list, from anywhere in it on. */
  #fromAnywhere<T>(list: readonly T[]): T[] {
    const start = Math.floor(this.#options.random() * list.length);
    return [...list.slice(start), ...list.slice(0, start)];
  }
}

function isReachable(address: string): boolean {
  const parsed = parseIpSloppy(address);
  return parsed !== undefined && isGlobalUnicast(parsed);
}

function requireReachable(address: string): void {
  if (!isReachable(address)) throw badRequest("address not allowed");
}

const MOST_PORT = 65_535;

/** A place that shows no certificate which anybody could check: it is known by its address. */
function outside(address: string, https: boolean, text: string): Place {
  const port = text === "" ? https ? 443 : 80 : Number(text);
  if (!/^\d*$/.test(text) || port === 0 || port > MOST_PORT) {
    throw serviceUnavailable(
      `error trying to reach service: ${
        quoteText(text)
      } is no port: name one by its number, 1 to ${MOST_PORT}`,
    );
  }
  // As connections want it: without zeros before its numbers.
  const host = String(parseIpSloppy(address));
  const tls = https ? { serverName: host, insecure: true } : undefined;
  return { endpoint: { host, port, tls }, isAgent: false };
}

function noEndpoints(name: string) {
  return serviceUnavailable(`no endpoints available for service ${quoteText(name)}`);
}
