/**
 * Descriptions of the options of requests, and of their answers that are no objects of a kind: events
 * of watches, tables, metadata alone.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const WRITING: FieldWords = {
  dryRun: "All processes the request without storing anything. No other value is allowed.",
  fieldManager: "The name of who makes the change: at most 128 printable characters. Default: " +
    "the part of the user agent before the first slash.",
  fieldValidation: "What happens to unknown and duplicate fields: Ignore drops them, Warn (the " +
    "default) drops them with a warning, Strict refuses the request.",
};

const GROUP = "The API group. Empty for the core group.";
const VERSION = "The API version without the group, such as v1.";
const KIND = "The kind, in CamelCase.";
const RESOURCE = "The resource: the plural name in lower case.";

/** The descriptions of options and answers. */
export const REQUESTS: Words = {
  GetOptions: ["Options of reading one object.", {
    resourceVersion: "How new the object must be: 0 takes what is in the server's cache, a " +
      "version takes one that is no older. If unset, the newest.",
  }],
  ListOptions: ["Options of a list or a watch.", {
    labelSelector: "Selects objects by labels: app=web,tier!=cache. If empty, all.",
    fieldSelector: "Selects objects by fields: metadata.name=web. Which fields depends on the " +
      "kind. If empty, all.",
    watch: "Whether to follow changes instead of listing. Default: false.",
    allowWatchBookmarks: "For watches: whether the server may send BOOKMARK events, which hold a " +
      "resourceVersion alone. Default: false.",
    resourceVersion: "How new a list must be, or the version after which a watch starts. If " +
      "unset, a list is the newest, and a watch starts with what there is.",
    resourceVersionMatch: "How resourceVersion is meant for a list: Exact, or NotOlderThan.",
    timeoutSeconds: "After how many seconds the server ends the request. If unset, lists end " +
      "with the server's limit for requests, and watches after a time that the server chooses.",
    limit: "The maximum number of objects in one page. If there are more, the metadata of the " +
      "list has a continue token. 0: all objects. Not for watches.",
    continue: "The token of the page before; all other options must be the same. Fails with " +
      "status 410 once the token has expired.",
    sendInitialEvents: "For watches: whether to begin with an event for each object that there " +
      "is, then a bookmark. Requires resourceVersionMatch NotOlderThan.",
    shardSelector: "Selects one shard of all objects. If empty, all.",
  }],
  CreateOptions: ["Options of a creation.", WRITING],
  UpdateOptions: ["Options of an update.", WRITING],
  PatchOptions: ["Options of a patch.", {
    ...WRITING,
    force: "For server-side apply only: whether to take over fields that another manager set to " +
      "other values. Otherwise such fields are a conflict. Default: false.",
  }],
  ApplyOptions: ["Options of server-side apply.", {
    dryRun: WRITING.dryRun ?? "",
    force: "Whether to take over fields that another manager set to other values. Otherwise such " +
      "fields are a conflict.",
    fieldManager: "The name of who applies: at most 128 printable characters. Required.",
  }],
  WatchEvent: ["An event of a watch.", {
    type: "ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.",
    object: "ADDED and MODIFIED: the object as it is now. DELETED: the object as it was before. " +
      "BOOKMARK: an object with a resourceVersion alone. ERROR: a Status, usually.",
  }],
  List: ["A list of objects of any kinds."],
  PartialObjectMetadata: ["An object of any kind without all but its metadata."],
  PartialObjectMetadataList: ["A list of objects without all but their metadata."],
  RootPaths: ["The paths of a server.", { paths: "The paths, in order." }],
  Table: ["Objects as the rows of a table, as command lines show them.", {
    columnDefinitions: "The columns, from the left to the right.",
    rows: "The rows, one for each object.",
  }],
  TableColumnDefinition: ["A column of a table.", {
    name: "The heading.",
    type: "What the cells hold: integer, number, string, boolean or date.",
    format: "More about type: name marks the column that holds the name of the object. May be " +
      "empty.",
    description: "What the column says, for people.",
    priority: "0 is always shown; columns with higher numbers are left out where there is little " +
      "room.",
  }],
  TableRow: ["A row of a table.", {
    cells: "The values of the columns, in the order of these.",
    conditions: "Conditions of the row, such as Completed.",
    object: "What the row is about: its metadata by default; the object itself or nothing if the " +
      "request says so.",
  }],
  TableRowCondition: ["A condition of a row.", {
    type: "Completed: the object has run to its end, and may be left out.",
  }],
  TableOptions: ["Options of a request for a table.", {
    includeObject: "What the rows hold of their objects: None, Metadata (the default) or Object.",
  }],
  GroupKind: ["A kind without a version.", { group: GROUP, kind: KIND }],
  GroupResource: ["A resource without a version.", { group: GROUP, resource: RESOURCE }],
  GroupVersion: ["An API group and one of its versions.", { group: GROUP, version: VERSION }],
  GroupVersionKind: ["A kind in a version.", { group: GROUP, version: VERSION, kind: KIND }],
  GroupVersionResource: ["A resource in a version.", {
    group: GROUP,
    version: VERSION,
    resource: RESOURCE,
  }],
};
