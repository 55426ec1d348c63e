/**
 * Who may ask the agent, as the flags say.
 *
 * @module
 */

import { followedRoots } from "../../../toolkit/authentication/followed_roots.ts";
import { cachedTokens } from "../../../toolkit/authentication/token_cache.ts";
import { reviewedAccess } from "../../../toolkit/delegation/access_reviews.ts";
import { DelegatedAuthenticator } from "../../../toolkit/delegation/mod.ts";
import { reviewedTokens } from "../../../toolkit/delegation/token_reviews.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { GroupValues } from "../../../toolkit/flags/mod.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { Registry } from "../../../toolkit/metrics/mod.ts";
import type { Client } from "../../../toolkit/mod.ts";
import type { nodeAgentFlags } from "../../flags/mod.ts";
import type { SimulatedNodes } from "../simulated_nodes.ts";
import type { AccessOptions } from "./access.ts";
import { nodeQuestion } from "./node_question.ts";
import { partsOf } from "./path.ts";

/** What it takes. */
export interface OpenAccessOptions {
  readonly values: GroupValues<typeof nodeAgentFlags>;
  /** Who asks the API server about others: the nodes' own account. */
  readonly client: Client;
  readonly nodes: Pick<SimulatedNodes, "nodes" | "pods">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly signal: AbortSignal;
}

/** Rejects, naming the flag, where a file can't be used. */
export async function openAccess(options: OpenAccessOptions): Promise<AccessOptions> {
  const { values, client, nodes: { nodes, pods }, clock, logger, metrics } = options;
  const ttlMs = values["authentication-token-webhook-cache-ttl"];
  const reviewed = values["authentication-token-webhook"]
    ? reviewedTokens(client, logger)
    : undefined;
  const tokens = reviewed && ttlMs > 0
    ? cachedTokens(reviewed, { clock, metrics, believedMs: ttlMs, unknownMs: ttlMs })
    : reviewed;
  const authenticator = new DelegatedAuthenticator({ tokens, clock, names: client.names, metrics });
  const file = values["client-ca-file"];
  if (file !== "") {
    const followed = await followedRoots("client-ca-file", file, options);
    authenticator.trust({
      clients: {
        get roots() {
          return followed.current;
        },
        pem: "",
      },
    });
  }
  const authorizer = values["authorization-mode"] === "Webhook"
    ? reviewedAccess({
      client,
      alwaysAllowPaths: [],
      authorizedTtlMs: values["authorization-webhook-cache-authorized-ttl"],
      unauthorizedTtlMs: values["authorization-webhook-cache-unauthorized-ttl"],
      clock,
    })
    : undefined;
  const [only, second] = nodes;
  const nodeOf = (namespace: string, pod: string) => pods.find(`${namespace}/${pod}`)?.node.name;
  return {
    authenticator,
    anonymous: values["anonymous-auth"],
    authorizer,
    question({ method, path }) {
      const parts = partsOf(path);
      if (parts === undefined) return undefined;
      return nodeQuestion(method, parts, {
        only: second === undefined ? only?.name : undefined,
        nodeOf,
      });
    },
    logger,
  };
}
