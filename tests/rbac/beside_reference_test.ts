/**
 * This server and the reference's, both with RBAC: the same roles and bindings from the start, row by row, the
 * same answers to the same people, the same refusals.
 */
import { eventually } from "../../testing/eventually.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { referenceProgram } from "../../testing/reference_build.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Answer, asker } from "../differential/asker.ts";
import { type Pair, type Side, SIDES, startPair } from "../differential/servers.ts";
import { Launched } from "../envtest/launched.ts";
import { matrix, PEOPLE, POLICY, TURNS } from "./scenario.ts";

const NAME = "roles decide as the reference's do, and are the same from the start";

if (slowTests()) testWith(["go"], NAME, compare);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});

const GROUP = "/apis/rbac.authorization.k8s.io/v1";
const KINDS = ["clusterroles", "clusterrolebindings", "roles", "rolebindings"];
/** How long the reference's controller may take to sum up three roles. */
const SUMMED_MS = 60_000;

async function compare(t: Deno.TestContext): Promise<void> {
  await using pair = await startPair({
    flags: ["--authorization-mode=RBAC"],
    tokens: ["admin,admin,1,system:masters", ...PEOPLE],
  });
  const ask = asker(pair);
  const list = async (side: Side, plural: string) => {
    const answer = await ask(side, { as: "admin", method: "GET", path: `${GROUP}/${plural}` });
    return answer.json.items.map(comparable);
  };
  await t.step("the bootstrap policy, row by row, with the sums of the controller", async () => {
    await using _controller = await startController(pair);
    const summed = async () =>
      (await list("reference", "clusterroles")).filter((role: { aggregationRule?: unknown }) =>
        role.aggregationRule !== undefined
      ).map(({ rules }: { rules: unknown[] | null }) => rules?.length);
    await eventually(
      "the reference has summed up",
      async () => JSON.stringify(await summed()) === "[29,27,12]",
      { limitMs: SUMMED_MS, shows: pair.logs },
    );
    for (const plural of KINDS) {
      const [ours, theirs] = await Promise.all(SIDES.map((side) => list(side, plural)));
      assertEquals(ours.map(nameOf), theirs.map(nameOf), plural);
      for (const [index, row] of theirs.entries()) assertEquals(ours[index], row, nameOf(row));
    }
  });
  await t.step("roles of a team", async () => {
    for (const row of POLICY) {
      for (const side of SIDES) {
        const { status, json } = await ask(side, row);
        assertEquals(status, 201, `${side}: ${JSON.stringify(json)}`);
      }
    }
  });
  for (const row of TURNS) {
    await t.step(`${row.as} ${row.method} ${row.path}`, async () => {
      const [ours, theirs] = await Promise.all(SIDES.map((side) => ask(side, row)));
      assertEquals(shown(ours!), shown(theirs!));
    });
  }
  await t.step("who may do what, asked by reviews", async () => {
    const rows = matrix();
    let allowed = 0;
    for (const row of rows) {
      const [ours, theirs] = await Promise.all(SIDES.map((side) => ask(side, row)));
      assertEquals(verdict(ours!), verdict(theirs!), JSON.stringify(row.body));
      if (theirs!.json.status.allowed) allowed++;
    }
    console.log(`${rows.length} reviews compared, ${allowed} of them allowed`);
    assert(allowed > 0 && allowed < rows.length);
  });
}

async function startController(pair: Pair): Promise<AsyncDisposable> {
  const config = await Deno.makeTempFile({ suffix: ".yaml" });
  const cluster = { server: pair.servers.reference.url, "insecure-skip-tls-verify": true };
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "c", cluster }],
      users: [{ name: "u", user: { token: "admin" } }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
      "current-context": "x",
    }),
  );
  const launched = new Launched(await referenceProgram("kube-controller-manager"), [
    `--kubeconfig=${config}`,
    "--controllers=clusterrole-aggregation-controller",
    "--leader-elect=false",
    "--secure-port=0",
  ]);
  return {
    async [Symbol.asyncDispose]() {
      await launched[Symbol.asyncDispose]();
      await Deno.remove(config);
    },
  };
}

interface Stored {
  readonly aggregationRule?: unknown;
  readonly metadata: Record<string, unknown> & { readonly managedFields?: { time?: string }[] };
}

/**
 * An object without what differs by chance, and a role that sums others up without whose its fields are: here the
 * server makes it with its rules, which the reference leaves to a controller.
 */
function comparable(object: Stored): Stored {
  const { uid: _, resourceVersion: __, creationTimestamp: ___, ...metadata } = object.metadata;
  if (object.aggregationRule !== undefined) delete metadata.managedFields;
  for (const entry of metadata.managedFields ?? []) delete entry.time;
  return { ...object, metadata };
}

const nameOf = ({ metadata }: Stored) => `${metadata.namespace ?? ""}/${metadata.name}`;

/** The code, and why; of what went well, no more than that it did. */
function shown({ status, json }: Answer): unknown {
  if (json.kind === "Status") return { status, reason: json.reason, message: json.message };
  if (json.kind !== "SelfSubjectRulesReview") return { status };
  // The reference reads bindings in no order.
  const { resourceRules, nonResourceRules, ...rest } = json.status;
  const sorted = (rules: unknown[]) => rules.map((rule) => JSON.stringify(rule)).sort();
  return { status, rest, rules: [...sorted(resourceRules), ...sorted(nonResourceRules)] };
}

/** A review's answer; of several bindings that allow something the reference names any. */
function verdict({ json: { status } }: Answer): unknown {
  const { allowed, reason = "" } = status;
  return allowed ? { allowed, by: reason.slice(0, "RBAC: allowed by ".length) } : status;
}
