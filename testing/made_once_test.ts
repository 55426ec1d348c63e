import { assertEquals, assertRejects } from "../toolkit/deps/assert.ts";
import { madeOnce } from "./made_once.ts";

const names = (folder: string) => Array.from(Deno.readDirSync(folder), ({ name }) => name);

Deno.test("madeOnce() makes a file once, whole, whoever else makes it", async () => {
  const parent = await Deno.makeTempDir();
  const folder = `${parent}/cache`;
  const bothBegan = Promise.withResolvers<void>();
  let began = 0;
  const one = () =>
    madeOnce(`${folder}/program`, async (made) => {
      await Deno.writeTextFile(made, "who");
      if (++began === 2) bothBegan.resolve();
      await bothBegan.promise;
      assertEquals(names(folder).includes("program"), false);
      await Deno.writeTextFile(made, "le", { append: true });
    });
  const made = await Promise.all([one(), one()]);
  assertEquals(made, [`${folder}/program`, `${folder}/program`]);
  assertEquals(
    await madeOnce(`${folder}/program`, () => Promise.reject(new Error("again"))),
    made[0],
  );
  assertEquals(await Deno.readTextFile(`${folder}/program`), "whole");
  assertEquals(names(folder), ["program"]);
  await Deno.remove(parent, { recursive: true });
});

Deno.test("madeOnce() makes a folder once, whoever else makes it", async () => {
  const parent = await Deno.makeTempDir();
  const bothMade = Promise.withResolvers<void>();
  let count = 0;
  const one = () =>
    madeOnce(`${parent}/packages`, async (made) => {
      await Deno.mkdir(made);
      await Deno.writeTextFile(`${made}/one`, "");
      if (++count === 2) bothMade.resolve();
      await bothMade.promise;
    });
  assertEquals(await Promise.all([one(), one()]), Array(2).fill(`${parent}/packages`));
  assertEquals([names(parent), names(`${parent}/packages`)], [["packages"], ["one"]]);
  await Deno.remove(parent, { recursive: true });
});

Deno.test("madeOnce() leaves nothing of what can't be made", async () => {
  const folder = await Deno.makeTempDir();
  const making = madeOnce(`${folder}/program`, async (made) => {
    await Deno.writeTextFile(made, "half");
    throw new Error("no compiler");
  });
  await assertRejects(() => making, "no compiler");
  assertEquals(names(folder), []);
  await Deno.remove(folder, { recursive: true });
});
