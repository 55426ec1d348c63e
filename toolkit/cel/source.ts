/**
 * The text of an expression, and how an error points into it.
 *
 * @module
 */

import type { CelType } from "./type.ts";

/** What is wrong with an expression, and where. */
export interface CelIssue {
  /** Code units from its start. */
  readonly at: number;
  readonly message: string;
}

/** An expression that can't be compiled: all that is wrong with it. */
export class CelCompileError extends Error {
  override readonly name = "CelCompileError";

  constructor(readonly source: string, readonly issues: readonly CelIssue[]) {
    super(issues.map((issue) => showIssue(source, issue)).join("\n"));
  }
}

/** An expression that is correct, but can't be run: a constant in it can't be converted. */
export class CelProgramError extends CelCompileError {
  /** `type`: of the value that it would have. */
  constructor(source: string, at: number, message: string, readonly type: CelType) {
    super(source, [{ at, message }]);
    this.message = message;
  }
}

/** An expression that ended in an error. */
export class CelError extends Error {
  override readonly name: string = "CelError";
}

/** An expression that was stopped: no operator may swallow this one. */
export class CelLimitError extends CelError {
  override readonly name = "CelLimitError";
}

/** A run that waits for something: run it again once that has come. No error of the expression. */
export class Suspended extends Error {
  override readonly name = "Suspended";

  constructor(readonly until: Promise<void>) {
    super("the expression waits for an answer");
  }
}

/** Longer lines are not shown. */
const LINE_LIMIT_BYTES = 16_384;

/** An issue as people read it: its place, the line, and a mark below the line. */
function showIssue(source: string, { at, message }: CelIssue): string {
  const start = at === 0 ? 0 : source.lastIndexOf("\n", at - 1) + 1;
  const end = source.indexOf("\n", at);
  const line = source.slice(start, end < 0 ? undefined : end).replaceAll("\t", " ");
  const number = source.slice(0, start).split("\n").length;
  const before = [...source.slice(start, at)];
  const said = `ERROR: <input>:${number}:${before.length + 1}: ${message}`;
  if (new TextEncoder().encode(line).length > LINE_LIMIT_BYTES) return said;
  const mark = isWide(line.slice(at - start)) ? "\uff3e" : "^";
  const dots = before.map((letter) => isWide(letter) ? "\uff0e" : ".").join("");
  return `${said}\n | ${line}\n | ${dots}${mark}`;
}

/** Whether a text begins with a letter that takes more than one byte: what stands below it is as wide. */
function isWide(text: string): boolean {
  return (text.codePointAt(0) ?? 0) > 0x7f;
}
