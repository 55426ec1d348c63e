/**
 * A webhook that says yes to everything, as a process of its own: `hook.ts CERTIFICATE KEY`. Prints
 * its port, as JSON.
 *
 * @module
 */

import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

const [cert = "", key = ""] = Deno.args;

const server = createServer({ cert, key }, (request, response) => {
  const pieces: Uint8Array[] = [];
  request.on("data", (piece: Uint8Array) => pieces.push(piece));
  request.on("end", () => {
    const text = pieces.map((piece) => new TextDecoder().decode(piece)).join("");
    const { apiVersion, kind, request: { uid } } = JSON.parse(text);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ apiVersion, kind, response: { uid, allowed: true } }));
  });
});

server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }));
});
