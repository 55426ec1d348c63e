/**
 * Authentication as a configuration file describes it, for as long as it does.
 *
 * @module
 */

import { sleep } from "../../../toolkit/clock.ts";
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
   * Knows the tokens of the file's issuers, and goes by what it says from now on: a file that can't be used, or
   * whose issuers don't answer, changes nothing.
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
    let isFirst = true;
    const file = await followFile<InForce>({
      ...context,
      flag: FLAG,
      path: this.#path,
      read: async (text) => {
        const made = inForce(text, this.#read(text), context, ofIssuers);
        // At the start all else goes on without them; a change waits for them.
        if (!isFirst) await untilAnswered(made, context);
        return made;
      },
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
    isFirst = false;
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
  /** Of those that have not said yet where their keys are. */
  readonly silent: ReadonlySet<string>;
  /** Once all have. */
  readonly answered: Promise<unknown>;
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
  const silent = new Set(issuers.map(({ url }) => url));
  const answers: Promise<void>[] = [];
  const tokens = issuers.map((issuer) => {
    const own: ServerContext = {
      ...context,
      signal: stop.signal,
      // They come and go with the file, and not with the server alone.
      background({ name, run }) {
        const answered = run({ signal: stop.signal, started() {} }).then(
          () => void silent.delete(issuer.url),
          (error) =>
            context.logger.error("An issuer of tokens is not asked any more", error, { name }),
        );
        answers.push(answered);
      },
    };
    return tokensOf(issuer, own, measures);
  });
  return {
    text,
    tokens: firstToKnowToken(tokens),
    issuers: new Set(silent),
    silent,
    answered: Promise.all(answers),
    anonymous,
    stop,
  };
}

/** How long a change waits for its issuers. */
const ANSWER_MS = 60_000;

/** Lets go of issuers that don't all answer in time, and throws. */
async function untilAnswered(
  { silent, answered, stop }: InForce,
  { clock, signal }: Pick<ServerContext, "clock" | "signal">,
): Promise<void> {
  const done = new AbortController();
  const late = sleep(clock, ANSWER_MS, AbortSignal.any([signal, done.signal]));
  await Promise.race([answered, late.catch(() => {})]);
  done.abort();
  if (silent.size === 0) return;
  stop.abort();
  throw new Error(`issuers can't be asked for their keys: ${[...silent].join(", ")}`);
}
