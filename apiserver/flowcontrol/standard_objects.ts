/**
 * The flow schemas and priority levels that a server makes for itself: the mandatory ones, and those that are
 * suggested.
 *
 * @module
 */

import type {
  FlowSchemaSpec,
  PriorityLevelConfigurationSpec,
  ResourcePolicyRule,
  Subject,
} from "../../toolkit/api/flowcontrol_v1.ts";
import type { Names } from "../../toolkit/names.ts";
import { GROUP_AUTHENTICATED, GROUP_UNAUTHENTICATED } from "../../toolkit/authentication/user.ts";
import { EXEMPT, MANDATORY_LEVELS, MANDATORY_SCHEMAS } from "./mandatory.ts";

/** An object by its name; nobody may change the spec of one that is mandatory. */
export interface StandardObject<S> {
  readonly name: string;
  readonly spec: S;
  readonly isMandatory: boolean;
}

/** The levels, with shares, the part that they lend in percent, queues and hand size. */
const LEVELS: readonly (readonly [string, number, number, number, number])[] = [
  ["system", 30, 33, 64, 6],
  ["node-high", 40, 25, 64, 6],
  ["leader-election", 10, 0, 16, 4],
  ["workload-high", 40, 50, 128, 6],
  ["workload-low", 100, 90, 128, 6],
  ["global-default", 20, 50, 128, 6],
];

const QUEUE_LENGTH = 50;

/** The levels of a server. */
export const STANDARD_LEVELS: readonly StandardObject<PriorityLevelConfigurationSpec>[] = [
  ...LEVELS.map(([name, nominalConcurrencyShares, lendablePercent, queues, handSize]) => ({
    name,
    isMandatory: false,
    spec: {
      type: "Limited",
      limited: {
        nominalConcurrencyShares,
        limitResponse: {
          type: "Queue",
          queuing: { queues, handSize, queueLengthLimit: QUEUE_LENGTH },
        },
        lendablePercent,
      },
    },
  })),
  ...[...MANDATORY_LEVELS].map(([name, spec]) => ({ name, spec, isMandatory: true })),
];

const NODES = "system:nodes";
const SERVICE_ACCOUNTS = "system:serviceaccounts";

/** The schemas of a server that speaks a dialect. */
export function standardSchemas(names: Names): readonly StandardObject<FlowSchemaSpec>[] {
  const leases = names.group("coordination");
  const managers = users(names.userControllerManager, names.userScheduler);
  const systemAccounts: Subject[] = [{
    kind: "ServiceAccount",
    serviceAccount: { name: "*", namespace: names.namespaceSystem },
  }];
  return [
    suggested("system-nodes", "system", 500, "ByUser", everything(groups(NODES))),
    suggested("system-node-high", "node-high", 400, "ByUser", {
      subjects: groups(NODES),
      resourceRules: [
        rule(["*"], "", ["nodes", "nodes/status"], true),
        rule(["*"], leases, ["leases"]),
      ],
    }),
    suggested("probes", EXEMPT, 2, undefined, {
      subjects: groups(GROUP_UNAUTHENTICATED, GROUP_AUTHENTICATED),
      nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/readyz", "/livez"] }],
    }),
    suggested("system-leader-election", "leader-election", 100, "ByUser", {
      subjects: [...managers, ...systemAccounts],
      resourceRules: [rule(["get", "create", "update"], leases, ["leases"])],
    }),
    ...[names.userControllerManager, names.userScheduler].map((user) =>
      suggested(
        user.slice("system:".length),
        "workload-high",
        800,
        "ByNamespace",
        everything(users(user)),
      )
    ),
    suggested(
      `${names.namespaceSystem}-service-accounts`,
      "workload-high",
      900,
      "ByNamespace",
      everything(systemAccounts),
    ),
    suggested(
      "service-accounts",
      "workload-low",
      9000,
      "ByUser",
      everything(groups(SERVICE_ACCOUNTS)),
    ),
    suggested(
      "global-default",
      "global-default",
      9900,
      "ByUser",
      everything(groups(GROUP_UNAUTHENTICATED, GROUP_AUTHENTICATED)),
    ),
    ...[...MANDATORY_SCHEMAS].map(([name, spec]) => ({ name, spec, isMandatory: true })),
  ];
}

type Rules = NonNullable<FlowSchemaSpec["rules"]>[number];

function suggested(
  name: string,
  level: string,
  matchingPrecedence: number,
  by: "ByUser" | "ByNamespace" | undefined,
  rules: Rules,
): StandardObject<FlowSchemaSpec> {
  const spec: FlowSchemaSpec = {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence,
    ...(by && { distinguisherMethod: { type: by } }),
    rules: [rules],
  };
  return { name, spec, isMandatory: false };
}

function everything(subjects: Subject[]): Rules {
  return {
    subjects,
    resourceRules: [rule(["*"], "*", ["*"], true)],
    nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
  };
}

function rule(
  verbs: string[],
  group: string,
  resources: string[],
  clusterScope = false,
): ResourcePolicyRule {
  const namespaces = ["*"];
  return {
    verbs,
    apiGroups: [group],
    resources,
    ...(clusterScope && { clusterScope }),
    namespaces,
  };
}

function groups(...names: readonly string[]): Subject[] {
  return names.map((name) => ({ kind: "Group", group: { name } }));
}

function users(...names: readonly string[]): Subject[] {
  return names.map((name) => ({ kind: "User", user: { name } }));
}
