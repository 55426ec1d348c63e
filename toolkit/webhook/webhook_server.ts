/**
 * The webhooks of an operator, served: certificates, their renewal, and what servers are told.
 *
 * @module
 */

import { repeatedly } from "../backoff.ts";
import { keyPairProblem } from "../certificates/mod.ts";
import type { ServerClient } from "../client/server_client.ts";
import { CustomResourceDefinition, Secret } from "../kinds/built_in.ts";
import type { AnyObject, Kind } from "../kinds/mod.ts";
import type { Registry } from "../metrics/mod.ts";
import type { Resource } from "../resource/mod.ts";
import {
  clientConfigOf,
  configurationsOf,
  CONVERSION_PATH,
  SERVICE_PORT,
  WEBHOOK_PORT,
  type WebhookAddress,
} from "./configurations.ts";
import { WebhookDispatch } from "./dispatch.ts";
import { type Answer, HttpsServer, type ServedPair } from "./https_server.ts";
import { managedCertificates } from "./managed_certificates.ts";
import type { ErasedWebhook } from "./webhook.ts";

/** How webhooks are served. */
export interface WebhookServerOptions {
  /** Where to listen. Default 9443. */
  readonly port?: number | undefined;
  /** Default: all addresses. */
  readonly hostname?: string | undefined;
  /** How servers reach it inside of their cluster. Default: named after the operator, in its namespace. */
  readonly service?: { readonly name: string; readonly namespace: string } | undefined;
  /** How servers reach it where there is no service: `https://host:port`. */
  readonly url?: string | undefined;
  /**
   * Has servers of this process ask without a connection, at `url`: it is handed what answers, and
   * returns what ends that. Then nobody listens, and there are no certificates. Default: a port is listened on.
   */
  readonly inProcess?:
    | ((answer: (request: Request) => Promise<Response>) => Disposable)
    | undefined;
  /**
   * `managed`: made, kept in a Secret that replicas share, and renewed. Or the files `tls.crt`,
   * `tls.key` and `ca.crt` of a folder; or a Secret with these, that somebody else keeps. All are looked at
   * again every minute. Default `managed`.
   */
  readonly certificates?:
    | "managed"
    | { readonly directory: string }
    | { readonly secret: string }
    | undefined;
}

/** What is served. */
export interface ServedWebhooks {
  /** The operator's name. */
  readonly name: string;
  readonly webhooks: readonly ErasedWebhook[];
  // deno-lint-ignore no-explicit-any -- of any objects
  readonly resources: readonly Resource<any, any, any>[];
  readonly client: ServerClient;
  readonly options: WebhookServerOptions;
  /** Where questions are counted. Default: nowhere. */
  readonly metrics?: Registry | undefined;
}

/** A pair with the authority that vouches for it. */
interface Shown extends ServedPair {
  readonly authority: string;
}

/**
 * Another replica may have made new ones, or somebody edited them: until all show those of one authority,
 * servers trust some of them in vain.
 */
const LOOK_AGAIN_MS = 60_000;

/** What is asked in its own process proves nothing to anybody, and never expires. */
const UNPROVEN: Shown = { certificate: "", key: "", authority: "" };

/** What has the webhooks answer, until it is disposed of. */
interface Answering extends AsyncDisposable {
  show(pair: ServedPair): void;
}

/** Webhooks that are served until this is disposed of. */
export class WebhookServer implements AsyncDisposable {
  readonly #served: ServedWebhooks;
  readonly #server: Answering;
  readonly #stop: AbortController;
  #shown: Shown;
  /** Told of a new authority by whoever leads. */
  #announced: string | undefined;
  #announces = false;
  #renewing: Promise<void>;

  /** What is asked with the client of `served` ends when `stop` aborts. */
  private constructor(
    served: ServedWebhooks,
    server: Answering,
    shown: Shown,
    stop: AbortController,
  ) {
    this.#served = served;
    this.#server = server;
    this.#stop = stop;
    this.#shown = shown;
    this.#renewing = this.#renew();
  }

  /** Settles when the webhooks can be asked. */
  static async start(given: ServedWebhooks): Promise<WebhookServer> {
    const { port = WEBHOOK_PORT, hostname, inProcess, url } = given.options;
    const { webhooks, resources } = given;
    const stop = new AbortController();
    const signals = [...given.client.options.signals, stop.signal];
    const client = given.client.derived({ signals });
    const served = { ...given, client };
    const { logger, clock } = client.options;
    const counts = given.metrics && { metrics: given.metrics, clock };
    const dispatch = new WebhookDispatch({ webhooks, resources, logger, counts });
    const answer: Answer = (request) => dispatch.fetch(request);
    if (inProcess !== undefined) {
      if (url === undefined) {
        throw new TypeError("webhookServer: inProcess needs the url at which servers ask");
      }
      const serving = inProcess(answer);
      const server: Answering = {
        show() {},
        [Symbol.asyncDispose]: () => Promise.resolve(serving[Symbol.dispose]()),
      };
      return new WebhookServer(served, server, UNPROVEN, stop);
    }
    const shown = await shownBy(served);
    const server = await HttpsServer.listen({ hostname, port }, shown, answer);
    return new WebhookServer(served, server, shown, stop);
  }

  /** Tells the server where the webhooks are and whom to trust; from now on again whenever that changes. */
  async announce(): Promise<void> {
    this.#announces = true;
    const { name, webhooks, resources, client } = this.#served;
    const { dialect } = client;
    const { authority } = this.#shown;
    if (this.#announced === authority) return;
    const address = addressOf(this.#served);
    for (
      const { kind, object } of configurationsOf(name, webhooks, { address, authority, dialect })
    ) {
      await client.apply(kind as Kind<AnyObject>, object as never, { force: true });
    }
    for (const resource of resources.filter(isConverted)) {
      const webhook = clientConfigOf(address, CONVERSION_PATH, authority);
      const definition = resource.definition(dialect, webhook);
      await client.apply(CustomResourceDefinition, definition as never, { force: true });
    }
    this.#announced = authority;
  }

  /** Another process may lead, and announce itself: the next announcement is made whatever was said before. */
  stopAnnouncing(): void {
    this.#announces = false;
    this.#announced = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#renewing;
    await this.#server[Symbol.asyncDispose]();
  }

  /** Shows new certificates when there are any. */
  async #renew(): Promise<void> {
    const { clock, logger } = this.#served.client.options;
    if (this.#shown === UNPROVEN) return;
    await repeatedly(async () => {
      const shown = await shownBy(this.#served);
      if (!isSamePair(shown, this.#shown)) this.#server.show(shown);
      this.#shown = shown;
      if (this.#announces) await this.announce();
    }, {
      clock,
      signal: this.#stop.signal,
      firstMs: LOOK_AGAIN_MS,
      intervalMs: LOOK_AGAIN_MS,
      failed: (error) => logger.error("The webhooks' certificate can't be renewed", error),
    });
  }
}

function isSamePair(one: ServedPair, other: ServedPair): boolean {
  return one.certificate === other.certificate && one.key === other.key;
}

function isConverted(
  { conversions }: { readonly conversions: Readonly<Record<string, { rules?: unknown }>> },
) {
  const all = Object.values(conversions);
  return all.length > 0 && all.some(({ rules }) => rules === undefined);
}

/** How servers reach the webhooks. */
export function addressOf(
  { name, options, client }: Pick<ServedWebhooks, "name" | "options"> & {
    readonly client: Pick<ServerClient, "namespace">;
  },
): WebhookAddress {
  if (options.url !== undefined) return { url: options.url };
  return { service: options.service ?? { name, namespace: client.namespace }, port: SERVICE_PORT };
}

/** Names and addresses that mean the machine itself. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The options with an address that servers of this machine reach, where they have none and it is one of these. */
export function localWebhooks(options: WebhookServerOptions, server: URL): WebhookServerOptions {
  const { hostname } = server;
  const { url, service, port = WEBHOOK_PORT } = options;
  const isPlaced = url !== undefined || service !== undefined || port === 0;
  if (isPlaced || !LOOPBACK.test(hostname)) return options;
  return {
    ...options,
    url: `https://${hostname}:${port}`,
    // Nobody else is to ask.
    hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
  };
}

/** The names by which servers call. */
function hostsOf(served: ServedWebhooks): string[] {
  const address = addressOf(served);
  if ("url" in address) return [new URL(address.url).hostname.replace(/^\[(.*)\]$/, "$1")];
  const { name, namespace } = address.service;
  return [`${name}.${namespace}.svc`, `${name}.${namespace}.svc.cluster.local`];
}

async function shownBy(served: ServedWebhooks): Promise<Shown> {
  const { name, client, options: { certificates = "managed" } } = served;
  if (certificates === "managed") {
    const { namespace, options: { clock } } = client;
    const secret = { name: `${name}-webhook-certificates`, namespace };
    return await managedCertificates({ client, secret, hosts: hostsOf(served), clock });
  }
  if ("directory" in certificates) {
    const { directory } = certificates;
    const read = (file: string) => Deno.readTextFile(`${directory}/${file}`);
    return checkedPair(await Promise.all(PARTS.map(read)), `the folder ${directory}`);
  }
  const place = `the Secret ${certificates.secret}`;
  const { data = {} } = await client.get(Secret, certificates.secret);
  const part = (file: string) => {
    const text = data[file];
    if (text === undefined) throw new Error(`${place} lacks ${file}`);
    return new TextDecoder().decode(Uint8Array.fromBase64(text));
  };
  return checkedPair(PARTS.map(part), place);
}

const PARTS = ["tls.crt", "tls.key", "ca.crt"] as const;

/** What is renewed is rarely renewed at one moment: half of a new pair is not to be shown. */
function checkedPair([certificate = "", key = "", authority = ""]: string[], place: string): Shown {
  const problem = keyPairProblem(certificate, key);
  if (problem !== undefined) throw new Error(`${place}: ${problem}`);
  return { certificate, key, authority };
}
