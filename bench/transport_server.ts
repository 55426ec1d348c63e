/**
 * A server that the transport's benchmark asks, as a process of its own: `transport_server.ts
 * CERTIFICATE KEY`. Answers each request with 1 KB, and `/large` with 16 MiB. Prints its port, as JSON.
 *
 * @module
 */

import { fixedTls, readBody, serve } from "../toolkit/serving/mod.ts";

const [certificate = "", key = ""] = Deno.args;
const small = new Uint8Array(1024).fill(120);
const large = new Uint8Array(16 * 1024 * 1024).fill(120);

const server = await serve(
  {
    listen: { hostname: "127.0.0.1", port: 0 },
    tls: fixedTls({ main: { certificate, key }, named: [] }),
  },
  async (request) => {
    if (request.method === "POST") await readBody(request, large.length);
    const body = request.path === "/large" ? large : small;
    return { status: 200, headers: { "content-type": "text/plain" }, body };
  },
);
console.log(JSON.stringify(server.address));
