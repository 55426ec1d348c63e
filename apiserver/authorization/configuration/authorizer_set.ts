/**
 * The authorizers that one text of the configuration file describes.
 *
 * @module
 */

import type { ServerContext } from "../../server_context.ts";
import { type Authorizer, firstOpinion } from "../authorizer.ts";
import { countDecisions } from "../decisions.ts";
import { mastersFirst } from "../masters.ts";
import { openWebhookAuthorizer } from "../webhook/mod.ts";
import type { AuthorizerSettings } from "./configuration.ts";

/** Authorizers together, which can be let go of. */
export class AuthorizerSet implements Authorizer {
  readonly #authorizer: Authorizer;
  readonly #stop: AbortController;
  /** Questions that are under way. */
  #asked = 0;
  #isRetired = false;

  private constructor(authorizer: Authorizer, stop: AbortController) {
    this.#authorizer = authorizer;
    this.#stop = stop;
  }

  /**
   * Opens those of the settings, in their order, behind the one for masters. `lasting`: those that outlive a
   * change of the file, by type. Rejects where one can't be had.
   */
  static async open(
    settings: readonly AuthorizerSettings[],
    lasting: ReadonlyMap<string, Authorizer>,
    context: ServerContext,
  ): Promise<AuthorizerSet> {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, context.signal]);
    try {
      const authorizers: Authorizer[] = [mastersFirst];
      for (const { type, name, webhook } of settings) {
        const authorizer = webhook === undefined
          ? lasting.get(type)
          : await openWebhookAuthorizer(context, webhook, signal);
        if (authorizer === undefined) {
          throw new Error(
            `authorizer type ${type} is not allowed if it was not enabled at initial server startup`,
          );
        }
        authorizers.push(countDecisions(authorizer, { type, name }, context.metrics));
      }
      return new AuthorizerSet(firstOpinion(authorizers), stop);
    } catch (error) {
      stop.abort();
      throw error;
    }
  }

  authorize(...given: Parameters<Authorizer["authorize"]>): ReturnType<Authorizer["authorize"]> {
    const asked = this.#authorizer.authorize(...given);
    if (!(asked instanceof Promise)) return asked;
    this.#asked++;
    return asked.finally(() => {
      this.#asked--;
      this.#endIfUnused();
    });
  }

  rulesOf(
    ...given: Parameters<NonNullable<Authorizer["rulesOf"]>>
  ): ReturnType<NonNullable<Authorizer["rulesOf"]>> {
    return this.#authorizer.rulesOf!(...given);
  }

  /** Nobody asks any more: connections end once what is under way has been answered. */
  retire(): void {
    this.#isRetired = true;
    this.#endIfUnused();
  }

  #endIfUnused(): void {
    if (this.#isRetired && this.#asked === 0) this.#stop.abort();
  }
}
