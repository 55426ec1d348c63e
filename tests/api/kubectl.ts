/**
 * A stock kubectl, run against a server of a test.
 *
 * @module
 */

import type { TestServer } from "../../testing/api_server.ts";
import { findProgram } from "../../testing/requirements.ts";

/** What a run of kubectl came to. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs kubectl in a home of its own. */
export class Kubectl implements AsyncDisposable {
  readonly #home: string;
  readonly #config: string;

  private constructor(home: string) {
    this.#home = home;
    this.#config = `${home}/config`;
  }

  /** A kubectl whose client config leads to a server, as the user of `token`. */
  static async at({ url }: Pick<TestServer, "url">, token = "test-token"): Promise<Kubectl> {
    const kubectl = new Kubectl(await Deno.makeTempDir());
    await Deno.writeTextFile(
      kubectl.#config,
      JSON.stringify({
        apiVersion: "v1",
        kind: "Config",
        clusters: [{ name: "test", cluster: { server: url, "insecure-skip-tls-verify": true } }],
        users: [{ name: "test", user: { token } }],
        contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
        "current-context": "test",
      }),
    );
    return kubectl;
  }

  /** Runs one command to its end; `env`: of it besides. */
  async run(
    args: readonly string[],
    stdin = "",
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ran> {
    const child = this.start(args, env);
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin)).catch(() => {});
    await writer.close().catch(() => {});
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
  }

  /** As {@link run}; throws, showing all of it, when the command fails. */
  async ok(command: string, stdin = ""): Promise<string> {
    const ran = await this.run(words(command), stdin);
    if (ran.code !== 0) throw new Error(`kubectl ${command}: ${ran.code}\n${ran.out}${ran.err}`);
    return ran.out;
  }

  /** As {@link run}; throws unless the command fails, and gives what it complains of. */
  async fails(command: string, stdin = ""): Promise<string> {
    const ran = await this.run(words(command), stdin);
    if (ran.code === 0) throw new Error(`kubectl ${command} did not fail: ${ran.out}`);
    return ran.err;
  }

  /** Starts a command that goes on. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Deno.ChildProcess {
    return new Deno.Command(findProgram("kubectl") ?? "kubectl", {
      args: [`--cache-dir=${this.#home}/cache`, ...args],
      env: { HOME: this.#home, KUBECONFIG: this.#config, ...env },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#home, { recursive: true });
  }
}

/** The words of a command line; what is in single quotes is one. */
function words(command: string): string[] {
  return [...command.matchAll(/(?:[^\s']+|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ""));
}
