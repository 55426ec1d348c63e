/** Signatures of server.ts that are not built yet. */
// deno-lint-ignore-file no-explicit-any
import type {
  AnyKind,
  authenticationV1,
  Client,
  Clock,
  Dialect,
  Logger,
  Resource,
  Transport,
  Webhook,
} from "./operators.ts";

export type User = authenticationV1.UserInfo;
export interface AccessQuestion {
  readonly user: User;
  readonly verb: string;
  readonly path: string;
  readonly kind?: AnyKind;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}
export declare function startApiServer(options?: {
  resources?: readonly Resource<any, any>[];
  groups?: "none" | "all" | readonly string[];
  store?: string;
  webhooks?: readonly Webhook[];
  listen?:
    | { hostname?: string; port?: number; certificate?: { cert: string; key: string } }
    | false;
  authorize?: "all" | "rbac" | ((question: AccessQuestion) => boolean | Promise<boolean>);
  authenticate?: (request: Request) => User | undefined | Promise<User | undefined>;
  dialect?: Dialect;
  clock?: Clock;
  random?: () => number;
  logger?: Logger;
  signal?: AbortSignal;
}): Promise<AsyncDisposable & Transport & { readonly url: string; client(user?: string): Client }>;
