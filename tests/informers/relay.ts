/**
 * A relay of TCP connections that does what networks do: connections break, nobody answers, or nothing
 * comes through for a while.
 *
 * @module
 */

const LOOPBACK = "127.0.0.1";
const BUFFER_BYTES = 16 * 1024;

/** One connection, from both sides. */
interface Relayed {
  readonly ends: readonly Deno.Conn[];
  /** Set: nothing comes through until it resolves. */
  stalled: PromiseWithResolvers<void> | undefined;
}

/** Listens on a free port of loopback, and passes connections on to one server. */
export class Relay implements AsyncDisposable {
  /** The port of the server that new connections go to; undefined: they are closed at once. */
  backend: number | undefined;
  readonly #listener = Deno.listen({ hostname: LOOPBACK, port: 0 });
  readonly #connections = new Set<Relayed>();
  readonly #running: Promise<void>;
  #count = 0;

  constructor() {
    this.#running = this.#run();
  }

  /** Where it listens. */
  get port(): number {
    return this.#listener.addr.port;
  }

  /** How many connections there were. */
  get count(): number {
    return this.#count;
  }

  /** Breaks the connections for which `chosen` is true. */
  drop(chosen: () => boolean = () => true): void {
    for (const connection of [...this.#connections]) if (chosen()) this.#end(connection);
  }

  /** Nothing comes through those connections for which `chosen` is true, until {@link flow}. */
  stall(chosen: () => boolean): void {
    for (const connection of this.#connections) {
      if (chosen()) connection.stalled ??= Promise.withResolvers();
    }
  }

  /** What was held up comes through. */
  flow(): void {
    for (const connection of this.#connections) release(connection);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    this.drop();
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
    const server = await this.#connect();
    if (server === undefined) return close(client);
    const connection: Relayed = { ends: [client, server], stalled: undefined };
    this.#connections.add(connection);
    this.#count++;
    await Promise.all([
      this.#pass(connection, client, server),
      this.#pass(connection, server, client),
    ]);
  }

  async #connect(): Promise<Deno.Conn | undefined> {
    if (this.backend === undefined) return undefined;
    try {
      return await Deno.connect({ hostname: LOOPBACK, port: this.backend });
    } catch (error) {
      if (isOver(error)) return undefined;
      throw error;
    }
  }

  /** Where one direction ends, the other has nobody to talk to. */
  async #pass(connection: Relayed, from: Deno.Conn, to: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(BUFFER_BYTES);
    try {
      for (;;) {
        const length = await from.read(buffer);
        if (length === null) return;
        await connection.stalled?.promise;
        for (let at = 0; at < length;) at += await to.write(buffer.subarray(at, length));
      }
    } catch (error) {
      if (!isOver(error)) throw error;
    } finally {
      this.#end(connection);
    }
  }

  #end(connection: Relayed): void {
    this.#connections.delete(connection);
    for (const end of connection.ends) close(end);
    release(connection);
  }
}

function release(connection: Relayed): void {
  connection.stalled?.resolve();
  connection.stalled = undefined;
}

/** Whether an error says that a connection is gone, or could not be made. */
function isOver(error: unknown): boolean {
  return [
    Deno.errors.BadResource,
    Deno.errors.BrokenPipe,
    Deno.errors.ConnectionAborted,
    Deno.errors.ConnectionRefused,
    Deno.errors.ConnectionReset,
    Deno.errors.Interrupted,
    Deno.errors.NotConnected,
  ].some((kind) => error instanceof kind);
}

/** Closes a connection, which may be closed already. */
function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
