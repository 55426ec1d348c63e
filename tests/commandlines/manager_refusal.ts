/**
 * Why our controller manager does not start with a command line: what is judged before it looks for a server.
 *
 * @module
 */

import { CONTROLLERS } from "../../controllers/controllers.ts";
import { signerFiles } from "../../controllers/csr_signing.ts";
import { controllerManagerFlags } from "../../controllers/flags/mod.ts";
import { chooseControllers } from "../../controllers/manager/choose.ts";
import { checkElection } from "../../controllers/manager/elections.ts";
import { identityHeadersOf } from "../../toolkit/authentication/request_header.ts";
import { parseFlags } from "../../toolkit/flags/mod.ts";
import { switchFeatures } from "../../toolkit/process/feature_gates.ts";
import { servingOptionsFromFlags } from "../../toolkit/serving/mod.ts";

/** "": it starts. */
export function managerRefusal(args: readonly string[]): string {
  try {
    const { values, rest } = parseFlags(controllerManagerFlags, args, "kubernetes");
    const word = rest.find((one) => one !== "");
    if (word !== undefined) return `${JSON.stringify(word)} is not a flag`;
    chooseControllers(values.controllers, CONTROLLERS);
    if (values["leader-elect"]) checkElection(values);
    signerFiles(values);
    identityHeadersOf({ ...values, "requestheader-uid-headers": [] });
    switchFeatures({}, values["feature-gates"]);
    servingOptionsFromFlags(values);
    return "";
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}
