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
import type { Authenticator } from "../toolkit/authentication/authenticator.ts";
import type { Authorizer } from "./authorization/authorizer.ts";
import type { Callouts } from "./callout/mod.ts";
import type { Egress } from "./egress/mod.ts";
import type { Feature } from "./flags/features.ts";
import type { StartWork } from "./health/start_hooks.ts";
import type { ResourceSource } from "./resource/resource_source.ts";

/** Keeps something that is made of all objects of a kind. Must not throw, and answers at once. */
export interface ObjectFollower<R> {
  /** There is an object, or another in the place of it: a copy of its own. */
  put(object: R): void;
  /** There is none, or none that can be read. `namespace` is "" for what is in none. */
  delete(ref: { readonly namespace: string; readonly name: string }): void;
}

/**
 * One value for all plugins: authenticators, authorizers, admission plugins, the audit backend and flow
 * control are each made of it, once what is served can be read. What is itself a plugin
 * ({@link authenticator}, {@link authorizer}, {@link client}) may be kept from the start, and is asked only once
 * requests come.
 */
export interface ServerContext {
  readonly dialect: Dialect;
  /** What the server is called among those of its store. */
  readonly identity: string;
  /** What is served, and the caches of it: filled by the time a plugin is made. */
  readonly source: ResourceSource;
  /**
   * Reads, watches and writes in the server's own name, admission included. Throws while the server is
   * being put together.
   */
  readonly client: Reader & Watcher & Writer;
  /** The objects of a kind as they are cached; undefined where they are not served. */
  lister<R extends KubeObject>(kind: Kind<KubeObject, R>): Lister<R> | undefined;
  /**
   * Tells `follower` of all cached objects of a kind, and of each change from then on, in the turn in which
   * the cache takes it in: what is made of them is as new as a lister, without asking one. False where
   * the kind is not served, and there is nothing to tell.
   */
  follow<R extends KubeObject>(kind: Kind<KubeObject, R>, follower: ObjectFollower<R>): boolean;
  /** Asks others in the server's name: webhooks, extension servers. */
  readonly callouts: Callouts;
  /** Which way they are asked, and whoever else is: nodes, issuers of tokens. */
  readonly egress: Egress;
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
  /**
   * Has the server not be ready until what is returned is called: for work of a plugin that begins with
   * the server. Asked for while plugins are made.
   */
  startWork(work: StartWork): () => void;
  /** Has something run beside the requests, from when the server listens until it stops. */
  background(runnable: Runnable): void;
}

/** Makes a part of the server once there is a context to make it from. */
export type Factory<T> = (context: ServerContext) => T | Promise<T>;
