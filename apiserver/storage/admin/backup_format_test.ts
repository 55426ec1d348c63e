import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { type BackupHeader, type BackupRecord, readBackup, writeBackup } from "./backup_format.ts";

const HEADER: BackupHeader = { dialect: "orch", revision: 42, time: "2026-11-21T07:40:00Z" };

async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function bytesOf(records: readonly BackupRecord[]): Promise<Uint8Array> {
  const chunks = await Array.fromAsync(writeBackup(HEADER, from(records)));
  return new Uint8Array(chunks.flatMap((chunk) => [...chunk]));
}

async function read(bytes: Uint8Array, pieceBytes = bytes.length || 1) {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    pieces.push(bytes.subarray(at, at + pieceBytes));
  }
  const { header, records } = await readBackup(from(pieces));
  return { header, records: await Array.fromAsync(records) };
}

const RECORDS: BackupRecord[] = [
  { key: "/core/pods/a/empty", value: new Uint8Array() },
  { key: "/core/pods/a/é", value: new Uint8Array([0, 255]) },
  { key: "/x", value: new Uint8Array(70_000).fill(7) },
];

Deno.test("a backup reads back as it was written, however it is cut into pieces", async () => {
  const bytes = await bytesOf(RECORDS);
  for (const pieceBytes of [1, 7, 4096, bytes.length]) {
    assertEquals(await read(bytes, pieceBytes), { header: HEADER, records: RECORDS });
  }
  assertEquals((await read(await bytesOf([]))).records, []);
});

Deno.test("a backup that is cut short anywhere is refused", async () => {
  const bytes = await bytesOf(RECORDS.slice(0, 2));
  for (let length = 0; length < bytes.length; length++) {
    await assertRejects(() => read(bytes.slice(0, length)), /incomplete|not a backup|damaged/);
  }
});

Deno.test("a backup with any bit changed is refused", async () => {
  const bytes = await bytesOf(RECORDS.slice(0, 2));
  for (let at = 0; at < bytes.length; at++) {
    const changed = bytes.slice();
    changed[at]! ^= 1 << (at % 8);
    await assertRejects(() => read(changed), /incomplete|not a backup|damaged/);
  }
});

Deno.test("bytes after a backup's end are refused", async () => {
  const bytes = await bytesOf(RECORDS.slice(0, 1));
  await assertRejects(() => read(new Uint8Array([...bytes, 0])), "has data after its end");
});

Deno.test("a whole backup of what no store holds is refused", async () => {
  const value = new Uint8Array(1);
  const keys = (...keys: string[]) => keys.map((key) => ({ key, value }));
  const cases: [name: string, records: BackupRecord[], words: string][] = [
    ["a key twice", keys("/a", "/a"), "twice, or out of order"],
    ["keys out of order", keys("/b", "/a"), "twice, or out of order"],
    ["keys in the order of UTF-16", keys("/\u{1f600}", "/\uffee"), "twice, or out of order"],
    ["a key outside of the store", keys("a"), "that no store writes"],
    ["the mark of a restore", keys("/~restoring"), "that no store writes"],
  ];
  for (const [name, records, words] of cases) {
    const bytes = await bytesOf(records);
    const error = await assertRejects(() => read(bytes), words);
    assertEquals(error.name, "BadBackup", name);
  }
  assertEquals((await read(await bytesOf(keys("/\uffee", "/\u{1f600}")))).records.length, 2);
  for (const revision of [2 ** 52, -1, 0.5]) {
    const chunks = await Array.fromAsync(writeBackup({ ...HEADER, revision }, from([])));
    await assertRejects(() => readBackup(from(chunks)), "header can't be read");
  }
});

Deno.test("random bytes are refused, and lengths in them never become memory", async () => {
  const magic = new TextEncoder().encode("orch-store-backup 1\n");
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (noise, known) => {
      const bytes = known ? new Uint8Array([...magic, ...noise]) : noise;
      const error = await assertRejects(() => read(bytes));
      assert(error.name === "BadBackup", error.message);
    }),
    { seed: Number(Deno.env.get("SEED") ?? Date.now() % 1e9), verbose: 1 },
  );
});
