/**
 * Who a client is by a token that the administrator wrote into a file: `token,user,uid,"group,group"`
 * on each line.
 *
 * @module
 */

import { ABSENT, type Authenticator, type Credentials, type Identity } from "./authenticator.ts";
import type { User } from "./user.ts";

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

const REFUSED: Identity = { is: "refused", reason: "the bearer token is not known" };

/** Authenticates by these tokens. One that is not among them is wrong, unless others know it. */
export function tokenFile(users: ReadonlyMap<string, User>): Authenticator {
  const identities = new Map<string, Identity>(
    [...users].map(([token, user]) => [token, { is: "known", user }]),
  );
  return {
    authenticate(request) {
      const token = bearerToken(request);
      return token === undefined ? ABSENT : identities.get(token) ?? REFUSED;
    },
  };
}

/** Refuses tokens where no authenticator knows any: who sends one is not anonymous. */
export const noTokens: Authenticator = {
  authenticate: (request) => bearerToken(request) === undefined ? ABSENT : REFUSED,
};

/** What a request carries as `Authorization: Bearer TOKEN`. */
export function bearerToken({ headers }: Pick<Credentials, "headers">): string | undefined {
  const { authorization } = headers;
  const text = typeof authorization === "string" ? authorization : authorization?.[0];
  if (text === undefined || !/^bearer /i.test(text)) return undefined;
  const token = text.slice("bearer ".length).trim();
  return token === "" ? undefined : token;
}
