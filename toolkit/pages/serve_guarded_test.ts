import { addressText, certificatesOfPem, parseCertificate } from "../certificates/mod.ts";
import type { Client } from "../client/client.ts";
import { systemClock } from "../clock.ts";
import { assertEquals } from "../deps/assert.ts";
import { parseFlags, works } from "../flags/mod.ts";
import { silentLogger } from "../logger.ts";
import { Registry } from "../metrics/mod.ts";
import { NAMES } from "../names.ts";
import {
  delegatedAuthenticationFlags,
  delegatedAuthorizationFlags,
} from "../serving/delegated_flags.ts";
import { servingFlags } from "../serving/flags.ts";
import { servingOptionsFromFlags } from "../serving/mod.ts";
import { serveGuarded } from "./mod.ts";

const GROUPS = [
  servingFlags(works, { securePort: 1, zeroPort: "allowed", certDir: () => "" }),
  delegatedAuthenticationFlags(works),
  delegatedAuthorizationFlags(works, ["/healthz"]),
] as const;

Deno.test("serveGuarded() makes a certificate for the address that it listens on", async () => {
  const folder = await Deno.makeTempDir();
  const stop = new AbortController();
  try {
    const { values } = parseFlags(GROUPS, ["--bind-address=127.0.0.2", `--cert-dir=${folder}`]);
    const plan = servingOptionsFromFlags(values);
    await using _server = await serveGuarded({
      values,
      plan: { ...plan, listen: { hostname: "127.0.0.2", port: 0 } },
      names: NAMES.kubernetes,
      program: "prog",
      hosts: ["prog.example"],
      metrics: new Registry(),
      clock: systemClock,
      logger: silentLogger,
      signal: stop.signal,
      clientOf: () => Promise.reject<Client>(new Error("there is none")),
    }, () => ({ status: 200 }));
    const pem = await Deno.readTextFile(`${folder}/prog.crt`);
    const [own] = certificatesOfPem(pem, "prog.crt").map(parseCertificate);
    const { dns, ip } = own!.alternativeNames;
    assertEquals([...dns, ...ip.map(addressText)].sort(), [
      "127.0.0.1",
      "127.0.0.2",
      "::1",
      "localhost",
      "prog.example",
    ]);
  } finally {
    stop.abort();
    await Deno.remove(folder, { recursive: true });
  }
});
