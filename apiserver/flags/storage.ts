/**
 * Where objects are stored and how they are kept.
 *
 * @module
 */

import {
  bool,
  flag,
  group,
  int,
  list,
  named,
  notNegative,
  oneOf,
  string,
  works,
} from "../../toolkit/flags/mod.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { duration, HOUR, MINUTE } from "../../toolkit/flags/duration.ts";

const span = notNegative(duration);

/** What objects can be stored in; empty: what they are unless told otherwise. */
const MEDIA_TYPES = [
  "",
  "application/json",
  "application/yaml",
  ...DIALECTS.map((dialect) => NAMES[dialect].protobufMediaType),
];

/** The store, its history and the caches over it. */
export const storageFlags = group("Storage", works, {
  "default-watch-cache-size": flag(
    int,
    100,
    "The number of past changes of a resource that the watch cache keeps, where --watch-cache-sizes has none for it; it can't be turned off: 0 means 1",
  ),
  "delete-collection-workers": flag(
    int,
    1,
    "The number of objects that a DeleteCollection deletes in parallel; less than 1 means 1",
  ),
  "enable-garbage-collector": flag(
    bool,
    true,
    "Note on objects that are deleted what is to become of those that they own, for the garbage collector; the controller manager's flag must have the same value",
  ),
  "encryption-provider-config": flag(
    string,
    "",
    "The file that says which resources are encrypted in the store, and how (EncryptionConfiguration); a changed one is read again by itself",
  ),
  "event-ttl": flag(span, HOUR, "How long events are kept"),
  "storage-backend": flag(
    string,
    (names) => names.storageBackend,
    "The storage backend; the default is the only one",
  ),
  "storage-media-type": flag(
    oneOf("string", MEDIA_TYPES),
    (names) => names.protobufMediaType,
    "The media type of stored objects; custom resources are always stored as JSON",
  ),
  "store-cafile": flag(
    string,
    "",
    "The file of the certificate authorities that the store's certificate is checked against",
  ),
  "store-certfile": flag(string, "", "The file of the client certificate for the store"),
  "store-compaction-interval": flag(
    span,
    5 * MINUTE,
    "How long history is kept, and how often older history is dropped; 0 keeps all",
  ),
  "store-count-metric-poll-period": flag(
    span,
    MINUTE,
    "How often stores are asked for their size for the metrics, which show objects as they are; 0 means every minute, and no objects",
  ),
  "store-history-bytes": flag(
    named(notNegative(int), "bytes"),
    2 * 1024 ** 3,
    "The size of the history, in bytes, beyond which it is dropped early; 0 means no limit",
  ),
  "store-keyfile": flag(string, "", "The file of the private key of --store-certfile"),
  "store-prefix": flag(string, "/registry", "The prefix of every key in the store"),
  "store-servers": flag(
    list,
    [],
    "Where the store is: file:PATH (the default: /var/lib/orch/store.kv), memory:, http(s)://HOST for a remote Deno KV, etcd://HOST:PORT or etcds://HOST:PORT, comma separated; spelled --etcd-servers, http(s)://HOST:PORT of an etcd",
  ),
  "store-servers-overrides": flag(
    list,
    [],
    "Other stores for individual resources: group/resource#server;server, comma separated; spelled --etcd-servers-overrides, servers are http(s)://HOST:PORT of an etcd",
  ),
  "watch-cache": flag(
    bool,
    true,
    "Keep past changes in memory for watches that come back; without it they are read from the store, which all watches go by anyway. Reads of what is there now are answered from memory in any case",
  ),
  "watch-cache-sizes": flag(
    list,
    [],
    "The number of past changes of individual resources that the watch cache keeps: resource[.group]#size, comma separated",
  ),
});
