/**
 * The runtime's ceiling, as a process of its own: a bare server that answers from memory. Reads give
 * a body of the size asked for (`?bytes=N`), writes parse and echo what they are sent, and a watch
 * sends ready frames, one write an event, to all connections in turn.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { setImmediate } from "node:timers";
import { COLLECTION, CONFIG_MAPS, OBJECT_BYTES, objectOf } from "./objects.ts";

const [certificate = "", key = "", ca = ""] = Deno.args;

const FRAME = Buffer.from(
  `{"type":"ADDED","object":${
    objectOf(CONFIG_MAPS, "frame", 0, "x".repeat(OBJECT_BYTES - 170))
  }}\n`,
);
const bodies = new Map<number, Buffer>();

function body(bytes: number): Buffer {
  let made = bodies.get(bytes);
  if (made === undefined) bodies.set(bytes, made = Buffer.alloc(bytes, 120));
  return made;
}

const LIST = Buffer.from(`{"metadata":{"resourceVersion":"1"}}`);
const watchers = new Set<Http2ServerResponse>();

const server = createSecureServer(
  { cert: certificate, key, allowHTTP1: true, requestCert: true, rejectUnauthorized: false, ca },
  (request, response) => {
    const url = request.url;
    if (url.includes("watch=true")) return watch(response);
    if (request.method === "GET" || request.method === "DELETE") {
      const bytes = Number(/bytes=(\d+)/.exec(url)?.[1] ?? 0);
      const content = url.startsWith(`${COLLECTION}?limit=1`) ? LIST : body(bytes || OBJECT_BYTES);
      return answer(response, 200, content);
    }
    echo(request, response);
  },
);

function answer(response: Http2ServerResponse, status: number, content: Buffer): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": content.length,
  });
  response.end(content);
}

function echo(request: Http2ServerRequest, response: Http2ServerResponse): void {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const object = JSON.parse(Buffer.concat(pieces).toString());
    answer(response, 201, Buffer.from(JSON.stringify(object)));
  });
}

function watch(response: Http2ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.on("close", () => watchers.delete(response));
  watchers.add(response);
  if (watchers.size === 1) send();
}

/** Sends an event to every connection that takes it, and comes back for the next one. */
function send(): void {
  if (watchers.size === 0) return;
  for (const response of watchers) {
    if (!response.writableNeedDrain) response.write(FRAME);
  }
  setImmediate(send);
}

server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ port: (server.address() as { port: number }).port }));
});
