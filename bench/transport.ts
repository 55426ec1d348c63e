/**
 * `./orch bench transport`: requests of 1 KB to a server of another process over TLS, one after the
 * other and many at once, beside the runtime's own `fetch` and `node:https` in the same run.
 *
 * @module
 */

import { Agent, request as httpsRequest } from "node:https";
import { makeAuthority, makeCertificate, USAGE } from "../toolkit/certificates/mod.ts";
import { Transport } from "../toolkit/transport/mod.ts";
import { linesOf, stop } from "./api/machine.ts";
import { saveResult, table } from "./report.ts";

const ROUNDS = 3;
const ALONE = 1500;
const TOGETHER = 6000;
const WORKERS = 32;
const DOWNLOADS = 6;
const LARGE_BYTES = 16 * 1024 * 1024;

/** Asks for a path, and settles with how many bytes the answer had. */
type Ask = (method: "GET" | "POST", path: string) => Promise<number>;

interface Asker extends Disposable {
  readonly name: string;
  readonly ask: Ask;
}

const BODY = new Uint8Array(1024).fill(120);

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log("orch bench transport: requests, beside the runtime's own clients");
    return 0;
  }
  const now = new Date();
  const authority = await makeAuthority("bench", now);
  const { certificate, key } = await makeCertificate(
    { commonName: "bench", hosts: ["127.0.0.1"], usages: [USAGE.server], now },
    authority,
  );
  const server = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", new URL("./transport_server.ts", import.meta.url).pathname],
      ...[certificate, key],
    ],
    stdout: "piped",
  }).spawn();
  try {
    const { value = "{}" } = await linesOf(server).next();
    const { port } = JSON.parse(value);
    const rows = await measure([
      ours("HTTP/1.1, ours", port, authority.certificate, ["http/1.1"]),
      fetched("HTTP/1.1, fetch", port, authority.certificate, false),
      nodes("HTTP/1.1, node:https", port, authority.certificate),
      ours("HTTP/2, ours", port, authority.certificate, ["h2"]),
      fetched("HTTP/2, fetch", port, authority.certificate, true),
    ]);
    const head = ["", "alone ms", `GET/s at ${WORKERS}`, `POST/s at ${WORKERS}`, "MB/s"];
    console.log(table(
      head,
      rows.map(({ name, aloneMs, gets, posts, megabytes }) => [
        name,
        aloneMs.toFixed(3),
        ...[gets, posts, megabytes].map((value) => value.toFixed(0)),
      ]),
    ));
    await saveResult("transport", { rows });
    return 0;
  } finally {
    await stop(server);
  }
}

interface Row {
  readonly name: string;
  /** Median of one after the other. */
  aloneMs: number;
  gets: number;
  posts: number;
  megabytes: number;
}

/** In turns, the best of each: what else the machine does is on all sides. */
async function measure(askers: readonly Asker[]): Promise<Row[]> {
  const rows = askers.map(({ name }): Row => ({
    name,
    aloneMs: Infinity,
    gets: 0,
    posts: 0,
    megabytes: 0,
  }));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, { ask }] of askers.entries()) {
      const alone = await median(ask);
      const gets = await rate(ask, "GET");
      const posts = await rate(ask, "POST");
      const megabytes = await download(ask);
      const row = rows[at];
      // The first round warms up.
      if (row === undefined || round === 0) continue;
      row.aloneMs = Math.min(row.aloneMs, alone);
      row.gets = Math.max(row.gets, gets);
      row.posts = Math.max(row.posts, posts);
      row.megabytes = Math.max(row.megabytes, megabytes);
    }
  }
  for (const asker of askers) asker[Symbol.dispose]();
  return rows;
}

async function median(ask: Ask): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < ALONE; count++) {
    const started = performance.now();
    await ask("GET", "/");
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[ALONE / 2] ?? NaN;
}

async function rate(ask: Ask, method: "GET" | "POST"): Promise<number> {
  let left = TOGETHER;
  const started = performance.now();
  await Promise.all(Array.from({ length: WORKERS }, async () => {
    while (left-- > 0) await ask(method, "/");
  }));
  return TOGETHER / (performance.now() - started) * 1000;
}

async function download(ask: Ask): Promise<number> {
  const started = performance.now();
  for (let count = 0; count < DOWNLOADS; count++) {
    const bytes = await ask("GET", "/large");
    if (bytes !== LARGE_BYTES) throw new Error(`${bytes} bytes instead of ${LARGE_BYTES}`);
  }
  return DOWNLOADS * LARGE_BYTES / 1e6 / (performance.now() - started) * 1000;
}

function ours(
  name: string,
  port: number,
  roots: string,
  protocols: readonly ("h2" | "http/1.1")[],
): Asker {
  const transport = new Transport({ pool: { maxConnections: WORKERS } });
  const endpoint = { host: "127.0.0.1", port, protocols, tls: { serverName: "127.0.0.1", roots } };
  return {
    name,
    async ask(method, path) {
      const body = method === "POST" ? BODY : undefined;
      return (await transport.call(endpoint, { method, path, body })).body.length;
    },
    [Symbol.dispose]: () => transport.close(),
  };
}

function fetched(name: string, port: number, ca: string, http2: boolean): Asker {
  const client = Deno.createHttpClient({ caCerts: [ca], http1: !http2, http2 });
  return {
    name,
    async ask(method, path) {
      const init = { method, client, ...(method === "POST" && { body: BODY }) };
      return (await (await fetch(`https://127.0.0.1:${port}${path}`, init)).bytes()).length;
    },
    [Symbol.dispose]: () => client.close(),
  };
}

function nodes(name: string, port: number, ca: string): Asker {
  const agent = new Agent({ keepAlive: true, maxSockets: WORKERS, ca });
  return {
    name,
    ask: (method, path) =>
      new Promise((resolve, reject) => {
        const headers = method === "POST" ? { "content-length": BODY.length } : {};
        const asked = httpsRequest(
          { host: "127.0.0.1", port, method, path, agent, headers },
          (response) => {
            let length = 0;
            response.on("data", (piece: Uint8Array) => length += piece.length);
            response.on("end", () => resolve(length));
            response.on("error", reject);
          },
        );
        asked.on("error", reject);
        asked.end(method === "POST" ? BODY : undefined);
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

if (import.meta.main) Deno.exit(await main(Deno.args));
