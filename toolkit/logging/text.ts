/**
 * The text format: `I1121 07:40:01.123456   12345 file.ts:123] "Message" key="value"`.
 *
 * @module
 */

import { type Caller, type Format, type LogEntry, merged } from "./entry.ts";
import { SEVERITIES } from "./flags.ts";
import { errorText, json, type Plain, plain, quoted, unquotedLine } from "./value.ts";

/** What headers show. */
export interface TextOptions {
  readonly skipHeaders: boolean;
  readonly addDirHeader: boolean;
  readonly pid: number;
  readonly sanitize: boolean;
}

/** The format with these options. */
export function textFormat(options: TextOptions): Format {
  return (entry) => {
    let line = options.skipHeaders ? "" : header(entry, options);
    line += quoted(entry.message);
    if (entry.error !== undefined) line += pair("err", errorText(entry.error.value));
    for (const [key, value] of merged(entry.pairs)) {
      line += pair(key, plain(key, value, options.sanitize));
    }
    line += "\n";
    return entry.backtrace === undefined ? line : line + indented(entry.backtrace);
  };
}

function header(entry: LogEntry, options: TextOptions): string {
  const time = new Date(entry.timeMs);
  const micros = Math.floor(entry.timeMs * 1000) % 1_000_000;
  const date = two(time.getMonth() + 1) + two(time.getDate());
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  return `${SEVERITIES[entry.severity]![0]}${date} ${clock}.${String(micros).padStart(6, "0")} ${
    String(options.pid).padStart(7)
  } ${place(entry.caller, options.addDirHeader)}] `;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** `file.ts:12`, or `folder/file.ts:12`. */
export function place({ path, line }: Caller, withFolder: boolean): string {
  const parts = path.split("/");
  return `${parts.slice(withFolder ? -2 : -1).join("/")}:${line}`;
}

const PLAIN_KEY = /^[\w.\/-]+$/;

function pair(key: string, value: Plain): string {
  const name = PLAIN_KEY.test(key) ? key : quoted(key);
  if (typeof value !== "string") return ` ${name}=${json(value)}`;
  if (!value.includes("\n")) return ` ${name}=${quoted(value)}`;
  // A text of several lines stands below, indented: no line of it can pass for one of the log.
  return ` ${name}=<\n${indented(value)} >`;
}

function indented(text: string): string {
  return text.split("\n").map((line) => `\t${unquotedLine(line)}\n`).join("");
}
