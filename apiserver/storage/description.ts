/**
 * What a store says of itself: whose it is, and the format that it is written in.
 *
 * The format is the store's, not the program's: a program writes in the one that the store names,
 * and reads that and all before. So a new version can work beside an old one on a store of the old
 * format, and can be replaced by it again. Once no old one is left the store is raised to the next
 * format, by an atomic change of its description; a program that does not know that format notices,
 * and answers nothing from then on rather than something wrong.
 *
 * @module
 */

import { type Dialect, parseDialect } from "../../toolkit/names.ts";
import { Corrupt, NewerFormat, StoreError, WrongDialect } from "./errors.ts";

/** What a program must find in a store to work with it. */
export interface Expected {
  /** What people call the store, for errors. */
  readonly where: string;
  readonly dialect: Dialect;
  /** The newest format that the program reads and writes; a new store has it. */
  readonly newestFormat: number;
  /** Whether a store is made where there is none. Default true. */
  readonly create?: boolean;
}

/** The description of a new store. Throws where none is to be made. */
export function newDescription(expected: Expected): Uint8Array<ArrayBuffer> {
  const { where, newestFormat, dialect, create = true } = expected;
  if (!create) throw new StoreError(`${where} holds no store: make one with --create`);
  return new TextEncoder().encode(JSON.stringify({ format: newestFormat, dialect }));
}

/** The format that a store is written in. Throws `Corrupt`, `NewerFormat`, `WrongDialect`. */
export function formatOf(description: unknown, expected: Expected): number {
  const { where, newestFormat } = expected;
  const { format, dialect } = parse(description, where);
  if (format > newestFormat) throw new NewerFormat(where, format, newestFormat);
  if (parseDialect(dialect) !== expected.dialect) {
    throw new WrongDialect(where, dialect, expected.dialect);
  }
  return format;
}

function parse(description: unknown, where: string): { format: number; dialect: string } {
  try {
    if (!(description instanceof Uint8Array)) throw new Error("it is not text");
    const { format, dialect } = JSON.parse(new TextDecoder().decode(description)) ?? {};
    if (!Number.isSafeInteger(format) || format < 1 || typeof dialect !== "string") {
      throw new Error("it has no format and dialect");
    }
    return { format, dialect };
  } catch (error) {
    throw new Corrupt(`the description of ${where} can't be read: ${(error as Error).message}`);
  }
}
