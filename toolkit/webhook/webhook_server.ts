/**
 * The webhooks of an operator, served: certificates, their renewal, and what servers are told.
 *
 * @module
 */

import type { ServerClient } from "../client/server_client.ts";
import { sleep } from "../clock.ts";
import { CustomResourceDefinition, Secret } from "../kinds/built_in.ts";
import type { AnyObject, Kind } from "../kinds/mod.ts";
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
   * `tls.key` and `ca.crt` of a folder, which are read again every minute; or a Secret with these, that
   * somebody else keeps. Default `managed`.
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
}

/** A pair with the authority that vouches for it. */
interface Shown extends ServedPair {
  readonly authority: string;
  /** Milliseconds since 1970: when to look again. */
  readonly lookAgainAt: number;
}

const LOOK_AGAIN_MS = 60_000;

/** What is asked in its own process proves nothing to anybody, and never expires. */
const UNPROVEN: Shown = { certificate: "", key: "", authority: "", lookAgainAt: Infinity };

/** What has the webhooks answer, until it is disposed of. */
interface Answering extends AsyncDisposable {
  show(pair: ServedPair): void;
}

/** Webhooks that are served until this is disposed of. */
export class WebhookServer implements AsyncDisposable {
  readonly #served: ServedWebhooks;
  readonly #server: Answering;
  readonly #stop = new AbortController();
  #shown: Shown;
  /** Told of a new authority by whoever leads. */
  #announced: string | undefined;
  #announces = false;
  #renewing: Promise<void>;

  private constructor(served: ServedWebhooks, server: Answering, shown: Shown) {
    this.#served = served;
    this.#server = server;
    this.#shown = shown;
    this.#renewing = this.#renew();
  }

  /** Settles when the webhooks can be asked. */
  static async start(served: ServedWebhooks): Promise<WebhookServer> {
    const { port = WEBHOOK_PORT, hostname = "0.0.0.0", inProcess, url } = served.options;
    const { webhooks, resources, client } = served;
    const { logger } = client.options;
    const dispatch = new WebhookDispatch({ webhooks, resources, logger });
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
      return new WebhookServer(served, server, UNPROVEN);
    }
    const shown = await shownBy(served);
    const server = await HttpsServer.listen({ hostname, port }, shown, answer);
    return new WebhookServer(served, server, shown);
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

  /** Another process leads: it announces. */
  stopAnnouncing(): void {
    this.#announces = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#renewing;
    await this.#server[Symbol.asyncDispose]();
  }

  /** Shows new certificates when it is time. */
  async #renew(): Promise<void> {
    const { clock, logger } = this.#served.client.options;
    const { signal } = this.#stop;
    if (this.#shown === UNPROVEN) return;
    for (;;) {
      const waitMs = Math.max(LOOK_AGAIN_MS, this.#shown.lookAgainAt - clock.now());
      await sleep(clock, Math.min(waitMs, MOST_WAIT_MS), signal).catch(() => {});
      if (signal.aborted) return;
      try {
        const shown = await shownBy(this.#served);
        const isNew = shown.certificate !== this.#shown.certificate;
        this.#shown = shown;
        if (isNew) this.#server.show(shown);
        if (this.#announces) await this.announce();
      } catch (error) {
        logger.error("The webhooks' certificate can't be renewed", error);
      }
    }
  }
}

/** Another replica may have made new ones, or somebody edited them. */
const MOST_WAIT_MS = 60 * 60_000;

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

/** The names by which servers call. */
function hostsOf(served: ServedWebhooks): string[] {
  const address = addressOf(served);
  if ("url" in address) return [new URL(address.url).hostname.replace(/^\[(.*)\]$/, "$1")];
  const { name, namespace } = address.service;
  return [`${name}.${namespace}.svc`, `${name}.${namespace}.svc.cluster.local`];
}

async function shownBy(served: ServedWebhooks): Promise<Shown> {
  const { name, client, options: { certificates = "managed" } } = served;
  const { clock } = client.options;
  const lookAgainAt = clock.now() + LOOK_AGAIN_MS;
  if (certificates === "managed") {
    const { namespace } = client;
    const secret = { name: `${name}-webhook-certificates`, namespace };
    const managed = await managedCertificates({ client, secret, hosts: hostsOf(served), clock });
    return { ...managed, lookAgainAt: managed.renewAt };
  }
  if ("directory" in certificates) {
    const read = (file: string) => Deno.readTextFile(`${certificates.directory}/${file}`);
    const [certificate, key, authority] = await Promise.all(
      ["tls.crt", "tls.key", "ca.crt"].map(read),
    );
    return { certificate: certificate!, key: key!, authority: authority!, lookAgainAt };
  }
  const { data = {} } = await client.get(Secret, certificates.secret);
  const part = (file: string) => {
    const text = data[file];
    if (text === undefined) throw new Error(`the secret ${certificates.secret} lacks ${file}`);
    return new TextDecoder().decode(Uint8Array.fromBase64(text));
  };
  return {
    certificate: part("tls.crt"),
    key: part("tls.key"),
    authority: part("ca.crt"),
    lookAgainAt,
  };
}
