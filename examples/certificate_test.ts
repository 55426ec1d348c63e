import { equal, notEqual } from "node:assert/strict";
import { makeAuthority, parseCertificate, parsePem } from "../certificates.ts";
import { DIALECTS, Secret } from "../mod.ts";
import { type TestEnv, testEnv } from "../testing.ts";
import { Certificate, operator } from "./certificate.ts";

const web = {
  metadata: { name: "web" },
  spec: { hosts: ["web.example.com", "10.0.0.7"], days: 3 },
};

async function makeSecret({ client, clock }: TestEnv) {
  const { certificate, key } = await makeAuthority("ours", new Date(clock.now()));
  await client.apply(Secret, {
    metadata: { name: "authority" },
    data: { "tls.crt": btoa(certificate), "tls.key": btoa(key) },
  }, { force: true });
  return parse(certificate);
}

const parse = (pem: string) => parseCertificate(parsePem(pem)[0]!.der);

async function issued({ client }: TestEnv) {
  const { data = {} } = await client.get(Secret, "web");
  return parse(atob(data["tls.crt"] ?? ""));
}

for (const dialect of DIALECTS) {
  Deno.test(`a certificate is issued, renewed in time, and follows its hosts and its authority, ${dialect}`, async () => {
    await using env = await testEnv({ operator, dialect, now: "2026-01-01T00:00:00Z" });
    await env.client.create(Certificate, web);
    await env.settle();
    const [missing] = (await env.client.get(Certificate, "web")).status?.conditions ?? [];
    equal(missing?.reason, "NoAuthority");
    const authority = await makeSecret(env);
    await env.settle("1m");
    const first = await issued(env);
    equal(first.node.verify(authority.node.publicKey), true);
    equal(first.alternativeNames.dns.join(), "web.example.com");
    equal((await env.client.get(Certificate, "web")).status?.notAfter?.slice(0, 10), "2026-01-04");
    await env.advance("46h"); // a little less than two days
    equal((await issued(env)).serialNumber, first.serialNumber);
    await env.advance("3h");
    const second = await issued(env);
    notEqual(second.serialNumber, first.serialNumber);
    await env.client.patch(Certificate, "web", { spec: { hosts: ["shop.example.com"] } });
    await env.settle();
    equal((await issued(env)).alternativeNames.dns.join(), "shop.example.com");
    const other = await makeSecret(env);
    await env.client.patch(Secret, "web", { data: { "tls.crt": btoa("broken") } });
    await env.settle();
    equal((await issued(env)).node.verify(other.node.publicKey), true);
  });
}
