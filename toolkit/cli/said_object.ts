/**
 * Which object a command line is about: `KIND/NAME`, or `KIND NAME`.
 *
 * @module
 */

import { FlagError } from "../flags/mod.ts";

/** What leads elsewhere in a path, and is no name. */
const NOT_A_NAME = /^\.\.?$|\//;

/** Why a text can't be the name of an object or namespace; undefined: it may be one. */
export function nameProblem(text: string): string | undefined {
  return NOT_A_NAME.test(text) ? `${JSON.stringify(text)} is no name` : undefined;
}

/** An object as it was typed. */
export interface SaidObject {
  readonly kind: string;
  readonly name: string;
}

/** Reads the arguments that are no flags; throws a {@link FlagError} that says what belongs there. */
export function saidObject(rest: readonly string[]): SaidObject {
  const [first = "", second, surplus] = rest;
  if (surplus !== undefined) {
    throw new FlagError(`unexpected argument ${JSON.stringify(surplus)}: name one object`);
  }
  const parts = second === undefined ? first.split("/") : [first, second];
  const [kind = "", name = ""] = parts;
  if (parts.length !== 2 || kind === "" || name === "" || rest.some((one) => one === "")) {
    const said = rest.length === 0
      ? "no object is named"
      : `${JSON.stringify(rest.join(" "))} names no object`;
    throw new FlagError(`${said}: write KIND/NAME or KIND NAME, as deployment/web`);
  }
  if (second !== undefined && (kind.includes("/") || name.includes("/"))) {
    throw new FlagError(
      `${JSON.stringify(rest.join(" "))} names no object: write KIND/NAME or KIND NAME, and its ` +
        "namespace by -n",
    );
  }
  const problem = nameProblem(name);
  if (problem !== undefined) throw new FlagError(`${problem}: write KIND/NAME or KIND NAME`);
  return { kind, name };
}
