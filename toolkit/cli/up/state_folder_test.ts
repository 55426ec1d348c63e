import { assert, assertEquals, assertRejects } from "../../deps/assert.ts";
import { systemClock } from "../../clock.ts";
import { markOf, outlived, readRunRecord } from "./run_record.ts";
import {
  findStateFolder,
  lockState,
  makeStateFolder,
  removeStateFolder,
  settleDialect,
} from "./state_folder.ts";

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("makeStateFolder() makes a folder for its owner alone, and finds it again", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/a/b`;
    assertEquals(await findStateFolder(path), undefined);
    const paths = await makeStateFolder(path);
    assertEquals((await Deno.stat(path)).mode! & 0o777, 0o700);
    // Without its mark it is nobody's yet.
    assertEquals(await findStateFolder(path), undefined);
    assertEquals(await settleDialect(paths, undefined), "kubernetes");
    assertEquals(await findStateFolder(path), paths);
    assertEquals(await settleDialect(paths, undefined), "kubernetes");
    await assertRejects(() => settleDialect(paths, "orch"), "--api-dialect=kubernetes and can't");
  });
});

Deno.test("makeStateFolder() takes an empty folder, and shuts it to others", async () => {
  await inFolder(async (folder) => {
    await Deno.chmod(folder, 0o755);
    const paths = await makeStateFolder(folder);
    assertEquals((await Deno.stat(folder)).mode! & 0o777, 0o700);
    const lock = await lockState(paths, systemClock);
    assert("release" in lock);
    // Another one that comes between the lock and the mark.
    await makeStateFolder(folder);
    assert("heldBy" in await lockState(paths, systemClock));
    lock.release();
  });
});

Deno.test("findStateFolder() takes a folder that is being marked for nobody's yet, or for marked", async () => {
  await inFolder(async (folder) => {
    for (let i = 0; i < 20; i++) {
      const paths = await makeStateFolder(`${folder}/${i}`);
      let isMarked = false;
      const marking = settleDialect(paths, undefined).then(() => isMarked = true);
      while (!isMarked) await findStateFolder(paths.folder);
      await marking;
      assertEquals(await findStateFolder(paths.folder), paths);
    }
  });
});

Deno.test("makeStateFolder() takes a folder whose first start was killed while it marked it", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/lock`, "");
    await Deno.writeTextFile(`${folder}/.client-config-0123456789abcdef`, '{"for');
    const paths = await makeStateFolder(folder);
    assertEquals(await settleDialect(paths, "orch"), "orch");
  });
});

const NOT_OURS: [name: string, make: (folder: string) => Promise<unknown>, message: string][] = [
  ["a folder with something in it", async (folder) => {
    await Deno.mkdir(`${folder}/state`);
    await Deno.writeTextFile(`${folder}/state/letters.txt`, "dear");
  }, "is not a state folder of orch up"],
  ["a file", (folder) => Deno.writeTextFile(`${folder}/state`, "x"), "not a folder"],
  [
    "a link that leads nowhere",
    (folder) => Deno.symlink(`${folder}/gone`, `${folder}/state`),
    "not a folder",
  ],
  ["a damaged mark", async (folder) => {
    await Deno.mkdir(`${folder}/state`);
    await Deno.writeTextFile(`${folder}/state/orch-state.json`, "{");
  }, "orch-state.json is damaged"],
  ["a mark that says nothing", async (folder) => {
    await Deno.mkdir(`${folder}/state`);
    await Deno.writeTextFile(`${folder}/state/orch-state.json`, "null");
  }, "orch-state.json is damaged"],
  ["a mark of a later version", async (folder) => {
    await Deno.mkdir(`${folder}/state`);
    await Deno.writeTextFile(`${folder}/state/orch-state.json`, '{"format":2,"dialect":"x"}');
  }, "use the version that made it"],
];

for (const [name, make, message] of NOT_OURS) {
  Deno.test(`makeStateFolder() refuses ${name}`, async () => {
    await inFolder(async (folder) => {
      await make(folder);
      const before = [...Deno.readDirSync(folder)].length;
      await assertRejects(() => makeStateFolder(`${folder}/state`), message);
      assertEquals([...Deno.readDirSync(folder)].length, before);
    });
  });
}

Deno.test("removeStateFolder() deletes all, and nothing that links in it lead to", async () => {
  await inFolder(async (folder) => {
    const paths = await makeStateFolder(`${folder}/state`);
    await settleDialect(paths, undefined);
    await Deno.mkdir(`${folder}/mine`);
    await Deno.writeTextFile(`${folder}/mine/letter`, "dear");
    await Deno.symlink(`${folder}/mine`, `${folder}/state/link`);
    await removeStateFolder(paths);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["mine"]);
    assertEquals(await Deno.readTextFile(`${folder}/mine/letter`), "dear");
  });
});

Deno.test("readRunRecord() takes no damaged record for one", async () => {
  await inFolder(async (folder) => {
    const paths = await makeStateFolder(folder);
    const good = { pid: 9, address: "https://x", socket: "/s", children: [{ pid: 10 }] };
    const cases: [text: string, expected: unknown][] = [
      ["", undefined],
      ["null", undefined],
      ["[]", undefined],
      ['{"pid":9}', undefined],
      [JSON.stringify({ ...good, children: {} }), undefined],
      [JSON.stringify(good), good],
      // Signals to 0, 1 and negative numbers would reach others.
      [
        JSON.stringify({ ...good, children: [{ pid: 0 }, { pid: -5 }, { pid: "7" }, null] }),
        { ...good, children: [] },
      ],
    ];
    for (const [text, expected] of cases) {
      await Deno.writeTextFile(paths.running, text);
      assertEquals(await readRunRecord(paths) as unknown, expected, text);
    }
  });
});

Deno.test("outlived() waits for processes, and takes no later one for one of them", async () => {
  const { signal } = new AbortController();
  const child = new Deno.Command("cat", { stdin: "piped", stdout: "null" }).spawn();
  const mark = markOf(child.pid);
  assertEquals(await outlived([mark], 0, systemClock, signal), [mark]);
  if (mark.started !== undefined) {
    const earlier = { pid: child.pid, started: "1" };
    assertEquals(await outlived([earlier], 0, systemClock, signal), []);
  }
  const waiting = outlived([mark], 60_000, systemClock, signal);
  await child.stdin.close();
  await child.status;
  assertEquals(await waiting, []);
});
