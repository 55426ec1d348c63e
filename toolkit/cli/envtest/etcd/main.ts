/**
 * What test environments take for etcd, and keeps nothing: the process that the launcher `etcd` of
 * `orch envtest` runs. It answers health checks, since whoever starts it waits for these; the API server
 * beside it keeps its objects in memory.
 *
 * @module
 */

import { systemClock } from "../../../clock.ts";
import { parentOf } from "../../../process/parent.ts";
import { stopRequested } from "../../../process/stop.ts";
import { standardTerminal, withOutput } from "../../../process/terminal.ts";
import { VERSION } from "../../../version.ts";

const PROGRAM = "etcd of orch envtest";

const HELP =
  `Answers the health checks of an etcd, and keeps nothing: the API server of orch envtest has its
objects in memory.

Usage:
  etcd [flags]

      --listen-client-urls URL,...   where to answer: http://ADDRESS:PORT (default ${
    defaultUrls().join(",")
  })
      --version                      print the version and exit
  -h, --help                         print this help and exit

Other flags of etcd are read, have no effect, and are named on the standard error output.
`;

function defaultUrls(): string[] {
  return ["http://localhost:2379"];
}

/** A command line that can't be used. */
class EtcdArgumentError extends Error {
  override name = "EtcdArgumentError";
}

/** What a command line of etcd says to this one. */
export interface EtcdArguments {
  readonly listen: readonly URL[];
  /** Flags that have no effect. */
  readonly ignored: readonly string[];
}

const OWN_FLAG = "listen-client-urls";

/**
 * Reads a command line as etcd does, with one dash or two. A word after a flag of another name is that
 * flag's value. Throws an {@link EtcdArgumentError} on what is no flag and on an address that can't be
 * served.
 */
export function etcdArguments(args: readonly string[]): EtcdArguments {
  let urls = defaultUrls();
  const ignored: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const [, name, attached] = /^--?([a-z0-9][^=]*)(?:=(.*))?$/is.exec(arg) ?? [];
    if (name === undefined) {
      throw new EtcdArgumentError(`${JSON.stringify(arg)} is not a flag, and only flags are taken`);
    }
    const next = args[at + 1];
    const hasOwnWord = attached === undefined && next !== undefined && !next.startsWith("-");
    const value = hasOwnWord ? args[++at]! : attached;
    if (name !== OWN_FLAG) ignored.push(`--${name}`);
    else if (value === undefined) {
      throw new EtcdArgumentError(`flag needs an argument: --${OWN_FLAG}`);
    } else urls = value.split(",");
  }
  return { listen: urls.map(addressOf), ignored: [...new Set(ignored)] };
}

function addressOf(text: string): URL {
  const url = URL.parse(text.trim());
  if (url?.protocol === "http:" && url.hostname !== "") return url;
  throw new EtcdArgumentError(
    `invalid --${OWN_FLAG} ${JSON.stringify(text)}: expected http://ADDRESS:PORT; ` +
      "this etcd has no certificate and no sockets of files",
  );
}

/** Paths at which etcd tells how it is. */
const HEALTH_PATHS = new Set(["/health", "/livez", "/readyz"]);

/** Answers a request: health checks, and nothing else. */
export function answer(request: Request): Response {
  const { pathname } = new URL(request.url);
  if (!HEALTH_PATHS.has(pathname)) {
    const text = `${PROGRAM} keeps nothing and answers health checks only\n`;
    return new Response(text, { status: 501 });
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response("Method Not Allowed\n", { status: 405, headers: { allow: "GET, HEAD" } });
  }
  return Response.json({ health: "true", reason: "" });
}

/** Serves until a signal asks to stop or the process that started this one ends; returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  return await withOutput(standardTerminal, () => run(args));
}

async function run(args: readonly string[]): Promise<number> {
  if (args.some((arg) => /^(-h|--?help)$/.test(arg))) {
    standardTerminal.out(`${HELP}\n`);
    return 0;
  }
  if (args.some((arg) => /^--?version$/.test(arg))) {
    standardTerminal.out(`${PROGRAM} v${VERSION}\n`);
    return 0;
  }
  const stopped = stopRequested({
    stdin: false,
    parent: parentOf(Deno.env.toObject(), systemClock),
  });
  try {
    const { listen, ignored } = etcdArguments(args);
    for (const { hostname, port } of listen) {
      Deno.serve(
        { hostname: hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(port || 80), onListen() {} },
        answer,
      );
    }
    console.error(`${PROGRAM} answers at ${listen.join(", ")}`);
    if (ignored.length > 0) {
      console.error(`${PROGRAM} keeps nothing: ${ignored.join(" ")} has no effect`);
    }
  } catch (error) {
    console.error(`Error: ${PROGRAM} can't start: ${(error as Error).message}`);
    return 1;
  }
  await stopped;
  // Connections that are kept open are nobody's loss.
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
