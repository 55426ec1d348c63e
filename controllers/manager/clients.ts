/**
 * The clients of the controller manager: one for each controller, with a rate of its own.
 *
 * @module
 */

import { credentialsOf } from "../../toolkit/clientconfig/credentials.ts";
import { ClientConfigError, type ClientSettings } from "../../toolkit/clientconfig/mod.ts";
import { bareSettings, findSettings } from "../../toolkit/client/find_settings.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import { type Client, createClient } from "../../toolkit/mod.ts";
import { connected } from "../../toolkit/process/connected.ts";
import type { ControllerValues } from "../process_controller.ts";
import { accountTokens } from "./account_tokens.ts";

/** What clients are made of. */
export interface ManagerClientsOptions {
  readonly values: Pick<
    ControllerValues,
    | "master"
    | "orchconfig"
    | "orch-api-qps"
    | "orch-api-burst"
    | "orch-api-content-type"
    | "use-service-account-credentials"
  >;
  /** What the server's logs call the process. */
  readonly program: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Gives up waiting for the server. The clients themselves last until all of them are disposed of. */
  readonly signal: AbortSignal;
  /** A number from 0 up to 1. */
  random(): number;
}

/** What a rate of 0 stands for, as of other clients. */
const USUAL_RATE = { qps: 5, burst: 10 };

/** Clients of one server. */
export class ManagerClients implements AsyncDisposable {
  readonly #options: ManagerClientsOptions;
  readonly #settings: ClientSettings;
  readonly #opened = new AsyncDisposableStack();
  /** As the process itself: it elects, tells of that, and asks for tokens. */
  readonly root: Client;

  private constructor(options: ManagerClientsOptions, settings: ClientSettings, root: Client) {
    this.#options = options;
    this.#settings = settings;
    this.root = this.#opened.use(root);
  }

  /**
   * Reads what the flags name, and rejects where that can't be used. What it settles with connects: that settles when
   * the server answers.
   */
  static async prepare(options: ManagerClientsOptions): Promise<() => Promise<ManagerClients>> {
    const { values, clock, logger } = options;
    const { master, orchconfig } = values;
    const found = orchconfig === "" && master !== ""
      ? bareSettings(addressIn(master))
      : await findSettings({ config: orchconfig === "" ? undefined : orchconfig, clock, logger });
    const settings = master === "" ? found : { ...found, server: addressIn(master) };
    const made = clientOptions(options, settings, "leader-election");
    return async () => {
      const root = await connected(made, options);
      return new ManagerClients(options, { ...settings, warnings: [] }, root);
    };
  }

  /** What the server's certificate is checked with, in PEM. Undefined: the system's authorities. */
  get authorities(): string | undefined {
    return this.#settings.tls.ca;
  }

  /** Another client as the process itself. */
  async own(name: string): Promise<Client> {
    return await this.#make(this.#settings, name);
  }

  /** The client of a controller: as its account, where each has its own credentials. */
  async of(account: string): Promise<Client> {
    const { values, clock, logger, random } = this.#options;
    if (!values["use-service-account-credentials"]) return await this.own(account);
    const tokens = accountTokens({ client: this.root, account, clock, logger, random });
    return await this.#make({ ...this.#settings, credentials: credentialsOf(tokens, []) }, account);
  }

  /** A client of other settings, as the same process. */
  async by(settings: ClientSettings, name: string): Promise<Client> {
    return await this.#make(settings, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
  }

  async #make(settings: ClientSettings, name: string): Promise<Client> {
    const { dialect } = this.root;
    const client = await createClient({ ...clientOptions(this.#options, settings, name), dialect });
    return this.#opened.use(client);
  }
}

function clientOptions(options: ManagerClientsOptions, config: ClientSettings, name: string) {
  const { values, program, clock, random, logger, metrics } = options;
  const protobuf = isProtobuf(values["orch-api-content-type"]);
  const userAgent = `${program}/${name}`;
  const shared = { protobuf, keepManagedFields: false, userAgent, clock, random, logger, metrics };
  return { config, ...rateOf(values), ...shared };
}

/** Requests a second, and at once; nothing where there is no limit. */
function rateOf(values: ManagerClientsOptions["values"]): { qps?: number; burst?: number } {
  const [qps, burst] = [values["orch-api-qps"], values["orch-api-burst"]];
  if (burst < 0) throw new Error(`--orch-api-burst must not be negative, and is ${burst}`);
  if (qps < 0) return {};
  return { qps: qps || USUAL_RATE.qps, burst: burst || USUAL_RATE.burst };
}

function isProtobuf(contentType: string): boolean {
  if (/^application\/json$/i.test(contentType) || contentType === "") return false;
  if (/^application\/vnd\.(kubernetes|orch)\.protobuf$/i.test(contentType)) return true;
  throw new Error(
    `--orch-api-content-type is ${JSON.stringify(contentType)}: only application/json and the ` +
      "media types of Protobuf are spoken",
  );
}

function addressIn(text: string): URL {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
  if (
    url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== ""
  ) {
    throw new ClientConfigError("--master must be an http or https address without a user");
  }
  return url;
}
