import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { type FlagValues, parseFlags } from "../flags/mod.ts";
import { loggingFlags, loggingNotices, openLog, redacted } from "./mod.ts";

type Flags = FlagValues<typeof loggingFlags.flags>;

const flags = (...args: string[]): Flags => parseFlags([loggingFlags], args).values;

/** Opens a log with the flags `args` and returns what `use` makes it print to standard error. */
async function printed(
  args: string[],
  use: (log: ReturnType<typeof openLog>["logger"]) => void,
): Promise<string> {
  let text = "";
  {
    await using log = openLog({
      flags: flags(...args),
      program: "prog",
      clock: new FakeClock(new Date(2026, 10, 21, 7, 40, 1, 123).getTime()),
      identity: { host: "host", user: "user", pid: 12345 },
      stderr: (part) => text += part,
    });
    use(log.logger);
  }
  return text;
}

const bare = (use: (log: ReturnType<typeof openLog>["logger"]) => void) =>
  printed(["--skip-headers"], use);

Deno.test("a text line has the reference's header", async () => {
  const text = await printed([], (log) => log.info("Started", { port: 6443 }));
  assert(
    /^I1121 07:40:01\.123000 {3}12345 open_test\.ts:\d+\] "Started" port=6443\n$/.test(text),
    text,
  );
  const folder = await printed(["--add-dir-header"], (log) => log.error("Bad", undefined));
  assert(/^E1121 .* logging\/open_test\.ts:\d+\] "Bad"\n$/.test(folder), folder);
});

const VALUES: [value: unknown, shown: string][] = [
  ["plain", ' k="plain"'],
  ['say "x"', ' k="say \\"x\\""'],
  ["tab\there", ' k="tab\\there"'],
  ["\u001b[2J", ' k="\\u001b[2J"'],
  ["\u009b31m\u202e", ' k="\\u009b31m\\u202e"'],
  ["two\nlines", " k=<\n\ttwo\n\tlines\n >"],
  ["x\rI1121 forged] no\ny", " k=<\n\tx\\u000dI1121 forged] no\n\ty\n >"],
  [3, " k=3"],
  [NaN, ' k="NaN"'],
  [10n, ' k="10"'],
  [true, " k=true"],
  [null, " k=null"],
  [undefined, " k=null"],
  [{ a: [1, "x"] }, ' k={"a":[1,"x"]}'],
  [new Map([["a", 1]]), ' k={"a":1}'],
  [new Set([1]), " k=[1]"],
  [new Error("broken", { cause: new Error("deep") }), ' k="broken: deep"'],
  [new Uint8Array(3), ' k="<3 bytes>"'],
  [new Date(0), ' k="1970-01-01T00:00:00.000Z"'],
];

Deno.test("values print on their own line, quoted and escaped", async () => {
  for (const [value, shown] of VALUES) {
    assertEquals(await bare((log) => log.info("m", { k: value })), `"m"${shown}\n`);
  }
});

Deno.test("hostile values are bounded and never throw", async () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  assertEquals(await bare((log) => log.info("m", { cycle })), '"m" cycle={"self":"<cycle>"}\n');
  const trap = {
    get x(): never {
      throw new Error("no");
    },
  };
  assertEquals(
    await bare((log) => log.info("m", { trap })),
    '"m" trap="<unprintable: Error: no>"\n',
  );
  const long = await bare((log) => log.info("m", { long: "x".repeat(10_000_000) }));
  assert(long.length < 17_000 && long.includes("(cut)"));
  let deep: unknown = 1;
  for (let level = 0; level < 10_000; level++) deep = [deep];
  assert((await bare((log) => log.info("m", { deep }))).includes("<too deep>"));
  const wide = await bare((log) => log.info("m", { wide: new Array(100_000).fill(1) }));
  assert(wide.includes("<99800 more>") && wide.length < 1000);
  assertEquals(
    await bare((log) => log.info("m", JSON.parse('{"__proto__":{"a":1}}'))),
    '"m" __proto__={"a":1}\n',
  );
});

const TOKEN = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw";

/** Ways for a credential to slip into a line; none may show `s3cr3t` or the token. */
const LEAKS: unknown[] = [
  { authorization: "Bearer s3cr3t" },
  { Authorization: "s3cr3t" },
  { headers: { authorization: "s3cr3t" } },
  { headers: new Map([["cookie", "s3cr3t"]]) },
  { token: "s3cr3t" },
  { "bearer-token": "s3cr3t" },
  { accessToken: "s3cr3t" },
  { user: { password: "s3cr3t" } },
  { "client-key-data": "s3cr3t" },
  { value: redacted("s3cr3t") },
  { nested: [{ deep: redacted("s3cr3t") }] },
  { text: `${redacted("s3cr3t")}` },
  { line: "Authorization: Bearer s3cr3t" },
  { line: "authorization: basic czNjcjN0OnMzY3IzdA==" },
  { url: "https://user:s3cr3t@host/path" },
  { url: new URL("https://user:s3cr3t@host/path") },
  { url: "https://host/?access_token=s3cr3t&x=1" },
  { text: `the token ${TOKEN} was refused` },
  { error: new Error("login failed: password=s3cr3t") },
  { error: new Error("outer", { cause: new Error("Bearer s3cr3t") }) },
  { json: '{"password":"s3cr3t"}' },
  { pem: "-----BEGIN RSA PRIVATE KEY-----\ns3cr3t\n-----END RSA PRIVATE KEY-----" },
  { pem: "-----BEGIN PRIVATE KEY-----\ns3cr3t" },
];

Deno.test("no credential shows in a line, whichever way it came", async () => {
  for (const args of [["--skip-headers"], ["--logging-format=json"]]) {
    for (const pairs of LEAKS) {
      const line = await printed(args, (log) => log.info("m", pairs as Record<string, unknown>));
      const message = `${JSON.stringify(pairs)} printed ${line}`;
      assert(
        !line.includes("s3cr3t") && !line.includes("czNjcjN0") && !line.includes(TOKEN),
        message,
      );
      const error = await printed(
        args,
        (log) => log.error("m", new Error(line, { cause: "Bearer s3cr3t" })),
      );
      assert(!error.includes("s3cr3t"), error);
    }
  }
});

Deno.test("sanitizing hides what stands under keys that may hold a credential", async () => {
  const log = (args: string[]) =>
    printed(args, (log) => log.info("m", { secretName: "x", a: { tokenHash: "x" } }));
  assertEquals(await log(["--skip-headers"]), '"m" secretName="x" a={"tokenHash":"x"}\n');
  assertEquals(
    await log(["--skip-headers", "--experimental-logging-sanitization"]),
    '"m" secretName="--- REDACTED ---" a={"tokenHash":"--- REDACTED ---"}\n',
  );
});

Deno.test("a JSON line is one object whose own keys no pair can pass for", async () => {
  const text = await printed(["--logging-format=json", "-v2"], (log) => {
    log.with({ a: 1, b: 1 }).v(2).info("m\n", { b: 2, msg: "forged", ts: 0 });
    log.error("bad", new Error("why"), { c: null });
  });
  const [first, second] = text.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(first.msg, "m\n");
  assertEquals([first.v, first.a, first.b, first.msg_, first.ts_], [2, 1, 2, "forged", 0]);
  assert(/^logging\/open_test\.ts:\d+$/.test(first.caller));
  assertEquals([second.err, second.c, "v" in second], ["why", null, false]);
});

Deno.test("verbosity follows --v, and --vmodule where a file matches", async () => {
  const levels = async (...args: string[]) =>
    (await printed(["--skip-headers", ...args], (log) => {
      for (const level of [0, 1, 2, 5]) {
        assertEquals(log.v(level).enabled, log.v(level).enabled);
        log.v(level).info(`v${level}`);
      }
    })).replaceAll(/["\n]/g, "");
  assertEquals(await levels(), "v0");
  assertEquals(await levels("-v1"), "v0v1");
  assertEquals(await levels("--vmodule=open_test=2"), "v0v1v2");
  assertEquals(await levels("--vmodule=other=5"), "v0");
  assertEquals(await levels("--vmodule=op*=1,open_test=5"), "v0v1");
  assertEquals(await levels("--vmodule=open_test=2", "--vmodule=other=5"), "v0v1v2");
  assertEquals(await levels("--vmodule=open_test=1", "--vmodule=open_test=5"), "v0v1");
  assertEquals(await levels("--vmodule=logging/*=2"), "v0v1v2");
  assertEquals(await levels("--vmodule=logg/*=2"), "v0");
});

Deno.test("setVerbosity() shows other lines from then on, also of loggers that are there", async () => {
  let text = "";
  await using log = openLog({
    flags: flags("--skip-headers", "--vmodule=open_test=1,other=9"),
    program: "prog",
    clock: new FakeClock(),
    stderr: (part) => text += part,
  });
  const child = log.logger.with({ a: 1 });
  const shown = (level: number) => {
    text = "";
    child.v(level).info("m");
    return text !== "";
  };
  assertEquals([shown(1), shown(2)], [true, false]);
  log.setVerbosity(5);
  assertEquals([shown(5), shown(6)], [true, false]);
  log.setVerbosity(0);
  assertEquals([shown(1), shown(2)], [true, false]);
});

Deno.test("levels are written in decimal", () => {
  const level = (...args: string[]) => [flags(...args).v, flags(...args).vmodule[0]?.level];
  assertEquals(level("-v010", "--vmodule=a=012"), [10, 12]);
  assertEquals(level("--v=2147483647"), [2147483647, undefined]);
  for (const text of ["-1", "+1", "0x4", "1_0", "1.5", "", "2147483648", "9".repeat(30)]) {
    assertThrows(() => flags(`--v=${text}`), "must be a whole number from 0 to 2147483647");
    assertThrows(() => flags(`--vmodule=a=${text}`), "syntax error");
  }
});

Deno.test("--log-backtrace-at appends a stack trace to the line it names", async () => {
  const line = async (...args: string[]) => await printed(args, (log) => log.info("here"));
  const at = /open_test\.ts:(\d+)\]/.exec(await line())![1];
  const traced = await line(`--log-backtrace-at=open_test.ts:${at}`);
  assert(/\] "here"\n\tat .*open_test\.ts/.test(traced), traced);
  assert(!(await line("--log-backtrace-at=open_test.ts:1")).includes("\tat"));
});

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const three = (log: ReturnType<typeof openLog>["logger"]) => {
  log.info("i");
  log.warning("w");
  log.error("e", undefined);
};

const lines = (text: string) => text.replaceAll(/["\n]/g, "");

Deno.test("--log-dir writes a file for each severity, with links to the newest", async () => {
  for (
    const [extra, expected, stderr] of [
      [[], { INFO: "iwe", WARNING: "we", ERROR: "e" }, "e"],
      [["--one-output"], { INFO: "i", WARNING: "w", ERROR: "e" }, "e"],
      [["--alsologtostderr"], { INFO: "iwe", WARNING: "we", ERROR: "e" }, "iwe"],
      [["--stderrthreshold=WARNING"], { INFO: "iwe", WARNING: "we", ERROR: "e" }, "we"],
    ] as [string[], Record<string, string>, string][]
  ) {
    await inFolder(async (folder) => {
      const args = ["--logtostderr=false", `--log-dir=${folder}`, "--skip-headers"];
      const shown = await printed([...args, "--skip-log-headers", ...extra], three);
      assertEquals(lines(shown), stderr, extra.join());
      for (const [severity, text] of Object.entries(expected)) {
        assertEquals(
          lines(await Deno.readTextFile(`${folder}/prog.${severity}`)),
          text,
          extra.join(),
        );
        const target = await Deno.readLink(`${folder}/prog.${severity}`);
        assertEquals(target, `prog.host.user.log.${severity}.20261121-074001.12345`);
      }
    });
  }
});

Deno.test("--log-file takes all severities, under a header, and is appended to", async () => {
  await inFolder(async (folder) => {
    const args = ["--logtostderr=false", `--log-file=${folder}/x.log`, "--skip-headers"];
    await printed(args, three);
    await printed([...args, "--skip-log-headers"], three);
    const text = await Deno.readTextFile(`${folder}/x.log`);
    assert(text.startsWith("Log file created at: 2026/11/21 07:40:01\nRunning on machine: host\n"));
    assertEquals(lines(text.slice(text.indexOf('"i"'))), "iweiwe");
    assertEquals([...Deno.readDirSync(folder)].length, 1);
  });
});

Deno.test("a log file is rotated at its size, and the one before is kept", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/x.log`;
    const args = ["--logtostderr=false", `--log-file=${path}`, "--log-file-max-size=1"];
    await printed([...args, "--skip-headers", "--skip-log-headers"], (log) => {
      for (let at = 0; at < 150; at++) log.info("m", { at, fill: "x".repeat(10_000) });
    });
    const [old, now] = [await Deno.readTextFile(`${path}.1`), await Deno.readTextFile(path)];
    assert(old.length <= 1024 * 1024 && old.length > 1000 * 1000, String(old.length));
    const numbers = [...(old + now).matchAll(/at=(\d+)/g)].map((match) => Number(match[1]));
    assertEquals(numbers, Array.from({ length: 150 }, (_, at) => at));
  });
});

Deno.test("a log file that can't be rotated keeps all lines, and says once that it grows", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/x.log`;
    await Deno.mkdir(`${path}.1/full`, { recursive: true });
    const args = ["--logtostderr=false", `--log-file=${path}`, "--log-file-max-size=1"];
    const shown = await printed([...args, "--skip-headers", "--skip-log-headers"], (log) => {
      for (let at = 0; at < 350; at++) log.info("m", { at, fill: "x".repeat(10_000) });
    });
    const numbers = [...(await Deno.readTextFile(path)).matchAll(/at=(\d+)/g)];
    assertEquals(
      numbers.map((match) => Number(match[1])),
      Array.from({ length: 350 }, (_, at) => at),
    );
    assertEquals(shown.match(/x\.log is not rotated, and goes on growing: /g)?.length, 1, shown);
    assertEquals(shown.includes("lines are lost"), false);
  });
});

Deno.test("a buffered line is written when the flush is due", async () => {
  await inFolder(async (folder) => {
    const clock = new FakeClock();
    const path = `${folder}/x.log`;
    await using log = openLog({
      flags: flags("--logtostderr=false", `--log-file=${path}`, "--log-flush-frequency=2s"),
      program: "prog",
      clock,
      stderr: () => {},
    });
    log.logger.info("m");
    assertEquals(await Deno.readTextFile(path), "");
    await clock.advance(2000);
    assert((await Deno.readTextFile(path)).includes('"m"'));
    log.logger.info("n");
    log.logger.error("o", undefined);
    assert((await Deno.readTextFile(path)).includes('"o"'), "an error is written at once");
  });
});

Deno.test("a log that can't be written says so once and stops nothing", async () => {
  const args = ["--logtostderr=false", "--log-file=/nonexistent/x.log", "--stderrthreshold=3"];
  const text = await printed(args, three);
  assertEquals(text.split("lines are lost").length, 2, text);
});

Deno.test("a log tells why lines are lost, until they are not any more", async () => {
  let broken = true;
  await using log = openLog({
    flags: flags(),
    program: "prog",
    clock: new FakeClock(),
    stderr: () => {
      if (broken) throw new Error("no space left");
    },
  });
  assertEquals(log.problem, undefined);
  log.logger.info("lost");
  assertEquals(log.problem, "no space left");
  broken = false;
  log.logger.info("written");
  assertEquals(log.problem, undefined);
});

Deno.test("loggingNotices() names what another flag switches off", () => {
  const notices = (...args: string[]) => {
    const { values, given } = parseFlags([loggingFlags], args);
    return loggingNotices(values, given).map(({ flag }) => flag);
  };
  assertEquals(notices("--log-dir=/x", "--skip-headers"), ["--log-dir"]);
  assertEquals(notices("--log-dir=/x", "--logtostderr=false"), []);
  assertEquals(notices("--logging-format=json", "--skip-headers"), ["--skip-headers"]);
});
