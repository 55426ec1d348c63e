/**
 * Tokens of service accounts, for controllers that act as theirs.
 *
 * @module
 */

import type { TokenRequest } from "../../toolkit/api/authentication_v1.ts";
import {
  checkedToken,
  type Identity,
  type IdentitySource,
} from "../../toolkit/clientconfig/credentials.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { type Client, isAlreadyExists, isNotFound, ServiceAccount } from "../../toolkit/mod.ts";

/** Whose tokens, and who asks for them. */
export interface AccountTokensOptions {
  /** May create accounts and their tokens. */
  readonly client: Client;
  /** The name of the account, in the namespace of the system. */
  readonly account: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A number from 0 up to 1. */
  random(): number;
}

/** For how long a token is asked. */
const LIFETIME_SECONDS = 3600;

/** A token is renewed when so much of its life is over; others of the same time somewhat earlier. */
const RENEWED_AFTER = 0.8;
const SPREAD = 0.1;

/** After a renewal that failed, while the last token is still good. */
const RETRY_MS = 10_000;

const REQUEST_TIMEOUT = "30s";

/**
 * The identity of a service account: a token of it, which is renewed before it ends. An account that is missing is
 * created. Where a renewal fails the last token stays in use until it ends.
 */
export function accountTokens(options: AccountTokensOptions): IdentitySource {
  const { clock, logger, account, random } = options;
  let current: { readonly identity: Identity; readonly endsMs: number } | undefined;
  let gotMs = -Infinity;
  let renewMs = -Infinity;
  let asking: Promise<Identity> | undefined;
  async function ask(): Promise<Identity> {
    const askedMs = clock.now();
    try {
      const { token, endsMs } = await tokenOf(options, askedMs);
      current = { identity: { token: checkedToken(token, "the token of the account") }, endsMs };
      gotMs = askedMs;
      renewMs = askedMs + (endsMs - askedMs) * (RENEWED_AFTER - SPREAD * random());
    } catch (error) {
      if (current === undefined || clock.now() >= current.endsMs) throw error;
      renewMs = clock.now() + RETRY_MS;
      logger.warning("The token of an account was not renewed; the last one stays in use", {
        account,
        error: String(error),
      });
    }
    return current.identity;
  }
  return {
    identity() {
      if (current !== undefined && clock.now() < renewMs) return Promise.resolve(current.identity);
      return asking ??= ask().finally(() => asking = undefined);
    },
    refused(sentAt) {
      if (gotMs >= sentAt || current === undefined) return;
      // The server no longer knows it: its key or the account may be another one now.
      current = undefined;
    },
  };
}

async function tokenOf(
  { client, account }: AccountTokensOptions,
  nowMs: number,
): Promise<{ token: string; endsMs: number }> {
  const place = { namespace: client.names.namespaceSystem, name: account };
  const request: TokenRequest = {
    apiVersion: `${client.names.group("authentication")}/v1`,
    kind: "TokenRequest",
    spec: { audiences: [], expirationSeconds: LIFETIME_SECONDS },
  };
  const options = { timeout: REQUEST_TIMEOUT } as const;
  const ask = () => client.createSubresource(ServiceAccount, place, "token", request, options);
  let answer: TokenRequest;
  try {
    answer = await ask();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await client.create(ServiceAccount, { metadata: place }, options).catch((error) => {
      if (!isAlreadyExists(error)) throw error;
    });
    answer = await ask();
  }
  const { token = "", expirationTimestamp } = answer.status ?? {};
  const endsMs = Date.parse(expirationTimestamp ?? "");
  // The server may grant less, and is asked again by what it granted; never more often than it can bear.
  return { token, endsMs: endsMs > nowMs ? endsMs : nowMs + 60_000 };
}
