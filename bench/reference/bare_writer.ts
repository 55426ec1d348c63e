/**
 * What no API server on this runtime and store can be cheaper than, as a process of its own: a bare
 * HTTPS server that answers reads with a body of an object's size, and for writes commits as many bytes
 * to Deno KV first, those that come together as one operation. `bare_writer.ts PORT FOLDER FILE`: the
 * folder has the certificates, the file is the database.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import { OBJECT_BYTES } from "../api/objects.ts";

const [port = "", folder = "", file = ""] = Deno.args;
const content = Buffer.alloc(OBJECT_BYTES, "x");
const value = new Uint8Array(content);
const kv = await Deno.openKv(file);

const NEWEST = ["r"];
let versionstamp: string | null = null;
let revision = 0;
let waiting: (() => void)[] = [];
let running = false;

/** Commits for all who wait, until nobody does: each gets a row, and the newest revision is checked. */
async function commit(): Promise<void> {
  running = true;
  await Promise.resolve();
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    const atomic = kv.atomic().check({ key: NEWEST, versionstamp });
    for (let at = 0; at < group.length; at++) atomic.set(["c", ++revision, 0], value);
    const newest = new Uint8Array(8);
    new DataView(newest.buffer).setFloat64(0, revision);
    const result = await atomic.set(NEWEST, newest).commit();
    if (!result.ok) throw new Error("somebody else writes to the database");
    versionstamp = result.versionstamp;
    for (const done of group) done();
  }
  running = false;
}

function fail(error: unknown): never {
  console.error(error);
  Deno.exit(1);
}

function answer(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": content.length });
  response.end(content);
}

const read = (name: string) => Deno.readTextFileSync(`${folder}/${name}`);
createServer(
  {
    cert: read("tls.crt"),
    key: read("tls.key"),
    ca: read("ca.crt"),
    requestCert: true,
    rejectUnauthorized: false,
  },
  (request, response) => {
    if (request.method === "GET") return answer(response);
    request.resume();
    request.on("end", () => {
      waiting.push(() => answer(response));
      if (!running) commit().catch(fail);
    });
  },
).listen(Number(port), "127.0.0.1");
