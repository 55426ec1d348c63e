/** What is recorded of requests, and where. */
export {
  type Audit,
  type AuditSurroundings,
  type FurtherTargets,
  openAudit,
} from "./open_audit.ts";
export { type AuditFlagValues, type AuditSettings, auditSettings } from "./settings.ts";
