/**
 * The flow schemas and priority levels that every server has, and that nobody changes: all requests
 * belong to one of them when they belong to no other.
 *
 * @module
 */

import type {
  FlowSchemaSpec,
  PriorityLevelConfigurationSpec,
  Subject,
} from "../../toolkit/api/flowcontrol_v1.ts";
import {
  GROUP_AUTHENTICATED,
  GROUP_MASTERS,
  GROUP_UNAUTHENTICATED,
} from "../../toolkit/authentication/user.ts";

/** The schema, and the level, of requests that never wait. */
export const EXEMPT = "exempt";
/** The schema, and the level, of requests that no other schema takes. */
export const CATCH_ALL = "catch-all";

/** The last place in the order of schemas. */
export const MAX_PRECEDENCE = 10_000;

function everythingOf(...groups: readonly string[]): NonNullable<FlowSchemaSpec["rules"]> {
  return [{
    subjects: groups.map((name): Subject => ({ kind: "Group", group: { name } })),
    resourceRules: [{
      verbs: ["*"],
      apiGroups: ["*"],
      resources: ["*"],
      clusterScope: true,
      namespaces: ["*"],
    }],
    nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
  }];
}

/** What the schemas of these names are. */
export const MANDATORY_SCHEMAS: ReadonlyMap<string, FlowSchemaSpec> = new Map([
  [EXEMPT, {
    priorityLevelConfiguration: { name: EXEMPT },
    matchingPrecedence: 1,
    rules: everythingOf(GROUP_MASTERS),
  }],
  [CATCH_ALL, {
    priorityLevelConfiguration: { name: CATCH_ALL },
    matchingPrecedence: MAX_PRECEDENCE,
    distinguisherMethod: { type: "ByUser" },
    rules: everythingOf(GROUP_UNAUTHENTICATED, GROUP_AUTHENTICATED),
  }],
]);

/** What the levels of these names are. */
export const MANDATORY_LEVELS: ReadonlyMap<string, PriorityLevelConfigurationSpec> = new Map([
  [EXEMPT, { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }],
  [CATCH_ALL, {
    type: "Limited",
    limited: {
      nominalConcurrencyShares: 5,
      limitResponse: { type: "Reject" },
      lendablePercent: 0,
    },
  }],
]);
