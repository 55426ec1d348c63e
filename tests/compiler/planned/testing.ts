/** Signatures of testing.ts that are not built yet. */
// deno-lint-ignore-file no-explicit-any
import type {
  Access,
  AnyKind,
  Client,
  Clock,
  Dialect,
  Manifests,
  Operator,
  Resource,
  RunningOperator,
  Span,
} from "./operators.ts";

export declare function testEnv(options?: TestEnvOptions): Promise<TestEnv>;
export interface TestEnvOptions {
  operator?: Operator;
  resources?: readonly Resource<any, any>[];
  groups?: "all" | readonly string[];
  controllers?: readonly string[];
  nodes?: number;
  time?: "virtual" | "real";
  now?: string;
  seed?: number;
  faults?: readonly Fault[];
  authorize?: "all" | "rbac";
  listen?: boolean;
  dialect?: Dialect;
  fetch?: typeof fetch;
}
/** A state of the store, of the clock and of the random numbers; opaque. */
export interface Snapshot {
  readonly revision: string;
  readonly now: number;
}
export interface TestEnv extends AsyncDisposable {
  readonly client: Client;
  readonly access: Access;
  readonly clock: Clock;
  readonly seed: number;
  readonly trace: readonly string[];
  readonly url: string;
  start(operator: Operator): Promise<RunningOperator>;
  kill(): Promise<void>;
  settle(within?: Span): Promise<void>;
  advance(span: Span): Promise<void>;
  until(check: () => unknown, within?: Span): Promise<void>;
  apply(manifests: Manifests): Promise<void>;
  inject(...faults: readonly Fault[]): Disposable;
  snapshot(): Snapshot;
  reset(to?: Snapshot): Promise<void>;
  fork(): Promise<TestEnv>;
  checkConversions(resource: Resource<any, any, any>, runs?: number): Promise<void>;
}
export interface Aim {
  verb?: string;
  kind?: AnyKind;
  nth?: number;
  times?: number;
}
/** Plain data. */
export interface Fault extends Aim {
  readonly fault: string;
  readonly for?: Span;
  readonly reason?: string;
}
export declare const fault: {
  cutWatch(aim?: Aim): Fault;
  stallWatch(aim?: Aim & { for?: Span }): Fault;
  expireWatch(aim?: Aim): Fault;
  compact(): Fault;
  holdCache(aim: Aim & { for: Span }): Fault;
  oldReplica(aim: Aim & { for: Span }): Fault;
  reject(
    aim: Aim & { reason: "Conflict" | "TooManyRequests" | "ServiceUnavailable" | "InternalError" },
  ): Fault;
  delay(aim: Aim & { for: Span }): Fault;
  loseAnswer(aim?: Aim): Fault;
  kill(aim: Aim): Fault;
  loseLease(aim?: Aim): Fault;
  hangWebhook(aim?: Aim): Fault;
};
export declare function explore(
  options: TestEnvOptions & { operator: Operator; runs: number; replay?: string },
  scenario: (env: TestEnv) => Promise<void>,
): Promise<void>;
export declare function assertLeastPrivilege(
  access: Access,
  manifest: string | URL,
  options?: { update?: boolean; auditLog?: string },
): Promise<void>;
