import { metricValues } from "../../testing/metric_samples.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { CODE, GrpcError } from "../../toolkit/grpc/mod.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { aesCbc } from "./aes_cbc.ts";
import { aesGcm } from "./aes_gcm.ts";
import { declareTransformationMetrics, statusOf } from "./encryption_metrics.ts";
import type { Provider } from "./provider.ts";
import { ProviderList } from "./provider_list.ts";
import { secretBox } from "./secret_box.ts";
import { unencrypted } from "./unencrypted.ts";

const secret = (byte: number, length = 32) => new Uint8Array(length).fill(byte);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const VALUE = new TextEncoder().encode("a secret");
const KEY = "/registry/core/secrets/default/a";

const PROVIDERS: Record<string, Provider> = {
  "aes-128-cbc": aesCbc("k8s:enc:aescbc:v1:a:", secret(1, 16)),
  "aes-192-cbc": aesCbc("k8s:enc:aescbc:v1:b:", secret(1, 24)),
  "aes-256-cbc": aesCbc("k8s:enc:aescbc:v1:c:", secret(1)),
  "aes-128-gcm": aesGcm("k8s:enc:aesgcm:v1:a:", secret(1, 16)),
  "aes-256-gcm": aesGcm("k8s:enc:aesgcm:v1:c:", secret(1)),
  "aes-192-gcm": aesGcm("k8s:enc:aesgcm:v1:b:", secret(1, 24)),
  "secret box": secretBox("k8s:enc:secretbox:v1:a:", secret(1)),
};

for (const [name, provider] of Object.entries(PROVIDERS)) {
  Deno.test(`ProviderList: ${name} gives back what it was given, and hides it`, async () => {
    const list = new ProviderList([provider]);
    for (const length of [0, 1, 15, 16, 17, 4096]) {
      const value = crypto.getRandomValues(new Uint8Array(length));
      const [one, other] = [await list.encode(KEY, value), await list.encode(KEY, value)];
      assert(text(one).startsWith(provider.prefix));
      assert(one.toHex() !== other.toHex(), "the same value is never written the same twice");
      if (length > 8) assert(!one.toHex().includes(value.toHex()));
      assertEquals(await list.decode(KEY, one), { value, stale: false });
    }
  });

  Deno.test(`ProviderList: ${name} refuses bytes that are not its own`, async () => {
    const list = new ProviderList([provider]);
    const good = await list.encode(KEY, VALUE);
    const start = provider.prefix.length;
    for (let length = start; length < good.length; length++) {
      await assertRejects(() => list.decode(KEY, good.slice(0, length)), /./);
    }
    const isSealed = !name.endsWith("cbc");
    for (let at = start; isSealed && at < good.length; at++) {
      const changed = good.slice();
      changed[at]! ^= 1;
      await assertRejects(() => list.decode(KEY, changed), /./);
    }
    if (name.endsWith("gcm")) await assertRejects(() => list.decode(`${KEY}b`, good), /./);
    await assertRejects(() => list.decode(KEY, VALUE), /^no matching prefix found$/);
  });
}

Deno.test("ProviderList reads what any of its providers wrote, and says what the first would not write so", async () => {
  const old = aesCbc("k8s:enc:aescbc:v1:old:", secret(1));
  const recent = aesCbc("k8s:enc:aescbc:v1:new:", secret(2));
  const rotated = new ProviderList([recent, old, unencrypted]);
  for (const [provider, stale] of [[recent, false], [old, true], [unencrypted, true]] as const) {
    const stored = await new ProviderList([provider]).encode(KEY, VALUE);
    assertEquals(await rotated.decode(KEY, stored), { value: VALUE, stale });
  }
  const stored = await new ProviderList([old]).encode(KEY, VALUE);
  await assertRejects(() => new ProviderList([recent]).decode(KEY, stored), /no matching prefix/);
});

Deno.test("ProviderList tries another key of the same name when one can't read", async () => {
  const [one, two] = [1, 2].map((byte) => aesGcm("k8s:enc:aesgcm:v1:key:", secret(byte)));
  const stored = await new ProviderList([one!]).encode(KEY, VALUE);
  assertEquals(await new ProviderList([two!, one!]).decode(KEY, stored), {
    value: VALUE,
    stale: true,
  });
});

Deno.test("ProviderList takes no encrypted value for one that is not", async () => {
  const stored = await new ProviderList([PROVIDERS["secret box"]!]).encode(KEY, VALUE);
  await assertRejects(() => new ProviderList([unencrypted]).decode(KEY, stored), /is encrypted/);
});

/** What is counted of the values of secrets, by direction, prefix and status. */
const COUNTED: readonly [
  name: string,
  run: (lists: { readonly old: ProviderList; readonly recent: ProviderList }) => Promise<unknown>,
  operations: Record<string, number>,
][] = [
  [
    "a value that is written and read",
    async ({ old }) => old.decode(KEY, await old.encode(KEY, VALUE)),
    {
      "to_storage k8s:enc:aescbc:v1: OK": 1,
      "to_storage old: OK": 1,
      "from_storage k8s:enc:aescbc:v1: OK": 1,
      "from_storage old: OK": 1,
    },
  ],
  ["a value as it is", ({ old }) => old.decode(KEY, VALUE), { "from_storage identity OK": 1 }],
  [
    "a value whose key nobody has",
    async ({ old, recent }) => {
      const stored = await old.encode(KEY, VALUE);
      await assertRejects(() => recent.decode(KEY, stored), /./);
    },
    {
      "to_storage k8s:enc:aescbc:v1: OK": 1,
      "to_storage old: OK": 1,
      "from_storage unknown unknown-non-grpc": 1,
    },
  ],
  [
    "an encrypted value that is then tried as it is",
    async ({ old, recent }) => {
      const stored = await recent.encode(KEY, VALUE);
      await assertRejects(() => old.decode(KEY, stored), /./);
    },
    {
      "to_storage k8s:enc:kms:v2:vault: OK": 1,
      "from_storage unknown unknown-non-grpc": 1,
    },
  ],
  [
    "a value that was spoiled",
    async ({ recent }) => {
      const stored = await recent.encode(KEY, VALUE);
      await assertRejects(() => recent.decode(KEY, stored.slice(0, -1)), /./);
    },
    {
      "to_storage k8s:enc:kms:v2:vault: OK": 1,
      "from_storage k8s:enc:kms:v2:vault: unknown-non-grpc": 1,
    },
  ],
];

for (const [name, run, operations] of COUNTED) {
  Deno.test(`ProviderList counts ${name}`, async () => {
    const metrics = new Registry();
    const measures = declareTransformationMetrics(metrics, new FakeClock())("secrets");
    const prefix = "k8s:enc:aescbc:v1:old:";
    const old = {
      ...aesCbc(prefix, secret(1)),
      countedAs: ["k8s:enc:aescbc:v1:", "old:"],
    };
    const recent = aesGcm("k8s:enc:kms:v2:vault:", secret(2));
    await run({
      old: new ProviderList([old, unencrypted], measures),
      recent: new ProviderList([recent], measures),
    });
    const total = "apiserver_storage_transformation_operations_total";
    const shown = Object.entries(metricValues(metrics, total, { resource: "secrets" }));
    const values = shown.map(([labels, count]) => {
      const all = /transformation_type="(.*)",transformer_prefix="(.*)",status="(.*)"/.exec(labels);
      return [all?.slice(1).join(" "), count];
    });
    assertEquals(Object.fromEntries(values), operations);
    const timed = metricValues(
      metrics,
      "apiserver_storage_transformation_duration_seconds_count",
    );
    const good = Object.entries(operations).filter(([labels]) => labels.endsWith(" OK"));
    assertEquals(Object.values(timed).length, good.length);
    measures.remove();
    assertEquals(metricValues(metrics, total), {});
  });
}

Deno.test("statusOf() names the code of a call, wherever it is among the causes", () => {
  const call = new GrpcError(CODE.permissionDenied, "no");
  const outer = new Error("the key can't be had", { cause: new Error("asked", { cause: call }) });
  assertEquals([undefined, outer, new Error("no")].map(statusOf), [
    "OK",
    "PermissionDenied",
    "unknown-non-grpc",
  ]);
});
