/**
 * Who a client is by a token that the administrator wrote into a file: `token,user,uid,"group,group"`
 * on each line.
 *
 * @module
 */

import { ABSENT, type Identity } from "../../toolkit/authentication/authenticator.ts";
import type { TokenAuthenticator } from "../../toolkit/authentication/token_authenticator.ts";
import type { User } from "../../toolkit/authentication/user.ts";

/** Reads the text of a file of tokens, `where`. Throws on a line that is none, naming both. */
export function parseTokens(text: string, where = "the token file"): ReadonlyMap<string, User> {
  const users = new Map<string, User>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const fail = (why: string) => new Error(`line ${index + 1} of ${where} ${why}`);
    const cells = csvCells(line);
    if (cells === undefined) throw fail("has an unclosed quote");
    const [token = "", name = "", uid, groups = ""] = cells.map((cell) => cell.trim());
    if (uid === undefined) {
      throw fail("has fewer than three columns: a token, a user name and a uid are needed");
    }
    if (token === "") throw fail("has no token");
    if (name === "") throw fail("has no user name");
    if (users.has(token)) throw fail("has a token that an earlier line has too");
    users.set(token, {
      name,
      uid,
      groups: groups.split(",").map((group) => group.trim()).filter((group) => group !== ""),
      extra: {},
    });
  }
  return users;
}

/** The cells of a line of comma separated values; undefined when a quote is left open. */
function csvCells(line: string): string[] | undefined {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (line[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === "") {
      cell = "";
      quoted = true;
    } else if (character === ",") {
      cells.push(cell);
      cell = "";
    } else cell += character;
  }
  if (quoted) return undefined;
  return [...cells, cell];
}

/** Authenticates by these tokens. One that is not among them may be known to others. */
export function tokenFile(users: ReadonlyMap<string, User>): TokenAuthenticator {
  const identities = new Map<string, Identity>(
    [...users].map(([token, user]) => [token, { is: "known", user }]),
  );
  return { authenticateToken: (token) => identities.get(token) ?? ABSENT };
}
