import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { AuditLogFile, type LogFileOptions } from "./log_file.ts";

const DAY_MS = 86_400_000;

async function withFile(
  changes: Partial<LogFileOptions>,
  body: (file: AuditLogFile, folder: string, clock: FakeClock) => Promise<void> | void,
) {
  const folder = await Deno.makeTempDir();
  const clock = new FakeClock(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
  const file = new AuditLogFile({
    path: `${folder}/audit.log`,
    maxBytes: 20,
    maxBackups: 0,
    maxAgeDays: 0,
    clock,
    ...changes,
  });
  try {
    await body(file, folder, clock);
  } finally {
    file.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
const read = (path: string) => Deno.readTextFileSync(path);

Deno.test("AuditLogFile moves a full file aside, under the name of the moment", () =>
  withFile({}, async (file, folder, clock) => {
    file.write("first line 12\n");
    file.write("12345\n");
    assertEquals(names(folder), ["audit.log"], "20 bytes fit");
    file.write("2\n");
    // Within the same millisecond as well.
    file.write("something else 3\n");
    await clock.advance(1000);
    file.write("yet something 45\n");
    assertEquals(names(folder), [
      "audit-2026-01-02T03-04-05.678.log",
      "audit-2026-01-02T03-04-06.678.log",
      "audit.log",
    ]);
    assertEquals(read(`${folder}/audit-2026-01-02T03-04-05.678.log`), "first line 12\n12345\n");
    assertEquals(
      read(`${folder}/audit-2026-01-02T03-04-06.678.log`),
      "2\nsomething else 3\n",
    );
    assertEquals(Deno.statSync(`${folder}/audit.log`).mode! & 0o777, 0o600);
  }));

Deno.test("AuditLogFile lets those read a new file who could read the one before", () =>
  withFile({ maxBytes: 5 }, (file, folder) => {
    const path = `${folder}/audit.log`;
    file.open();
    Deno.chmodSync(path, 0o640);
    const isRoot = Deno.uid() === 0;
    if (isRoot) Deno.chownSync(path, 1234, 2345);
    const shown = () => {
      const { mode, uid, gid } = Deno.statSync(path);
      return [mode! & 0o777, uid, gid];
    };
    const before = shown();
    for (const text of ["1111\n", "2222\n"]) file.write(text);
    assertEquals([names(folder).length, shown()], [2, before]);
  }));

Deno.test("AuditLogFile never overwrites a file of the same moment", () =>
  withFile({ maxBytes: 5 }, (file, folder) => {
    for (const text of ["1111\n", "2222\n", "3333\n", "4444\n"]) file.write(text);
    assertEquals(
      names(folder).map((name) => read(`${folder}/${name}`)).join(""),
      "1111\n2222\n3333\n4444\n",
    );
    assertEquals(names(folder).length, 4);
  }));

Deno.test("AuditLogFile keeps as many older files as it is told, for as long, and no others", () =>
  withFile({ maxBytes: 5, maxBackups: 2, maxAgeDays: 3 }, async (file, folder, clock) => {
    const others = ["audit-notes.log", "audit-2026-01-02.log", "other-2020-01-02T03-04-05.678.log"];
    for (const name of others) Deno.writeTextFileSync(`${folder}/${name}`, "");
    Deno.writeTextFileSync(`${folder}/audit-2020-01-02T03-04-05.678.log`, "old");
    for (let count = 0; count < 5; count++) {
      file.write("1234\n");
      await clock.advance(1000);
    }
    const backups = () =>
      names(folder).filter((name) => /T.*log$/.test(name) && name.startsWith("audit"));
    assertEquals(backups(), [
      "audit-2026-01-02T03-04-08.678.log",
      "audit-2026-01-02T03-04-09.678.log",
    ]);
    await clock.advance(4 * DAY_MS);
    file.write("1234\n");
    assertEquals(backups().length, 1, "only what has just been moved aside is young enough");
    for (const name of others) assert(names(folder).includes(name), name);
  }));

Deno.test("AuditLogFile goes on with the file that is there, and never rotates without a size", () =>
  withFile({ maxBytes: 0, maxBackups: 1 }, (file, folder) => {
    Deno.writeTextFileSync(`${folder}/audit.log`, "before\n");
    file.open();
    file.write("x".repeat(1000));
    assertEquals(read(`${folder}/audit.log`), `before\n${"x".repeat(1000)}`);
    assertEquals(names(folder), ["audit.log"]);
  }));

Deno.test("AuditLogFile refuses a write that no file may have, and one that fails", () =>
  withFile({ maxBytes: 5 }, (file, folder) => {
    assertThrows(() => file.write("123456"), /6 bytes are more than the file may have, 5/);
    Deno.removeSync(folder, { recursive: true });
    Deno.writeTextFileSync(folder, "no folder");
    assertThrows(() => file.open());
    Deno.removeSync(folder);
    // It is tried again, and its folder is made.
    file.write("1\n");
    assertEquals(read(`${folder}/audit.log`), "1\n");
  }));

Deno.test("AuditLogFile writes texts of all lengths and letters, one after the other", () =>
  withFile({ maxBytes: 0 }, (file, folder) => {
    const texts = [
      "é\n",
      "長い".repeat(5000),
      "x".repeat(70_000),
      "長い".repeat(20_000),
      "\n",
      "a\n",
    ];
    for (const text of texts) file.write(text);
    assertEquals(read(`${folder}/audit.log`), texts.join(""));
  }));
