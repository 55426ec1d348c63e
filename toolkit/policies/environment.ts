/**
 * What expressions of policies, webhooks and device selectors can name.
 *
 * @module
 */

import {
  ANY,
  AUTHORIZER_TYPE,
  BOOL,
  CelEnvironment,
  type CelType,
  DYN,
  dynamicObjectNamed,
  INT,
  JSON_PATCH,
  JSON_PATCH_LIBRARY,
  listOf,
  mapOf,
  type ObjectType,
  objectType,
  opaque,
  QUANTITY_TYPE_NAME,
  RESOURCE_CHECK_TYPE,
  STANDARD_LIBRARIES,
  STRING,
  TIMESTAMP,
} from "../cel/mod.ts";
import { NAMES } from "../names.ts";

const { expressionTypePrefix: prefix } = NAMES.kubernetes;

const texts = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, STRING] as const));

const GROUP_VERSION_KIND = objectType(
  `${prefix}GroupVersionKind`,
  texts("group", "version", "kind"),
);
const GROUP_VERSION_RESOURCE = objectType(
  `${prefix}GroupVersionResource`,
  texts("group", "version", "resource"),
);
const USER = objectType(`${prefix}UserInfo`, {
  ...texts("username", "uid"),
  groups: listOf(STRING),
  extra: mapOf(STRING, listOf(STRING)),
});

/** The request that is judged; the objects in it are variables of their own. */
const REQUEST_TYPE: CelType = objectType(`${prefix}AdmissionRequest`, {
  kind: GROUP_VERSION_KIND,
  resource: GROUP_VERSION_RESOURCE,
  requestKind: GROUP_VERSION_KIND,
  requestResource: GROUP_VERSION_RESOURCE,
  ...texts("subResource", "requestSubResource", "name", "namespace", "operation"),
  userInfo: USER,
  dryRun: BOOL,
  options: DYN,
});

const CONDITION = objectType(`${prefix}NamespaceCondition`, {
  ...texts("status", "type", "message", "reason"),
  lastTransitionTime: TIMESTAMP,
});

/** The namespace that the request is in. */
export const NAMESPACE_TYPE: CelType = objectType(`${prefix}Namespace`, {
  metadata: objectType(`${prefix}NamespaceMetadata`, {
    ...texts("name", "generateName", "namespace", "UID", "resourceVersion"),
    labels: mapOf(STRING, STRING),
    annotations: mapOf(STRING, STRING),
    creationTimestamp: TIMESTAMP,
    deletionTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    generation: INT,
    finalizers: listOf(STRING),
  }),
  spec: objectType(`${prefix}NamespaceSpec`, { finalizers: listOf(STRING) }),
  status: objectType(`${prefix}NamespaceStatus`, { conditions: listOf(CONDITION), phase: STRING }),
});

/** What differs between expressions of policies. */
export interface PolicyExpressions {
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
  /** Whether they may write changes down. */
  readonly hasPatchTypes: boolean;
}

const BASE = new CelEnvironment({ libraries: STANDARD_LIBRARIES });

const policyBases = new Map<string, CelEnvironment>();

/** The environment of expressions of policies and of webhooks' conditions. */
export function policyEnvironment(options: PolicyExpressions): CelEnvironment {
  const { hasParams, hasAuthorizer, hasPatchTypes } = options;
  const key = `${hasParams} ${hasAuthorizer} ${hasPatchTypes}`;
  const known = policyBases.get(key);
  if (known !== undefined) return known;
  const made = BASE.extend({
    variables: {
      object: DYN,
      oldObject: DYN,
      namespaceObject: NAMESPACE_TYPE,
      request: REQUEST_TYPE,
      ...(hasParams && { params: DYN }),
      ...(hasAuthorizer && {
        authorizer: AUTHORIZER_TYPE,
        "authorizer.requestResource": RESOURCE_CHECK_TYPE,
      }),
    },
    ...(hasPatchTypes && {
      libraries: [JSON_PATCH_LIBRARY],
      objects: [JSON_PATCH],
      findObject: dynamicObjectNamed,
    }),
  });
  policyBases.set(key, made);
  return made;
}

/**
 * The type of `variables`, whose fields are what expressions before have given names. There may be
 * thousands of them, and an expression asks for a few.
 */
export function withVariables(
  environment: CelEnvironment,
  types: ReadonlyMap<string, CelType>,
): CelEnvironment {
  const variables: ObjectType = {
    kind: "object",
    name: `${prefix}variables`,
    field(name) {
      const type = types.get(name);
      return type && plainType(type);
    },
  };
  return environment.extend({ variables: { variables } });
}

/** As much of a variable's type as others know: what is no list, map or plain value may be anything. */
function plainType(type: CelType): CelType {
  switch (type.kind) {
    case "list":
      return listOf(plainType(type.element));
    case "map":
      return mapOf(plainType(type.key), plainType(type.value));
    case "object":
    case "opaque":
    case "optional":
    case "type":
      return DYN;
    default:
      return type;
  }
}

/** The longest names of drivers and domains, and of what they name in them. */
const DOMAIN_SIZE = 63;
const IDENTIFIER_SIZE = 32;
/** The longest text of an attribute. */
const ATTRIBUTE_SIZE = 64;
/** Attributes and capacities of one device, together. */
const ATTRIBUTES = 32;

/** Values by domains, and by names in these; `isSizedByName`: their sizes are known by names, too. */
const qualified = (value: CelType, isSizedByName: boolean) => {
  const name = { ...STRING, maxSize: IDENTIFIER_SIZE };
  const byName = mapOf(name, value, ATTRIBUTES, isSizedByName);
  return mapOf({ ...STRING, maxSize: DOMAIN_SIZE }, byName, ATTRIBUTES);
};

/** The environment of selectors of devices. */
export const DEVICE_ENVIRONMENT: CelEnvironment = BASE.extend({
  hasBind: true,
  variables: {
    device: {
      ...objectType(`${prefix}DRADevice`, {
        driver: { ...STRING, maxSize: DOMAIN_SIZE },
        allowMultipleAllocations: { ...BOOL, maxSize: 1 },
        attributes: qualified({ ...ANY, maxSize: ATTRIBUTE_SIZE }, true),
        capacity: qualified(opaque(QUANTITY_TYPE_NAME, 0), false),
      }),
      maxSize: 0,
    },
  },
});
