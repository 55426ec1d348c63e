/**
 * Certificates of one's own authority: for each a secret with a key and a certificate, made anew when two
 * thirds of its time are over, its hosts change, or the authority does.
 *
 * kubectl create secret tls authority --cert=ca.crt --key=ca.key
 *
 * @module
 */

import {
  issuerOf,
  makeCertificate,
  parseCertificate,
  parsePem,
  serverNameProblem,
  USAGE,
} from "../certificates.ts";
import {
  defineController,
  defineOperator,
  defineResource,
  type ObjectOf,
  Secret,
  Terminal,
  Type,
} from "../mod.ts";

export const Certificate = defineResource({
  group: "certificates.example.com",
  version: "v1",
  kind: "Certificate",
  shortNames: ["cert"],
  spec: Type.Object({
    hosts: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { minItems: 1, maxItems: 50 }),
    authority: Type.String({ default: "authority", description: "The secret that signs." }),
    days: Type.Integer({ default: 90, minimum: 1, maximum: 825 }),
  }),
  status: Type.Object({ notAfter: Type.Optional(Type.Time()) }),
  columns: [{ name: "Expires", path: ".status.notAfter" }],
});

export const operator = defineOperator({
  name: "certificate-operator",
  controllers: [defineController({
    for: Certificate,
    owns: [Secret],
    async reconcile({ metadata: { name }, spec }, ctx) {
      const signs = ctx.cache.get(Secret, spec.authority);
      const authority = signs && pairOf(signs);
      if (authority === undefined) {
        const message = `there is no secret ${spec.authority} with tls.crt and tls.key`;
        ctx.status({ conditions: { Ready: { status: false, reason: "NoAuthority", message } } });
        return { requeueAfter: "1m" };
      }
      if (spec.authority === name) {
        throw new Terminal("a certificate can't have the name of its authority's secret", {
          reason: "NameTaken",
        });
      }
      const issuer = await issuerOf(authority, `the secret ${spec.authority}`);
      const kept = ctx.cache.get(Secret, name);
      let pair = kept && pairOf(kept);
      if (pair === undefined || !isGood(pair.certificate, authority.certificate, spec, ctx.now())) {
        pair = await makeCertificate({
          commonName: spec.hosts[0]!.slice(0, 64),
          hosts: spec.hosts,
          usages: [USAGE.server],
          now: new Date(ctx.now()),
          days: spec.days,
        }, issuer);
        await ctx.apply(Secret, {
          metadata: { name },
          type: "kubernetes.io/tls",
          data: {
            "tls.crt": btoa(pair.certificate),
            "tls.key": btoa(pair.key),
            "ca.crt": btoa(authority.certificate),
          },
        });
        ctx.event("Issued", `a certificate for ${spec.hosts.join(", ")}`);
      }
      const { notAfter } = read(pair.certificate);
      ctx.status({
        notAfter: notAfter.toISOString().replace(/\.\d+/, ""),
        conditions: { Ready: true },
      });
      return { requeueAfter: Math.max(0, renewalOf(pair.certificate) - ctx.now()) };
    },
  })],
});

interface Pair {
  readonly certificate: string;
  readonly key: string;
}

function pairOf({ data = {} }: ObjectOf<typeof Secret>): Pair | undefined {
  const { "tls.crt": certificate, "tls.key": key } = data;
  return certificate && key ? { certificate: atob(certificate), key: atob(key) } : undefined;
}

function read(pem: string) {
  const [block] = parsePem(pem);
  if (block === undefined) throw new Error("tls.crt holds no certificate");
  return parseCertificate(block.der);
}

/** When two thirds of a certificate's time are over. */
function renewalOf(pem: string): number {
  const { notBefore, notAfter } = read(pem);
  return notBefore.getTime() + (notAfter.getTime() - notBefore.getTime()) * 2 / 3;
}

/** Whether a certificate is what is asked for, and is so for a while. */
function isGood(
  pem: string,
  authority: string,
  { hosts }: ObjectOf<typeof Certificate>["spec"],
  now: number,
): boolean {
  try {
    const certificate = read(pem);
    const { dns, ip } = certificate.alternativeNames;
    return certificate.node.verify(read(authority).node.publicKey) && now < renewalOf(pem) &&
      dns.length + ip.length === hosts.length &&
      hosts.every((host) => serverNameProblem(certificate, host) === undefined);
  } catch {
    // Somebody has put something else there.
    return false;
  }
}

if (import.meta.main) await operator.main();
