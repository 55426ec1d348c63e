/**
 * Signatures of what mod.ts does not have yet: all cases of this folder are checked against these, and
 * against the parts that mod.ts has. Whoever builds a part takes its lines out of here, so that its
 * cases are checked against the part itself.
 *
 * @module
 */

import type {
  AnyKind,
  Apply,
  CallOptions,
  Cause,
  Client as BuiltClient,
  ClientDefaults,
  ClientOptions,
  Clock,
  Dialect,
  JsonValue,
  rbacV1,
  Ref,
  Span,
  WriteOf,
} from "../../../mod.ts";
export * from "../../../mod.ts";

/** What prints metrics. */
export interface Registry {
  print(): string;
}

// Client: what the real one lacks.
export declare function createClient(options?: ClientOptions): Promise<Client>;
export interface FieldChange {
  readonly path: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  readonly owners: readonly string[];
  readonly conflict: boolean;
}
export interface Client extends BuiltClient {
  with(defaults: ClientDefaults): Client;
  explainApply<K extends AnyKind>(
    kind: K,
    config: Apply<WriteOf<K>>,
  ): Promise<readonly FieldChange[]>;
  logs(
    pod: Ref,
    options?: CallOptions & {
      container?: string;
      follow?: boolean;
      previous?: boolean;
      tailLines?: number;
      since?: Span;
      timestamps?: boolean;
    },
  ): Promise<ReadableStream<Uint8Array>>;
  exec(
    pod: Ref,
    options: CallOptions & {
      command: readonly string[];
      container?: string;
      stdin?: boolean;
      tty?: boolean;
    },
  ): Promise<RemoteProcess>;
  attach(
    pod: Ref,
    options?: CallOptions & { container?: string; stdin?: boolean; tty?: boolean },
  ): Promise<RemoteProcess>;
  portForward(
    pod: Ref,
    options: CallOptions & { port: number; listen?: { hostname?: string; port?: number } },
  ): Promise<AsyncDisposable & { readonly address: { hostname: string; port: number } }>;
  connect(
    pod: Ref,
    port: number,
    options?: CallOptions,
  ): Promise<{ readable: ReadableStream<Uint8Array>; writable: WritableStream<Uint8Array> }>;
}
export interface RemoteProcess extends AsyncDisposable {
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly status: Promise<{ success: boolean; code: number }>;
  output(): Promise<{ code: number; stdout: Uint8Array; stderr: Uint8Array }>;
  resize(columns: number, rows: number): void;
}
export declare function lines(stream: ReadableStream<Uint8Array>): AsyncIterable<string>;

// Queue
export declare class WorkQueue<T = string> implements Disposable {
  constructor(
    options?: {
      name?: string;
      clock?: Clock;
      random?: () => number;
      backoff?: Backoff;
      metrics?: Registry;
    },
  );
  add(key: T, options?: { after?: Span; priority?: number; cause?: Cause }): void;
  take(signal: AbortSignal): Promise<Work<T>>;
  readonly depth: number;
  [Symbol.dispose](): void;
}
export interface Work<T> extends Disposable {
  readonly key: T;
  readonly attempt: number;
  readonly causes: readonly Cause[];
  done(): void;
  again(after: Span): void;
}
export interface Backoff {
  base?: Span;
  max?: Span;
  jitter?: number;
}

// Measured privilege
export declare function recordAccess(
  client: Client,
): { readonly client: Client; readonly access: Access };
export interface AccessCall {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly count: number;
}
export interface Access {
  readonly calls: readonly AccessCall[];
  readonly hosts: readonly string[];
  roles(name: string, dialect?: Dialect): (rbacV1.Role | rbacV1.ClusterRole)[];
}
