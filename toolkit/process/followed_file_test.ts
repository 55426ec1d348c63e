import { drained, VirtualClock } from "../../testing/virtual_clock.ts";
import { assertEquals, assertRejects } from "../deps/assert.ts";
import { silentLogger } from "../logger.ts";
import { followFile } from "./followed_file.ts";

async function following(body: (file: string, stop: AbortController) => Promise<void>) {
  const folder = await Deno.makeTempDir();
  const stop = new AbortController();
  try {
    await body(`${folder}/file`, stop);
  } finally {
    stop.abort();
    await Deno.remove(folder, { recursive: true });
  }
}

const numberOf = (text: string) => {
  const number = Number(text);
  if (Number.isNaN(number)) throw new Error(`${text} is no number`);
  return number;
};

Deno.test("followFile() rejects with flag and file when the first text can't be used", async () => {
  await following(async (path, { signal }) => {
    const open = () =>
      followFile({
        flag: "number-file",
        path,
        read: numberOf,
        clock: new VirtualClock(),
        logger: silentLogger,
        signal,
      });
    await assertRejects(open, /^--number-file: \S+ can't be read: No such file/);
    await Deno.writeTextFile(path, "x");
    await assertRejects(open, /^--number-file: \S+file: x is no number$/);
  });
});

Deno.test("followFile() gives what the file says, and the last good value when that is wrong or gone", async () => {
  await following(async (path, { signal }) => {
    const changes: number[] = [];
    const outcomes: string[] = [];
    await Deno.writeTextFile(path, "1");
    const followed = await followFile({
      flag: "number-file",
      path,
      read: numberOf,
      changed: (value) => {
        if (value === 13) throw new Error("not this one");
        changes.push(value);
      },
      looked: (outcome) => outcomes.push(outcome),
      clock: new VirtualClock(),
      logger: silentLogger,
      signal,
    });
    assertEquals(followed.current, 1);
    for (
      const [text, value] of [["2", 2], ["x", 2], ["13", 2], ["3", 3], [undefined, 3]] as const
    ) {
      if (text === undefined) await Deno.remove(path);
      else await Deno.writeTextFile(path, text);
      // What was seen once is not told again.
      await Promise.all([followed.look(), followed.look()]);
      assertEquals(followed.current, value);
    }
    assertEquals(changes, [2, 3]);
    assertEquals(outcomes, ["success", "failure", "failure", "success", "failure"]);
  });
});

Deno.test("followFile() tries again what could not be used, as that may have had other reasons than the text", async () => {
  await following(async (path, { signal }) => {
    const outcomes: string[] = [];
    let isReady = false;
    await Deno.writeTextFile(path, "1");
    const followed = await followFile({
      flag: "number-file",
      path,
      read: numberOf,
      changed: () => {
        if (!isReady) throw new Error("not yet");
      },
      looked: (outcome) => outcomes.push(outcome),
      clock: new VirtualClock(),
      logger: silentLogger,
      signal,
    });
    await Deno.writeTextFile(path, "2");
    await followed.look();
    await followed.look();
    assertEquals([followed.current, outcomes], [1, ["failure"]]);
    isReady = true;
    await followed.look();
    await followed.look();
    assertEquals([followed.current, outcomes], [2, ["failure", "success"]]);
    // What was given up for a while is taken back as another change.
    await Deno.writeTextFile(path, "x");
    await followed.look();
    await Deno.writeTextFile(path, "2");
    await followed.look();
    await followed.look();
    assertEquals(outcomes.slice(2), ["failure", "success"]);
  });
});

Deno.test("followFile() looks by itself after its interval, and no more once it is stopped", async () => {
  await following(async (path, stop) => {
    const clock = new VirtualClock();
    await Deno.writeTextFile(path, "1");
    const seen = Promise.withResolvers<number>();
    await followFile({
      flag: "number-file",
      path,
      read: numberOf,
      changed: seen.resolve,
      clock,
      logger: silentLogger,
      signal: stop.signal,
      intervalMs: 5000,
    });
    await Deno.writeTextFile(path, "2");
    await clock.run(5000);
    assertEquals(await seen.promise, 2);
    stop.abort();
    await drained();
    assertEquals(clock.pending, 0);
  });
});
