/**
 * All authenticators, in the order in which they are asked.
 *
 * @module
 */

import { readFlagFile } from "../../toolkit/flags/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Plugin } from "../plugin.ts";
import type { ApiServerFlagValues } from "../surroundings.ts";
import type { Authenticator } from "./authenticator.ts";
import { clientCertificates } from "./client_certificate.ts";
import { rootsInFile } from "./roots_file.ts";
import { noTokens, parseTokens, tokenFile } from "./token_file.ts";

/** Each is there when its flags name what it needs. */
export const AUTHENTICATORS: readonly Plugin<Authenticator, ApiServerFlagValues>[] = [
  {
    name: "client certificates",
    create({ clock, dialect, logger }, { "client-ca-file": path }) {
      if (path === "") return undefined;
      return clientCertificates(rootsInFile(path, clock, logger), clock, NAMES[dialect]);
    },
  },
  {
    name: "token file",
    async create(_context, { "token-auth-file": path }) {
      if (path === "") return undefined;
      return tokenFile(parseTokens(await readFlagFile("token-auth-file", path), path));
    },
  },
  // A token that nobody knows is refused: who sends one is not anonymous.
  { name: "other tokens", create: () => noTokens },
];
