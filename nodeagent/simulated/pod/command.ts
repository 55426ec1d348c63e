/**
 * What becomes of commands of which anybody can tell without running them: `sleep`, `true`, `false`, `echo`, `exit`, what goes on
 * for ever, and lists of those for a shell.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";

/** What a container does by its command. */
export interface CommandRun {
  /** Milliseconds from its start to its end; Infinity: it goes on. */
  readonly runForMs: number;
  readonly exitCode: number;
  /** What it writes as soon as it runs. */
  readonly lines: readonly string[];
}

/** A command of a list: it runs, or does not, by how those before it have ended. */
interface Listed {
  readonly after: "" | ";" | "&&" | "||";
  readonly words: readonly string[];
}

const FOR_EVER: CommandRun = { runForMs: Infinity, exitCode: 0, lines: [] };
const SHELLS = new Set(["sh", "bash", "ash", "dash"]);
/** The image that holds pods, whatever its registry and tag. */
const PAUSE_IMAGE = /(?:^|\/)pause(?:[:@]|$)/;
/** What is longer is a program of its own. */
const LENGTH_LIMIT = 4096;
/** An operator, or a word; of quoted text nothing is replaced, nor of any other here. */
const TOKEN = /[ \t]*(?:(\n|;|&&|\|\|)|((?:'[^']*'|"[^"$`\\]*"|[\w./:=,@%+!-])+))/y;
const QUOTED = /'([^']*)'|"([^"]*)"/g;
const SPAN = /^(?:(\d+(?:\.\d*)?|\.\d+)([smhd]?)|inf(?:inity)?)$/;
const UNIT_MS: Readonly<Record<string, number>> = {
  "": 1000,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** What a container does; undefined where only its program knows. */
export function commandRun(
  { image = "", command = [], args = [] }: coreV1.Container,
): CommandRun | undefined {
  const words = [...command, ...args];
  if (words.length === 0) return PAUSE_IMAGE.test(image) ? FOR_EVER : undefined;
  const length = words.reduce((sum, word) => sum + word.length, 0);
  // Variables that the node puts in.
  if (length > LENGTH_LIMIT || words.some((word) => word.includes("$("))) return undefined;
  const [program = "", option, script] = words;
  if (!SHELLS.has(baseOf(program))) return runOf([{ after: "", words }], false);
  const list = option === "-c" && script !== undefined ? listOf(script) : undefined;
  return list && runOf(list, true);
}

/** The commands of a script; undefined for one that is more than a list. */
function listOf(script: string): Listed[] | undefined {
  const list: Listed[] = [];
  let after: Listed["after"] = "";
  let words: string[] = [];
  const end = () => {
    if (words.length > 0) list.push({ after, words });
    words = [];
  };
  const text = script.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [, operator, word] = TOKEN.exec(text) ?? [];
    if (word !== undefined) words.push(word.replace(QUOTED, "$1$2"));
    else if (operator === undefined) return undefined;
    else if (words.length > 0) {
      end();
      after = operator === "\n" ? ";" : operator as Listed["after"];
    } else if (operator !== "\n") return undefined;
  }
  const isWhole = words.length > 0 || after === ";";
  end();
  return isWhole ? list : undefined;
}

/** Goes through commands; undefined where one of them is not known. */
function runOf(list: readonly Listed[], inShell: boolean): CommandRun | undefined {
  let [runForMs, exitCode] = [0, 0];
  const lines: string[] = [];
  for (const { after, words } of list) {
    if (after === "&&" && exitCode !== 0 || after === "||" && exitCode === 0) continue;
    const isLast = inShell && ["exit", "exec"].includes(words[0]!);
    const [name = "", ...args] = isLast && words[0] === "exec" ? words.slice(1) : words;
    if (isLast && name === "exit") {
      if (args.length > 1 || !/^\d{0,9}$/.test(args[0] ?? "")) return undefined;
      return {
        runForMs,
        exitCode: args[0] === undefined ? exitCode : Number(args[0]) % 256,
        lines,
      };
    }
    const done = programRun(baseOf(name), args);
    if (done === undefined) return undefined;
    if (runForMs === 0) lines.push(...done.lines);
    runForMs += done.runForMs;
    exitCode = done.exitCode;
    if (isLast || runForMs === Infinity) break;
  }
  return { runForMs, exitCode, lines };
}

function programRun(name: string, args: readonly string[]): CommandRun | undefined {
  const ended = (exitCode: number, lines: readonly string[] = []) => ({
    runForMs: 0,
    exitCode,
    lines,
  });
  switch (name) {
    case "true":
    case ":":
      return ended(0);
    case "false":
      return ended(1);
    case "echo":
      return args[0]?.startsWith("-") ? undefined : ended(0, args.join(" ").split("\n"));
    case "sleep": {
      const runForMs = args.reduce((sum, arg) => sum + spanMs(arg), 0);
      return args.length === 0 || Number.isNaN(runForMs)
        ? undefined
        : { runForMs, exitCode: 0, lines: [] };
    }
    case "pause":
      return FOR_EVER;
    case "tail":
      return args.join(" ") === "-f /dev/null" ? FOR_EVER : undefined;
  }
  return undefined;
}

/** NaN for what is no span. */
function spanMs(text: string): number {
  const [whole, amount, unit = ""] = SPAN.exec(text) ?? [];
  if (whole === undefined) return NaN;
  return amount === undefined ? Infinity : Number(amount) * UNIT_MS[unit]!;
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
