/**
 * A whole server in the test's process that other programs reach, and commands by its address.
 *
 * @module
 */

import type { Client, Dialect } from "../../mod.ts";
import { type ControlPlane, startApiServer } from "../../server.ts";

/** A server that takes everybody for somebody who may do everything. */
export class OpenServer implements AsyncDisposable {
  readonly url: string;
  readonly client: Client;
  readonly #server: ControlPlane;

  private constructor(server: ControlPlane) {
    this.#server = server;
    this.url = server.url;
    this.client = server.client();
  }

  static async start(dialect: Dialect = "kubernetes"): Promise<OpenServer> {
    const user = { username: "tester", groups: ["system:masters"] };
    return new OpenServer(
      await startApiServer({ groups: "all", dialect, listen: {}, authenticate: () => user }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}
