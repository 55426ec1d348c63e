/**
 * The client of a server, over whatever carries its requests.
 *
 * @module
 */

import type { authorizationV1, autoscalingV1 } from "../api/mod.ts";
import type { Clock } from "../clock.ts";
import { isNotFound } from "../errors/mod.ts";
import {
  type AnyKind,
  type Apply,
  type Draft,
  groupOnServer,
  type JsonPatch,
  type Manifests,
  type MergePatch,
  type ObjectOf,
  type Ref,
  type WriteOf,
} from "../kinds/mod.ts";
import { SelfSubjectAccessReview } from "../kinds/built_in.ts";
import type { Logger } from "../logger.ts";
import { type Dialect, NAMES, type Names } from "../names.ts";
import type {
  AccessOptions,
  Client,
  ClientDefaults,
  ExplainOptions,
  FieldChange,
  WatchEvent,
} from "./client.ts";
import { fetchOver } from "./fetch_over.ts";
import { follow } from "./follow.ts";
import { HeaderSender, headersOf } from "./header_sender.ts";
import { HttpClient } from "./http_client.ts";
import { iterate } from "./iterate.ts";
import { type LogOptions, readLogs } from "./logs.ts";
import type { PodConnection, PortForward, PortForwardOptions } from "./port_forward.ts";
import type { AttachOptions, ExecOptions, RemoteProcess } from "./remote_process.ts";
import type { CallOptions, ListOptions, ObjectList } from "./reader.ts";
import type { RequestSender } from "./sender.ts";
import { waitFor } from "./wait_for.ts";
import type { WriteObservers } from "./write_observer.ts";
import type {
  ApplyOptions,
  DeleteAllOptions,
  DeleteOptions,
  Mutate,
  PatchOptions,
  WriteOptions,
} from "./writer.ts";

/** What a {@link ServerClient} is made with. */
export interface ServerClientOptions {
  /** Sends requests with the client's credentials, again where that helps. */
  readonly sender: RequestSender;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly namespace: string;
  readonly fieldManager?: string | undefined;
  readonly protobuf?: boolean | undefined;
  readonly keepManagedFields?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  /** Are told of all writes, those of derived clients included. */
  readonly observers: WriteObservers;
  /** Each ends all calls. */
  readonly signals: readonly AbortSignal[];
  /** Ends what the client holds. */
  close(): void;
}

/** See {@link Client}. */
export class ServerClient implements Client {
  readonly namespace: string;
  readonly dialect: Dialect;
  readonly names: Names;
  readonly options: ServerClientOptions;
  /** The contracts over HTTP, which informers read from. */
  readonly http: HttpClient;
  readonly #end = new AbortController();

  constructor(options: ServerClientOptions) {
    const { namespace, dialect } = options;
    this.options = { ...options, signals: [...options.signals, this.#end.signal] };
    this.namespace = namespace;
    this.dialect = dialect;
    this.names = NAMES[dialect];
    this.http = new HttpClient(this.options);
  }

  with(defaults: ClientDefaults): Client {
    const { impersonate, namespace, fieldManager, signal, dryRun, writesSeenBy } = defaults;
    const { signals, sender } = this.options;
    return this.derived({
      ...(namespace !== undefined && { namespace }),
      ...(fieldManager !== undefined && { fieldManager }),
      ...(dryRun !== undefined && { dryRun }),
      ...(writesSeenBy instanceof ServerClient && { observers: writesSeenBy.options.observers }),
      ...(signal !== undefined && { signals: [...signals, signal] }),
      ...(impersonate !== undefined && {
        sender: new HeaderSender(sender, headersOf(impersonate)),
      }),
    });
  }

  /** A client with other options, over the same connections. It ends with this one. */
  derived(options: Partial<Omit<ServerClientOptions, "close">>): ServerClient {
    return new ServerClient({ ...this.options, ...options, close() {} });
  }

  get<K extends AnyKind>(kind: K, ref: Ref, options?: CallOptions): Promise<ObjectOf<K>> {
    return this.http.get(kind, ref, options);
  }

  async find<K extends AnyKind>(
    kind: K,
    ref: Ref,
    options?: CallOptions,
  ): Promise<ObjectOf<K> | undefined> {
    try {
      return await this.http.get(kind, ref, options);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  list<K extends AnyKind>(kind: K, options?: ListOptions): Promise<ObjectList<ObjectOf<K>>> {
    return this.http.list(kind, options);
  }

  iterate<K extends AnyKind>(kind: K, options?: ListOptions): AsyncIterable<ObjectOf<K>> {
    return iterate(this.http, kind, options);
  }

  watch<K extends AnyKind>(
    kind: K,
    options?: ListOptions,
  ): AsyncIterable<WatchEvent<ObjectOf<K>>> {
    return follow(this, kind, options);
  }

  waitFor<K extends AnyKind>(
    kind: K,
    ref: Ref,
    until: (object: ObjectOf<K> | undefined) => boolean,
    options?: CallOptions,
  ): Promise<ObjectOf<K> | undefined> {
    return waitFor(this, kind, ref, until, options);
  }

  create<K extends AnyKind>(
    kind: K,
    object: Draft<WriteOf<K>>,
    options?: WriteOptions,
  ): Promise<ObjectOf<K>> {
    return this.http.create(kind, object, options);
  }

  replace<K extends AnyKind>(
    kind: K,
    object: ObjectOf<K>,
    options?: WriteOptions,
  ): Promise<ObjectOf<K>> {
    return this.http.replace(kind, object, options);
  }

  update<K extends AnyKind>(
    kind: K,
    ref: Ref,
    change: Mutate<ObjectOf<K>>,
    options?: WriteOptions,
  ): Promise<ObjectOf<K>> {
    return this.http.update(kind, ref, change, options);
  }

  patch<K extends AnyKind>(
    kind: K,
    ref: Ref,
    patch: MergePatch<WriteOf<K>> | JsonPatch,
    options?: PatchOptions,
  ): Promise<ObjectOf<K>> {
    return this.http.patch(kind, ref, patch, options);
  }

  apply<K extends AnyKind>(
    kind: K,
    configuration: Apply<WriteOf<K>>,
    options?: ApplyOptions,
  ): Promise<ObjectOf<K>> {
    return this.http.apply(kind, configuration, options);
  }

  async applyManifests(manifests: Manifests, options?: ApplyOptions): Promise<void> {
    const { applyManifests } = await import("./apply_manifests.ts");
    await applyManifests(this, manifests, options);
  }

  async explainApply<K extends AnyKind>(
    kind: K,
    configuration: Apply<WriteOf<K>>,
    options?: ExplainOptions,
  ): Promise<readonly FieldChange[]> {
    const { explainApply } = await import("./explain_apply.ts");
    return await explainApply(this, kind, configuration, options);
  }

  delete(kind: AnyKind, ref: Ref, options?: DeleteOptions): Promise<void> {
    return this.http.delete(kind, ref, options);
  }

  async deleteAll(kind: AnyKind, options: DeleteAllOptions): Promise<void> {
    await this.http.deleteCollection(kind, options);
  }

  async scale(
    kind: AnyKind,
    ref: Ref,
    replicas?: number,
    options: WriteOptions = {},
  ): Promise<autoscalingV1.Scale> {
    const scaled = { ...options, subresource: "scale" };
    const answer: unknown = replicas === undefined
      ? await this.http.get(kind, ref, scaled)
      : await this.http.patch(kind, ref, { spec: { replicas } }, scaled);
    return answer as autoscalingV1.Scale;
  }

  async createSubresource<B extends object>(
    kind: AnyKind,
    ref: Ref,
    subresource: string,
    body: B,
    options?: WriteOptions,
  ): Promise<B> {
    return await this.http.createSubresource(kind, ref, subresource, body, options) as B;
  }

  async can(verb: string, kind: AnyKind, options: AccessOptions = {}): Promise<boolean> {
    const { name, subresource, namespace = kind.namespaced ? this.namespace : undefined } = options;
    const resourceAttributes: authorizationV1.ResourceAttributes = {
      verb,
      group: groupOnServer(kind.group, this.dialect),
      version: kind.version,
      resource: kind.plural,
      ...(name !== undefined && { name }),
      ...(subresource !== undefined && { subresource }),
      ...(namespace !== undefined && { namespace }),
    };
    const review = await this.http.create(
      SelfSubjectAccessReview,
      { spec: { resourceAttributes } },
      {
        // A review is a question: the server refuses to only pretend to answer it.
        dryRun: false,
      },
    );
    return review.status.allowed;
  }

  logs(pod: Ref, options?: LogOptions): Promise<ReadableStream<Uint8Array>> {
    return readLogs(this, pod, options);
  }

  async exec(pod: Ref, { command, ...options }: ExecOptions): Promise<RemoteProcess> {
    const { openProcess } = await import("./remote_process.ts");
    return await openProcess(this, pod, "exec", options, command);
  }

  async attach(pod: Ref, options: AttachOptions = {}): Promise<RemoteProcess> {
    const { openProcess } = await import("./remote_process.ts");
    return await openProcess(this, pod, "attach", options);
  }

  async portForward(pod: Ref, options: PortForwardOptions): Promise<PortForward> {
    const { forwardPort } = await import("./port_forward.ts");
    return forwardPort(this, pod, options);
  }

  async connect(pod: Ref, port: number, options?: CallOptions): Promise<PodConnection> {
    const { connectPod } = await import("./port_forward.ts");
    return await connectPod(this, pod, port, options);
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetchOver(this.options.sender, path, init, this.options.signals);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort(new DOMException("the client is closed", "AbortError"));
    this.options.close();
    return Promise.resolve();
  }
}
