import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { LATEST, parsePolicyVersion, printLevel } from "./level.ts";
import { MODES, type Policy, policyOf } from "./policy.ts";

const PRIVILEGED: Policy = {
  enforce: { level: "privileged", version: LATEST },
  audit: { level: "privileged", version: LATEST },
  warn: { level: "privileged", version: LATEST },
};
const V20 = parsePolicyVersion("v1.20")!;
const BASELINE: Policy = {
  enforce: { level: "baseline", version: V20 },
  audit: { level: "baseline", version: V20 },
  warn: { level: "baseline", version: V20 },
};

function read(said: Record<string, string>, defaults = PRIVILEGED) {
  const labels = Object.fromEntries(
    Object.entries(said).map(([key, value]) => [`example.com/${key}`, value]),
  );
  const { policy, errors } = policyOf(labels, "example.com/", defaults);
  return [MODES.map((mode) => printLevel(policy[mode])).join(" "), errors.length];
}

Deno.test("policyOf() reads labels, and takes the strictest of what it can't read", () => {
  const NONE = "privileged:latest";
  for (
    const [said, expected, errors] of [
      [{}, `${NONE} ${NONE} ${NONE}`, 0],
      [{ enforce: "baseline" }, `baseline:latest ${NONE} baseline:latest`, 0],
      [
        { enforce: "restricted", "enforce-version": "v1.3", "warn-version": "v1.4" },
        `restricted:v1.3 ${NONE} restricted:v1.4`,
        0,
      ],
      [{ enforce: "restricted", warn: "baseline" }, `restricted:latest ${NONE} baseline:latest`, 0],
      [{ enforce: "Baseline" }, `restricted:latest ${NONE} ${NONE}`, 1],
      [{ audit: "x", warn: "x" }, `${NONE} ${NONE} ${NONE}`, 2],
      [
        { "enforce-version": "v1.01", "audit-version": "1.2", "warn-version": "" },
        `${NONE} ${NONE} ${NONE}`,
        3,
      ],
      [{ "enforce-version": "v1.5" }, `privileged:v1.5 ${NONE} ${NONE}`, 0],
      [{ "enforce-version": `v1.${2n ** 63n}` }, `${NONE} ${NONE} ${NONE}`, 1],
    ] as const
  ) assertEquals(read(said), [expected, errors], JSON.stringify(said));
});

Deno.test("policyOf() has defaults stand where labels are silent", () => {
  assertEquals(read({}, BASELINE)[0], "baseline:v1.20 baseline:v1.20 baseline:v1.20");
  assertEquals(
    read({ enforce: "privileged" }, BASELINE)[0],
    "privileged:v1.20 baseline:v1.20 baseline:v1.20",
  );
  assertEquals(
    read({ enforce: "restricted", audit: "restricted" }, BASELINE)[0],
    "restricted:v1.20 restricted:v1.20 restricted:v1.20",
  );
});

Deno.test("policyOf() reads no label that objects have of themselves", () => {
  const { policy, errors } = policyOf({}, "", PRIVILEGED);
  assertEquals([policy, errors], [PRIVILEGED, []]);
});

Deno.test("parsePolicyVersion() takes what releases are called, and nothing else", () => {
  for (const text of ["latest", "v1.0", "v1.36", "v1.9223372036854775807"]) {
    assertEquals(parsePolicyVersion(text)?.text, text);
  }
  for (
    const text of [
      "",
      "Latest",
      "v1",
      "v1.",
      "v1.x",
      "v1.01",
      "v2.0",
      "v1.-1",
      "v1.1 ",
      " v1.1",
      "v1.1\n",
      "v1.1.1",
      `v1.${2n ** 63n}`,
      `v1.${"9".repeat(10_000)}`,
    ]
  ) assertEquals(parsePolicyVersion(text), undefined, text);
});
