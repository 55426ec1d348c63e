/**
 * Policies for pods, beside the last release of the reference that had them: which can't be used, what they
 * find, and what they fill in. Its source is built into a program that judges.
 */
import { readPolicy } from "../../apiserver/admission/podsecuritypolicy/policy.ts";
import { withDefaults } from "../../apiserver/admission/podsecuritypolicy/defaults.ts";
import { violations } from "../../apiserver/admission/podsecuritypolicy/violations.ts";
import { podAnnotationKeys } from "../../apiserver/kinds/pod/annotations.ts";
import { deterministicRandom } from "../../testing/api_server.ts";
import { programOverReference } from "../../testing/reference_source.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { RandomPolicies } from "./random_policies.ts";

const NAME = "policies for pods judge as those of the reference did";

/** Policies for pods were in no later one. They are as in 1.18, but know of profiles in fields. */
const VERSION = "1.24.17";
const CASES = 20_000;

// deno-lint-ignore no-explicit-any -- objects of every shape.
type Any = any;

async function judged(asked: readonly Any[]): Promise<Any[]> {
  const child = new Deno.Command(
    await programOverReference(new URL("judge.go", import.meta.url), VERSION),
    {
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    },
  ).spawn();
  const lines = ReadableStream.from(asked.map((one) => `${JSON.stringify(one)}\n`));
  const [, { stdout }] = await Promise.all([
    lines.pipeThrough(new TextEncoderStream()).pipeTo(child.stdin),
    child.output(),
  ]);
  return new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) => JSON.parse(line));
}

const names = NAMES.kubernetes;
const keys = podAnnotationKeys(names);
const TITLES: Readonly<Record<string, string>> = {
  FieldValueInvalid: "Invalid value",
  FieldValueRequired: "Required value",
  FieldValueForbidden: "Forbidden",
};

/** What differs between the reference's answer and ours. */
function difference({ policy, pod }: Any, theirs: Any): unknown {
  const read = readPolicy(policy, names);
  if ("why" in read) return theirs.unusable === undefined ? read : undefined;
  if (theirs.unusable !== undefined) return theirs.unusable;
  const filled = withDefaults(pod, read, keys);
  const errors = violations(filled, read, names);
  // Values were printed in another way.
  const alike = errors.length === theirs.errors.length &&
    errors.every(({ field, type, detail }, index) =>
      theirs.errors[index].startsWith(`${field}: ${TITLES[type]}`) &&
      theirs.errors[index].endsWith(detail)
    );
  if (!alike) return [errors.map(String), theirs.errors];
  const [ours, others] = [filled, theirs.pod].map(comparable);
  if (JSON.stringify(ours) !== JSON.stringify(others)) return [ours, others];
  // A profile that was in a field was written to an annotation besides.
  if (pod.spec.securityContext.seccompProfile !== undefined) return undefined;
  return filled !== pod === theirs.filled ? undefined : `filled in: ${theirs.filled}`;
}

/** What policies fill in, but for profiles: those were annotations. */
function comparable({ spec }: Any): unknown {
  const containers = ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    (spec[list] ?? []).map(({ name, securityContext }: Any) => [name, securityContext ?? {}])
  );
  return sorted([spec.runtimeClassName, spec.securityContext ?? {}, containers]);
}

function sorted(value: Any): Any {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).map(([key, part]) => [key, sorted(part)] as const)
    .filter(([key, part]) => !/^(seccomp|appArmor)Profile$/.test(key) && !isNothing(part));
  return Object.fromEntries(kept.sort(([one], [other]) => one < other ? -1 : 1));
}

function isNothing(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

async function compare(): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const random = new RandomPolicies(deterministicRandom(seed));
  const asked = Array.from({ length: CASES }, () => ({
    policy: random.policy(),
    pod: random.pod(),
  }));
  const answers = await judged(asked);
  assertEquals(answers.length, CASES);
  let allowed = 0;
  for (const [index, theirs] of answers.entries()) {
    const found = difference(asked[index], theirs);
    const shown = () => JSON.stringify({ seed, index, found, ...asked[index] }, null, 1);
    assert(found === undefined, found === undefined ? "" : shown());
    if (theirs.unusable === undefined && theirs.errors.length === 0) allowed++;
  }
  console.log(`seed ${seed}: ${allowed} of ${CASES} allowed`);
  assert(allowed > CASES / 50, `only ${allowed} pods are allowed: they say little`);
}

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  testWith(["go"], NAME, compare);
}
