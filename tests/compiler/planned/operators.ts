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
  Cause,
  Client as BuiltClient,
  ClientDefaults,
  ClientOptions,
  Clock,
  Dialect,
  JsonValue,
  rbacV1,
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
}

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
