/**
 * `./orch bench audit`: what recording a request takes, beside the same server that records none in the same
 * run.
 *
 * @module
 */

import { type AuditFlagValues, auditSettings, openAudit } from "../apiserver/audit/mod.ts";
import { startTestServer, TESTER, type TestServer } from "../testing/api_server.ts";
import { auditValues } from "../testing/audit_events.ts";
import { saveResult, table } from "./report.ts";

const ROUNDS = 5;
const REQUESTS = 4000;
const MAP = "/api/v1/namespaces/default/configmaps/a";

/** Rules that a policy of a real cluster has before the one that holds. */
const RULES_BEFORE = Array.from({ length: 20 }, (_, index) => ({
  level: "None",
  users: [`system:serviceaccount:kube-system:controller-${index}`],
  verbs: ["get", "list", "watch"],
  resources: [{ group: "", resources: ["endpoints", "configmaps", "secrets/status"] }],
}));

interface Setting {
  readonly name: string;
  /** Undefined: nothing is recorded. */
  readonly rule?: Readonly<Record<string, unknown>>;
  readonly flags?: Partial<AuditFlagValues>;
}

const COMPLETE = { omitStages: ["RequestReceived"] };
const SETTINGS: readonly Setting[] = [
  { name: "nothing" },
  { name: "level None", rule: { level: "None" } },
  {
    name: "Metadata, one event, in batches",
    rule: { level: "Metadata", ...COMPLETE },
    flags: {
      "audit-log-mode": "batch",
      "audit-log-batch-max-size": 400,
      "audit-log-batch-max-wait": 100,
    },
  },
  { name: "Metadata, one event, at once", rule: { level: "Metadata", ...COMPLETE } },
  { name: "Metadata, two events, at once", rule: { level: "Metadata" } },
  { name: "RequestResponse, two events, at once", rule: { level: "RequestResponse" } },
];

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log("orch bench audit: requests that are recorded, beside requests that are not");
    return 0;
  }
  const folder = await Deno.makeTempDir();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const servers: TestServer[] = [];
  for (const [index, setting] of SETTINGS.entries()) {
    const server = stack.use(await serverOf(setting, `${folder}/${index}`));
    await server.client.post("/api/v1/namespaces/default/configmaps", {
      metadata: { name: "a" },
      data: { text: "x".repeat(500) },
    });
    servers.push(server);
  }
  const times = servers.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, server] of servers.entries()) {
      const us = await ask(server);
      // The first round warms up.
      if (round > 0) times[index]?.push(us);
    }
  }
  const best = times.map((taken) => Math.min(...taken));
  const rows = SETTINGS.map(({ name }, index) => {
    const us = best[index] ?? NaN;
    return { name, us, more: us - (best[0] ?? NaN), ratio: us / (best[0] ?? NaN) };
  });
  console.log(table(
    ["a GET with its recording", "µs", "µs more", "x nothing"],
    rows.map(({ name, us, more, ratio }) => [
      name,
      us.toFixed(1),
      more.toFixed(1),
      ratio.toFixed(2),
    ]),
  ));
  await saveResult("audit", { rows });
  return 0;
}

async function serverOf({ rule, flags }: Setting, folder: string): Promise<TestServer> {
  if (rule === undefined) return await startTestServer();
  await Deno.mkdir(folder);
  const policy = {
    apiVersion: "audit.k8s.io/v1",
    kind: "Policy",
    rules: [...RULES_BEFORE, rule],
  };
  await Deno.writeTextFile(`${folder}/policy.json`, JSON.stringify(policy));
  const settings = auditSettings(
    auditValues({
      "audit-policy-file": `${folder}/policy.json`,
      "audit-log-path": `${folder}/audit.log`,
      ...flags,
    }),
    "kubernetes",
  );
  return await startTestServer({
    audit: async (context) => (await openAudit(settings, context)).backend(),
  });
}

/** Microseconds of one request, without a connection: what the server's own thread does. */
async function ask({ server }: TestServer): Promise<number> {
  const sender = server.sender(TESTER);
  const headers = {
    "user-agent": "bench/1.0 (linux/amd64) of some length",
    accept: "application/json",
  };
  const started = performance.now();
  for (let count = 0; count < REQUESTS; count++) {
    const { status, body } = await sender.send({ method: "GET", path: MAP, headers });
    if (status !== 200) throw new Error(`answered with ${status}`);
    for await (const _ of body);
  }
  return (performance.now() - started) * 1000 / REQUESTS;
}
