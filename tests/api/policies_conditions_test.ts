/** Match conditions of webhooks and policies: alike in what they may cost and in how they are counted. */
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { HookServer, installHook, type Phase } from "./hook_server.ts";
import { apply, install, type Kind, map, MAPS, validations } from "./policies.ts";

/** Handles of the runtime's client end a little after the server. */
const LOOSE = { sanitizeOps: false, sanitizeResources: false };

/** Who has conditions, how metrics call it, and what a request is told that it can't judge. */
interface Conditioned {
  readonly who: string;
  readonly labels: string;
  readonly excludes: boolean;
  readonly codeOnError: number;
  install(server: TestServer, hook: HookServer, more: object): Promise<void>;
}

const ofWebhooks = (phase: Phase, type: string): Conditioned => ({
  who: `a ${phase} webhook`,
  labels: `name="one.hooks.example.com",kind="webhook",type="${type}"`,
  excludes: true,
  codeOnError: 403,
  install: (server, hook, more) =>
    installHook(server, phase, "one", { clientConfig: hook.config(), ...more }),
});

const ofPolicies = (kind: Kind, codeOnError: number): Conditioned => ({
  who: `a ${kind} policy`,
  // The reference says so of both.
  labels: 'name="one",kind="policy",type="validate"',
  excludes: false,
  codeOnError,
  install: (server, _, more) =>
    install(server, kind, "one", {
      ...(kind === "validating" ? validations("true") : { mutations: [apply("Object{}")] }),
      ...more,
    }),
});

const ALL = [
  ofWebhooks("mutating", "admit"),
  ofWebhooks("validating", "validate"),
  ofPolicies("mutating", 403),
  ofPolicies("validating", 422),
];

/** The value of a metric of conditions; 0 where nothing was counted. */
function counted(text: string, metric: string, labels: string): number {
  const start = `apiserver_admission_match_condition_${metric}{${labels},operation="CREATE"} `;
  const line = text.split("\n").find((one) => one.startsWith(start));
  return Number(line?.slice(start.length) ?? 0);
}

for (const { who, labels, excludes, codeOnError, install } of ALL) {
  for (const failurePolicy of ["Fail", "Ignore"]) {
    Deno.test(`conditions of ${who} that may ${failurePolicy} are counted`, LOOSE, async () => {
      await using server = await startTestServer();
      await using hook = await HookServer.judging();
      await install(server, hook, {
        failurePolicy,
        matchConditions: [
          { name: "told", expression: "object.data.told == 'yes'" },
          { name: "meant", expression: "object.data.meant == 'yes'" },
        ],
      });
      const { client } = server;
      const rows = [
        // Both can't be told; one can't, and the other doesn't hold; one doesn't; both hold.
        [{ k: "v" }, failurePolicy === "Fail" ? codeOnError : 201],
        [{ meant: "no" }, 201],
        [{ told: "no" }, 201],
        [{ told: "yes", meant: "yes" }, 201],
      ] as const;
      for (const [index, [data, status]] of rows.entries()) {
        const answer = await client.post(MAPS, map(`m-${index}`, data));
        assertEquals(answer.status, status, answer.text);
      }
      const { text } = await client.get("/metrics");
      const values = ["evaluation_errors_total", "exclusions_total", "evaluation_seconds_count"]
        .map((metric) => counted(text, metric, labels));
      assertEquals(values, [3, excludes ? 2 : 0, 4]);
    });
  }
}

/** Loops in loops: ten times the cost for each. */
const loops = (depth: number) => {
  const many = "[1,2,3,4,5,6,7,8,9,10]";
  return Array.from({ length: depth }, (_, index) => `${many}.all(x${index}, `).join("") +
    "object.data.k != ''" + ")".repeat(depth);
};

for (const { who, codeOnError, install } of ALL) {
  Deno.test(`conditions of ${who} may cost so much each, and together`, LOOSE, async () => {
    for (
      const [expressions, why] of [
        [[loops(6)], /resulted in error: operation cancelled: actual cost limit exceeded$/],
        [Array.from({ length: 9 }, () => loops(5)), /running out of cost budget/],
      ] as const
    ) {
      await using server = await startTestServer();
      await using hook = await HookServer.judging();
      const matchConditions = expressions.map((expression, index) => ({
        name: `c${index}`,
        expression,
      }));
      await install(server, hook, { matchConditions });
      const { status, json } = await server.client.post(MAPS, map("a", { k: "v" }));
      assertEquals(status, codeOnError);
      assert(why.test(json.message), json.message);
      assertEquals(hook.reviews, []);
    }
  });
}
