/**
 * Every flag of the API server, in the order of its `--help`.
 *
 * @module
 */

import { loggingFlags } from "../../toolkit/logging/flags.ts";
import { metricsFlags } from "../../toolkit/metrics/flags.ts";
import { featureGateFlags, globalFlags, profilingFlags } from "../../toolkit/process/flags.ts";
import { servingFlags } from "../../toolkit/serving/flags.ts";
import { admissionFlags } from "./admission.ts";
import { auditFlags } from "./audit.ts";
import { authenticationFlags } from "./authentication.ts";
import { authorizationFlags } from "./authorization.ts";
import { cloudFlags, egressFlags, nodeAgentFlags, serviceFlags } from "./cluster.ts";
import { apiEnablementFlags, genericFlags } from "./generic.ts";
import { notBuilt } from "./status.ts";
import { storageFlags } from "./storage.ts";

/** The groups. */
export const apiServerFlags = [
  genericFlags,
  storageFlags,
  servingFlags(notBuilt, {
    securePort: 6443,
    zeroPort: "refused",
    certDir: (names) => names.runFolder,
  }),
  auditFlags,
  featureGateFlags(notBuilt),
  profilingFlags(notBuilt),
  authenticationFlags,
  authorizationFlags,
  cloudFlags,
  apiEnablementFlags,
  egressFlags,
  admissionFlags,
  metricsFlags(notBuilt),
  loggingFlags,
  serviceFlags,
  nodeAgentFlags,
  globalFlags,
] as const;
