/**
 * Roles in the namespaces of the system, and who has them.
 *
 * @module
 */

import { READ, type RuleRow, WRITES_EVENTS } from "./rule_row.ts";
import type { SubjectRow } from "./subject_row.ts";

/** A role in a namespace, and its binding. */
export interface NamespaceRole {
  readonly namespace: "namespaceSystem" | "namespacePublic";
  readonly name: string;
  readonly rules: readonly RuleRow[];
  /** The name of its binding. Default: that of the role. */
  readonly binding?: string;
  readonly subjects: readonly SubjectRow[];
}

const ELECTION: readonly RuleRow[] = ["leases", "leasecandidates"].map((resource) => [
  "get list watch create update",
  "coordination.",
  resource,
]);

/** All of them. */
export const NAMESPACE_ROLES: readonly NamespaceRole[] = [
  {
    namespace: "namespaceSystem",
    name: "extension-apiserver-authentication-reader",
    rules: [[READ, "core", "configmaps", "{configMapExtensionServers}"]],
    binding: "system::extension-apiserver-authentication-reader",
    subjects: ["User {userControllerManager}", "User {userScheduler}"],
  },
  {
    namespace: "namespaceSystem",
    name: "system::leader-locking-{processControllerManager}",
    rules: ELECTION,
    subjects: [
      "User {userControllerManager}",
      "ServiceAccount {processControllerManager}",
      "ServiceAccount leader-election-controller",
    ],
  },
  {
    namespace: "namespaceSystem",
    name: "system::leader-locking-{processScheduler}",
    rules: ELECTION,
    subjects: ["User {userScheduler}", "ServiceAccount {processScheduler}"],
  },
  {
    namespace: "namespaceSystem",
    name: "system:controller:bootstrap-signer",
    rules: [[READ, "core", "secrets"]],
    subjects: ["ServiceAccount bootstrap-signer"],
  },
  {
    namespace: "namespacePublic",
    name: "system:controller:bootstrap-signer",
    rules: [
      [READ, "core", "configmaps"],
      ["update", "core", "configmaps", "cluster-info"],
      WRITES_EVENTS,
    ],
    subjects: ["ServiceAccount bootstrap-signer"],
  },
  {
    namespace: "namespaceSystem",
    name: "system:controller:cloud-provider",
    rules: [["get list watch create", "core", "configmaps"]],
    subjects: ["ServiceAccount cloud-provider"],
  },
  {
    namespace: "namespaceSystem",
    name: "system:controller:token-cleaner",
    rules: [["get list watch delete", "core", "secrets"], WRITES_EVENTS],
    subjects: ["ServiceAccount token-cleaner"],
  },
];
