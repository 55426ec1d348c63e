import { assertEquals, assertRejects } from "../deps/assert.ts";
import { fileProblem, readFlagFile } from "./file.ts";

Deno.test("readFlagFile() reads, or names the flag, the file and what is wrong with it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/a`, "text");
    assertEquals(await readFlagFile("x-file", `${folder}/a`), "text");
    const read = (path: string) => () => readFlagFile("x-file", path);
    await assertRejects(
      read(`${folder}/none`),
      /^--x-file: \S+\/none can't be read: No such file or directory \(os error \d+\)$/,
    );
    await assertRejects(read(folder), /^--x-file: \S+ can't be read: Is a directory/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("fileProblem() leaves out the call and the path, and nothing else", () => {
  const cases: [message: string, problem: string][] = [
    ["No such file (os error 2): readfile '/a: b'", "No such file (os error 2)"],
    ["No such file (os error 2): tmpfile", "No such file (os error 2)"],
    ["Is a directory (os error 21)", "Is a directory (os error 21)"],
    ["file is damaged: line 3", "file is damaged: line 3"],
  ];
  for (const [message, problem] of cases) assertEquals(fileProblem(new Error(message)), problem);
  assertEquals(fileProblem("thrown"), "thrown");
});
