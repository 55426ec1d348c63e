/**
 * The agents of nodes: where they are, whom they are taken for, and what this process shows them of itself.
 *
 * @module
 */

import { certificatesOfPem, rootsOf } from "../../toolkit/certificates/mod.ts";
import { certificateFileIdentity } from "../../toolkit/clientconfig/file_identity.ts";
import { type Credentials, credentialsOf } from "../../toolkit/clientconfig/credentials.ts";
import type { ClientSettings } from "../../toolkit/clientconfig/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { type Followed, followFile } from "../../toolkit/process/followed_file.ts";
import { type Endpoint, endpointText, identityOf, Transport } from "../../toolkit/transport/mod.ts";
import type { MetricsServerValues } from "../flags.ts";
import type { NodePlace } from "../places.ts";

/** What agents are reached with. */
export interface AgentsOptions {
  readonly values: MetricsServerValues;
  /** Of the API server's client: its authorities and credentials count where no flag names others. */
  readonly settings: Pick<ClientSettings, "tls" | "credentials">;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends the following of files. */
  readonly signal: AbortSignal;
}

/** What one agent may send: two thousand containers take less. A round holds so much for each scrape under way. */
export const ANSWER_LIMIT_BYTES = 2 * 1024 * 1024;
const HEAD_LIMIT_BYTES = 64 * 1024;
/** Connections are kept from one scrape to the next, as a handshake costs more than a scrape. */
const PLACES_LIMIT = 20_000;
const CONNECTIONS_TO_PLACE = 16;

const AUTHORITY_FLAG = "nodeagent-certificate-authority";

/** Asks the agents of nodes. */
export class Agents implements Disposable {
  readonly #values: MetricsServerValues;
  readonly #authorities: Followed<string> | undefined;
  readonly #settings: AgentsOptions["settings"];
  readonly #credentials: Credentials;
  readonly #identity;
  readonly #transport: Transport;
  readonly #clock: Clock;

  private constructor(
    { values, settings, clock }: AgentsOptions,
    authorities: Followed<string> | undefined,
    credentials: Credentials,
  ) {
    this.#values = values;
    this.#authorities = authorities;
    this.#settings = settings;
    this.#credentials = credentials;
    this.#identity = identityOf((signal) => credentials.certificate(signal));
    this.#clock = clock;
    this.#transport = new Transport({
      clock,
      maxPlaces: PLACES_LIMIT,
      pool: {
        maxConnections: CONNECTIONS_TO_PLACE,
        idleTimeoutMs: 2 * values["metric-resolution"] + values["nodeagent-request-timeout"],
      },
      limits: {
        connectTimeoutMs: values["nodeagent-request-timeout"],
        headLimitBytes: HEAD_LIMIT_BYTES,
        bodyLimitBytes: ANSWER_LIMIT_BYTES,
      },
    });
  }

  /** Reads the files that flags name, and follows them. Rejects, naming the flag, where they can't be used. */
  static async open(options: AgentsOptions): Promise<Agents> {
    const { values, settings, clock, logger, signal } = options;
    const certificate = values["nodeagent-client-certificate"];
    const key = values["nodeagent-client-key"];
    let { credentials } = settings;
    if (certificate !== "") {
      const parts = { certificate: { path: certificate }, key: { path: key } };
      credentials = credentialsOf(certificateFileIdentity(parts, { clock, logger }), []);
      try {
        await credentials.certificate(signal);
      } catch (error) {
        const text = (error as Error).message;
        const flags = "--nodeagent-client-certificate and --nodeagent-client-key";
        throw new Error(`${flags}: ${text}`, { cause: error });
      }
    }
    const path = values[AUTHORITY_FLAG];
    const read = (text: string) => {
      rootsOf(certificatesOfPem(text, "the file"));
      return text;
    };
    const authorities = path === ""
      ? undefined
      : await followFile({ flag: AUTHORITY_FLAG, path, read, clock, logger, signal });
    if (values["nodeagent-insecure-tls"]) {
      logger.warning(
        "With --nodeagent-insecure-tls whoever answers at the address of a node is believed, and shown this " +
          `process's credentials: name --${AUTHORITY_FLAG} instead`,
      );
    }
    return new Agents(options, authorities, credentials);
  }

  /**
   * What the agent of a node says of its usage. Rejects where it can't be reached, proves to be another, or does
   * not answer as it should, naming the address.
   */
  async ask(node: NodePlace, signal: AbortSignal): Promise<string> {
    const endpoint = this.#endpointOf(node);
    const sentAt = this.#clock.now();
    const headers = Object.fromEntries(
      (await this.#credentials.headers(signal)).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const { path } = node;
    const url = `https://${endpointText(endpoint)}${path}`;
    try {
      const { status, body } = await this.#transport.call(endpoint, {
        method: "GET",
        path,
        headers: { ...headers, accept: "text/plain;version=0.0.4,*/*;q=0.1" },
        signal,
      });
      if (status === 401) this.#credentials.refused(sentAt);
      if (status !== 200) throw new Error(`the agent answered with status ${status}`);
      return new TextDecoder().decode(body);
    } catch (error) {
      throw new Error(`${url}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Ends what is under way. */
  [Symbol.dispose](): void {
    this.#transport.close();
  }

  #endpointOf({ name, addresses, port, path }: NodePlace): Endpoint {
    const types = this.#values["nodeagent-preferred-address-types"];
    const type = types.find((one) => addresses.has(one));
    if (type === undefined) {
      const known = [...addresses.keys()].join(", ") || "none";
      throw new Error(`node ${name} has no address of ${types.join(", ")}: it has ${known}`);
    }
    if (!/^\/[\x21-\x7e]*$/.test(path)) {
      throw new Error(`node ${name} names a path that is none: ${JSON.stringify(path)}`);
    }
    const host = addresses.get(type)!;
    const own = this.#values["nodeagent-use-node-status-port"] ? port : 0;
    const insecure = this.#values["nodeagent-insecure-tls"];
    return {
      host,
      port: own > 0 ? own : this.#values["nodeagent-port"],
      protocols: ["h2", "http/1.1"],
      tls: {
        serverName: host,
        insecure,
        roots: insecure ? undefined : this.#authorities?.current ?? this.#settings.tls.ca,
        identity: this.#identity,
      },
    };
  }
}
