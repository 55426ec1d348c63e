/**
 * The socket that a server listens on: an address and port, or a path.
 *
 * @module
 */

import { createServer, type Server as NetServer, type Socket } from "node:net";
import { bindAny } from "../bind_any.ts";
import { listenUnix, type UnixListener } from "../unix_socket.ts";

/** Where to listen. */
export type ListenAddress =
  & (
    | {
      /** An IP address; empty for all of both families. */
      readonly hostname: string;
      /** 0 for any that is free. */
      readonly port: number;
      /** Whether other processes may listen on the same port (SO_REUSEPORT). Default false. */
      readonly shared?: boolean;
    }
    /** A unix socket that only this user may use. */
    | { readonly path: string }
  )
  & {
    /** The flag that says so, which errors name. */
    readonly flag?: string;
  };

/** Where a server listens. */
export type BoundAddress =
  | { readonly hostname: string; readonly port: number }
  | { readonly path: string };

/** A bound socket. */
export interface Listener {
  readonly address: BoundAddress;
  /** Takes no more connections; those that exist go on. */
  close(): Promise<void>;
}

/** How long a client may be silent before the system asks whether it is still there. */
const KEEP_ALIVE_MS = 15_000;

/** Bytes that the path of a unix socket may have: of a longer one the system says this in many ways. */
const MAX_PATH_BYTES = 107;
const TOO_LONG = "the path is too long for a socket";

/** Names of three letters and digits. */
const MOST_FOLDERS = 36 ** 3;
const MOST_TRIES = 100;

/** Connections that wait for being accepted. */
const BACKLOG = 1024;

/** Binds `address` and hands each connection to `accept`. Rejects with what stands in the way. */
export async function listen(
  address: ListenAddress,
  accept: (socket: Socket) => void,
): Promise<Listener> {
  const { flag } = address;
  return await bind(address, accept).catch((error: Error) => {
    throw flag === undefined ? error : new Error(`${flag}: ${error.message}`, { cause: error });
  });
}

async function bind(
  address: ListenAddress,
  accept: (socket: Socket) => void,
): Promise<Listener> {
  if ("path" in address) return await listenPath(address.path, accept);
  const server = createServer((socket) => {
    // As options of the server the runtime takes no notice of them. Without the first, the end of a
    // large answer waits for the client's delayed acknowledgement, 40 ms.
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    accept(socket);
  });
  return await listenPort(server, address.hostname, address.port, address.shared ?? false);
}

async function listenPort(
  server: NetServer,
  hostname: string,
  port: number,
  shared: boolean,
): Promise<Listener> {
  const bind = (host: string) => {
    const options = { host, port, backlog: BACKLOG, reusePort: shared };
    return bound(server, () => server.listen(options), hostPort(hostname || "0.0.0.0", port));
  };
  if (hostname !== "") await bind(hostname);
  else await bindAny(bind);
  const { address, port: actual } = server.address() as { address: string; port: number };
  return { address: { hostname: address, port: actual }, close: () => closed(server) };
}

async function listenPath(path: string, accept: (socket: Socket) => void): Promise<Listener> {
  if (await answers(path)) throw new Error(`cannot listen on ${path}: address already in use`);
  // Made where nobody else can reach it, and moved when its mode is set: at no moment may others
  // connect. The move replaces what a killed process left.
  const folder = await privateFolder(folderOf(path)).catch((error) => {
    throw cannotListen(path, error);
  });
  const made = `${folder}/s`;
  let listener: UnixListener | undefined;
  try {
    const longest = Math.max(...[path, made].map((one) => new TextEncoder().encode(one).length));
    if (longest > MAX_PATH_BYTES) throw new Error(`cannot listen on ${path}: ${TOO_LONG}`);
    listener = bindPath(made, path, accept);
    await Deno.chmod(made, 0o600);
    await Deno.rename(made, path);
  } catch (error) {
    listener?.close();
    throw error;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  const { close } = listener;
  return {
    address: { path },
    close: async () => {
      await removeIfThere(path);
      close();
    },
  };
}

function bindPath(made: string, path: string, accept: (socket: Socket) => void): UnixListener {
  try {
    return listenUnix(made, accept);
  } catch (error) {
    throw cannotListen(path, error as Error);
  }
}

/** A folder of this user's, of a name so short that a path that fits a socket does so there, too. */
async function privateFolder(parent: string): Promise<string> {
  for (let tries = 1;; tries++) {
    const [random = 0] = crypto.getRandomValues(new Uint16Array(1));
    const folder = `${parent}/.${(random % MOST_FOLDERS).toString(36)}`;
    try {
      await Deno.mkdir(folder, { mode: 0o700 });
      return folder;
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists) || tries === MOST_TRIES) throw error;
    }
  }
}

function bound(server: NetServer, start: () => void, where: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(cannotListen(where, error));
    server.once("error", failed);
    server.once("listening", () => {
      server.removeListener("error", failed);
      // An accept that fails (no file descriptors left) must not end the process.
      server.on("error", () => {});
      resolve();
    });
    start();
  });
}

function cannotListen(where: string, error: Error & { code?: string }): Error {
  const why = WHY[error.code ?? ""] ?? error.message;
  return new Error(`cannot listen on ${where}: ${why}`, { cause: error });
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: "address already in use",
  EADDRNOTAVAIL: "this machine has no such address",
  // What the runtime makes of the same.
  EINVAL: "this machine has no such address",
  EACCES: "permission denied",
  ENOENT: "there is no such folder",
  ENOTDIR: "what it would be in is no folder",
};

function closed(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

async function answers(path: string): Promise<boolean> {
  try {
    (await Deno.connect({ transport: "unix", path })).close();
    return true;
  } catch {
    return false;
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "." : path.slice(0, slash) || "/";
}

/** `1.2.3.4:80`, `[::1]:80`. */
export function hostPort(hostname: string, port: number): string {
  return hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

/** An IPv4 address as itself: a listener for both families sees it as an IPv6 one. */
export function unmapped(address: string): string;
export function unmapped(address: string | undefined): string | undefined;
export function unmapped(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/, "");
}
