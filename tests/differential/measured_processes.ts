/**
 * A controller manager and a scheduler, of this project or the reference's, on a server of this project, and what they
 * show of themselves.
 *
 * @module
 */

import { dirname } from "node:path";
import { freePort } from "../../testing/free_port.ts";
import { referenceProgram } from "../../testing/reference_build.ts";
import { startServer } from "../clients/servers.ts";
import { Launched } from "../envtest/launched.ts";

const PROGRAMS = {
  "controller manager": { ours: "controllers/main.ts", theirs: "kube-controller-manager" },
  scheduler: { ours: "controllers/scheduler/main.ts", theirs: "kube-scheduler" },
} as const;

/** One of them. */
export type ProcessName = keyof typeof PROGRAMS;

/** Both. */
export const PROCESS_NAMES = Object.keys(PROGRAMS) as ProcessName[];

/** Both processes of one side, and their server. */
export class MeasuredProcesses implements AsyncDisposable {
  readonly #open: AsyncDisposableStack;
  readonly #http: Deno.HttpClient;
  /** Where each serves, on 127.0.0.1 and over TLS. */
  readonly ports: Readonly<Record<ProcessName, number>>;
  /** The path of the client config of one who may do everything. */
  readonly config: string;

  private constructor(
    open: AsyncDisposableStack,
    http: Deno.HttpClient,
    ports: Readonly<Record<ProcessName, number>>,
    config: string,
  ) {
    this.#open = open;
    this.#http = http;
    this.ports = ports;
    this.config = config;
  }

  /**
   * `more`: flags besides those that both need. `files`: files for them, by name. `{folder}` in either is where those
   * are, and the server's own.
   */
  static async open(
    side: "ours" | "theirs",
    more: Readonly<Partial<Record<ProcessName, readonly string[]>>> = {},
    files: Readonly<Record<string, string>> = {},
  ): Promise<MeasuredProcesses> {
    await using open = new AsyncDisposableStack();
    const { kubeconfig: config } = open.use(await startServer("this server"));
    const folder = dirname(config);
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, text.replaceAll("{folder}", folder));
    }
    const ports = { "controller manager": freePort(), scheduler: freePort() };
    for (const name of PROCESS_NAMES) {
      const flags = [
        `--kubeconfig=${config}`,
        `--secure-port=${ports[name]}`,
        "--bind-address=127.0.0.1",
        `--tls-cert-file=${folder}/server.crt`,
        `--tls-private-key-file=${folder}/server.key`,
        `--client-ca-file=${folder}/ca.crt`,
        "--authorization-always-allow-paths=/configz,/metrics,/metrics/resources",
        ...(more[name] ?? []).map((flag) => flag.replace("{folder}", folder)),
      ];
      const { ours, theirs } = PROGRAMS[name];
      const path = new URL(`../../${ours}`, import.meta.url).pathname;
      const own = ["run", "-A", "--quiet", path, "--api-dialect=kubernetes", ...flags];
      open.use(
        side === "ours"
          ? new Launched(Deno.execPath(), own)
          : new Launched(await referenceProgram(theirs), flags),
      );
    }
    const http = Deno.createHttpClient({
      caCerts: [await Deno.readTextFile(`${folder}/ca.crt`)],
      ...await identityIn(config),
    });
    open.defer(() => http.close());
    return new MeasuredProcesses(open.move(), http, ports, config);
  }

  /** What a process shows; "" before it serves. */
  async shown(name: ProcessName, path = "/metrics"): Promise<string> {
    try {
      const url = `https://127.0.0.1:${this.ports[name]}${path}`;
      const response = await fetch(url, { client: this.#http });
      const text = await response.text();
      return response.ok ? text : "";
    } catch (error) {
      if (error instanceof TypeError) return "";
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open.disposeAsync();
  }
}

/** The certificate and key of the user in a client config, in PEM. */
export async function identityIn(config: string): Promise<{ cert: string; key: string }> {
  const { users } = JSON.parse(await Deno.readTextFile(config));
  const { user } = users[0];
  return { cert: atob(user["client-certificate-data"]), key: atob(user["client-key-data"]) };
}
