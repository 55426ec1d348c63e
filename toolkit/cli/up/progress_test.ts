import { FakeClock } from "../../clock.ts";
import { assertEquals } from "../../deps/assert.ts";
import { Progress } from "./progress.ts";

function stage(columns: number, color = false) {
  const clock = new FakeClock();
  const written: string[] = [];
  const terminal = { columns, out: (text: string) => void written.push(text), err() {} };
  return { clock, written, progress: new Progress({ terminal, clock, color }) };
}

Deno.test("Progress into a file: a line for each step that is done, and nothing else", async () => {
  const { clock, written, progress } = stage(0, true);
  const first = progress.begin("certificates");
  const second = progress.begin("API server");
  await clock.advance(1230);
  first.done("7 made");
  progress.line(progress.strong("a line"));
  await clock.advance(1000);
  second.failed();
  second.done("twice");
  progress.close();
  assertEquals(written, [
    "- certificates        7 made                            1.23 s\n",
    "a line\n",
    "- API server          failed                            2.23 s\n",
  ]);
  assertEquals(clock.pending, 0);
});

Deno.test("Progress on a terminal: a line that moves, within its width, until all is done", async () => {
  const { clock, written, progress } = stage(21, true);
  const first = progress.begin("certificates");
  await clock.advance(250);
  progress.begin("API server");
  first.done("kept");
  progress.close();
  assertEquals(written, [
    "\r\u001b[K⠋ certificates … 0.0",
    "\r\u001b[K⠙ certificates … 0.1",
    "\r\u001b[K⠹ certificates … 0.2",
    "\r\u001b[K⠸ certificates, API ",
    "\r\u001b[K\u001b[32m✓\u001b[0m certificates        kept                              0.25 s\n",
    "\r\u001b[K⠼ API server … 0.00 ",
    "\r\u001b[K",
  ]);
  assertEquals(clock.pending, 0);
});

Deno.test("Progress goes on when its terminal is gone", () => {
  const out = () => {
    throw new Error("Input/output error (os error 5)");
  };
  const terminal = { columns: 80, out, err() {} };
  const progress = new Progress({ terminal, clock: new FakeClock(), color: false });
  progress.begin("certificates").done("kept");
  progress.close();
});
