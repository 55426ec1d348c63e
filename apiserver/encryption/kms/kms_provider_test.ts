import { eventually } from "../../../testing/eventually.ts";
import { KeyKeeper } from "../../../testing/key_keeper.ts";
import { metricValue, metricValues } from "../../../testing/metric_samples.ts";
import { VirtualClock } from "../../../testing/virtual_clock.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { KmsProvider } from "./kms_provider.ts";
import { shownDigest } from "../../../toolkit/process/shown_digest.ts";
import { KmsMetrics } from "./kms_metrics.ts";
import { decodeObject, encodeObject } from "./messages.ts";

const KEY = "/registry/core/secrets/default/a";
const VALUE = new TextEncoder().encode("a secret");

interface Scene {
  readonly keeper: KeyKeeper;
  readonly clock: VirtualClock;
  readonly metrics: Registry;
  /** A provider that has asked once. */
  provider(): Promise<KmsProvider>;
}

async function scene(body: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const providers: KmsProvider[] = [];
  const clock = new VirtualClock();
  const metrics = new Registry();
  const measures = new KmsMetrics(metrics, clock, "a server");
  try {
    using keeper = new KeyKeeper(`${folder}/kms.sock`);
    await body({
      keeper,
      clock,
      metrics,
      async provider() {
        const made = new KmsProvider({
          name: "vault",
          socket: keeper.socket,
          timeoutMs: 3000,
          clock,
          logger: silentLogger,
          measures,
          uid: () => "uid",
        });
        providers.push(made);
        await made.look();
        return made;
      },
    });
  } finally {
    for (const provider of providers) provider.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("KmsProvider encrypts many values with one seed, and asks nobody to read its own", () =>
  scene(async ({ keeper, provider }) => {
    const kms = await provider();
    assertEquals(kms.problem, undefined);
    for (let count = 0; count < 3; count++) {
      const stored = kms.encrypt(KEY, VALUE);
      assertEquals(await kms.decrypt(KEY, stored), { value: VALUE, stale: false });
    }
    assertEquals(keeper.calls, ["Status", "Encrypt"]);
  }));

Deno.test("KmsProvider reads what another server wrote, and asks once for what is asked for together", () =>
  scene(async ({ keeper, provider }) => {
    keeper.annotations = { "a.example.com": new Uint8Array(3) };
    const stored = (await provider()).encrypt(KEY, VALUE);
    const other = await provider();
    keeper.calls.length = 0;
    const read = await Promise.all([1, 2, 3].map(() => other.decrypt(KEY, stored)));
    assertEquals(read.map(({ value }) => value), [VALUE, VALUE, VALUE]);
    assertEquals(keeper.calls, ["Decrypt"]);
  }));

Deno.test("KmsProvider goes over to a new key, and says what is of the old one", () =>
  scene(async ({ keeper, provider }) => {
    const kms = await provider();
    const old = kms.encrypt(KEY, VALUE);
    keeper.keyId = "key-2";
    await kms.look();
    assertEquals(kms.problem, undefined);
    assertEquals(await kms.decrypt(KEY, old), { value: VALUE, stale: true });
    const recent = kms.encrypt(KEY, VALUE);
    assertEquals(decodeObject(recent).keyId, "key-2");
    assertEquals(await kms.decrypt(KEY, recent), { value: VALUE, stale: false });
  }));

Deno.test("KmsProvider writes for three minutes after it was last well, and reads on", () =>
  scene(async ({ keeper, clock, provider }) => {
    const kms = await provider();
    const stored = kms.encrypt(KEY, VALUE);
    keeper.healthz = "sealed";
    await clock.run(180_000);
    await kms.look();
    assert(kms.problem?.includes("got unexpected healthz status: sealed"), kms.problem);
    kms.encrypt(KEY, VALUE);
    await clock.run(200_000);
    // The key is the same: its time goes on, as the reference has it.
    keeper.version = "v9";
    keeper.keyId = "";
    await kms.look();
    assertThrows(() => kms.encrypt(KEY, VALUE), /is too old to encrypt with: kmsv2 Provider vault/);
    assertEquals((await kms.decrypt(KEY, stored)).value, VALUE);
    keeper.healthz = "ok";
    keeper.version = "v2";
    keeper.keyId = "key-1";
    await kms.look();
    assertEquals(kms.problem, undefined);
    kms.encrypt(KEY, VALUE);
  }));

Deno.test("KmsProvider believes no keeper that says what can't be", () =>
  scene(async ({ keeper, provider }) => {
    const cases: [name: string, change: Partial<KeyKeeper>, problem: RegExp][] = [
      ["no key", { keyId: "" }, /keyID is empty/],
      ["a long key", { keyId: "k".repeat(1025) }, /keyID is 1025 bytes/],
      ["another version", { version: "v1" }, /expected KMSv2 API version v2, got v1/],
      ["not well", { healthz: "no" }, /unexpected healthz status: no/],
      [
        "another key than it says",
        { encryptsWith: "key-9" },
        /names the key sha256:.* but it encrypts/,
      ],
      [
        "a bad annotation",
        { annotations: { "no name": new Uint8Array(1) } },
        /annotation "no name"/,
      ],
      [
        "long annotations",
        { annotations: { "a.b": new Uint8Array(32_768) } },
        /exceeds the max size/,
      ],
    ];
    const good = {
      keyId: "key-1",
      version: "v2",
      healthz: "ok",
      encryptsWith: undefined,
      annotations: {},
    };
    for (const [name, change, problem] of cases) {
      Object.assign(keeper, good, change);
      const kms = await provider();
      assert(problem.test(kms.problem ?? ""), `${name}: ${kms.problem}`);
      if (name !== "not well") {
        if (name !== "another version") {
          assertThrows(() => kms.encrypt(KEY, VALUE), /nothing can be encrypted/);
        }
      }
    }
  }));

Deno.test("KmsProvider refuses values that are none, are moved, or whose key is gone", () =>
  scene(async ({ keeper, provider }) => {
    const kms = await provider();
    const stored = kms.encrypt(KEY, VALUE);
    const object = decodeObject(stored);
    const changed = (change: object) => encodeObject({ ...object, ...change });
    const cases: [name: string, bytes: Uint8Array, why: RegExp][] = [
      ["nothing", new Uint8Array(), /encrypted data is empty/],
      ["no message", new Uint8Array(9).fill(255), /./],
      ["cut off", stored.slice(0, 20), /./],
      ["no source", changed({ source: new Uint8Array() }), /source is empty/],
      ["a long source", changed({ source: new Uint8Array(1025) }), /exceeds the max size/],
      ["another type", changed({ sourceType: 7 }), /unknown encryptedDEKSourceType: 7/],
      ["short data", changed({ data: new Uint8Array(31) }), /shorter than the required size/],
      ["other data", changed({ data: object.data.map((byte) => byte ^ 1) }), /./],
    ];
    for (const [name, bytes, why] of cases) {
      await assertRejects(async () => await kms.decrypt(KEY, bytes), why).catch((error) => {
        throw new Error(`${name}: ${error.message}`);
      });
    }
    await assertRejects(() => kms.decrypt(`${KEY}b`, stored), /./);
    const other = await provider();
    keeper.forgotten.add("key-1");
    await assertRejects(
      () => other.decrypt(KEY, stored),
      /failed to decrypt DEK, error: .* no key key-1/,
    );
    keeper.forgotten.clear();
    assertEquals((await other.decrypt(KEY, stored)).value, VALUE);
  }));

Deno.test("KmsProvider asks once a minute, every ten seconds while its keeper is not well, and comes back", () =>
  scene(async ({ keeper, clock, provider }) => {
    const kms = await provider();
    await kms.start();
    const statuses = () => keeper.calls.filter((call) => call === "Status").length;
    const before = statuses();
    const passes = async (ms: number, count: number) => {
      await clock.run(ms);
      await eventually("its keeper is asked", () => statuses() >= before + count);
      assertEquals(statuses(), before + count);
    };
    await passes(59_000, 0);
    keeper.healthz = "no";
    await passes(1000, 1);
    await eventually("the problem is known", () => kms.problem !== undefined);
    keeper.healthz = "ok";
    await passes(10_000, 2);
  }));

Deno.test("KmsProvider gives up on a keeper that does not answer", () =>
  scene(async ({ keeper, clock, provider }) => {
    const kms = await provider();
    keeper.isSilent = true;
    const looking = kms.look();
    await eventually("it was asked", () => keeper.calls.slice(2).includes("Status"));
    await clock.run(3000);
    await looking;
    assert(kms.problem?.includes("did not answer within 3000 ms"), kms.problem);
  }));

Deno.test("KmsProvider waits for a keeper that starts anew, as long as a call may take", () =>
  scene(async ({ keeper, clock, provider }) => {
    const kms = await provider();
    keeper[Symbol.dispose]();
    const passes = async (look: Promise<void>) => {
      let isOver = false;
      const looked = look.finally(() => void (isOver = true));
      await eventually("the keeper was asked", async () => {
        await clock.run(50);
        return isOver;
      });
      await looked;
    };
    const begun = clock.monotonic();
    const looking = kms.look();
    await clock.run(200);
    {
      using _again = new KeyKeeper(keeper.socket);
      await passes(looking);
      assertEquals(kms.problem, undefined);
      assert(clock.monotonic() - begun < 3000);
    }
    const gone = clock.monotonic();
    await passes(kms.look());
    assert(kms.problem?.includes("can't be asked"), kms.problem);
    assert(clock.monotonic() - gone > 1500, `${clock.monotonic() - gone}`);
  }));

Deno.test("KmsProvider counts what it asks, and which key it is asked to use", () =>
  scene(async ({ keeper, clock, metrics, provider }) => {
    const kms = await provider();
    const stored = kms.encrypt(KEY, VALUE);
    const other = await provider();
    for (const _ of [1, 2]) await other.decrypt(KEY, stored);
    const value = (name: string, labels: Record<string, string> = {}) =>
      metricValue(metrics, name, labels);
    const asked = (method_name: string, grpc_status_code = "OK") =>
      value("apiserver_envelope_encryption_kms_operations_latency_seconds_count", {
        provider_name: "vault",
        method_name: `/v2.KeyManagementService/${method_name}`,
        grpc_status_code,
      });
    assertEquals(["Status", "Encrypt", "Decrypt"].map((method) => asked(method)), [2, 2, 1]);
    assertEquals(value("apiserver_storage_envelope_transformation_cache_misses_total"), 1);
    assertEquals(value("apiserver_storage_data_key_generation_duration_seconds_count"), 2);
    const secrets = { provider_name: "vault" };
    assertEquals(value("apiserver_envelope_encryption_dek_source_cache_size", secrets), 2);
    const key = {
      provider_name: "vault",
      key_id_hash: shownDigest("key-1"),
      apiserver_id_hash: shownDigest("a server"),
    };
    const used = (transformation_type: string) => {
      const labels = { ...key, transformation_type };
      return [
        value("apiserver_envelope_encryption_key_id_hash_total", labels),
        value("apiserver_envelope_encryption_key_id_hash_last_timestamp_seconds", labels),
      ];
    };
    const now = clock.now() / 1000;
    assertEquals([used("to_storage"), used("from_storage")], [[1, now], [2, now]]);
    const named = "apiserver_envelope_encryption_key_id_hash_status_last_timestamp_seconds";
    assertEquals(value(named, key), now);
    await clock.run(5000);
    await kms.look();
    assertEquals(value(named, key), now + 5);
    keeper.forgotten.add("key-1");
    await assertRejects(async () => (await provider()).decrypt(KEY, stored), /./);
    assertEquals(asked("Decrypt", "OK"), 1);
  }));

Deno.test("KmsProvider counts keys that can't be", () =>
  scene(async ({ keeper, metrics, provider }) => {
    for (const keyId of ["", "k".repeat(1025), ""]) {
      keeper.keyId = keyId;
      await provider();
    }
    const counted = metricValues(
      metrics,
      "apiserver_envelope_encryption_invalid_key_id_from_status_total",
      { provider_name: "vault" },
    );
    assertEquals(counted, { 'error="empty"': 2, 'error="too_long"': 1 });
    const named = "apiserver_envelope_encryption_key_id_hash_status_last_timestamp_seconds";
    assertEquals(metricValues(metrics, named), {});
  }));

Deno.test("KmsMetrics shows the keys that were used last, however many there are", () => {
  const metrics = new Registry();
  const measures = new KmsMetrics(metrics, new VirtualClock(), "a server");
  for (let at = 0; at < 150; at++) {
    measures.keyUsed("vault", "kept", "to_storage");
    measures.keyUsed("vault", `key-${at}`, "to_storage");
    measures.keyNamed("vault", `key-${at}`);
  }
  const names = ["total", "last_timestamp_seconds", "status_last_timestamp_seconds"];
  const shown = names.map((name) =>
    metricValues(metrics, `apiserver_envelope_encryption_key_id_hash_${name}`)
  );
  assertEquals(shown.map((all) => Object.keys(all).length), [100, 100, 100]);
  const kept = Object.entries(shown[0]!).find(([labels]) => labels.includes(shownDigest("kept")));
  assertEquals(kept?.[1], 150);
});
