/**
 * What the handlers of resources work with.
 *
 * @module
 */

import type { Logger } from "../../toolkit/logger.ts";
import type { Dialect } from "../../toolkit/names.ts";
import type { FindType } from "../../toolkit/codec/mod.ts";
import type { Authenticator } from "../../toolkit/authentication/authenticator.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import type { TokenIssuer } from "../authentication/token_issuer.ts";
import type { Connections } from "../connect/mod.ts";
import type { Feature } from "../flags/features.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import type { WriteTools } from "../registry/write_request.ts";

/** What the handlers of resources share, put together once when the server starts. */
export interface EndpointContext {
  readonly dialect: Dialect;
  readonly source: ResourceSource;
  readonly tools: WriteTools;
  readonly findType: FindType;
  /** Asked by reviews of tokens. */
  readonly authenticator: Authenticator;
  /** Signs tokens of service accounts; undefined: the server has no key to sign with. */
  readonly tokenIssuer: TokenIssuer | undefined;
  /** Asked by handlers for what more than one permission is needed. */
  readonly authorizer: Authorizer;
  /** Answers what leads to nodes, pods and services. */
  readonly connections: Pick<Connections, "log" | "proxy" | "stream">;
  /** Names of features that are on. */
  readonly features: ReadonlySet<Feature>;
  /** Rejects where a store does not answer. */
  askStores(signal: AbortSignal): Promise<unknown>;
  readonly logger: Logger;
  /** The least time that a watch lasts unless it asks for another. */
  readonly minWatchMs: number;
  /** Objects that a deletion of many deletes at a time. */
  readonly deleteCollectionWorkers: number;
}
