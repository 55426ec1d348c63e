import { eventually } from "../../../testing/eventually.ts";
import { KeyKeeper } from "../../../testing/key_keeper.ts";
import { VirtualClock } from "../../../testing/virtual_clock.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { KmsProvider } from "./kms_provider.ts";
import { decodeObject, encodeObject } from "./messages.ts";

const KEY = "/registry/core/secrets/default/a";
const VALUE = new TextEncoder().encode("a secret");

interface Scene {
  readonly keeper: KeyKeeper;
  readonly clock: VirtualClock;
  /** A provider that has asked once. */
  provider(): Promise<KmsProvider>;
}

async function scene(body: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const providers: KmsProvider[] = [];
  const clock = new VirtualClock();
  try {
    using keeper = new KeyKeeper(`${folder}/kms.sock`);
    await body({
      keeper,
      clock,
      async provider() {
        const made = new KmsProvider({
          name: "vault",
          socket: keeper.socket,
          timeoutMs: 3000,
          clock,
          logger: silentLogger,
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
