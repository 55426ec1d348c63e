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
  validateDomainPrefixedKey,
  validateDomainPrefixedPath,
  validateFullyQualifiedDomainName,
  validateFullyQualifiedName,
} from "./domain.ts";
export {
  checkConditionReason,
  checkConfigMapKey,
  checkDecimalInteger,
  checkEnvVarName,
  checkHttpHeaderName,
  checkHttpPath,
  checkIdentifier,
  checkPathSegmentName,
  checkPathSegmentPrefix,
  checkPercent,
  checkPortName,
  checkPortNumber,
  checkRange,
  checkRelaxedEnvVarName,
  checkUserId,
  PORT_NAME_LIMIT,
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
  isMulticast,
  isUnspecified,
} from "./ip_scope.ts";
export { checkLabelKey, checkLabelValue, checkPrefixedLabelKey, LABEL_LIMIT } from "./label.ts";
export {
  type LabelSelectorRules,
  validateLabelRequirement,
  validateLabelSelector,
  validateOperator,
} from "./label_selector.ts";
export {
  both,
  checkLength,
  EMPTY,
  isLongerThan,
  type Messages,
  outOfRange,
  type Pattern,
  pattern,
  VALID,
} from "./messages.ts";
export {
  addInvalid,
  ANNOTATIONS_LIMIT_BYTES,
  FINALIZER_FOREGROUND,
  FINALIZER_ORPHAN,
  isUnqualifiedFinalizer,
  type ObjectMetaRules,
  SUBRESOURCE_LIMIT_BYTES,
  validateAnnotations,
  validateFinalizers,
  validateImmutable,
  validateLabels,
  validateManagedFields,
  validateObjectMeta,
  validateObjectMetaUpdate,
  validateOwnerReferences,
  validateQualifiedFinalizers,
} from "./metadata.ts";
export {
  type DeleteOptions,
  FIELD_MANAGER_LIMIT_BYTES,
  type PatchOptions,
  validateDeleteOptions,
  validateFieldManager,
  validatePatchOptions,
  validateWriteOptions,
  type WriteOptions,
} from "./options.ts";
