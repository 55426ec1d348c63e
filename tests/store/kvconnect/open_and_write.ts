/** Run by a test: opens the store at an address, and says what it is told. */
import { put } from "../../../apiserver/storage/contract/suite.ts";
import { openStore } from "./connect.ts";

const store = await openStore(Deno.args[0] ?? "");
console.log(typeof Deno.openKv, await store.commit([put("/registry/a", "1", 0)]));
await store.close();
