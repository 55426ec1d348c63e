/** Requests for certificates are approved, signed and cleaned up. */
import { X509Certificate } from "node:crypto";
import { createSigningController } from "../../controllers/csr_signing.ts";
import { SharedInformers } from "../../controllers/loop/mod.ts";
import { startApiServer } from "../../server.ts";
import { testEnv } from "../../testing.ts";
import { CertificateSigningRequest, type certificatesV1 } from "../../mod.ts";
import {
  makeAuthority,
  makeSigningRequest,
  openAuthority,
} from "../../toolkit/certificates/mod.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";

type Spec = NonNullable<certificatesV1.CertificateSigningRequest["spec"]>;

const NODE = { commonName: "system:node:a", organizations: ["system:nodes"] };
const OF_NODES = "kubernetes.io/kube-apiserver-client-kubelet";
const USAGES: NonNullable<Spec["usages"]> = [
  "digital signature",
  "key encipherment",
  "client auth",
];

async function requestOf(
  name: string,
  { usages = USAGES, ...changes }: {
    usages?: NonNullable<Spec["usages"]>;
    expirationSeconds?: number;
  } = {},
) {
  const request = new TextEncoder().encode(await makeSigningRequest(NODE)).toBase64();
  return {
    metadata: { name },
    spec: { request, signerName: OF_NODES, usages, ...changes },
  };
}

Deno.test("a node's request is approved where its author may have it, and cleaned up in time", async () => {
  const controllers = ["namespace", "csrapproving", "csrcleaner"];
  await using env = await testEnv({ controllers });
  const { client } = env;
  await client.create(CertificateSigningRequest, await requestOf("node"));
  await client.create(CertificateSigningRequest, await requestOf("other", { usages: ["any"] }));
  await env.settle("1m");
  const { status } = await client.get(CertificateSigningRequest, "node");
  const [condition] = status?.conditions ?? [];
  assertEquals([condition?.type, condition?.reason, condition?.message], [
    "Approved",
    "AutoApproved",
    // The test's user is no node.
    "Auto approving kubelet client certificate after SubjectAccessReview.",
  ]);
  assertEquals(
    (await client.get(CertificateSigningRequest, "other")).status?.conditions,
    undefined,
  );
  const names = async () =>
    (await client.list(CertificateSigningRequest)).items.map(({ metadata }) => metadata.name);
  await env.advance("23h");
  assertEquals(await names(), ["node", "other"]);
  await env.advance("2h");
  assertEquals(await names(), []);
});

Deno.test("an approved request is signed, and one that breaks the signer's rules is failed", async () => {
  await using server = await startApiServer({ groups: "all" });
  const client = server.client();
  const authority = await makeAuthority("test-ca", new Date());
  const signing = await openAuthority(authority.certificate, authority.key);
  const stop = new AbortController();
  await using informers = new SharedInformers(client);
  const running = createSigningController({
    client,
    informers,
    metrics: new Registry(),
    clock: systemClock,
    logger: silentLogger,
    random: Math.random,
  }, { authorities: new Map([[OF_NODES, () => signing]]) }).run({
    signal: stop.signal,
    started() {},
  });
  try {
    const approve = (name: string) =>
      client.patch(CertificateSigningRequest, name, {
        status: { conditions: [{ type: "Approved", status: "True", reason: "x", message: "" }] },
      } as never, { subresource: "approval" });
    const answered = async (name: string) => {
      await approve(name);
      return await client.waitFor(
        CertificateSigningRequest,
        name,
        (one) => Boolean(one?.status?.certificate || one?.status?.conditions?.[1]),
        { timeout: "120s" },
      );
    };
    await client.create(
      CertificateSigningRequest,
      await requestOf("good", { expirationSeconds: 3600 }),
    );
    const good = await answered("good");
    const pem = atob(good?.status?.certificate ?? "");
    const certificate = new X509Certificate(pem);
    assert(certificate.verify(new X509Certificate(authority.certificate).publicKey));
    assertEquals(certificate.subject, "O=system:nodes\nCN=system:node:a");
    const minutes = (certificate.validToDate.getTime() - Date.now()) / 60_000;
    assert(minutes > 55 && minutes <= 60, `${minutes} minutes`);
    await client.create(CertificateSigningRequest, await requestOf("bad", { usages: ["any"] }));
    const bad = await answered("bad");
    assertEquals(bad?.status?.certificate, undefined);
    const failed = bad?.status?.conditions?.find(({ type }) => type === "Failed");
    assertEquals([failed?.reason, failed?.message], [
      "SignerValidationFailure",
      "usages did not match [client auth digital signature key encipherment]",
    ]);
  } finally {
    stop.abort();
    await running;
  }
});
