/**
 * Tokens of service accounts as the flags want them.
 *
 * @module
 */

import { readFlagFile } from "../../../toolkit/flags/mod.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import type { TokenIssuer } from "../token_issuer.ts";
import { type DiscoveryDocuments, discoveryDocuments } from "./discovery.ts";
import { accountIssuer, EXTENDED_SECONDS } from "./issuer.ts";
import {
  privateKeyOfPem,
  publicKeysOfPem,
  type PublicTokenKey,
} from "../../../toolkit/tokens/keys.ts";

/** The flags that are about them. */
export interface AccountFlags {
  readonly "api-audiences": readonly string[];
  readonly "service-account-extend-token-expiration": boolean;
  readonly "service-account-issuer": readonly string[];
  readonly "service-account-jwks-uri": string;
  readonly "service-account-key-file": readonly string[];
  readonly "service-account-lookup": boolean;
  readonly "service-account-max-token-expiration": number;
  readonly "service-account-signing-key-file": string;
  readonly "tls-private-key-file": string;
}

/** What the flags come to. */
export interface AccountSettings {
  /** All that tokens may name; new ones name the first. */
  readonly issuers: readonly string[];
  /** The API's own names. */
  readonly audiences: readonly string[];
  /** With which tokens are checked; none: no token of a service account is known. */
  readonly keys: readonly PublicTokenKey[];
  readonly lookup: boolean;
  /** Signs new tokens; undefined: nobody does. */
  readonly tokenIssuer: TokenIssuer | undefined;
}

/** Reads the keys. Throws, naming the flag or file, where flags contradict each other. */
export async function accountSettings(
  flags: AccountFlags,
  { dialect, logger }: { readonly dialect: Dialect; readonly logger: Logger },
): Promise<AccountSettings> {
  const issuers = flags["service-account-issuer"];
  checkIssuers(issuers);
  checkTogether(flags);
  const given = flags["api-audiences"];
  const audiences = given.length === 0 ? issuers : given;
  const keys = await verifyingKeys(flags, logger);
  const maxSeconds = Math.floor(flags["service-account-max-token-expiration"] / 1000);
  const extendsExpiration = flags["service-account-extend-token-expiration"];
  const [issuer] = issuers;
  const settings = { issuers, audiences, keys, lookup: flags["service-account-lookup"] };
  if (issuer === undefined) return { ...settings, tokenIssuer: undefined };
  if (extendsExpiration && maxSeconds > 0 && maxSeconds < EXTENDED_SECONDS) {
    logger.warning(
      "--service-account-extend-token-expiration has some tokens last longer than " +
        "--service-account-max-token-expiration says",
      { extendedSeconds: EXTENDED_SECONDS, maxSeconds },
    );
  }
  const key = await keyFrom(
    "service-account-signing-key-file",
    flags["service-account-signing-key-file"],
    privateKeyOfPem,
  );
  if (!keys.some(({ id }) => id === key.id)) {
    logger.warning(
      "No key of --service-account-key-file belongs to --service-account-signing-key-file: this server " +
        "does not know the tokens that it signs",
    );
  }
  const tokenIssuer = accountIssuer({
    issuer,
    key,
    audiences,
    maxExpirationSeconds: maxSeconds,
    extendsExpiration,
    names: NAMES[dialect],
  });
  return { ...settings, tokenIssuer };
}

/** Whether and where others find what tokens are checked with. */
export interface TokenDiscoveryOptions {
  readonly isOn: boolean;
  /** Host and port by which others reach this server. */
  readonly externalAddress: string;
  readonly logger: Logger;
}

/** What others check tokens with; undefined, and said why, where they could not find it. */
export function tokenDiscoveryOf(
  { "service-account-jwks-uri": keySetUrl }: Pick<AccountFlags, "service-account-jwks-uri">,
  { issuers: [issuer], keys }: AccountSettings,
  { isOn, externalAddress, logger }: TokenDiscoveryOptions,
): DiscoveryDocuments | undefined {
  if (!isOn) {
    if (keySetUrl !== "") {
      logger.warning(
        "--service-account-jwks-uri has no effect: the feature gate ServiceAccountIssuerDiscovery is off",
      );
    }
    return undefined;
  }
  try {
    return discoveryDocuments({ issuer: issuer ?? "", keySetUrl, externalAddress, keys });
  } catch (error) {
    logger.warning("Others can't check tokens of service accounts: there is no discovery of them", {
      problem: (error as Error).message,
    });
    return undefined;
  }
}

function checkIssuers(issuers: readonly string[]): void {
  const flag = "service-account-issuer";
  for (const [index, issuer] of issuers.entries()) {
    if (issuer === "") throw new Error(`--${flag} should not be an empty string`);
    const shown = `--${flag} ${JSON.stringify(issuer)}`;
    if (issuer.includes(":") && !URL.canParse(issuer)) {
      throw new Error(`${shown} contained a ':' but was not a valid URL`);
    }
    if (issuers.indexOf(issuer) < index) throw new Error(`${shown} is already specified`);
  }
}

function checkTogether(flags: AccountFlags): void {
  const issues = flags["service-account-issuer"].length > 0;
  const signs = flags["service-account-signing-key-file"] !== "";
  if ((issues || signs || flags["api-audiences"].length > 0) && !(issues && signs)) {
    throw new Error(
      "--service-account-signing-key-file, --service-account-issuer, and --api-audiences should be " +
        "specified together",
    );
  }
  if (signs && flags["service-account-key-file"].length === 0) {
    throw new Error(
      "--service-account-key-file must be set where --service-account-signing-key-file is: give it the " +
        "public key of the same pair",
    );
  }
  const url = flags["service-account-jwks-uri"];
  if (url !== "" && !/^https:\/\/./.test(url)) {
    throw new Error(`--service-account-jwks-uri requires https scheme, parsed as: ${url}`);
  }
  if (url !== "" && !URL.canParse(url)) {
    throw new Error(`--service-account-jwks-uri must be a valid URL: ${url}`);
  }
}

async function verifyingKeys(flags: AccountFlags, logger: Logger): Promise<PublicTokenKey[]> {
  const paths = flags["service-account-key-file"];
  const keys: PublicTokenKey[] = [];
  for (const path of paths) {
    keys.push(...await keyFrom("service-account-key-file", path, publicKeysOfPem));
  }
  const own = flags["tls-private-key-file"];
  if (paths.length > 0 || own === "") return keys;
  try {
    return await keyFrom("tls-private-key-file", own, publicKeysOfPem);
  } catch (error) {
    // It is there to serve with; that is told by who does.
    logger.warning("No token of a service account is known: --tls-private-key-file verifies none", {
      problem: (error as Error).message,
    });
    return [];
  }
}

async function keyFrom<T>(
  flag: string,
  path: string,
  read: (text: string) => Promise<T>,
): Promise<T> {
  const text = await readFlagFile(flag, path);
  try {
    return await read(text);
  } catch (error) {
    throw new Error(`--${flag}: ${path}: ${(error as Error).message}`);
  }
}
