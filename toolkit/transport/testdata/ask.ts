/** Asks a server that the machine has to trust: `ask.ts PORT NAME PROTOCOL`. Prints what comes of it. */
import { type Protocol, Transport } from "../mod.ts";

const [port = "", serverName = "", protocol = ""] = Deno.args;
using transport = new Transport();
const endpoint = {
  host: "127.0.0.1",
  port: Number(port),
  protocols: [protocol as Protocol],
  tls: { serverName },
};
try {
  console.log((await transport.call(endpoint, { method: "GET", path: "/" })).status);
} catch (error) {
  console.log((error as Error).message);
}
