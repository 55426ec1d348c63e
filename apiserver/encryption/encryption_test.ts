import { eventually } from "../../testing/eventually.ts";
import { KeyKeeper } from "../../testing/key_keeper.ts";
import { VirtualClock } from "../../testing/virtual_clock.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { openEncryption } from "./encryption.ts";

const KEY = "/registry/core/secrets/default/a";
const VALUE = new TextEncoder().encode("a secret");
const SECRET = new Uint8Array(32).fill(7).toBase64();

Deno.test("a keeper of keys that a changed file has no more may answer as slowly as it was allowed to", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/encryption.json`;
  const clock = new VirtualClock();
  const write = (provider: object) =>
    Deno.writeTextFile(
      path,
      JSON.stringify({
        kind: "EncryptionConfiguration",
        apiVersion: "apiserver.config.k8s.io/v1",
        resources: [{ resources: ["secrets"], providers: [provider] }],
      }),
    );
  const open = () =>
    openEncryption({
      path,
      dialect: "kubernetes",
      storePrefix: "/registry",
      clock,
      logger: silentLogger,
      metrics: new Registry(),
      serverId: "a server",
      uid: () => "uid",
    });
  using keeper = new KeyKeeper(`${folder}/kms.sock`);
  const endpoint = `unix://${keeper.socket}`;
  await write({ kms: { apiVersion: "v2", name: "vault", endpoint, timeout: "20s" } });
  const writer = await open();
  const encryption = await open();
  try {
    const stored = await writer.encode(KEY, VALUE);
    keeper.isSilent = true;
    let isOver = false;
    const read = Promise.resolve(encryption.decode(KEY, stored))
      .finally(() => void (isOver = true));
    const failing = assertRejects(() => read, /failed to decrypt DEK/);
    await eventually("the keeper is asked", () => keeper.calls.includes("Decrypt"));
    await write({ secretbox: { keys: [{ name: "a", secret: SECRET }] } });
    await encryption.look();
    await clock.run(15_000);
    assertEquals(isOver, false);
    await clock.run(10_000);
    await failing;
  } finally {
    writer.close();
    encryption.close();
    await Deno.remove(folder, { recursive: true });
  }
});
