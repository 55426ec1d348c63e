/**
 * The client that scripts, operators and controllers use.
 *
 * @module
 */

import type { autoscalingV1 } from "../api/mod.ts";
import type { ClientSettings } from "../clientconfig/settings.ts";
import type { Clock } from "../clock.ts";
import type { AnyKind, Apply, Manifests, ObjectOf, Ref, WriteOf } from "../kinds/mod.ts";
import type { Logger } from "../logger.ts";
import type { Registry } from "../metrics/mod.ts";
import type { Dialect, Names } from "../names.ts";
import type { CallOptions, ListOptions, Reader, Subresource } from "./reader.ts";
import type { LogOptions } from "./logs.ts";
import type { PodConnection, PortForward, PortForwardOptions } from "./port_forward.ts";
import type { AttachOptions, ExecOptions, RemoteProcess } from "./remote_process.ts";
import type { ApplyOptions, DeleteAllOptions, WriteOptions, Writer } from "./writer.ts";

/** Somebody to act as. */
export interface Impersonation {
  /** The name of the user. */
  readonly user: string;
  /** The user's unique ID. Default: none. */
  readonly uid?: string | undefined;
  /** The user's groups. Default: none. */
  readonly groups?: readonly string[] | undefined;
  /** Further attributes of the user, by key. Default: none. */
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Carries requests: the network, unless a client is told of something else. */
export interface Transport {
  /** The answer to a request, as the global `fetch`. */
  fetch(request: Request): Promise<Response>;
}

/** What a client is made with. */
export interface ClientOptions {
  /**
   * Which server, and as whom: settings, the path of a client config file, or the address of a server
   * that wants no credentials. Default: the client config files of the environment, and where there
   * are none, the service account of the pod.
   */
  readonly config?: ClientSettings | string | URL | undefined;
  /** The context of the client config. Default: its current one. */
  readonly context?: string | undefined;
  /** Of references and drafts that name none. Default: that of the config, else `default`. */
  readonly namespace?: string | undefined;
  /** What the server's logs call the client. Default: the toolkit's name and version. */
  readonly userAgent?: string | undefined;
  /** Who owns the fields of what is written. Default: what the server makes of the user agent. */
  readonly fieldManager?: string | undefined;
  /** Acts as somebody else, where the config's user may. */
  readonly impersonate?: Impersonation | undefined;
  /** Requests a second on average. Default: no limit but the server's own, whose 429 is waited for. */
  readonly qps?: number | undefined;
  /** Requests that may come at once where there is `qps`. Default: twice as many as `qps`. */
  readonly burst?: number | undefined;
  /** How often a request is tried again that can't have had any effect. Default 10. */
  readonly retries?: number | undefined;
  /** Whether to ask for Protobuf of built-in kinds. Default true. */
  readonly protobuf?: boolean | undefined;
  /**
   * Whether one object that a call answers (of a get, of a write) has its `managedFields`; the server keeps them either
   * way, and lists and watches show them. They are a third of a small object, and who never looks at them saves
   * reading them. Default true; what informers keep has its own option.
   */
  readonly keepManagedFields?: boolean | undefined;
  /** Default: the network, as the config says. */
  readonly transport?: Transport | undefined;
  /** Default: the server is asked. */
  readonly dialect?: Dialect | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Numbers from 0 up to 1, for waits. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Also of what servers warn of, each text once. Default: silent. */
  readonly logger?: Logger | undefined;
  /** Counts its requests, `rest_client_…`. Default: nobody does. */
  readonly metrics?: Registry | undefined;
  /** Ends all calls, and the client. */
  readonly signal?: AbortSignal | undefined;
}

/** What may be otherwise for a part of a program; see {@link Client.with}. */
export interface ClientDefaults
  extends Pick<ClientOptions, "namespace" | "fieldManager" | "impersonate" | "signal"> {
  /** Whether all writes are dry runs. */
  readonly dryRun?: boolean | undefined;
  /** A client whose informers see the writes of this one as they see its own. Default: itself. */
  readonly writesSeenBy?: Client | undefined;
}

/** What a {@link Client.watch} tells: first what there is, then that this was all, then changes. */
export type WatchEvent<R> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: R }
  | { readonly type: "SYNCED"; readonly resourceVersion: string };

/** What an apply would make of one field. */
export interface FieldChange {
  /** `spec.replicas`, `spec.containers[name="web"].image`. */
  readonly path: string;
  /** Undefined: it is not there now. */
  readonly before?: unknown;
  /** Undefined: it would go. */
  readonly after?: unknown;
  /**
   * The managers who own it now, others than the one who asks; that one by its own name, too, where it
   * owns the field by other writes than applies.
   */
  readonly owners: readonly string[];
  /** Whether the apply would be refused because of it, unless forced. */
  readonly conflict: boolean;
}

/** Options of {@link Client.explainApply}. */
export type ExplainOptions = Omit<WriteOptions, "dryRun" | "metadataOnly">;

/** Asks whether something may be done. */
export interface AccessOptions {
  /** One object. Default: all of them. */
  readonly name?: string | undefined;
  /** Default: the client's; "" for all namespaces. */
  readonly namespace?: string | undefined;
  /** `status`, `scale` and others. Default: the object itself. */
  readonly subresource?: string | undefined;
}

/**
 * Speaks to one API server as one caller. What is returned is the caller's own. Failures of the server
 * are `StatusError`s (`isNotFound()` and others tell which); a call that is ended by its signal rejects
 * with the signal's reason. A 429 or 503 that says when to come again is tried again after that time;
 * everything else only where nothing can happen twice: an eviction that a budget forbids is not.
 */
export interface Client extends Reader, Writer, AsyncDisposable {
  /** Of references and drafts that name none. */
  readonly namespace: string;
  /** What the server speaks. */
  readonly dialect: Dialect;
  /** Labels, annotations and other names as the server has them. */
  readonly names: Names;
  /** A client with other defaults, over the same connections. It ends with this one. */
  with(defaults: ClientDefaults): Client;
  /** One object, or undefined where it is not there. */
  find<K extends AnyKind>(
    kind: K,
    ref: Ref,
    options?: CallOptions,
  ): Promise<ObjectOf<K> | undefined>;
  /**
   * All objects that are chosen, a page in memory at a time. They are of one moment, unless going
   * through them takes longer than the server keeps it: then the rest is as it is by then, and no
   * object comes twice.
   */
  iterate<K extends AnyKind>(kind: K, options?: ListOptions): AsyncIterable<ObjectOf<K>>;
  /**
   * What there is, `SYNCED`, then every change, for ever: it goes on over lost connections, silence
   * and servers that have forgotten where it was, and then tells the differences. It ends when its
   * signal aborts, without an error, and throws only what no waiting mends: what may not be watched, or
   * is not served.
   */
  watch<K extends AnyKind>(kind: K, options?: ListOptions): AsyncIterable<WatchEvent<ObjectOf<K>>>;
  /** Waits until an object is as `until` wants it, which is asked about its absence too. */
  waitFor<K extends AnyKind>(
    kind: K,
    ref: Ref,
    until: (object: ObjectOf<K> | undefined) => boolean,
    options?: CallOptions,
  ): Promise<ObjectOf<K> | undefined>;
  /**
   * Applies YAML or objects, in either dialect: definitions and namespaces first, then the others as
   * soon as their kinds are served.
   */
  applyManifests(manifests: Manifests, options?: ApplyOptions): Promise<void>;
  /**
   * What an apply would change if it were made now, and forced: each field whose value would be another,
   * what the server fills in by itself included, with those who own it, and whether it is a conflict.
   * Empty: nothing would change. Nothing is written; the server is asked for dry runs, which takes the
   * same rights as the apply itself, and `get`. Rejects as the apply would, but not for conflicts.
   */
  explainApply<K extends AnyKind>(
    kind: K,
    configuration: Apply<WriteOf<K>>,
    options?: ExplainOptions,
  ): Promise<readonly FieldChange[]>;
  /** Deletes all objects that are chosen. */
  deleteAll(kind: AnyKind, options: DeleteAllOptions): Promise<void>;
  /** Sets the replicas of whatever has a scale; without `replicas` it is read. */
  scale(
    kind: AnyKind,
    ref: Ref,
    replicas?: number,
    options?: WriteOptions,
  ): Promise<autoscalingV1.Scale>;
  /** Creates what is a part of an object: an eviction, a token, a binding. */
  createSubresource<B extends object>(
    kind: AnyKind,
    ref: Ref,
    // deno-lint-ignore ban-types -- as with Subresource
    subresource: "eviction" | "token" | "binding" | (string & {}),
    body: B,
    options?: WriteOptions,
  ): Promise<B>;
  /** Whether the caller may do something, as far as the server's authorization goes. */
  can(verb: string, kind: AnyKind, options?: AccessOptions): Promise<boolean>;
  /** What a container has written, or writes. Reading slowly makes the server wait. */
  logs(pod: Ref, options?: LogOptions): Promise<ReadableStream<Uint8Array>>;
  /** Starts a process in a container. Read its output: what is not read holds it up. */
  exec(pod: Ref, options: ExecOptions): Promise<RemoteProcess>;
  /** Connects to the process that a container is. */
  attach(pod: Ref, options?: AttachOptions): Promise<RemoteProcess>;
  /** Listens for connections and leads each to a port of the pod, until it is disposed of. */
  portForward(pod: Ref, options: PortForwardOptions): Promise<PortForward>;
  /** One connection to a port of a pod, without a listener. */
  connect(pod: Ref, port: number, options?: CallOptions): Promise<PodConnection>;
  /** Any other request, as this caller: `path` begins with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export type { CallOptions, ListOptions, Subresource };
