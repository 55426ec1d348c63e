/**
 * Who has which cluster role from the start, but for controllers, whose accounts have theirs.
 *
 * @module
 */

import type { SubjectRow } from "./subject_row.ts";

/** Subjects by the name of the cluster role, which its binding has too. */
export const CLUSTER_BINDINGS: Readonly<Record<string, readonly SubjectRow[]>> = {
  "cluster-admin": ["Group system:masters"],
  "system:monitoring": ["Group system:monitoring"],
  "system:discovery": ["Group system:authenticated"],
  "system:basic-user": ["Group system:authenticated"],
  "system:public-info-viewer": ["Group system:authenticated", "Group system:unauthenticated"],
  "system:node-proxier": ["User {userServiceProxy}"],
  "system:orch-controller-manager": ["User {userControllerManager}"],
  "system:orch-dns": ["ServiceAccount orch-dns"],
  "system:orch-scheduler": ["User {userScheduler}"],
  "system:volume-scheduler": ["User {userScheduler}"],
  // Nobody: nodes are let through by an authorizer of their own.
  "system:node": [],
  "system:service-account-issuer-discovery": ["Group system:serviceaccounts"],
};
