/**
 * This server and the reference's, both with Node and RBAC: the same answers to the agents of nodes, and the
 * same to every question about them.
 */
import { eventually } from "../../testing/eventually.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Answer, asker } from "../differential/asker.ts";
import { SIDES, startPair } from "../differential/servers.ts";
import { matrix, OBJECTS, PEOPLE, TURNS } from "./scenario.ts";

const NAME = "nodes may do what the reference lets them, asked by reviews and by requests";

if (slowTests()) testWith(["go"], NAME, compare);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});

/** How long the reference's caches may take to see what was made. */
const SEEN_MS = 60_000;
/** Questions asked at once. */
const AT_ONCE = 16;

async function compare(t: Deno.TestContext): Promise<void> {
  await using pair = await startPair({
    flags: ["--authorization-mode=Node,RBAC", "--disable-admission-plugins=ServiceAccount"],
    tokens: ["admin,admin,1,system:masters", ...PEOPLE],
  });
  const ask = asker(pair);
  for (const row of OBJECTS) {
    for (const side of SIDES) {
      const { status, json } = await ask(side, row);
      assertEquals(status, 201, `${side} ${row.path}: ${JSON.stringify(json)}`);
    }
  }
  // The last of the objects of each kind that its informers have to see.
  for (
    const [resource, name, group] of [
      ["secrets", "stage"],
      ["volumeattachments", "here", "storage.k8s.io"],
      ["resourceslices", "mine", "resource.k8s.io"],
    ]
  ) {
    const namespace = resource === "secrets" ? "kube-system" : undefined;
    const spec = {
      user: "system:node:n1",
      groups: ["system:nodes"],
      resourceAttributes: { verb: "get", resource, name, group, namespace },
    };
    const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    await eventually(
      `the reference has seen ${resource}`,
      async () => {
        const { json } = await ask("reference", { as: "admin", path, body: { spec } });
        return json.status.allowed === true;
      },
      { limitMs: SEEN_MS, shows: pair.logs },
    );
  }
  for (const row of TURNS) {
    await t.step(`${row.as} ${row.method} ${row.path}`, async () => {
      const [ours, theirs] = await Promise.all(SIDES.map((side) => ask(side, row)));
      assertEquals(shown(ours!), shown(theirs!));
    });
  }
  await t.step("verb by resource by identity", async () => {
    const rows = matrix();
    let allowed = 0;
    for (let first = 0; first < rows.length; first += AT_ONCE) {
      await Promise.all(
        rows.slice(first, first + AT_ONCE).map(async (row) => {
          const [ours, theirs] = await Promise.all(SIDES.map((side) => ask(side, row)));
          assertEquals(verdict(ours!), verdict(theirs!), JSON.stringify(row.body));
          if (theirs!.json.status.allowed) allowed++;
        }),
      );
    }
    console.log(`${rows.length} reviews compared, ${allowed} of them allowed`);
    assert(allowed > 0 && allowed < rows.length);
  });
}

/** The code, and why; of what went well, no more than that it did. */
function shown({ status, json }: Answer): unknown {
  if (json.kind === "Status") return { status, reason: json.reason, message: json.message };
  if (json.kind !== "SelfSubjectRulesReview") return { status };
  const { resourceRules, nonResourceRules, ...rest } = json.status;
  const sorted = (rules: unknown[]) => rules.map((rule) => JSON.stringify(rule)).sort();
  return { status, rest, rules: [...sorted(resourceRules), ...sorted(nonResourceRules)] };
}

/** A review's answer, or why there is none. */
function verdict({ status, json }: Answer): unknown {
  return json.kind === "Status" ? { status, message: json.message } : json.status;
}
