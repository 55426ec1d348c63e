/**
 * helm, as its users have it.
 *
 * @module
 */

import { publishedProgram } from "../../testing/go_program.ts";

/** The version of it. */
export const HELM_VERSION = "v3.21.3";

/** Where it is. Throws where it can't be built. */
export async function helmProgram(): Promise<string> {
  return await publishedProgram("helm.sh/helm/v3/cmd/helm", HELM_VERSION);
}
