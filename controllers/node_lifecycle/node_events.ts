/**
 * How events name nodes.
 *
 * @module
 */

/** What an event is about; a node that is gone, too. */
export function nodeReference({ name, uid }: { readonly name: string; readonly uid: string }) {
  return { apiVersion: "v1", kind: "Node", metadata: { name, uid } };
}
