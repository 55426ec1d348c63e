import { assert, assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { Corrupt } from "../errors.ts";
import { NEWEST_FORMAT } from "./layout.ts";
import { decodeRecord, recordBound, RecordWriter, WRITER_BYTES } from "./record.ts";

const ROW = ["c", 2, 0];
const WRITER = Uint8Array.from({ length: WRITER_BYTES }, (_, index) => 200 + index);

function newRecords(format = NEWEST_FORMAT): RecordWriter {
  const records = new RecordWriter(WRITER);
  records.reset(format);
  return records;
}

const key = fc.oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: "binary" }))
  .filter((text) => text.isWellFormed());

Deno.test("RecordWriter and decodeRecord() are each other's reverse", () => {
  fc.assert(fc.property(
    fc.array(
      fc.record({
        key,
        created: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        value: fc.oneof(fc.uint8Array(), fc.constant(new Uint8Array(70_000))),
        kind: fc.constantFrom("put", "pointer", "delete"),
      }),
      { maxLength: 5 },
    ),
    (changes) => {
      const records = newRecords();
      const pointer = { id: new Uint8Array(16).fill(7), first: 3, length: 2 ** 32 - 1 };
      const written = changes.map(({ key, created, value, kind }) => {
        if (kind === "delete") return records.delete(key);
        if (kind === "pointer") return records.putPointer(key, created, pointer);
        return records.put(key, created, value);
      });
      written.forEach((record, index) => {
        const { key, created, value, kind } = changes[index] as (typeof changes)[number];
        assert(record.length <= recordBound(key, kind === "put" ? value.length : 24));
        const decoded = decodeRecord(record, ROW, NEWEST_FORMAT);
        assertEquals(decoded.key, key);
        assertEquals([...decoded.writer], [...WRITER]);
        assertEquals(decoded.createRevision, kind === "delete" ? 0 : created);
        assertEquals(decoded.value && [...decoded.value], kind === "put" ? [...value] : undefined);
        assertEquals(decoded.pointer, kind === "pointer" ? pointer : undefined);
      });
    },
  ));
});

Deno.test("decodeRecord() reads any bytes, or throws Corrupt", () => {
  const good = newRecords().put("/registry/a", 5, new Uint8Array(30)).slice();
  fc.assert(fc.property(
    fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 4 }).map((edits) => {
        const bytes = good.slice();
        for (const [at, byte] of edits) bytes[at] = byte;
        return bytes;
      }),
      fc.nat(good.length).map((length) => good.slice(0, length)),
    ),
    (bytes) => {
      try {
        const { key } = decodeRecord(bytes, ROW, NEWEST_FORMAT);
        assert(key.isWellFormed());
      } catch (error) {
        assert(error instanceof Corrupt, String(error));
      }
    },
  ));
});

Deno.test("decodeRecord() reads records of every format up to the newest, and refuses later ones", () => {
  for (const format of [1, 2, 3]) {
    const record = newRecords(format).put("/registry/a", 5, new Uint8Array(30)).slice();
    assertEquals(decodeRecord(record, ROW, 3).key, "/registry/a");
  }
  const next = newRecords(2).put("/registry/a", 5, new Uint8Array(30)).slice();
  assertThrows(() => decodeRecord(next, ROW, 1), /\["c",2,0\] can't be read: it has format 2/);
  const none = newRecords(0).put("/registry/a", 5, new Uint8Array(30)).slice();
  assertThrows(() => decodeRecord(none, ROW, 1), "it has format 0");
});
