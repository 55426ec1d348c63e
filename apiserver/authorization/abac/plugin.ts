/**
 * Attribute based authorization as a part of a server.
 *
 * @module
 */

import { readFlagFile } from "../../../toolkit/flags/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import type { ApiServerFlagValues } from "../../surroundings.ts";
import type { Authorizer } from "../authorizer.ts";
import { abacAuthorizer } from "./authorizer.ts";
import { readPolicies } from "./policy.ts";

const FLAG = "authorization-policy-file";

/** Authorization by the policies of a file. Rejects, naming file and line, where it can't be read. */
export async function createAbac(
  { dialect, logger }: ServerContext,
  flags: ApiServerFlagValues,
): Promise<Authorizer> {
  const path = flags[FLAG];
  if (path === "") {
    throw new Error(`authorization by ABAC needs --${FLAG}, the file of its policies`);
  }
  const { policies, unversioned } = readPolicies(await readFlagFile(FLAG, path), path, dialect);
  if (unversioned > 0) {
    logger.warning("A policy file has policies in the old form, without a version", {
      path,
      policies: unversioned,
    });
  }
  return abacAuthorizer(policies);
}
