/** What stateful sets and daemon sets share: their history. */
export { type RevisionData, revisionDataOf } from "./revision_data.ts";
export {
  newestNumber,
  type RevisedSet,
  type RevisionDraft,
  RevisionHistory,
  revisionNameOf,
} from "./revision_history.ts";
export { byRevision, type LiveRevision, type RevisionView } from "./revision_view.ts";
