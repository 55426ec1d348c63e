/**
 * Real API server processes for tests: on ports of the loopback, with certificates and a token that
 * all servers of a test share.
 *
 * @module
 */

import { freePort } from "../../testing/free_port.ts";
import { assertRefused, type RefusedStart } from "../../testing/refused_starts.ts";
import { Notifier } from "../../apiserver/storage/history/notifier.ts";
import { ApiClient } from "../../testing/api_client.ts";
import { makeAuthority, makeCertificate } from "../../toolkit/certificates/mod.ts";
import { SUPERVISED_VARIABLE } from "../../toolkit/process/stop.ts";

/** What a server is started with. */
export interface ServerProcessOptions {
  /** `--store-servers`. */
  readonly store: string;
  /** Further flags. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const MAIN = new URL("../../apiserver/main.ts", import.meta.url).pathname;

/** Nobody makes the accounts that the plugin asks of pods. */
const NO_ACCOUNTS = "--disable-admission-plugins=ServiceAccount";

/** The token of a user who may do everything. */
const TOKEN = "process-test-token";

/** How long a server may take until it is ready, on a machine that does much else. */
const READY_MS = 120_000;

/** How long one may take to end that was asked to. */
const STOP_MS = 30_000;

/** How often another port is tried when somebody else took the one that was free. */
const PORT_ATTEMPTS = 4;

/** Lines of each server's log that a failure shows. */
const SHOWN_LINES = 30;

/** What a server writes to its log once it listens. */
const SERVING = '"Serving"';

/**
 * Runs a test that starts servers. They end with it; what it fails with shows their logs, and `note`:
 * the seed of a random test, say.
 */
export async function withServers(
  test: (servers: Servers) => Promise<void>,
  note = "",
): Promise<void> {
  const servers = await Servers.make();
  try {
    await test(servers);
  } catch (cause) {
    // What a test prints the gate does not show.
    throw new Error(`${(cause as Error).message}\n${note}\n${servers.logs}`, { cause });
  } finally {
    await servers.close();
  }
}

/** The servers of a test, and what they share. */
export class Servers {
  /** A folder for the test's files. */
  readonly folder: string;
  /** PEM of the authority of the servers' certificates. */
  readonly authority: string;
  readonly #processes: ServerProcess[] = [];
  readonly #clients: ApiClient[] = [];

  private constructor(folder: string, authority: string) {
    this.folder = folder;
    this.authority = authority;
  }

  /** Makes the folder with certificates and the token file. */
  static async make(): Promise<Servers> {
    const folder = await Deno.makeTempDir({ prefix: "orch-servers-" });
    const now = new Date();
    const issuer = await makeAuthority("test-ca", now);
    const hosts = ["127.0.0.1", "localhost"];
    const { certificate, key } = await makeCertificate(
      { commonName: "apiserver", hosts, now },
      issuer,
    );
    await Deno.writeTextFile(`${folder}/server.crt`, certificate);
    await Deno.writeTextFile(`${folder}/server.key`, key, { mode: 0o600 });
    await Deno.writeTextFile(`${folder}/tokens.csv`, `${TOKEN},tester,1,"system:masters"\n`);
    return new Servers(folder, issuer.certificate);
  }

  /** Starts a server, and waits until it is ready. */
  async start(options: ServerProcessOptions): Promise<ServerProcess> {
    for (let attempt = 1;; attempt++) {
      const port = freePort();
      const { store, args: more = [] } = options;
      const args = [...this.#args(port), `--store-servers=${store}`, ...more];
      if (!more.some((arg) => arg.includes("admission-plugins"))) args.push(NO_ACCOUNTS);
      const process = new ServerProcess(port, args, options.env ?? {});
      this.#processes.push(process);
      try {
        await this.#untilReady(process);
        return process;
      } catch (error) {
        await process.kill();
        if (attempt === PORT_ATTEMPTS || !/address.*in use/i.test(process.log)) throw error;
      }
    }
  }

  /** Has no server start with any of the flags, and say why. */
  async assertRefused(starts: readonly RefusedStart[]): Promise<void> {
    const common = [...this.#args(freePort()), "--store-servers=memory:"];
    await assertRefused(
      "apiserver/main.ts",
      starts.map(([args, message]) => [[...common, ...args], message]),
    );
  }

  /**
   * A client of a server, or of a balancer before some, at a port of the loopback. One over HTTP/1.1
   * has several connections, and with `keepAlive: false` one for each request.
   */
  client(
    port: number,
    { http2 = true, keepAlive = true, token = TOKEN }: {
      http2?: boolean;
      keepAlive?: boolean;
      /** Whose; "": nobody's. Default: that of who may do everything. */
      token?: string;
    } = {},
  ): ApiClient {
    const http = Deno.createHttpClient({
      caCerts: [this.authority],
      http1: !http2,
      http2,
      ...(!keepAlive && { poolMaxIdlePerHost: 0 }),
    });
    const client = new ApiClient(`https://127.0.0.1:${port}`, {
      ...(token !== "" && { token }),
      http,
    });
    this.#clients.push(client);
    return client;
  }

  /** Writes a client config for a server, or a relay before some, at a port of the loopback; returns its path. */
  async config(port: number): Promise<string> {
    const path = `${this.folder}/client-${port}.json`;
    const cluster = {
      server: `https://127.0.0.1:${port}`,
      "certificate-authority-data": btoa(this.authority),
    };
    await Deno.writeTextFile(
      path,
      JSON.stringify({
        apiVersion: "v1",
        kind: "Config",
        "current-context": "test",
        clusters: [{ name: "test", cluster }],
        users: [{ name: "test", user: { token: TOKEN } }],
        contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
      }),
      { mode: 0o600 },
    );
    return path;
  }

  /** The last lines that each server wrote. */
  get logs(): string {
    return this.#processes.map(({ port, log }) => {
      const lines = log.trimEnd().split("\n").slice(-SHOWN_LINES);
      return `---- the server at port ${port} wrote:\n${lines.join("\n")}`;
    }).join("\n");
  }

  /** Kills what still runs, and removes the folder. */
  async close(): Promise<void> {
    for (const client of this.#clients) client.close();
    await Promise.all(this.#processes.map((process) => process.kill()));
    await Deno.remove(this.folder, { recursive: true });
  }

  #args(port: number): string[] {
    return [
      "--api-dialect=kubernetes",
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      `--tls-cert-file=${this.folder}/server.crt`,
      `--tls-private-key-file=${this.folder}/server.key`,
      `--token-auth-file=${this.folder}/tokens.csv`,
      "--allow-privileged=true",
    ];
  }

  async #untilReady(process: ServerProcess): Promise<void> {
    const late = AbortSignal.timeout(READY_MS);
    await process.untilLogged(SERVING, late);
    const client = this.client(process.port);
    for (;;) {
      late.throwIfAborted();
      const { status } = await client.get("/readyz");
      if (status === 200) return;
    }
  }
}

/** One server. */
export class ServerProcess {
  readonly port: number;
  readonly #child: Deno.ChildProcess;
  readonly #reading: Promise<void>;
  readonly #wrote = new Notifier();
  #log = "";
  /** True once nothing more can come. */
  #silent = false;

  constructor(port: number, args: readonly string[], env: Readonly<Record<string, string>>) {
    this.port = port;
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--no-check", "--unstable-kv", MAIN, ...args],
      // It ends when this process ends: its input does then.
      env: { [SUPERVISED_VARIABLE]: "1", ...env },
      stdin: "piped",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    this.#reading = this.#read();
  }

  /** All that it wrote so far. */
  get log(): string {
    return this.#log;
  }

  /** Waits until its log has `text`; throws when it ends before that. */
  async untilLogged(text: string, signal: AbortSignal): Promise<void> {
    while (!this.#log.includes(text)) {
      if (this.#silent) throw new Error(`the server ended before it was ready:\n${this.#log}`);
      await this.#wrote.wait(signal);
    }
  }

  /** Kills it with SIGKILL, and waits until it is dead. */
  async kill(): Promise<void> {
    this.#signal("SIGKILL");
    await this.#end();
  }

  /** Asks it to stop, and returns its exit code. */
  async stop(): Promise<number> {
    const late = AbortSignal.timeout(STOP_MS);
    const kill = () => this.#signal("SIGKILL");
    late.addEventListener("abort", kill, { once: true });
    this.#signal("SIGTERM");
    const { code } = await this.#end();
    late.removeEventListener("abort", kill);
    if (late.aborted) throw new Error(`the server did not stop within ${STOP_MS} ms`);
    return code;
  }

  /** Sends a signal; nothing to one that has ended. */
  #signal(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  async #end(): Promise<Deno.CommandStatus> {
    const status = await this.#child.status;
    await this.#reading;
    // Closed already where it was ended before.
    await this.#child.stdin.close().catch(() => {});
    return status;
  }

  async #read(): Promise<void> {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
      this.#log += text;
      this.#wrote.notifyAll();
    }
    this.#silent = true;
    this.#wrote.notifyAll();
  }
}
