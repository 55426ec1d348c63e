/**
 * The two sorts of tokens that service accounts have, as authenticators.
 *
 * @module
 */

import type { Counter } from "../../../toolkit/metrics/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import type { TokenAuthenticator } from "../../../toolkit/authentication/token_authenticator.ts";
import { accountObjects } from "./account_objects.ts";
import { accountTokens } from "./account_tokens.ts";
import { checkBoundToken } from "./bound_token.ts";
import { type Claims, textClaim } from "./claims.ts";
import { checkLegacyToken, legacyIssuer, type LegacyUse } from "./legacy_token.ts";
import type { AccountSettings } from "./settings.ts";

/** Tokens from secrets, then bound ones; none where there is no key to check them with. */
export function serviceAccountTokens(
  context: ServerContext,
  { issuers, audiences, keys, lookup }: AccountSettings,
): TokenAuthenticator[] {
  if (keys.length === 0) return [];
  const { dialect, clock, logger } = context;
  const names = NAMES[dialect];
  const objects = accountObjects(context);
  const counters = countersOf(context);
  const now = () => clock.now();
  const common = {
    keys,
    audiences,
    unbound(claims: Claims) {
      counters.unbound.inc();
      return { [`${names.group("authentication")}/legacy-token`]: textClaim(claims, "sub") };
    },
  };
  const legacy = {
    objects,
    names,
    logger,
    lookup,
    now,
    used: (how: LegacyUse) => counters[how].inc(),
  };
  const bound = {
    objects,
    names,
    now,
    warned: (isStale: boolean) => counters[isStale ? "stale" : "valid"].inc(),
  };
  const tokens = [accountTokens({
    ...common,
    issuers: [legacyIssuer(names)],
    check: (token, claims, signal) => checkLegacyToken(token, claims, signal, legacy),
  })];
  if (issuers.length === 0) return tokens;
  return [
    ...tokens,
    accountTokens({
      ...common,
      issuers,
      check: (_, claims, signal) => checkBoundToken(claims, signal, bound),
    }),
  ];
}

const COUNTERS = {
  unbound: ["legacy_tokens_total", "Number of tokens of service accounts that name no audience."],
  stale: [
    "stale_tokens_total",
    "Number of tokens that were used past the time they were asked for.",
  ],
  valid: ["valid_tokens_total", "Number of tokens that were used in the time they were asked for."],
  manual: ["legacy_manual_token_uses_total", "Number of tokens from secrets that somebody made."],
  generated: [
    "legacy_auto_token_uses_total",
    "Number of tokens from secrets that were made with their account.",
  ],
  invalidated: [
    "invalid_legacy_auto_token_uses_total",
    "Number of tokens from secrets that are marked as invalid.",
  ],
} as const;

function countersOf({ metrics }: ServerContext): Record<keyof typeof COUNTERS, Counter> {
  return Object.fromEntries(
    Object.entries(COUNTERS).map(([key, [name, help]]) => [
      key,
      metrics.counter({ name: `serviceaccount_${name}`, help }).with({}),
    ]),
  ) as Record<keyof typeof COUNTERS, Counter>;
}
