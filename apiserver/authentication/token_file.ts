/**
 * Who a client is by a token that the administrator wrote into a file: `token,user,uid,"group,group"`
 * on each line.
 *
 * @module
 */

import { ABSENT, type Identity } from "../../toolkit/authentication/authenticator.ts";
import type { TokenAuthenticator } from "../../toolkit/authentication/token_authenticator.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { type CsvRecord, csvRecords } from "../../toolkit/values/csv.ts";

/**
 * Reads the text of a file of tokens, `where`. Throws on a line that is none, naming both. `warn` is told of lines that say
 * nothing, and of tokens that are there twice: the last line counts.
 */
export function parseTokens(
  text: string,
  where: string,
  warn: (problem: string) => void,
): ReadonlyMap<string, User> {
  const users = new Map<string, User>();
  for (const { line, fields } of recordsOf(text, where)) {
    const [token = "", name = "", uid, groups = ""] = fields;
    const says = (what: string) => `line ${line} of ${where} ${what}`;
    if (uid === undefined) {
      const why = "has fewer than three columns: a token, a user name and a uid are needed";
      throw new Error(says(why));
    }
    if (token === "") {
      warn(says("has no token, and is left out"));
      continue;
    }
    if (name === "") throw new Error(says("has no user name"));
    if (users.has(token)) warn(says("has a token that an earlier line has too, which is left out"));
    users.set(token, {
      name,
      uid,
      groups: groups.split(",").filter((group) => group !== ""),
      extra: {},
    });
  }
  return users;
}

function* recordsOf(text: string, where: string): Generator<CsvRecord> {
  try {
    for (const record of csvRecords(text)) {
      // The reference knows no comments: what begins so and is no token's line would keep it from starting.
      if (!record.fields[0]!.startsWith("#") || record.fields.length > 2) yield record;
    }
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
  }
}

/** Authenticates by these tokens. One that is not among them may be known to others. */
export function tokenFile(users: ReadonlyMap<string, User>): TokenAuthenticator {
  const identities = new Map<string, Identity>(
    [...users].map(([token, user]) => [token, { is: "known", user }]),
  );
  return { authenticateToken: (token) => identities.get(token) ?? ABSENT };
}
