/**
 * The rules for names and values that all kinds share. A `check...` takes a text and returns the
 * messages of the rules that it breaks; a `validate...` returns errors of fields.
 */
export {
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkDns1123SubdomainWithUnderscore,
  checkNameIsLabel,
  checkNameIsLabel1035,
  checkNameIsSubdomain,
  checkWildcardDns1123Subdomain,
  DNS_LABEL_LIMIT,
  DNS_NAME_LIMIT,
  type NameCheck,
} from "./dns.ts";
export {
  validateDomainPrefixedPath,
  validateFullyQualifiedDomainName,
  validateFullyQualifiedName,
} from "./domain.ts";
export {
  checkConditionReason,
  checkConfigMapKey,
  checkHttpHeaderName,
  checkIdentifier,
  checkPathSegmentName,
  checkPathSegmentPrefix,
  checkPercent,
  checkPortName,
  checkPortNumber,
  checkRange,
  checkRelaxedEnvVarName,
  checkUserId,
} from "./formats.ts";
export {
  checkCidr,
  checkIp,
  checkLegacyCidr,
  checkLegacyIp,
  IpAddress,
  IpRange,
  parseCidr,
  parseCidrSloppy,
  parseIp,
  parseIpSloppy,
} from "./ip.ts";
export {
  isGlobalUnicast,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
} from "./ip_scope.ts";
export { checkLabelKey, checkLabelValue } from "./label.ts";
export {
  type LabelSelectorRules,
  validateLabelRequirement,
  validateLabelSelector,
  validateOperator,
} from "./label_selector.ts";
export { isLongerThan, type Messages, outOfRange, type Pattern, VALID } from "./messages.ts";
export {
  addInvalid,
  FINALIZER_FOREGROUND,
  FINALIZER_ORPHAN,
  isUnqualifiedFinalizer,
  type ObjectMetaRules,
  validateAnnotations,
  validateLabels,
  validateObjectMeta,
  validateObjectMetaUpdate,
  validateQualifiedFinalizers,
} from "./metadata.ts";
export {
  type DeleteOptions,
  FIELD_MANAGER_LIMIT_BYTES,
  type PatchOptions,
  validateDeleteOptions,
  validatePatchOptions,
  validateWriteOptions,
  type WriteOptions,
} from "./options.ts";
