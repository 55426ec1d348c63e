/**
 * A whole API server inside a test: a store in memory, a port of its own on the loopback, ids and
 * random numbers that are the same each time.
 *
 * @module
 */

import type { AdmissionPlugin } from "../apiserver/admission/admission.ts";
import type { AdmissionConfiguration } from "../apiserver/admission/configuration/mod.ts";
import { ADMISSION_PLUGINS, programPlugins } from "../apiserver/admission/plugins.ts";
import type { Authenticator } from "../toolkit/authentication/authenticator.ts";
import { bearerTokens } from "../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../apiserver/authentication/token_file.ts";
import type { User } from "../toolkit/authentication/user.ts";
import type { AuditBackend } from "../apiserver/audit/backend.ts";
import type { Authorizer } from "../apiserver/authorization/authorizer.ts";
import { inFlightGate } from "../apiserver/flowcontrol/in_flight.ts";
import { type ApiServer, type ApiServerOptions, runApiServer } from "../apiserver/server.ts";
import type { Factory } from "../apiserver/server_context.ts";
import { MemoryStore, normalizePrefix, type Store } from "../apiserver/storage/mod.ts";
import { systemClock } from "../toolkit/clock.ts";
import { type Logger, silentLogger } from "../toolkit/logger.ts";
import { NAMES } from "../toolkit/names.ts";
import { ApiClient } from "./api_client.ts";

/** What tests say in a simpler way. */
type Replaced =
  | "stores"
  | "dialect"
  | "authenticator"
  | "authorizer"
  | "admission"
  | "admissionConfiguration"
  | "audit";

/** What a test may want to be otherwise; the rest is chosen to be out of its way. */
export interface TestServerOptions extends Partial<Omit<ApiServerOptions, Replaced>> {
  readonly dialect?: ApiServerOptions["dialect"];
  /** Default: a new one in memory. Closed with the server unless `keepStore`. */
  readonly store?: Store;
  /** Leaves the store open, for a server that comes after this one. */
  readonly keepStore?: boolean;
  /** Whether the namespace `default` is made first. Default true. */
  readonly withNamespace?: boolean;
  /** Default: one that knows the token of {@link TestServer.client}. */
  readonly authenticator?: Authenticator | Factory<Authenticator>;
  /** Itself, or what makes it of the server's context. */
  readonly authorizer?: Authorizer | Factory<Authorizer>;
  /** Plugins of the test besides those of programs; they come after the one for namespaces. */
  readonly admission?: readonly AdmissionPlugin[];
  /** Plugins of the server besides those of programs, by name. Default: none. */
  readonly plugins?: readonly string[];
  /** What they are told. Default: nothing. */
  readonly configuration?: AdmissionConfiguration;
  /** Itself, or what makes it of the server's context. */
  readonly audit?: AuditBackend | Factory<AuditBackend>;
}

/** The user whose token is {@link TEST_TOKEN}. */
export const TESTER: User = { name: "tester", uid: "1", groups: [], extra: {} };

/** What {@link TestServer.client} shows. */
export const TEST_TOKEN = "test-token";

/** Where on the loopback a server listens that is told of no certificate. */
const LISTEN = { hostname: "127.0.0.1", port: 0 };

/** A server that runs for a test. Ends when it is disposed of. */
export class TestServer implements AsyncDisposable {
  readonly server: ApiServer;
  readonly store: Store;
  /** `http://127.0.0.1:PORT`, or `https` where the test gave a certificate. */
  readonly url: string;
  /** A client that may do everything. */
  readonly client: ApiClient;
  readonly #clients: ApiClient[] = [];

  constructor(server: ApiServer, store: Store, secure: boolean) {
    this.server = server;
    this.store = store;
    const { port } = server.address as { port: number };
    this.url = `${secure ? "https" : "http"}://127.0.0.1:${port}`;
    this.client = this.clientWith({ token: TEST_TOKEN });
  }

  /** Another client: without a token it is anonymous. */
  clientWith(options: { token?: string; http?: Deno.HttpClient; userAgent?: string }): ApiClient {
    const client = new ApiClient(this.url, options);
    this.#clients.push(client);
    return client;
  }

  /** Ends clients and server, and what is under way at once. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) client.close();
    await this.server.close(0);
  }
}

/** Starts a server for a test. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { dialect = "kubernetes", store = new MemoryStore(), keepStore = false } = options;
  const { withNamespace = true, clock = systemClock } = options;
  const { authenticator, authorizer, audit, dialect: _, clock: __, ...others } = options;
  const { admission = [], plugins = [], configuration, ...more } = others;
  const known = authenticator ?? bearerTokens([tokenFile(new Map([[TEST_TOKEN, TESTER]]))]);
  const stores = {
    stores: [store],
    storeFor: () => store,
    close: () => keepStore ? Promise.resolve() : store.close(),
  };
  const server = await runApiServer({
    dialect,
    stores,
    storePrefix: normalizePrefix("/registry"),
    storageMediaType: NAMES[dialect].protobufMediaType,
    serving: { listen: LISTEN },
    clock,
    logger: silentLogger,
    random: deterministicRandom(),
    uid: deterministicIds(),
    allowAnonymous: true,
    flowControl: () => inFlightGate({ reading: 0, writing: 0 }),
    isServed: ({ onByDefault }) => onByDefault,
    windowFor: () => undefined,
    requestTimeoutMs: 60_000,
    minWatchMs: 1_800_000,
    deleteCollectionWorkers: 1,
    livezGraceMs: 0,
    shutdownDelayMs: 0,
    goawayChance: 0,
    profiling: false,
    ...more,
    authenticator: typeof known === "function" ? known : () => known,
    ...(authorizer && {
      authorizer: typeof authorizer === "function" ? authorizer : () => authorizer,
    }),
    admission: pluginsWith(admission, plugins),
    ...(configuration && { admissionConfiguration: configuration }),
    ...(audit && { audit: typeof audit === "function" ? audit : () => audit }),
  });
  const running = new TestServer(server, store, more.serving?.tls !== undefined);
  if (withNamespace) await makeDefaultNamespace(running);
  return running;
}

function pluginsWith(
  added: readonly AdmissionPlugin[],
  names: readonly string[],
): NonNullable<ApiServerOptions["admission"]> {
  const own = added.map((plugin, index) => ({ name: `Test${index}`, create: () => plugin }));
  const usual = programPlugins().map(({ name }) => name);
  const [first] = usual;
  for (const name of names) {
    if (!ADMISSION_PLUGINS.some((one) => one.name === name)) throw new Error(`no plugin ${name}`);
  }
  return ADMISSION_PLUGINS.filter(({ name }) => usual.includes(name) || names.includes(name))
    .flatMap((plugin) => plugin.name === first ? [plugin, ...own] : [plugin]);
}

async function makeDefaultNamespace({ client }: TestServer): Promise<void> {
  const { status, text } = await client.post("/api/v1/namespaces", {
    metadata: { name: "default" },
  });
  // A store that had a server before has it.
  if (status !== 201 && status !== 409) throw new Error(`no namespace: ${status} ${text}`);
}

/** Numbers from 0 up to 1, the same for each server. */
export function deterministicRandom(seed = 1): () => number {
  let state = seed >>> 0;
  return () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Ids that count up. */
function deterministicIds(): () => string {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`;
}

/** A logger that keeps the messages of errors, so that a test can say that there were none. */
export function errorsKept(): { readonly logger: Logger; readonly errors: unknown[] } {
  const errors: unknown[] = [];
  const error: Logger["error"] = (message, cause) => {
    const text = cause instanceof Error ? cause.stack ?? cause.message : String(cause);
    errors.push(`${message}: ${text}`);
  };
  return { logger: { ...silentLogger, error }, errors };
}
