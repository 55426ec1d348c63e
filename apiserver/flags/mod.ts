/**
 * Every flag of the API server, in the order of its `--help`.
 *
 * @module
 */

import { works } from "../../toolkit/flags/mod.ts";
import { loggingFlags } from "../../toolkit/logging/flags.ts";
import { metricsFlags } from "../../toolkit/process/metrics_flags.ts";
import { featureGateFlags, globalFlags, profilingFlags } from "../../toolkit/process/flags.ts";
import { servingFlags } from "../../toolkit/serving/flags.ts";
import { admissionFlags } from "./admission.ts";
import { auditFlags } from "./audit.ts";
import { authenticationFlags } from "./authentication.ts";
import { authorizationFlags } from "./authorization.ts";
import { cloudFlags, egressFlags, nodeAgentFlags, serviceFlags } from "./cluster.ts";
import { apiEnablementFlags, genericFlags } from "./generic.ts";
import { FEATURES } from "./features.ts";
import { storageFlags } from "./storage.ts";

/** The groups. */
export const apiServerFlags = [
  genericFlags,
  storageFlags,
  servingFlags(works, {
    securePort: 6443,
    zeroPort: "refused",
    certDir: (names) => names.runFolder,
  }),
  auditFlags,
  featureGateFlags(works, FEATURES),
  profilingFlags(works),
  authenticationFlags,
  authorizationFlags,
  cloudFlags,
  apiEnablementFlags,
  egressFlags,
  admissionFlags,
  metricsFlags(works),
  loggingFlags,
  serviceFlags,
  nodeAgentFlags,
  globalFlags,
] as const;
