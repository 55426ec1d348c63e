/**
 * `./orch bench extending`: definitions, the resources that they define, and webhooks, each beside
 * something built in, in the same run.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeAuthority, makeCertificate, USAGE } from "../toolkit/certificates/mod.ts";
import { Connection } from "./api/connection.ts";
import { loadOf, prepareFolder, runLoad, startServer, stop, TOKEN } from "./api/machine.ts";
import { CONFIG_MAPS, gadgetDefinition, objectOf, type Sample } from "./api/objects.ts";
import { saveResult, table } from "./report.ts";
import { longestWait } from "./waiting.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const COUNT = 500;
const SECONDS = 4;
const ROUNDS = 3;
const WEBHOOK_CALLS = 1_000;
const CONVERTED = 1_000;
const LARGE_FIELDS = 100_000;

/** A figure, what it is compared with, and what is to be reached. */
interface Row {
  readonly name: string;
  readonly figure: string;
  readonly beside: string;
  readonly target: string;
  readonly reached: boolean;
}

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log("orch bench extending: definitions, custom resources and webhooks");
    return 0;
  }
  const folder = await Deno.makeTempDir();
  try {
    const rows = await measure(folder);
    const head = ["what", "figure", "beside", "to reach", "reached"];
    console.log(table(
      head,
      rows.map((row) => [
        row.name,
        row.figure,
        row.beside,
        row.target,
        row.reached ? "yes" : "no",
      ]),
    ));
    await saveResult("extending", { rows });
    return 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function measure(folder: string): Promise<Row[]> {
  const { ca } = await prepareFolder(folder);
  const memory = await idleMemory(folder, ca);
  const server = await startServer(folder, `${folder}/store.kv`);
  const connection = await Connection.open(server.port, ca, TOKEN);
  try {
    const load = loadOf(ca, server.port);
    const creates = (sample: Sample, prefix: string) =>
      runLoad({ ...load, work: "create", prefix, seconds: SECONDS, sample });
    return [
      ...await installs(connection),
      ...await rates(connection, creates),
      await webhook(connection),
      await conversion(connection),
      await large(connection, server.port, ca),
      memory,
    ];
  } finally {
    connection.close();
    await stop(server.process);
  }
}

async function ok(
  connection: Connection,
  method: string,
  path: string,
  body?: string,
  type?: string,
): Promise<string> {
  const answer = await connection.request(method, path, body, type);
  const text = new TextDecoder().decode(answer.body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text;
}

/** Installs definitions one after another, each until it is served. */
async function installs(connection: Connection): Promise<Row[]> {
  await install(connection, gadgetDefinition());
  const maps = "/api/v1/namespaces/default/configmaps";
  const plain: number[] = [];
  for (let i = 0; i < COUNT; i++) {
    plain.push(await timed(() => ok(connection, "POST", maps, objectOf(CONFIG_MAPS, `p${i}`, i))));
  }
  const times: number[] = [];
  for (let i = 0; i < COUNT; i++) {
    times.push(await timed(() => install(connection, gadgetDefinition(`g${letters(i)}s`))));
  }
  const [mean, worst] = [times.reduce((sum, one) => sum + one, 0) / COUNT, Math.max(...times)];
  const beside = plain.reduce((sum, one) => sum + one, 0) / COUNT;
  return [
    {
      name: `installing one of ${COUNT} definitions (mean)`,
      figure: `${mean.toFixed(1)} ms`,
      beside: `${(mean / beside).toFixed(1)} times a config map`,
      target: "60 ms",
      reached: mean < 60,
    },
    {
      name: "the same, the slowest",
      figure: `${worst.toFixed(1)} ms`,
      beside: "",
      target: "",
      reached: worst < 60,
    },
  ];
}

function letters(number: number): string {
  return [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

async function install(connection: Connection, definition: string): Promise<void> {
  const { name } = JSON.parse(await ok(connection, "POST", DEFINITIONS, definition)).metadata;
  for (;;) {
    const { status } = JSON.parse(await ok(connection, "GET", `${DEFINITIONS}/${name}`));
    const conditions: { type: string; status: string }[] = status?.conditions ?? [];
    if (conditions.some((one) => one.type === "Established" && one.status === "True")) break;
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** What definitions cost that nobody uses: a server that starts with them beside one without. */
async function idleMemory(folder: string, ca: string): Promise<Row> {
  const store = `${folder}/idle.kv`;
  const empty = await startServer(folder, store);
  const before = await settledKb(empty.process);
  const connection = await Connection.open(empty.port, ca, TOKEN);
  for (let i = 0; i < COUNT; i++) await install(connection, gadgetDefinition(`g${letters(i)}s`));
  connection.close();
  await stop(empty.process);
  const full = await startServer(folder, store);
  const kb = (await settledKb(full.process) - before) / COUNT;
  await stop(full.process);
  return {
    name: `memory of an idle definition, one of ${COUNT}`,
    figure: `${kb.toFixed(0)} KB`,
    beside: `${gadgetDefinition().length} bytes as sent`,
    target: "150 KB",
    reached: kb < 150,
  };
}

/** Resident memory once it no longer changes much. */
async function settledKb({ pid }: Deno.ChildProcess): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < 10; i++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const text = await Deno.readTextFile(`/proc/${pid}/status`);
    least = Math.min(least, Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]));
  }
  return least;
}

async function rates(
  connection: Connection,
  creates: (sample: Sample, prefix: string) => Promise<number>,
): Promise<Row[]> {
  const gadgets: Sample = { kind: "gadgets", padding: 400 };
  await ok(
    connection,
    "POST",
    "/apis/example.com/v1/namespaces/default/gadgets",
    objectOf(gadgets, "size", 0),
  );
  const path = "/apis/example.com/v1/namespaces/default/gadgets/size";
  const size = (await ok(connection, "GET", path)).length;
  const maps = "/api/v1/namespaces/default/configmaps";
  await ok(connection, "POST", maps, objectOf(CONFIG_MAPS, "size", 0));
  const shown = (await ok(connection, "GET", `${maps}/size`)).length;
  const plain: Sample = { kind: "configmaps", padding: CONFIG_MAPS.padding + size - shown };
  const best: [number, number] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    best[0] = Math.max(best[0], await creates(gadgets, `r${round}-`));
    best[1] = Math.max(best[1], await creates(plain, `r${round}-`));
  }
  const share = best[0] / best[1];
  return [{
    name: "creates of a custom resource: 30 properties, five rules",
    figure: `${Math.round(best[0])}/s`,
    beside: `${share.toFixed(2)} of config maps (${Math.round(best[1])}/s, ${size} bytes each)`,
    target: "0.60",
    reached: share >= 0.6,
  }];
}

/** A review, of admission or of conversion. */
interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: {
    readonly uid: string;
    readonly objects: readonly object[];
    readonly desiredAPIVersion: string;
  };
}

async function startHook(answer: (review: Review) => unknown) {
  const now = new Date();
  const authority = await makeAuthority("hooks", now);
  const { certificate: cert, key } = await makeCertificate(
    { commonName: "localhost", hosts: ["localhost"], usages: [USAGE.server], now },
    authority,
  );
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const piece of request) body += new TextDecoder().decode(piece);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer(JSON.parse(body))));
  };
  const server = createServer({ cert, key }, (request, response) => {
    reply(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    clientConfig: { url: `https://localhost:${port}/`, caBundle: btoa(authority.certificate) },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a webhook that says yes adds to a create, at the median. */
async function webhook(connection: Connection): Promise<Row> {
  const hook = await startHook(({ apiVersion, kind, request }) => ({
    apiVersion,
    kind,
    response: { uid: request.uid, allowed: true },
  }));
  const secrets = "/api/v1/namespaces/default/secrets";
  const median = async (prefix: string) => {
    const times: number[] = [];
    for (let i = 0; i < WEBHOOK_CALLS; i++) {
      const body = JSON.stringify({ metadata: { name: `${prefix}${i}` }, stringData: { a: "b" } });
      times.push(await timed(() => ok(connection, "POST", secrets, body)));
    }
    return times.sort((one, other) => one - other)[WEBHOOK_CALLS / 2] ?? 0;
  };
  const without = await median("a");
  const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  await ok(
    connection,
    "POST",
    configurations,
    JSON.stringify({
      metadata: { name: "noop" },
      webhooks: [{
        name: "noop.example.com",
        clientConfig: hook.clientConfig,
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        rules: [{
          operations: ["CREATE"],
          apiGroups: [""],
          apiVersions: ["v1"],
          resources: ["secrets"],
        }],
      }],
    }),
  );
  await median("b");
  const asked = await median("c");
  await ok(connection, "DELETE", `${configurations}/noop`);
  await hook.close();
  return {
    name: "a webhook that says yes adds, at the median",
    figure: `${(asked - without).toFixed(2)} ms`,
    beside: `to ${without.toFixed(2)} ms without`,
    target: "2 ms",
    reached: asked - without < 2,
  };
}

/**
 * Others while the largest definition is judged, beside an object of the same content that nobody
 * looks into: reading, tracking and writing take their time with any object of that size.
 */
async function large(connection: Connection, port: number, ca: string): Promise<Row> {
  const properties = Object.fromEntries(
    Array.from({ length: LARGE_FIELDS }, (_, index) => [`field${index}`, { type: "string" }]),
  );
  const free = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const definition = (plural: string, spec: object) => {
    const made = JSON.parse(gadgetDefinition(plural));
    const [version] = made.spec.versions;
    version.schema.openAPIV3Schema.properties = { spec };
    delete version.additionalPrinterColumns;
    delete version.selectableFields;
    return JSON.stringify(made);
  };
  await install(connection, definition("looses", free));
  const loose = "/apis/example.com/v1/namespaces/default/looses";
  const object = JSON.stringify({
    apiVersion: "example.com/v1",
    kind: "Loose",
    metadata: { name: "large" },
    spec: { properties },
  });
  const body = definition("larges", { type: "object", properties });
  const [own, other] = [[], []] as [number[], number[]];
  for (let round = 0; round < ROUNDS; round++) {
    own.push((await longestWait(port, ca, () => install(connection, body))).waited);
    await ok(connection, "DELETE", `${DEFINITIONS}/larges.example.com`);
    await gone(connection, `${DEFINITIONS}/larges.example.com`);
    other.push((await longestWait(port, ca, () => ok(connection, "POST", loose, object))).waited);
    await ok(connection, "DELETE", `${loose}/large`);
  }
  const [waited, beside] = [Math.min(...own), Math.min(...other)];
  return {
    name: `others wait for a definition of ${LARGE_FIELDS} fields, at most`,
    figure: `${waited.toFixed(0)} ms`,
    beside: `${(waited / beside).toFixed(2)} times as for an object of that content`,
    target: "2",
    reached: waited / beside < 2,
  };
}

async function gone(connection: Connection, path: string): Promise<void> {
  while ((await connection.request("GET", path)).status !== 404);
}

/** A list that a webhook converts, in one batch. */
async function conversion(connection: Connection): Promise<Row> {
  let batches = 0;
  const hook = await startHook(({ apiVersion, kind, request }) => {
    batches++;
    const { uid, objects, desiredAPIVersion } = request;
    const convertedObjects = objects.map((one) => ({ ...one, apiVersion: desiredAPIVersion }));
    return { apiVersion, kind, response: { uid, result: { status: "Success" }, convertedObjects } };
  });
  const definition = JSON.parse(gadgetDefinition("widgets"));
  const [version] = definition.spec.versions;
  definition.spec.versions.push({ ...version, name: "v2", storage: false });
  definition.spec.conversion = {
    strategy: "Webhook",
    webhook: { clientConfig: hook.clientConfig, conversionReviewVersions: ["v1"] },
  };
  await install(connection, JSON.stringify(definition));
  const path = (version: string) => `/apis/example.com/${version}/namespaces/default/widgets`;
  for (let i = 0; i < CONVERTED; i++) {
    const object = JSON.parse(objectOf({ kind: "gadgets", padding: 100 }, `w${i}`, i));
    await ok(connection, "POST", path("v1"), JSON.stringify({ ...object, kind: "Widget" }));
  }
  const plain = await timed(() => ok(connection, "GET", path("v1")));
  const converted = await timed(() => ok(connection, "GET", path("v2")));
  const again = await timed(() => ok(connection, "GET", path("v2")));
  await hook.close();
  return {
    name: `a list of ${CONVERTED} objects through a webhook, in ${batches} batch`,
    figure: `${converted.toFixed(0)} ms`,
    beside: `${plain.toFixed(0)} ms without, ${again.toFixed(0)} ms the next time`,
    target: "one batch",
    reached: batches === 1,
  };
}

if (import.meta.main) Deno.exit(await main(Deno.args));
