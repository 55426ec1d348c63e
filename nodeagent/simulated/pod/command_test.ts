import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { commandRun } from "./command.ts";

const sh = (script: string) => ["/bin/sh", "-c", script];

/** Seconds, code and lines; undefined: nobody knows. */
const CASES: readonly (readonly [
  command: readonly string[],
  run: readonly [seconds: number, exitCode: number, ...lines: string[]] | undefined,
])[] = [
  [["true"], [0, 0]],
  [["/bin/false"], [0, 1]],
  [["sleep", "300"], [300, 0]],
  [["sleep", "1m", ".5", "2.5s"], [63, 0]],
  [["sleep", "infinity"], [Infinity, 0]],
  [["sleep", "2d"], [172_800, 0]],
  [["echo", "Hello", "you"], [0, 0, "Hello you"]],
  [["pause"], [Infinity, 0]],
  [["tail", "-f", "/dev/null"], [Infinity, 0]],
  [sh("exit 1"), [0, 1]],
  [sh("exit 300"), [0, 44]],
  [sh("false; exit"), [0, 1]],
  [sh("sleep 5; exit 3"), [5, 3]],
  [sh("sleep 5 && false"), [5, 1]],
  [sh("false && sleep 5"), [0, 1]],
  [sh("false || sleep 5"), [5, 0]],
  [sh("false && sleep 5 || sleep 2"), [2, 0]],
  [sh("false; sleep 5"), [5, 0]],
  [sh("exit 7; sleep 5"), [0, 7]],
  [sh("exec sleep 5; false"), [5, 0]],
  [sh("\n  echo 'one; two' \"three\" fo'ur'\n\n  sleep 1\n  echo late\n  false\n"), [
    1,
    1,
    "one; two three four",
  ]],
  [sh("sleep infinity; false"), [Infinity, 0]],
  [sh("echo one &&\n echo two"), [0, 0, "one", "two"]],
  [["bash", "-c", "sleep 1", "ignored", "args"], [1, 0]],
  [["echo", "one\ntwo"], [0, 0, "one", "two"]],
  [[], undefined],
  [["nginx", "-g", "daemon off;"], undefined],
  [["exit", "1"], undefined],
  [["sleep"], undefined],
  [["sleep", "5x"], undefined],
  [["sleep", "$(TIME)"], undefined],
  [["sh"], undefined],
  [["sh", "-x", "-c", "true"], undefined],
  [["sh", "script.sh"], undefined],
  [["tail", "-f", "/var/log/x"], undefined],
  [["echo", "-n", "a"], undefined],
  [sh(""), undefined],
  [sh("exit one"), undefined],
  [sh("exit 1 2"), undefined],
  [sh("echo $HOME"), undefined],
  [sh('echo "$HOME"'), undefined],
  [sh("echo `id`"), undefined],
  [sh("echo a > b"), undefined],
  [sh("sleep 5 & sleep 6"), undefined],
  [sh("sleep 5 | cat"), undefined],
  [sh("if true; then false; fi"), undefined],
  [sh("! true"), undefined],
  [sh("A=b true"), undefined],
  [sh("echo 'open"), undefined],
  [sh("true &&"), undefined],
  [sh("; true"), undefined],
  [sh("true ;; true"), undefined],
  [sh("true # why"), undefined],
  [sh(`echo ${"a".repeat(5000)}`), undefined],
];

for (const [command, run] of CASES) {
  const name = JSON.stringify(command).slice(0, 60);
  Deno.test(`commandRun() of ${name}`, () => {
    const [seconds = 0, exitCode = 0, ...lines] = run ?? [];
    const known = run && { runForMs: seconds * 1000, exitCode, lines };
    const container = { name: "c", image: "i" };
    assertEquals(commandRun({ ...container, command: [...command] }), known);
    // Where the image has no program of its own, its arguments are the command.
    assertEquals(commandRun({ ...container, args: [...command] }), known);
  });
}

Deno.test("commandRun() of images", () => {
  const forEver = { runForMs: Infinity, exitCode: 0, lines: [] };
  for (const image of ["pause", "registry.example/pause:3.10", "a/pause@sha256:00"]) {
    assertEquals(commandRun({ name: "c", image }), forEver);
  }
  for (const image of ["pauses", "pause/other", "nginx", "my-pause:1"]) {
    assertEquals(commandRun({ name: "c", image }), undefined);
  }
});
