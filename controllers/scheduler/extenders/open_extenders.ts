/**
 * Opens the extenders of a configuration.
 *
 * @module
 */

import type { Environment } from "../../../toolkit/clientconfig/mod.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import { decodeUntypedJson, encodeUntypedJson } from "../../../toolkit/codec/mod.ts";
import { redacted } from "../../../toolkit/logger.ts";
import { environmentProxies } from "../../../toolkit/transport/environment_proxies.ts";
import { type Endpoint, Transport } from "../../../toolkit/transport/mod.ts";
import type { NodeExtender, SchedulerHandle } from "../framework/mod.ts";
import type { ExtenderSettings, PemSource } from "./extender_settings.ts";
import { type Ask, HttpExtender } from "./http_extender.ts";
import { liveObjects } from "./live_objects.ts";

/** Of an answer: it may hold all nodes. */
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

/** Makes the extenders of a scheduler. */
export type ExtenderMaker = (handle: SchedulerHandle) => readonly NodeExtender[];

/** What extenders are opened with. */
export interface ExtendersOptions {
  readonly clock: Clock;
  /** Where proxies may be named (`HTTPS_PROXY`, `NO_PROXY`). */
  readonly environment: Environment;
  /** Ends their connections. */
  readonly signal: AbortSignal;
}

/**
 * Reads the files of all extenders; what is returned makes them. Those that may be ignored are asked last. Rejects,
 * naming the file, where one can't be read.
 */
export async function openExtenders(
  extenders: readonly ExtenderSettings[],
  { clock, environment, signal }: ExtendersOptions,
): Promise<ExtenderMaker> {
  const transport = new Transport({ clock, proxy: environmentProxies(environment) });
  signal.addEventListener("abort", () => transport.close(), { once: true });
  const ordered = [
    ...extenders.filter(({ ignorable }) => !ignorable),
    ...extenders.filter(({ ignorable }) => ignorable),
  ];
  const opened = await Promise.all(ordered.map(async (settings) => ({
    settings,
    ask: askerOf(settings, await endpointOf(settings), transport, clock),
  })));
  return (handle) => {
    const live = liveObjects(handle.informers);
    const { logger } = handle;
    return opened.map((one) => new HttpExtender({ ...one, handle, live, logger }));
  };
}

function askerOf(
  { url, timeoutMs }: ExtenderSettings,
  endpoint: Endpoint,
  transport: Transport,
  clock: Clock,
): Ask {
  const prefix = url.pathname.replace(/\/+$/, "");
  return async (verb, question, name) => {
    const end = new AbortController();
    const late = `${verb} with extender at URL ${name}: no answer within ${timeoutMs} ms`;
    const timer = clock.after(
      timeoutMs,
      () => end.abort(new DOMException(late, "TimeoutError")),
    );
    try {
      const { status, body } = await transport.call(endpoint, {
        method: "POST",
        path: `${prefix}/${verb}`,
        headers: { "content-type": "application/json" },
        body: encodeUntypedJson(question),
        limits: { bodyLimitBytes: BODY_LIMIT_BYTES },
        signal: end.signal,
      });
      if (status !== 200) {
        throw new Error(`failed ${verb} with extender at URL ${name}, code ${status}`);
      }
      return decodeUntypedJson(body);
    } finally {
      timer.cancel();
    }
  };
}

async function endpointOf({ url, tls }: ExtenderSettings): Promise<Endpoint> {
  const isSecure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  if (!isSecure) return { host, port };
  const [roots, certificate, key] = await Promise.all(
    [tls.authorities, tls.certificate, tls.key].map(pemOf),
  );
  const secret = redacted(key ?? "");
  const identity = certificate === undefined ? undefined : { certificate, key: secret.reveal() };
  return {
    host,
    port,
    protocols: ["h2", "http/1.1"],
    tls: {
      serverName: tls.serverName || host,
      roots,
      insecure: tls.insecure,
      identity: () => identity,
    },
  };
}

async function pemOf({ text, file }: PemSource): Promise<string | undefined> {
  if (text !== "") return text;
  if (file === "") return undefined;
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    throw new Error(`tlsConfig of an extender: ${file}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
