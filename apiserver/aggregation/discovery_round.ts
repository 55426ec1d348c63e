/**
 * Asks extension servers what they have.
 *
 * @module
 */

import { parseAccept } from "../bodies/media_type.ts";
import type { RemoteDiscovery } from "./remote_discovery.ts";
import type { Ask } from "./remote_descriptions.ts";
import type { RemoteService } from "./remote_service.ts";
import {
  type Description,
  descriptionInList,
  descriptionsInGroups,
} from "./version_descriptions.ts";

/** What a round works with. */
export interface DiscoveryRoundOptions {
  /** Told of what is found out. */
  readonly discovery: Pick<RemoteDiscovery, "learn" | "lose">;
  /** The API group of documents of all groups. */
  readonly group: string;
  ask(remote: RemoteService, ...what: Parameters<Ask>): ReturnType<Ask>;
}

const KIND = "APIGroupDiscoveryList";
const STATUS_UNAVAILABLE = 503;
/** Of a version that the document of all groups does not have. */
const NOTHING: Description = { text: "", resources: () => [] };

interface Groups {
  readonly answered: boolean;
  /** The document of all groups, where there is one. */
  readonly all?: ReadonlyMap<string, Description> | undefined;
}

/** One round: each service is asked once for all of its versions. */
export class DiscoveryRound {
  readonly #options: DiscoveryRoundOptions;
  readonly #groups = new Map<string, Promise<Groups>>();

  constructor(options: DiscoveryRoundOptions) {
    this.#options = options;
  }

  /**
   * Takes in what a server has of a version: from its document of all groups where there is one, else from `body`, its
   * answer at the version's own path; undefined: there is none. Says whether it is told by either.
   */
  async learn(remote: RemoteService, body: Uint8Array | undefined): Promise<boolean> {
    const { group, version, service, object: { spec } } = remote;
    const key = JSON.stringify([service, spec?.caBundle, spec?.insecureSkipTLSVerify]);
    const groups = this.#groups.get(key) ?? this.#groupsOf(remote);
    this.#groups.set(key, groups);
    const { answered, all } = await groups;
    const described = all !== undefined
      ? all.get(`${group}/${version}`) ?? NOTHING
      : answered && body !== undefined
      ? descriptionInList(body, group, version)
      : undefined;
    if (described === undefined) this.#options.discovery.lose(remote);
    else this.#options.discovery.learn(remote, described);
    return described !== undefined;
  }

  async #groupsOf(remote: RemoteService): Promise<Groups> {
    const { group, ask } = this.#options;
    const accept = ["v2", "v2beta1"].map((version) =>
      `application/json;g=${group};v=${version};as=${KIND}`
    );
    try {
      const { status, headers, body } = await ask(remote, "/apis", { accept: accept.join(",") });
      const [type] = parseAccept(String(headers["content-type"] ?? ""));
      const isDocument = status === 200 && type?.parameters.as === KIND;
      if (!isDocument) return { answered: status !== STATUS_UNAVAILABLE };
      const all = descriptionsInGroups(body);
      return { answered: all !== undefined, all };
    } catch {
      return { answered: false };
    }
  }
}
