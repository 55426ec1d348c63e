/**
 * Connections to ports of pods.
 *
 * @module
 */

import type { Ref } from "../kinds/mod.ts";
import { type Channels, openChannels } from "./channels.ts";
import type { CallOptions } from "./reader.ts";
import type { ServerClient } from "./server_client.ts";

/** Which port, and where to listen for it. */
export interface PortForwardOptions extends CallOptions {
  /** The port of the pod. */
  readonly port: number;
  /** Default: a free port of 127.0.0.1. */
  readonly listen?:
    | { readonly hostname?: string | undefined; readonly port?: number | undefined }
    | undefined;
}

/** A listener whose connections lead to a pod. */
export interface PortForward extends AsyncDisposable {
  /** Where it listens. */
  readonly address: { readonly hostname: string; readonly port: number };
}

/** Bytes to and from a port of a pod. */
export interface PodConnection {
  /** What comes from the pod. */
  readonly readable: ReadableStream<Uint8Array>;
  /** What goes to the pod. Closing it tells the pod that there is no more. */
  readonly writable: WritableStream<Uint8Array>;
}

const DATA = 0, ERROR = 1;
/** Each channel begins with the number of its port. */
const PORT_BYTES = 2;
/** Of what a pod says went wrong. */
const ERROR_LIMIT_CHARS = 2048;

/** See `Client.connect()`. The connection ends when both of its streams have. */
export async function connectPod(
  client: ServerClient,
  pod: Ref,
  port: number,
  options: CallOptions = {},
): Promise<PodConnection> {
  return (await open(client, pod, port, options)).connection;
}

interface Opened {
  readonly connection: PodConnection;
  readonly channels: Channels;
  /** Settles when it is over. */
  readonly over: Promise<void>;
}

async function open(
  client: ServerClient,
  pod: Ref,
  port: number,
  options: CallOptions,
): Promise<Opened> {
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new TypeError(`the port is ${port}: write a number from 1 to 65535`);
  }
  const channels = await openChannels(client, pod, {
    ...options,
    subresource: "portforward",
    protocols: [`v4.${client.names.group("channel")}`],
    query: { ports: String(port) },
  });
  const readable = channels.readable(DATA);
  const writable = channels.writable(DATA, () => {
    // The protocol can't close one side: the pod hears of it when the connection ends.
    channels.close();
    return Promise.resolve();
  });
  const left = [PORT_BYTES, PORT_BYTES];
  const decoder = new TextDecoder();
  const over = channels.run((channel, data) => {
    const skipped = Math.min(left[channel] ?? 0, data.length);
    if (skipped > 0) {
      left[channel]! -= skipped;
      // What it begins with comes in a message of its own.
      return true;
    }
    if (channel !== ERROR || data.length === 0) return false;
    throw new Error(`port ${port} of the pod: ${decoder.decode(data).slice(0, ERROR_LIMIT_CHARS)}`);
  });
  // Told by the stream that fails.
  over.catch(() => {});
  return { connection: { readable, writable }, channels, over };
}

/** See `Client.portForward()`. */
export function forwardPort(
  client: ServerClient,
  pod: Ref,
  { port, listen = {}, ...options }: PortForwardOptions,
): PortForward {
  const { hostname = "127.0.0.1", port: local = 0 } = listen;
  const listener = Deno.listen({ hostname, port: local });
  const connections = new Set<Promise<void>>();
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const accepting = (async () => {
    for await (const connection of listener) {
      const forwarded = forward(client, pod, port, { ...options, signal }, connection);
      connections.add(forwarded);
      forwarded.finally(() => connections.delete(forwarded)).catch(() => {});
    }
  })().catch(() => {});
  const close = async () => {
    stop.abort(new DOMException("the port is no longer forwarded", "AbortError"));
    try {
      listener.close();
    } catch {
      // It was closed already.
    }
    await Promise.all([accepting, ...connections]);
  };
  options.signal?.addEventListener("abort", () => void close(), { once: true });
  return {
    address: { hostname: listener.addr.hostname, port: listener.addr.port },
    [Symbol.asyncDispose]: close,
  };
}

/** One connection, until either side ends; never rejects. */
async function forward(
  client: ServerClient,
  pod: Ref,
  port: number,
  options: CallOptions,
  local: Deno.TcpConn,
): Promise<void> {
  try {
    const { connection, channels, over } = await open(client, pod, port, options);
    const sent = local.readable.pipeTo(connection.writable, { preventCancel: true }).catch(
      () => {},
    );
    await connection.readable.pipeTo(local.writable).catch(() => {});
    channels.close();
    await Promise.all([sent, over.catch(() => {})]);
  } catch (error) {
    client.options.logger.warning("A connection to a pod failed", { port, error: String(error) });
  } finally {
    try {
      local.close();
    } catch {
      // The stream has closed it.
    }
  }
}
