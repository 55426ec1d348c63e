/**
 * A small TCP balancer for tests: each connection goes to the next backend that takes it.
 *
 * @module
 */

const LOOPBACK = "127.0.0.1";

/**
 * Listens on a free port of loopback and passes each connection on to the next backend in turn,
 * past those that refuse it. Disposing of it ends all connections.
 */
export class Balancer implements AsyncDisposable {
  readonly #listener = Deno.listen({ hostname: LOOPBACK, port: 0 });
  readonly #backends: number[];
  readonly #connections = new Map<Deno.Conn, number>();
  readonly #running: Promise<void>;
  #next = 0;

  /** A balancer before the servers at these ports. */
  constructor(backends: readonly number[]) {
    this.#backends = [...backends];
    this.#running = this.#run();
  }

  /** Where it listens. */
  get port(): number {
    return this.#listener.addr.port;
  }

  /** Sends new connections to a further server. */
  add(backend: number): void {
    this.#backends.push(backend);
  }

  /** Sends no more connections to a server, and ends those that it has. */
  drop(backend: number): void {
    const at = this.#backends.indexOf(backend);
    if (at >= 0) this.#backends.splice(at, 1);
    for (const [connection, to] of this.#connections) if (to === backend) close(connection);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const connection of this.#connections.keys()) close(connection);
    await this.#running;
  }

  async #run(): Promise<void> {
    const running = new Set<Promise<void>>();
    for await (const client of this.#listener) {
      const one: Promise<void> = this.#serve(client).finally(() => running.delete(one));
      running.add(one);
    }
    await Promise.all(running);
  }

  async #serve(client: Deno.Conn): Promise<void> {
    const found = await this.#connect();
    if (found === undefined) return close(client);
    const { server, backend } = found;
    this.#connections.set(client, backend).set(server, backend);
    // Where one side has ended, the other has nobody to talk to.
    const end = () => {
      close(client);
      close(server);
    };
    await Promise.all([
      client.readable.pipeTo(server.writable).catch(() => {}).finally(end),
      server.readable.pipeTo(client.writable).catch(() => {}).finally(end),
    ]);
    this.#connections.delete(client);
    this.#connections.delete(server);
  }

  /** A connection to the next backend that takes one. */
  async #connect(): Promise<{ server: Deno.Conn; backend: number } | undefined> {
    for (let tries = this.#backends.length; tries > 0; tries--) {
      const backend = this.#backends[this.#next++ % this.#backends.length];
      if (backend === undefined) return undefined;
      try {
        return { server: await Deno.connect({ hostname: LOOPBACK, port: backend }), backend };
      } catch (error) {
        // It is gone, or went while it was being asked.
        const gone = error instanceof Deno.errors.ConnectionRefused ||
          error instanceof Deno.errors.ConnectionReset;
        if (!gone) throw error;
      }
    }
    return undefined;
  }
}

/** Closes a connection, which may be closed already. */
function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
