/**
 * Names of the libraries' own types, as errors show them.
 *
 * @module
 */

import { NAMES } from "../../names.ts";

const { expressionTypePrefix: prefix } = NAMES.kubernetes;

export const TYPE_NAMES = {
  ip: "net.IP",
  cidr: "net.CIDR",
  url: `${prefix}URL`,
  quantity: `${prefix}Quantity`,
  semver: `${prefix}Semver`,
  format: `${prefix}NamedFormat`,
  authorizer: `${prefix}authorization.Authorizer`,
  pathCheck: `${prefix}authorization.PathCheck`,
  groupCheck: `${prefix}authorization.GroupCheck`,
  resourceCheck: `${prefix}authorization.ResourceCheck`,
  decision: `${prefix}authorization.Decision`,
} as const;
