/**
 * Authorization that allows nothing: for tests, and for what must stay shut.
 *
 * @module
 */

import type { Authorizer } from "./authorizer.ts";

/** Has no opinion on anything; who asks is told that everything is forbidden. */
export const alwaysDeny: Authorizer = {
  authorize: () => ({ decision: "no opinion", reason: "Everything is forbidden." }),
  rulesOf: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
};
