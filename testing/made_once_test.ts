import { assertEquals, assertRejects } from "../toolkit/deps/assert.ts";
import { madeOnce } from "./made_once.ts";

/** What is in a folder, without what keeps others from making the same. */
const names = (folder: string) =>
  Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) => name !== ".making");

Deno.test("madeOnce() makes a file once, whole, whoever else wants it", async () => {
  const parent = await Deno.makeTempDir();
  const folder = `${parent}/cache`;
  let made = 0;
  const one = () =>
    madeOnce(`${folder}/program`, async (path) => {
      made++;
      await Deno.writeTextFile(path, "who");
      assertEquals(names(folder).includes("program"), false);
      await Deno.writeTextFile(path, "le", { append: true });
    });
  assertEquals(await Promise.all([one(), one()]), Array(2).fill(`${folder}/program`));
  await one();
  assertEquals(made, 1);
  assertEquals(await Deno.readTextFile(`${folder}/program`), "whole");
  assertEquals(names(folder), ["program"]);
  await Deno.remove(parent, { recursive: true });
});

Deno.test("madeOnce() makes folders, one after the other", async () => {
  const parent = await Deno.makeTempDir();
  let making = 0;
  const one = (name: string) =>
    madeOnce(`${parent}/${name}`, async (made) => {
      assertEquals(++making, 1);
      await Deno.mkdir(made);
      await Deno.writeTextFile(`${made}/one`, "");
      // Time for the other one to begin.
      for (let turn = 0; turn < 50; turn++) await Deno.stat(made);
      making--;
    });
  await Promise.all([one("a"), one("b")]);
  assertEquals(names(parent).sort(), ["a", "b"]);
  assertEquals(names(`${parent}/a`), ["one"]);
  await Deno.remove(parent, { recursive: true });
});

Deno.test("madeOnce() leaves nothing of what can't be made, and others may try", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/program`;
  let next: Promise<string> | undefined;
  const making = madeOnce(path, async (made) => {
    next = madeOnce(path, (made) => Deno.writeTextFile(made, "whole"));
    await Deno.writeTextFile(made, "half");
    throw new Error("no compiler");
  });
  await assertRejects(() => making, "no compiler");
  await next;
  assertEquals(await Deno.readTextFile(path), "whole");
  assertEquals(names(folder), ["program"]);
  await Deno.remove(folder, { recursive: true });
});
