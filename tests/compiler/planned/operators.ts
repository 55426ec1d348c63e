/**
 * Signatures of what mod.ts does not have yet: all cases of this folder are checked against these, and
 * against the parts that mod.ts has. Whoever builds a part takes its lines out of here, so that its
 * cases are checked against the part itself.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any ban-types

import type {
  Static,
  TArray,
  TBoolean,
  TEnum,
  TInteger,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TRecord,
  TSchema,
  TString,
  TUnsafe,
} from "../../../toolkit/deps/typebox.ts";
import type {
  AnyKind,
  apiextensionsV1,
  Apply,
  authenticationV1,
  Backoff,
  CallOptions,
  Cause,
  Client as BuiltClient,
  ClientDefaults,
  ClientOptions,
  Clock,
  Delta,
  Dialect,
  Index,
  InformerOptions,
  JsonObject,
  JsonValue,
  Kind,
  KubeObject,
  Labels,
  LiveMeta,
  Logger,
  metaV1,
  Names,
  ObjectOf,
  rbacV1,
  Ref,
  Span,
  WriteOf,
} from "../../../mod.ts";
import type { Tree } from "../../../toolkit/kinds/mod.ts";
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

// Resources of one's own
export declare function defineResource<
  const N extends string,
  S extends TSchema,
  T extends TSchema = TEmpty,
  const C extends string = "Ready",
  G extends Scope = "Namespaced",
>(
  definition: ResourceInfo<N, C, G> & { version: string; spec: S; status?: T },
): Resource<
  CustomWrite<N, StaticWrite<S>, Static<T>, C, G>,
  CustomRead<N, Static<S>, Static<T>, C, G>
>;
export declare function defineVersionedResource<
  const N extends string,
  const V extends Record<string, VersionInfo>,
  L extends keyof V & string,
  const C extends string = "Ready",
  G extends Scope = "Namespaced",
>(
  definition: ResourceInfo<N, C, G> & { versions: V; storage: L },
): VersionedResource<
  CustomWrite<N, StaticWrite<V[L]["spec"]>, Static<StatusOf<V[L]>>, C, G>,
  CustomRead<N, Static<V[L]["spec"]>, Static<StatusOf<V[L]>>, C, G>,
  V,
  L
>;
export type Scope = "Namespaced" | "Cluster";
export interface ResourceInfo<N extends string, C extends string, G extends Scope> {
  group: string;
  kind: N;
  plural?: string;
  shortNames?: readonly string[];
  categories?: readonly string[];
  scope?: G;
  conditions?: readonly C[];
  columns?: readonly {
    name: string;
    path: string;
    type?: "string" | "integer" | "date";
    wide?: boolean;
  }[];
  scale?: { spec: string; status: string; selector?: string };
}
export interface VersionInfo {
  spec: TSchema;
  status?: TSchema;
  served?: boolean;
  deprecated?: string;
}
export type TEmpty = TObject<Record<never, never>>;
export type StatusOf<V extends VersionInfo> = V extends { status: infer T extends TSchema } ? T
  : TEmpty;
export type Convert<V extends Record<string, VersionInfo>, L extends keyof V> = {
  [N in Exclude<keyof V, L>]: {
    up(object: ReadPart<V[N]>): WritePart<V[L]>;
    down(object: ReadPart<V[L]>): WritePart<V[N]>;
  };
};
type PartMeta = { labels?: Record<string, string>; annotations?: Record<string, string> };
export type ReadPart<V extends VersionInfo> = {
  metadata: PartMeta;
  spec: Static<V["spec"]>;
  status?: Partial<Static<StatusOf<V>>>;
};
export type WritePart<V extends VersionInfo> = {
  metadata?: PartMeta;
  spec: StaticWrite<V["spec"]>;
  status?: Partial<Static<StatusOf<V>>>;
};
export interface Resource<W extends KubeObject, R extends KubeObject, V = unknown>
  extends Kind<W, R> {
  readonly versions: { readonly [N in keyof V]: Kind };
  definition(dialect?: Dialect): apiextensionsV1.CustomResourceDefinition;
}
export interface VersionedResource<
  W extends KubeObject,
  R extends KubeObject,
  V extends Record<string, VersionInfo>,
  L extends keyof V,
> extends Resource<W, R, V> {
  /** The same kind with its conversions: a call of its own, as the compiler widens literals that are returned within the call that infers V. */
  convert(conversions: Convert<V, L>): Resource<W, R, V>;
}
/** What may be left out when written: properties that are optional or have a default, at any depth. */
export type StaticWrite<S extends TSchema> = S extends { "~oneOf": infer P extends TProperties }
  ? OneOf<{ [K in keyof P]: StaticWrite<P[K]> }>
  : S extends TObject<infer P> ? WriteProperties<P>
  : S extends TArray<infer I extends TSchema> ? StaticWrite<I>[]
  : S extends TRecord<string, infer I extends TSchema> ? Record<string, StaticWrite<I>>
  : Static<S>;
type Omittable<P extends TProperties> = {
  [K in keyof P]: P[K] extends { "~optional": true } | { "~default": true } ? K : never;
}[keyof P];
type WriteProperties<P extends TProperties> = Flat<
  & { [K in Exclude<keyof P, Omittable<P>>]: StaticWrite<P[K]> }
  & { [K in Omittable<P>]?: StaticWrite<P[K]> }
>;
type Flat<T> = { [K in keyof T]: T[K] } & {};
export type Condition<C extends string> = metaV1.Condition & { type: C };
export type CustomStatus<Status, C extends string> = Partial<Status> & {
  observedGeneration?: number;
  conditions?: Condition<C>[];
};
export type CustomWrite<N extends string, Spec, Status, C extends string, G extends Scope> = {
  apiVersion?: string;
  kind?: N;
  metadata?: ScopedMeta<G>;
  spec: Spec;
  status?: CustomStatus<Status, C>;
};
export type CustomRead<N extends string, Spec, Status, C extends string, G extends Scope> = {
  apiVersion: string;
  kind: N;
  metadata: LiveMeta<{ metadata?: ScopedMeta<G> }>;
  spec: Spec;
  status?: CustomStatus<Status, C>;
};
export type ScopedMeta<G extends Scope> = G extends "Cluster" ? metaV1.ClusterObjectMeta
  : metaV1.ObjectMeta;
type Options = { description?: string; rules?: readonly { rule: string; message?: string }[] };
type IntegerOptions = Options & { default?: number; minimum?: number; maximum?: number };
type ObjectOptions = Options & { default?: JsonObject };
type ArrayOptions = Options & {
  default?: readonly JsonValue[];
  minItems?: number;
  maxItems?: number;
};
type Defaulted<S extends TSchema, O> = O extends { default: unknown } ? S & { "~default": true }
  : S;
export interface TypeBuilders {
  Object<P extends TProperties, const O extends ObjectOptions = {}>(
    properties: P,
    options?: O,
  ): Defaulted<TObject<P>, O>;
  Array<I extends TSchema, const O extends ArrayOptions = {}>(
    items: I,
    options?: O,
  ): Defaulted<TArray<I>, O>;
  Record<I extends TSchema, const O extends ObjectOptions = {}>(
    values: I,
    options?: O,
  ): Defaulted<TRecord<"^.*$", I>, O>;
  String<
    const O extends Options & {
      default?: string;
      pattern?: string;
      minLength?: number;
      maxLength?: number;
      format?: string;
    } = {},
  >(options?: O): Defaulted<TString, O>;
  Integer<const O extends IntegerOptions = {}>(options?: O): Defaulted<TInteger, O>;
  Number<const O extends IntegerOptions = {}>(options?: O): Defaulted<TNumber, O>;
  Boolean<const O extends Options & { default?: boolean } = {}>(
    options?: O,
  ): Defaulted<TBoolean, O>;
  Enum<const E extends string, const O extends Options & { default?: NoInfer<E> } = {}>(
    values: readonly E[],
    options?: O,
  ): Defaulted<TEnum<E[]>, O>;
  Optional<S extends TSchema>(schema: S): TOptional<S>;
  Quantity<const O extends Options & { default?: string } = {}>(options?: O): Defaulted<TString, O>;
  IntOrString<const O extends Options & { default?: number | string } = {}>(
    options?: O,
  ): Defaulted<TUnsafe<number | string>, O>;
  Time<const O extends Options & { default?: string } = {}>(options?: O): Defaulted<TString, O>;
  Duration<const O extends Options & { default?: string } = {}>(options?: O): Defaulted<TString, O>;
  ListMap<P extends TProperties, const O extends ArrayOptions = {}>(
    element: TObject<P>,
    keys: readonly (keyof P & string)[],
    options?: O,
  ): Defaulted<TArray<TObject<P>>, O>;
  ListSet<I extends TSchema, const O extends ArrayOptions = {}>(
    items: I,
    options?: O,
  ): Defaulted<TArray<I>, O>;
  OneOf<P extends TProperties>(
    members: P,
  ): TUnsafe<OneOf<{ [K in keyof P]: Static<P[K]> }>> & { "~oneOf": P };
  Preserve(): TUnsafe<JsonObject>;
}
type OneOf<M> = {
  [K in keyof M]: { [A in K]: M[A] } & { [B in Exclude<keyof M, K>]?: never };
}[keyof M];
export declare const Type: TypeBuilders;

// Operator and controllers
export declare function defineOperator(options: OperatorOptions): Operator;
export interface OperatorOptions {
  name: string;
  controllers: readonly Controller[];
  webhooks?: readonly Webhook[];
  namespaces?: readonly string[];
  informers?: readonly [AnyKind, InformerOptions<any>][];
  leaderElection?: boolean | { namespace?: string; lease?: Span; renew?: Span; retry?: Span };
  metrics?: (registry: Registry) => void;
}
export interface Operator {
  run(options?: RunOptions): Promise<RunningOperator>;
  main(args?: readonly string[]): Promise<void>;
  manifests(options?: { dialect?: Dialect; image?: string; namespace?: string }): JsonObject[];
  release(client: Client): Promise<void>;
}
export interface RunOptions {
  client?: Client;
  signal?: AbortSignal;
  install?: boolean;
  listen?: { hostname?: string; port: number } | false;
  webhookServer?: WebhookServerOptions;
  clock?: Clock;
  random?: () => number;
  logger?: Logger;
  fetch?: typeof fetch;
}
export interface Run {
  readonly at: number;
  readonly tookMs: number;
  readonly causes: readonly Cause[];
  readonly writes: readonly {
    readonly verb: string;
    readonly kind: AnyKind;
    readonly ref: Ref;
    readonly sent: boolean;
  }[];
  readonly result: "ok" | "requeue" | "error" | "terminal";
  readonly error?: unknown;
}
export interface RunningOperator extends AsyncDisposable {
  readonly done: Promise<void>;
  readonly leading: boolean;
  readonly metrics: Registry;
  stop(grace?: Span): Promise<void>;
  fetch(request: Request): Promise<Response>;
  why(kind: AnyKind, ref: Ref): readonly Run[];
}
export interface Controller {
  readonly name: string;
  readonly for: AnyKind;
}
export interface Webhook {
  readonly name: string;
  readonly for: AnyKind;
}
export declare function defineController<
  P extends AnyKind,
  const O extends readonly AnyKind[] = [],
  const A extends readonly AnyKind[] = [],
  const V extends readonly Watch<AnyKind>[] = [],
>(c: {
  for: P;
  name?: string;
  owns?: O;
  reads?: A;
  watches?: V;
  sources?: readonly ((signal: AbortSignal) => AsyncIterable<Ref>)[];
  when?: (delta: Delta<ObjectOf<P>>) => boolean;
  every?: Span;
  concurrency?: number;
  timeout?: Span;
  backoff?: Backoff;
  reconcile(
    object: ObjectOf<P>,
    ctx: ReconcileContext<P, O[number], A[number] | WatchedKind<V[number]>>,
  ): Result | void | Promise<Result | void>;
  finalize?(
    object: ObjectOf<P>,
    ctx: ReconcileContext<P, O[number], A[number] | WatchedKind<V[number]>>,
  ): Result | void | Promise<Result | void>;
}): Controller;
export interface Result {
  requeueAfter?: Span;
}
export interface Child<K extends AnyKind> {
  readonly kind: K;
  readonly config: object;
}
export declare function child<K extends AnyKind>(kind: K, config: Apply<WriteOf<K>>): Child<K>;
export declare function changed(...paths: readonly string[]): (delta: Delta<any>) => boolean;
export interface Watch<K extends AnyKind> {
  readonly kind: K;
  to(object: ObjectOf<K>): Iterable<Ref>;
}
export type WatchedKind<W> = W extends Watch<infer K> ? K : never;
export declare function watch<K extends AnyKind>(
  kind: K,
  options: {
    to(object: ObjectOf<K>): Iterable<Ref>;
    when?: (delta: Delta<ObjectOf<K>>) => boolean;
  },
): Watch<K>;
export interface ReconcileContext<P extends AnyKind, O extends AnyKind, A extends AnyKind> {
  readonly signal: AbortSignal;
  readonly client: Client;
  readonly log: Logger;
  readonly names: Names;
  readonly cache: Cache<P | O | A>;
  readonly causes: readonly Cause[];
  readonly attempt: number;
  readonly now: () => number;
  readonly fetch: typeof fetch;
  apply<K extends O>(
    kind: K,
    config: Apply<WriteOf<K>>,
    options?: { owner?: "controller" | "plain" | "none"; force?: boolean },
  ): Promise<ObjectOf<K>>;
  applySet(children: readonly Child<O>[]): Promise<void>;
  delete<K extends O>(kind: K, ref: Ref): Promise<void>;
  owned<K extends O>(kind: K): ObjectOf<K>[];
  status(patch: StatusPatch<ObjectOf<P>>): void;
  flush(): Promise<void>;
  event(
    reason: string,
    note: string,
    options?: { type?: "Normal" | "Warning"; action?: string; related?: KubeObject },
  ): void;
}
export interface Cache<K extends AnyKind> {
  get<A extends K>(kind: A, ref: Ref): ObjectOf<A> | undefined;
  list<A extends K>(
    kind: A,
    options?: { namespace?: string; labelSelector?: Labels },
  ): ObjectOf<A>[];
  by<R extends ObjectOf<K>>(index: Index<R>, key: string): R[];
}
export type StatusPatch<R> = "status" extends keyof R ? PatchOf<NonNullable<R["status"]>> : never;
type PatchOf<S> = Omit<Tree<S>, "conditions" | "observedGeneration"> & {
  conditions?: { [C in ConditionType<S>]?: ConditionPatch };
};
export type ConditionType<S> = S extends
  { conditions?: readonly { type: infer C extends string }[] } ? C : never;
export type ConditionPatch = boolean | {
  status: boolean | "Unknown";
  reason: string;
  message?: string;
};
export declare class Terminal extends Error {
  constructor(message: string, options?: { reason?: string; condition?: string; cause?: unknown });
}

// Webhooks; leader election alone; measured privilege
export declare function defineWebhook<K extends AnyKind>(w: {
  for: K;
  name?: string;
  operations?: readonly ("CREATE" | "UPDATE")[];
  subresources?: readonly string[];
  failurePolicy?: "Fail" | "Ignore";
  timeout?: Span;
  objectSelector?: metaV1.LabelSelector;
  namespaceSelector?: metaV1.LabelSelector;
  matchConditions?: readonly { name: string; expression: string }[];
  mutate?(review: Review<K>): void | Promise<void>;
  validate?(review: Review<K>): Verdict | Promise<Verdict>;
  validateDelete?(
    review: Omit<Review<K>, "object" | "oldObject"> & { oldObject: ObjectOf<K> },
  ): Verdict | Promise<Verdict>;
}): Webhook;
export type Pending<R> = Omit<R, "metadata"> & { metadata: metaV1.ObjectMeta };
export type Verdict = void | string | readonly { field: string; message: string }[];
export interface Review<K> {
  operation: "CREATE" | "UPDATE" | "DELETE";
  object: Pending<ObjectOf<K>>;
  oldObject?: ObjectOf<K>;
  user: authenticationV1.UserInfo;
  dryRun: boolean;
  signal: AbortSignal;
  warn(text: string): void;
  audit(key: string, value: string): void;
}
export interface WebhookServerOptions {
  port?: number;
  service?: { name: string; namespace: string };
  url?: string;
  certificates?: "managed" | { directory: string } | { secret: string };
}
export declare function lead(
  client: Client,
  lease: Ref,
  options?: {
    lease?: Span;
    renew?: Span;
    retry?: Span;
    identity?: string;
    signal?: AbortSignal;
    clock?: Clock;
  },
): Promise<AsyncDisposable & { readonly lost: AbortSignal }>;
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
