/**
 * Whom the API server believes, as it tells other processes in a config map.
 *
 * @module
 */

import { keepTrying, repeatedly } from "../backoff.ts";
import { certificatesOfPem, type Roots, rootsOf } from "../certificates/mod.ts";
import type { IdentityHeaders } from "../authentication/request_header.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock.ts";
import { StatusError } from "../errors/mod.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import type { Logger } from "../logger.ts";

/** The config map, in either dialect. */
const NAME = "extension-apiserver-authentication";

/** Authorities, as they are checked against and as a handshake names them. */
export interface Authorities {
  readonly roots: Roots;
  readonly pem: string;
}

/** Proxies whose identity headers are believed. */
export interface TrustedProxies extends Authorities {
  readonly allowedNames: readonly string[];
  readonly headers: IdentityHeaders;
}

/** What the config map says; fields that are undefined are not there. */
export interface ClusterSettings {
  readonly clients?: Authorities | undefined;
  readonly proxies?: TrustedProxies | undefined;
}

/** How the settings are followed. */
export interface ClusterSettingsOptions {
  /** May read the config map. */
  readonly client: Client;
  /** Whether to go on where it can't be read: it may be later. */
  readonly tolerant: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends the following. */
  readonly signal: AbortSignal;
  /** Told of what there is first, and of each change. */
  changed(settings: ClusterSettings): void;
}

const WAITS = { firstMs: 250, mostMs: 10_000, jitter: 0.5 };

/** After a failure to follow it. */
const RETRY_MS = 10_000;

/**
 * Reads the config map, and follows it. What can't be used leaves the last good settings in use, and is logged. At
 * first it is waited for a server that does not answer; rejects where the server refuses, unless told to be tolerant.
 */
export async function followClusterSettings(options: ClusterSettingsOptions): Promise<void> {
  const { client, tolerant, clock, logger, signal, changed } = options;
  const namespace = client.names.namespaceSystem;
  const place = { namespace, name: NAME };
  const read = async () => {
    const found = await client.find(ConfigMap, place, { signal, timeout: "10s" });
    changed(settingsIn(found?.data ?? {}));
  };
  try {
    await keepTrying(read, {
      ...WAITS,
      clock,
      signal,
      failed(error, waitMs) {
        const isRefusal = error instanceof StatusError && error.code < 500 && error.code !== 429;
        if (tolerant || isRefusal || error instanceof SettingsError) throw error;
        logger.warning("The authentication settings can't be had yet", {
          error: String(error),
          waitMs,
        });
      },
    });
  } catch (error) {
    signal.throwIfAborted();
    const text = `config map ${namespace}/${NAME}: ${(error as Error).message}`;
    if (!tolerant) {
      throw new Error(
        `the authentication settings can't be looked up: ${text}; grant the role ${NAME}-reader, name the ` +
          "files by flags and give --authentication-skip-lookup, or tolerate it with " +
          "--authentication-tolerate-lookup-failure",
        { cause: error },
      );
    }
    logger.warning(
      "The authentication settings can't be looked up: all requests may be anonymous",
      {
        error: text,
      },
    );
  }
  const follow = async () => {
    const fieldSelector = { "metadata.name": NAME };
    for await (const event of client.watch(ConfigMap, { namespace, fieldSelector, signal })) {
      if (event.type === "SYNCED") continue;
      const data = event.type === "DELETED" ? {} : event.object.data ?? {};
      try {
        changed(settingsIn(data));
      } catch (error) {
        logger.error("Changed authentication settings can't be used; the last ones stay", error);
      }
    }
  };
  // Nobody waits for it: it ends with the signal, and never rejects.
  repeatedly(follow, {
    clock,
    signal,
    intervalMs: 0,
    retryMs: RETRY_MS,
    failed: (error) =>
      logger.warning("The authentication settings can't be followed", { error: String(error) }),
  }).catch(() => {});
}

/** Something in the config map that can't be used. */
class SettingsError extends Error {}

function settingsIn(data: Readonly<Record<string, string>>): ClusterSettings {
  const clients = authoritiesIn(data, "client-ca-file");
  const proxies = authoritiesIn(data, "requestheader-client-ca-file");
  return {
    ...(clients && { clients }),
    ...(proxies && {
      proxies: {
        ...proxies,
        allowedNames: namesIn(data, "requestheader-allowed-names"),
        headers: {
          username: headersIn(data, "requestheader-username-headers"),
          uid: headersIn(data, "requestheader-uid-headers"),
          group: headersIn(data, "requestheader-group-headers"),
          extraPrefixes: headersIn(data, "requestheader-extra-headers-prefix"),
        },
      },
    }),
  };
}

function authoritiesIn(
  data: Readonly<Record<string, string>>,
  key: string,
): Authorities | undefined {
  const pem = data[key] ?? "";
  if (pem.trim() === "") return undefined;
  try {
    return { roots: rootsOf(certificatesOfPem(pem, key)), pem };
  } catch (error) {
    throw new SettingsError((error as Error).message, { cause: error });
  }
}

function headersIn(data: Readonly<Record<string, string>>, key: string): string[] {
  return namesIn(data, key).map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
}

function namesIn(data: Readonly<Record<string, string>>, key: string): string[] {
  const text = data[key] ?? "";
  if (text === "") return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (value === null) return [];
  if (!Array.isArray(value) || !value.every((one) => typeof one === "string")) {
    throw new SettingsError(`${key} is no JSON list of texts: ${text.slice(0, 100)}`);
  }
  return value;
}
