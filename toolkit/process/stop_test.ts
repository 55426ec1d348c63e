/** Each case is a process of its own: what is tested is how a process ends. */
import { assertEquals } from "../deps/assert.ts";

const CHILD = `
import { stopRequested } from "${new URL("./stop.ts", import.meta.url).href}";
const stopped = stopRequested({ stdin: Deno.args.includes("stdin") });
console.log("ready");
console.log(await stopped);
if (Deno.args.includes("linger")) await new Promise((resolve) => setTimeout(resolve, 600_000));
Deno.exit(0);
`;

/** A process, its input and the lines that it prints. */
class Running implements AsyncDisposable {
  readonly process: Deno.ChildProcess;
  readonly input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: ReadableStreamDefaultReader<string>;
  #rest = "";

  constructor(...args: string[]) {
    this.process = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--quiet", "--ext=ts", CHILD, ...args],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.input = this.process.stdin.getWriter();
    this.#lines = this.process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next line; undefined at the end. */
  async line(): Promise<string | undefined> {
    while (!this.#rest.includes("\n")) {
      const { value, done } = await this.#lines.read();
      if (done) return undefined;
      this.#rest += value;
    }
    const at = this.#rest.indexOf("\n");
    const line = this.#rest.slice(0, at);
    this.#rest = this.#rest.slice(at + 1);
    return line;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lines.cancel();
    await this.input.close().catch(() => {});
    try {
      this.process.kill("SIGKILL");
    } catch {
      // It has ended, as it should.
    }
    await this.process.status;
  }
}

const REASONS: [name: string, ask: (running: Running) => unknown, reason: string][] = [
  ["SIGINT", ({ process }) => process.kill("SIGINT"), "SIGINT"],
  ["SIGTERM", ({ process }) => process.kill("SIGTERM"), "SIGTERM"],
  ["the end of its input", ({ input }) => input.close(), "end of input"],
];

for (const [name, ask, reason] of REASONS) {
  Deno.test(`stopRequested() settles at ${name}`, async () => {
    await using running = new Running("stdin");
    assertEquals(await running.line(), "ready");
    // What comes in says nothing.
    await running.input.write(new TextEncoder().encode("words\n"));
    await ask(running);
    assertEquals(await running.line(), reason);
    assertEquals((await running.process.status).code, 0);
  });
}

Deno.test("stopRequested() ends the process at once when it is asked again", async () => {
  for (const [, ask, reason] of REASONS) {
    await using running = new Running("stdin", "linger");
    assertEquals(await running.line(), "ready");
    await ask(running);
    assertEquals(await running.line(), reason);
    running.process.kill("SIGTERM");
    assertEquals((await running.process.status).code, 130, reason);
  }
});

Deno.test("stopRequested() takes no notice of the input unless it was told to", async () => {
  await using running = new Running("linger");
  assertEquals(await running.line(), "ready");
  await running.input.close();
  running.process.kill("SIGINT");
  assertEquals(await running.line(), "SIGINT");
});
