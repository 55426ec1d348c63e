/**
 * What everything that is plugged into the server is made from.
 *
 * @module
 */

import type { Lister, Reader, Watcher, Writer } from "../toolkit/client/mod.ts";
import type { Kind, KubeObject } from "../toolkit/kinds/mod.ts";
import type { Clock } from "../toolkit/clock.ts";
import type { Logger } from "../toolkit/logger.ts";
import type { Registry } from "../toolkit/metrics/mod.ts";
import type { Dialect } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import type { Authenticator } from "./authentication/authenticator.ts";
import type { Authorizer } from "./authorization/authorizer.ts";
import type { Callouts } from "./callout/mod.ts";
import type { Feature } from "./flags/features.ts";
import type { ResourceSource } from "./resource/resource_source.ts";

/**
 * One value for all plugins: authenticators, authorizers, admission plugins, the audit backend and flow
 * control are each made of it, once what is served can be read. What is itself a plugin
 * ({@link authenticator}, {@link authorizer}, {@link client}) may be kept from the start, and is asked only once
 * requests come.
 */
export interface ServerContext {
  readonly dialect: Dialect;
  /** What is served, and the caches of it: filled by the time a plugin is made. */
  readonly source: ResourceSource;
  /**
   * Reads, watches and writes in the server's own name, admission included. Throws while the server is
   * being put together.
   */
  readonly client: Reader & Watcher & Writer;
  /** The objects of a kind as they are cached; undefined where they are not served. */
  lister<R extends KubeObject>(kind: Kind<KubeObject, R>): Lister<R> | undefined;
  /** Asks others in the server's name: webhooks, extension servers. */
  readonly callouts: Callouts;
  /** All authenticators together. Throws while the server is being put together. */
  readonly authenticator: Authenticator;
  /** All authorizers together. Throws while the server is being put together. */
  readonly authorizer: Authorizer;
  /** Names of features that are on. */
  readonly features: ReadonlySet<Feature>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Aborts when the server stops. */
  readonly signal: AbortSignal;
  /** A number from 0 up to 1. */
  random(): number;
  /** A new unique id. */
  uid(): string;
  /** Has something run beside the requests, from when the server listens until it stops. */
  background(runnable: Runnable): void;
}

/** Makes a part of the server once there is a context to make it from. */
export type Factory<T> = (context: ServerContext) => T | Promise<T>;
