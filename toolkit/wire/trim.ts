/**
 * What caches leave out of objects.
 *
 * @module
 */

/** What stays of an object's metadata. */
export interface TrimOptions {
  /** The managers whose entries of `managedFields` stay. */
  readonly keepManagers: ReadonlySet<string>;
  /** The annotations that go, such as the one that holds the configuration that was applied last. */
  readonly dropAnnotations: ReadonlySet<string>;
}
