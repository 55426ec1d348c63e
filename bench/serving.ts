/**
 * `./orch bench serving`: GET/s of 1 KB bodies through the neutral handler, beside a bare server
 * of the runtime with the same certificate, in the same run. The load is nghttp2's `h2load`.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createSecureServer } from "node:http2";
import { makeAuthority, makeCertificate, USAGE } from "../toolkit/certificates/mod.ts";
import { fixedTls, serve } from "../toolkit/serving/mod.ts";
import { saveResult } from "./report.ts";

const BODY = new Uint8Array(1024).fill(120);
const HEADERS = { "content-type": "application/json" };
const ROUNDS = 3;
const REQUESTS = 40_000;
const PROTOCOLS: readonly [name: string, args: readonly string[]][] = [
  ["HTTP/1.1", ["--h1", "-c", "16"]],
  ["HTTP/2", ["-c", "16", "-m", "4"]],
];

/** Prints requests a second of both servers, and their ratio. Fails where there is no `h2load`. */
export async function main(_args: string[]): Promise<number> {
  const now = new Date();
  const authority = await makeAuthority("bench", now);
  const { certificate, key } = await makeCertificate(
    { commonName: "localhost", hosts: ["127.0.0.1"], usages: [USAGE.server], now },
    authority,
  );
  const bare = createSecureServer(
    {
      ...{ cert: certificate, key, allowHTTP1: true, requestCert: true },
      ...{ rejectUnauthorized: false, ca: [authority.certificate] },
    },
    (_request, response) => {
      response.writeHead(200, { ...HEADERS, "content-length": BODY.length });
      response.end(Buffer.from(BODY.buffer));
    },
  );
  await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
  const tls = fixedTls({
    main: { certificate, key },
    named: [],
    clientAuthorities: authority.certificate,
  });
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0 }, tls },
    () => ({ status: 200, headers: HEADERS, body: BODY }),
  );
  const ports = [bare.address(), server.address].map((one) => (one as { port: number }).port);
  const figures: Record<string, { bare: number; neutral: number }> = {};
  try {
    for (const [name, args] of PROTOCOLS) {
      const best = [0, 0];
      // In turns, the best of each: what else the machine does is on both sides.
      for (let round = 0; round < ROUNDS; round++) {
        for (const [at, port] of ports.entries()) {
          best[at] = Math.max(best[at] ?? 0, await load(port, args));
        }
      }
      const [ofBare = 1, ofOurs = 0] = best;
      const ratio = (ofOurs / ofBare).toFixed(2);
      figures[name] = { bare: ofBare, neutral: ofOurs };
      console.log(`${name}: bare ${ofBare}/s, neutral ${ofOurs}/s, ratio ${ratio}`);
    }
    await saveResult("serving", figures);
    return 0;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.error("this needs h2load: apt-get install nghttp2-client");
    return 1;
  } finally {
    bare.close();
  }
}

async function load(port: number, args: readonly string[]): Promise<number> {
  const { stdout } = await new Deno.Command("h2load", {
    args: ["-n", String(REQUESTS), ...args, `https://127.0.0.1:${port}/`],
  }).output();
  const text = new TextDecoder().decode(stdout);
  const rate = /finished in [^,]+, ([\d.]+) req\/s/.exec(text)?.[1];
  const succeeded = /(\d+) succeeded/.exec(text)?.[1];
  if (rate === undefined || Number(succeeded) !== REQUESTS) {
    throw new Error(`h2load did not succeed:\n${text}`);
  }
  return Math.round(Number(rate));
}

if (import.meta.main) Deno.exit(await main(Deno.args));
