import { runs } from "../../../testing/requirements.ts";
import { CodecError } from "../../../toolkit/codec/error.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import {
  decodeAtomicWriteOutput,
  decodeSnapshotReadOutput,
  decodeWatchOutput,
  encodeAtomicWrite,
  encodeSnapshotRead,
  encodeWatch,
} from "./messages.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);

Deno.test("requests are written as the protocol has them", () => {
  const read = encodeSnapshotRead([
    { start: bytes(1), end: bytes(2), limit: 300 },
    { start: bytes(3), end: bytes(4), limit: 1 },
  ]);
  assertEquals(
    read.toHex(),
    "0a09" + "0a0101" + "120102" + "18ac02" + "0a08" + "0a0103120104" + "1801",
  );
  const write = encodeAtomicWrite(
    [{ key: bytes(1), versionstamp: bytes(9) }, { key: bytes(2), versionstamp: bytes() }],
    [{ key: bytes(3), value: bytes(7, 8) }, { key: bytes(4), value: undefined }],
  );
  const checks = "0a06" + "0a0101" + "120109" + "0a05" + "0a0102" + "1200";
  const set = "120d" + "0a0103" + "1206" + "0a020708" + "1003" + "1801";
  const remove = "120b" + "0a0104" + "1204" + "0a00" + "1003" + "1802";
  assertEquals(write.toHex(), checks + set + remove);
  assertEquals(encodeWatch([bytes(1), bytes(2)]).toHex(), "0a030a0101" + "0a030a0102");
});

Deno.test("any bytes are an answer, or an error of the codec", () => {
  // Pieces of messages, so that some of them go deep.
  const piece = fc.constantFrom(
    bytes(0x0a),
    bytes(0x12, 3),
    bytes(8, 1),
    bytes(0x40, 1),
    bytes(0x22, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
    bytes(0x0a, 0x0e, 0x22, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
  );
  const any = fc.array(fc.oneof(piece, fc.uint8Array({ maxLength: 6 })), { maxLength: 12 })
    .map((pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece])));
  const decoders = [decodeSnapshotReadOutput, decodeAtomicWriteOutput, decodeWatchOutput];
  fc.assert(
    fc.property(any, (message) => {
      for (const decode of decoders) {
        try {
          decode(message);
        } catch (error) {
          assert(error instanceof CodecError, String(error));
        }
      }
    }),
    { numRuns: runs(2000) },
  );
});
