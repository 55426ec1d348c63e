/**
 * Where the agents of nodes are, and how they are connected to.
 *
 * @module
 */

import type { Node as NodeType } from "../../toolkit/api/core_v1.ts";
import type { Reader } from "../../toolkit/client/mod.ts";
import { serviceUnavailable } from "../../toolkit/errors/mod.ts";
import { Node } from "../../toolkit/kinds/built_in.ts";
import type { ClientIdentity, Endpoint } from "../../toolkit/transport/mod.ts";

/** How node agents are connected to. */
export interface NodeAgentSettings {
  /** Whether with TLS. */
  readonly https: boolean;
  /** The types of address to use, the most preferred first. */
  readonly addressTypes: readonly string[];
  /** How long it may take to be connected, TLS included. */
  readonly timeoutMs: number;
  /** PEM of the authorities of agents' certificates, as they are now; undefined: any certificate will do. */
  readonly authorities: string | undefined;
  /** What this server proves who it is with, as it is now; undefined: nothing. */
  readonly identity: ClientIdentity | undefined;
  /** Stops following files. */
  close(): void;
}

/** How node agents are connected to where nobody says otherwise. */
export const DEFAULT_NODE_AGENTS: NodeAgentSettings = {
  https: true,
  addressTypes: ["Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"],
  timeoutMs: 5_000,
  authorities: undefined,
  identity: undefined,
  close() {},
};

/** Where the agent of a node listens unless it says so. */
const DEFAULT_PORT = 10250;

/** The agent of one node. */
export interface NodeAgent {
  /** A name or an address, as the node tells it. */
  readonly host: string;
  readonly port: number;
}

/** Finds the agents of nodes. */
export class NodeAgents {
  readonly settings: NodeAgentSettings;
  readonly #nodes: Pick<Reader, "get">;

  constructor(nodes: Pick<Reader, "get">, settings: NodeAgentSettings) {
    this.#nodes = nodes;
    this.settings = settings;
  }

  /** The agent of a node. Throws a 404 where there is no such node, a 503 where it has no address. */
  async find(name: string, signal: AbortSignal): Promise<NodeAgent> {
    const { status = {} } = await this.#nodes.get(Node, name, { signal });
    const port = status.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
    return { host: this.#hostOf(name, status), port: port > 0 ? port : DEFAULT_PORT };
  }

  #hostOf(name: string, { addresses = [] }: NonNullable<NodeType["status"]>): string {
    const { addressTypes } = this.settings;
    for (const type of addressTypes) {
      const found = addresses.find((one) => one.type === type && one.address !== "");
      if (found !== undefined) return found.address;
    }
    const known = addresses.map(({ type, address }) => `${type} ${address}`).join(", ") || "none";
    throw serviceUnavailable(
      `no preferred addresses found for node ${name}: it has ${known}, and ` +
        `${addressTypes.join(", ")} are asked for`,
    );
  }

  /**
   * An agent as a place to send requests to. `at`: an address of its host, where that is known; `trusting`:
   * whatever certificate it has.
   */
  endpointOf({ host, port }: NodeAgent, { at = host, trusting = false } = {}): Endpoint {
    const { https, authorities } = this.settings;
    if (!https) return { host: at, port };
    const insecure = trusting || authorities === undefined;
    return {
      host: at,
      port,
      tls: {
        serverName: host,
        insecure,
        roots: insecure ? undefined : authorities,
        identity: () => this.settings.identity,
      },
    };
  }
}
