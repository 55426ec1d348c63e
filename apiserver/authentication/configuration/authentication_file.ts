/**
 * Authentication as a configuration file describes it, for as long as it does.
 *
 * @module
 */

import { readFlagFile } from "../../../toolkit/flags/mod.ts";
import { configurationMetrics } from "../../../toolkit/process/configuration_metrics.ts";
import { followFile } from "../../../toolkit/process/followed_file.ts";
import type { ServerContext } from "../../server_context.ts";
import type { ApiServerFlagValues, Surroundings } from "../../surroundings.ts";
import { type IssuerMeasures, issuerMetrics } from "../oidc/issuer_metrics.ts";
import { issuerOfFlags, tokensOf } from "../oidc/plugin.ts";
import {
  firstToKnowToken,
  type TokenAuthenticator,
} from "../../../toolkit/authentication/token_authenticator.ts";
import {
  type AnonymousPaths,
  type AuthenticationSettings,
  type FileSurroundings,
  readAuthentication,
} from "./configuration.ts";

const FLAG = "authentication-config";

/** A file that was read, and is to be followed. */
export class AuthenticationFile {
  readonly #path: string;
  readonly #read: (text: string) => AuthenticationSettings;
  #anonymous: AnonymousPaths;
  readonly #standard: AnonymousPaths;

  private constructor(
    path: string,
    read: (text: string) => AuthenticationSettings,
    { anonymous }: AuthenticationSettings,
    standard: boolean,
  ) {
    this.#path = path;
    this.#read = read;
    this.#standard = standard;
    this.#anonymous = anonymous ?? standard;
  }

  /**
   * Reads the file of `--authentication-config`; undefined: there is none.
   * Throws, naming the file, where it can't be used, and on flags that say the same.
   */
  static async open(
    flags: ApiServerFlagValues,
    { given, ...around }: Pick<Surroundings, "given"> & FileSurroundings,
  ): Promise<AuthenticationFile | undefined> {
    const path = flags[FLAG];
    if (path === "") return undefined;
    if (await issuerOfFlags(flags) !== undefined) {
      throw new Error("authentication-config file and oidc-* flags are mutually exclusive");
    }
    const isSaid = given.has("anonymous-auth");
    const read = (text: string) => {
      const settings = readAuthentication(text, around);
      if (isSaid && settings.anonymous !== undefined) {
        throw new Error(
          "--anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file",
        );
      }
      return settings;
    };
    const text = await readFlagFile(FLAG, path);
    let settings: AuthenticationSettings;
    try {
      settings = read(text);
    } catch (cause) {
      throw new Error(`--${FLAG}: ${path}: ${(cause as Error).message}`, { cause });
    }
    return new AuthenticationFile(path, read, settings, flags["anonymous-auth"]);
  }

  /** Whether a request for a path is anonymous that has no credentials. */
  allowsAnonymous(path: string): boolean {
    const allowed = this.#anonymous;
    return typeof allowed === "boolean" ? allowed : allowed.has(path);
  }

  /**
   * Knows the tokens of the file's issuers, and goes by what it says from now on: a file that can't be used
   * changes nothing.
   */
  async follow(
    context: ServerContext,
    intervalMs?: number,
  ): Promise<TokenAuthenticator & { look(): Promise<void> }> {
    const { signal } = context;
    const measures = configurationMetrics({
      ...context,
      prefix: "apiserver_authentication_config_controller",
      what: "authentication",
      stability: "BETA",
      serverId: context.identity,
    });
    const ofIssuers = issuerMetrics(context);
    const file = await followFile<InForce>({
      ...context,
      flag: FLAG,
      path: this.#path,
      read: (text) => inForce(text, this.#read(text), context, ofIssuers),
      changed: (value) => {
        current.stop.abort();
        for (const url of current.issuers.difference(value.issuers)) ofIssuers.forgotten(url);
        current = value;
        // The server may have stopped while the file was read.
        if (signal.aborted) value.stop.abort();
        this.#anonymous = value.anonymous ?? this.#standard;
        measures.inForce(value.text);
      },
      looked: (outcome) => measures.reloaded(outcome),
      ...(intervalMs !== undefined && { intervalMs }),
    });
    let current = file.current;
    measures.inForce(current.text);
    signal.addEventListener("abort", () => current.stop.abort(), { once: true });
    this.#anonymous = current.anonymous ?? this.#standard;
    return {
      authenticateToken: (token, call) => current.tokens.authenticateToken(token, call),
      look: () => file.look(),
    };
  }
}

/** One text of the file. */
interface InForce {
  readonly text: string;
  readonly tokens: TokenAuthenticator;
  /** Their URLs. */
  readonly issuers: ReadonlySet<string>;
  readonly anonymous: AnonymousPaths | undefined;
  /** Lets go of its issuers. */
  readonly stop: AbortController;
}

function inForce(
  text: string,
  { issuers, anonymous }: AuthenticationSettings,
  context: ServerContext,
  measures: IssuerMeasures,
): InForce {
  const stop = new AbortController();
  const tokens = issuers.map((issuer) => {
    const own: ServerContext = {
      ...context,
      signal: stop.signal,
      // They come and go with the file, and not with the server alone.
      background({ name, run }) {
        run({ signal: stop.signal, started() {} }).catch((error) =>
          context.logger.error("An issuer of tokens is not asked any more", error, { name })
        );
      },
    };
    return tokensOf(issuer, own, measures);
  });
  return {
    text,
    tokens: firstToKnowToken(tokens),
    issuers: new Set(issuers.map(({ url }) => url)),
    anonymous,
    stop,
  };
}
