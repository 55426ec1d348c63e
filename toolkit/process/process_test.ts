import { assertEquals } from "../deps/assert.ts";
import { loggingFlags } from "../logging/flags.ts";
import { globalFlags } from "./flags.ts";
import { runProcess } from "./process.ts";

/** Runs a process that does nothing, and tells how it ended and what was printed. */
async function ended(...args: string[]) {
  let [out, err, ran] = ["", "", false];
  const code = await runProcess(
    {
      program: () => "prog",
      command: "orch prog",
      about: "Does nothing.",
      groups: [loggingFlags, globalFlags],
      run() {
        ran = true;
        return Promise.resolve(3);
      },
    },
    args,
    { terminal: { columns: 0, out: (text) => out += text, err: (text) => err += text } },
  );
  return { code, ran, out: out.split("\n")[0], err: err.split("\n")[0] };
}

const CASES: Record<string, [args: string[], Partial<Awaited<ReturnType<typeof ended>>>]> = {
  "nothing": [[], { code: 3, ran: true, err: "" }],
  "words that a script left empty": [["", "-v1", ""], { code: 3, ran: true, err: "" }],
  "a word": [
    ["", "word"],
    { code: 1, ran: false, err: 'Error: "word" is not a flag, and orch prog takes only flags' },
  ],
  "a word behind the flags": [["--", "-v1"], { code: 1, ran: false }],
  "a flag that nobody knows": [
    ["--help", "--no-such"],
    { code: 1, ran: false, out: "", err: "Error: unknown flag: --no-such" },
  ],
  "help": [["--help", "word"], { code: 0, ran: false, out: "Does nothing.", err: "" }],
};

for (const [name, [args, expected]] of Object.entries(CASES)) {
  Deno.test(`runProcess() with ${name}`, async () => {
    const found = await ended(...args);
    assertEquals({ ...found, ...expected }, found);
  });
}
