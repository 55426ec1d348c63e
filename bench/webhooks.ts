/**
 * `./orch bench webhooks`: what an admission webhook that says yes adds to a write, beside the same
 * write without one in the same run.
 *
 * @module
 */

import { makeAuthority, makeCertificate, USAGE } from "../toolkit/certificates/mod.ts";
import { Connection } from "./api/connection.ts";
import { child, linesOf, loadOf, type Machine, startMachine, stop } from "./api/machine.ts";
import { COLLECTION, CONFIG_MAPS, objectOf } from "./api/objects.ts";
import { saveResult, table } from "./report.ts";

const WRITES = 1000;
const ROUNDS = 4;
/** What a webhook that only judges may add, in milliseconds. */
const TARGET_MS = 2;

const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1";

interface Setting {
  readonly name: string;
  /** The configuration's resource; undefined: none is made. */
  readonly resource?: string;
  /** What its rules are about. */
  readonly about?: string;
}

const SETTINGS: readonly Setting[] = [
  { name: "no webhook" },
  { name: "for other objects", resource: "validatingwebhookconfigurations", about: "secrets" },
  { name: "validating", resource: "validatingwebhookconfigurations", about: "configmaps" },
  { name: "mutating", resource: "mutatingwebhookconfigurations", about: "configmaps" },
];

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log("orch bench webhooks: writes with and without webhooks");
    return 0;
  }
  const folder = await Deno.makeTempDir();
  try {
    await using machine = await startMachine(folder);
    await using hook = await startHook();
    const rows = await measure(machine, hook);
    const plain = rows[0]?.p50 ?? NaN;
    const head = ["one write at a time", "p50 ms", "p99 ms", "adds ms", "at most", "reached"];
    console.log(table(
      head,
      rows.map(({ name, p50, p99 }) => {
        const added = p50 - plain;
        const judged = name === "validating";
        return [
          name,
          p50.toFixed(3),
          p99.toFixed(3),
          added.toFixed(3),
          judged ? String(TARGET_MS) : "",
          judged ? (added < TARGET_MS ? "yes" : "no") : "",
        ];
      }),
    ));
    await saveResult("webhooks", { rows });
    return 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Row {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
}

async function measure({ own, ca }: Machine, hook: Hook): Promise<Row[]> {
  const { token } = loadOf(ca, own);
  const connection = await Connection.open(own, ca, token);
  const times = SETTINGS.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, setting] of SETTINGS.entries()) {
      const path = `${CONFIGURATIONS}/${setting.resource}`;
      if (setting.resource !== undefined) {
        await must(connection, "POST", path, JSON.stringify(configurationOf(setting, hook)));
        await must(connection, "GET", path);
      }
      const taken = await write(connection, `hooks-${index}-${round}`);
      // The first round warms up.
      if (round > 0) times[index]?.push(...taken);
      if (setting.resource !== undefined) {
        await must(connection, "DELETE", `${path}/bench`);
        await must(connection, "GET", path);
      }
    }
  }
  connection.close();
  return SETTINGS.map(({ name }, index) => {
    const sorted = (times[index] ?? []).toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN;
    return { name, p50: at(0.5), p99: at(0.99) };
  });
}

/** Makes objects one after another; milliseconds that each took. */
async function write(connection: Connection, prefix: string): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < WRITES; index++) {
    const object = objectOf(CONFIG_MAPS, `${prefix}-${index}`, index);
    const started = performance.now();
    await must(connection, "POST", COLLECTION, object);
    times.push(performance.now() - started);
  }
  return times;
}

async function must(
  connection: Connection,
  method: string,
  path: string,
  body?: string,
): Promise<void> {
  const answer = await connection.request(method, path, body);
  if (answer.status < 300) return;
  throw new Error(`${method} ${path}: ${answer.status} ${new TextDecoder().decode(answer.body)}`);
}

function configurationOf({ about = "" }: Setting, { port, caBundle }: Hook) {
  return {
    metadata: { name: "bench" },
    webhooks: [{
      name: "yes.bench.example",
      clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle },
      rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: [about] }],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    }],
  };
}

interface Hook extends AsyncDisposable {
  readonly port: number;
  readonly caBundle: string;
}

async function startHook(): Promise<Hook> {
  const now = new Date();
  const authority = await makeAuthority("hooks", now);
  const { certificate, key } = await makeCertificate(
    { commonName: "hook", hosts: ["127.0.0.1"], usages: [USAGE.server], now },
    authority,
  );
  const process = child("hook.ts", [certificate, key]);
  const { value = "{}" } = await linesOf(process).next();
  return {
    port: JSON.parse(value).port,
    caBundle: new TextEncoder().encode(authority.certificate).toBase64(),
    [Symbol.asyncDispose]: () => stop(process),
  };
}

if (import.meta.main) Deno.exit(await main(Deno.args));
