/**
 * Tending a store by hand, and answering for one that a process holds.
 *
 * @module
 */

export { adminOf, type AdminOptions, type StoreAdmin, type StoreReport } from "./admin.ts";
export { BadBackup } from "./backup_format.ts";
export { type AdminServer, serveStoreAdmin } from "./server.ts";
export { filePath, serversOf } from "./servers.ts";
