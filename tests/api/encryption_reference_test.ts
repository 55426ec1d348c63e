/** What the reference's API server encrypts is read here: the same ciphers, prefixes and envelopes. */
import { readEncryptionRules } from "../../apiserver/encryption/configuration.ts";
import { KmsMetrics } from "../../apiserver/encryption/kms/kms_metrics.ts";
import type { KmsProvider } from "../../apiserver/encryption/kms/kms_provider.ts";
import { ProviderList } from "../../apiserver/encryption/provider_list.ts";
import { providersOf } from "../../apiserver/encryption/providers.ts";
import { EtcdClient } from "../../apiserver/storage/etcd/client.ts";
import { decodeRange, encodeRange, METHODS } from "../../apiserver/storage/etcd/messages.ts";
import { accountKey } from "../../testing/account_key.ts";
import { freePort } from "../../testing/free_port.ts";
import { KeyKeeper } from "../../testing/key_keeper.ts";
import { startReference } from "../../testing/reference_server.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { makeAuthority, makeCertificate } from "../../toolkit/certificates/mod.ts";
import { sleep, systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";

const NAME = "values that the reference has encrypted are read";

const key = (bytes: number) => ({
  keys: [{ name: "one", secret: new Uint8Array(bytes).fill(3).toBase64() }],
});

/** A resource for each provider. */
const RESOURCES: Readonly<Record<string, object>> = {
  secrets: { aesgcm: key(32) },
  configmaps: { aescbc: key(16) },
  serviceaccounts: { secretbox: key(32) },
  resourcequotas: { aesgcm: key(24) },
};

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  testWith(["go"], NAME, async () => {
    await using stack = new AsyncDisposableStack();
    const folder = await Deno.makeTempDir();
    stack.defer(() => Deno.remove(folder, { recursive: true }));
    const keeper = stack.use(new KeyKeeper(`${folder}/kms.sock`));
    const kms = { apiVersion: "v2", name: "vault", endpoint: `unix://${keeper.socket}` };
    const providers = { ...RESOURCES, limitranges: { kms } };
    const path = `${folder}/encryption.yaml`;
    await Deno.writeTextFile(
      path,
      JSON.stringify({
        kind: "EncryptionConfiguration",
        apiVersion: "apiserver.config.k8s.io/v1",
        resources: Object.entries(providers).map(([resource, provider]) => ({
          resources: [resource],
          providers: [provider],
        })),
      }),
    );
    const now = new Date();
    const authority = await makeAuthority("test-ca", now);
    const serving = await makeCertificate(
      { commonName: "apiserver", hosts: ["127.0.0.1"], now },
      authority,
    );
    const admin = await makeCertificate(
      { commonName: "admin", organizations: ["system:masters"], now },
      authority,
    );
    const written = async (name: string, text: string) => {
      await Deno.writeTextFile(`${folder}/${name}`, text);
      return `${folder}/${name}`;
    };
    const reference = stack.use(
      await startReference(freePort(), {
        folder,
        authority: await written("ca.crt", authority.certificate),
        certificate: await written("server.crt", serving.certificate),
        key: await written("server.key", serving.key),
        accountKey: await written("accounts.key", await accountKey()),
      }, [
        "--authorization-mode=AlwaysAllow",
        "--service-account-issuer=https://kubernetes.default.svc",
        "--service-cluster-ip-range=10.0.0.0/16",
        `--encryption-provider-config=${path}`,
      ]),
    );
    const http = stack.adopt(
      Deno.createHttpClient({
        caCerts: [authority.certificate],
        cert: admin.certificate,
        key: admin.key,
      }),
      (client) => client.close(),
    );
    const ask = async (path: string, init: RequestInit = {}) => {
      const url = `https://127.0.0.1:${reference.port}${path}`;
      const response = await fetch(url, { ...init, client: http });
      return { status: response.status, text: await response.text() };
    };
    while ((await ask("/readyz").catch(() => undefined))?.status !== 200) {
      assert(!reference.ended(), reference.log());
      await sleep(systemClock, 200);
    }
    const keepers: KmsProvider[] = [];
    const rules = readEncryptionRules(await Deno.readTextFile(path), "kubernetes");
    const around = {
      clock: systemClock,
      logger: silentLogger,
      measures: new KmsMetrics(new Registry(), systemClock, "a server"),
      uid: () => crypto.randomUUID(),
    };
    const lists = new Map(
      rules.map(({ resources: [resource], providers: [provider] }) =>
        [resource, new ProviderList(providersOf(provider!, around, keepers))] as const
      ),
    );
    for (const keeper of keepers) stack.defer(() => keeper.close());
    const etcd = new EtcdClient({
      members: [{ ...reference.store, secure: false }],
      clock: systemClock,
      logger: silentLogger,
    });
    stack.defer(() => etcd.close());
    for (const resource of Object.keys(providers)) {
      const made = await ask(`/api/v1/namespaces/default/${resource}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          metadata: { name: "a-name-to-find" },
          ...(resource === "limitranges" && { spec: { limits: [] } }),
        }),
      });
      assertEquals(made.status, 201, made.text);
      // Its keys have no group: what binds a value to its place is the key as it is there.
      const key = `/registry/${resource}/default/a-name-to-find`;
      const request = encodeRange({ key: new TextEncoder().encode(key) });
      const { items } = decodeRange(await etcd.repeat(METHODS.range, request));
      const stored = items[0]!.value.slice();
      assert(new TextDecoder("latin1").decode(stored).startsWith("k8s:enc:"), resource);
      const { value } = await lists.get(resource)!.decode(key, stored);
      assert(new TextDecoder("latin1").decode(value).includes("a-name-to-find"), resource);
    }
  });
}
