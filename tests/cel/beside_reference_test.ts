/**
 * Expressions, answered here and by the reference's own implementation: values, errors, what they cost and what that
 * is estimated to be.
 */

import { deterministicRandom } from "../../testing/api_server.ts";
import { answerOf } from "../../testing/cel_answers.ts";
import {
  ENVIRONMENT_OF_SCHEMA,
  OBJECT,
  OBJECT_OF_SCHEMA,
  SCHEMA,
} from "../../testing/cel_schema.ts";
import type { Overload } from "../../toolkit/cel/declarations.ts";
import { BOOL, type CelType, DYN } from "../../toolkit/cel/type.ts";
import { JSON_PATCH_LIBRARY, STANDARD_LIBRARIES } from "../../toolkit/cel/library/mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { everyCall } from "./generated_expressions.ts";
import {
  answerOfClaims,
  answerOfQuestion,
  answerOfUser,
  CLAIMS,
  QUESTION,
  USER,
} from "./identity_subjects.ts";
import { comparable, knownDifference } from "./known_differences.ts";
import { DeviceSubject } from "./device_subject.ts";
import { answersOfReference, CEL_ORACLE, type OracleAnswer } from "./oracle.ts";
import { POLICY_SUBJECT, policyAnswerOf } from "./policy_subject.ts";
import { randomExpressions } from "./random_expressions.ts";
import { VALUES_OF_DEVICES } from "./values_of_devices.ts";
import { VALUES_OF_CLAIMS } from "./values_of_claims.ts";
import { VALUES_OF_POLICY } from "./values_of_policies.ts";
import { VALUES, type Values, VALUES_OF_SCHEMA } from "./values_of_types.ts";

const NAME = "expressions mean what they mean to the reference";

/** Names one that random expressions are made of; so many of them are, one in so many of which may differ. */
const SEED_VARIABLE = "ORCH_CEL_SEED";
const RANDOM_EXPRESSIONS = 40_000;
const MOST_DIFFERENT = RANDOM_EXPRESSIONS / 500;

/** What is shown of those that differ. */
const SHOWN = 20;

const OVERLOADS = STANDARD_LIBRARIES.flatMap(({ overloads = [] }) => [...overloads]);

/** Its lists have no limit but memory's. */
const ENDLESS = /lists\.range\(-?\d{7,}/;

/** What comes of an expression, and what it costs and is estimated to where that is told. */
type Answer = readonly [answer: string, ...costs: (number | undefined)[]];

/** What expressions are about. */
interface Setting {
  readonly name: string;
  /** What calls and random expressions are made of; undefined: there is too little that is not compared elsewhere. */
  readonly values?: Values;
  readonly ask: (expressions: readonly string[]) => Promise<OracleAnswer[]>;
  readonly answer: (expression: string) => Answer | Promise<Answer>;
  /** The types that random expressions come to; functions are not called one by one then. Default: all. */
  readonly results?: readonly CelType[];
  /** What can be called. Default: what all expressions can. */
  readonly overloads?: readonly Overload[];
  /** The file of those that people wrote, one a line: what the language has, at its edges, right and wrong. */
  readonly written?: string;
}

const OF_VALUES: Setting = {
  name: "values",
  values: VALUES,
  ask: (expressions) => answersOfReference(expressions),
  answer: (expression) => answerOf(expression),
  written: "written_expressions.txt",
};

const OF_SCHEMA: Setting = {
  name: "an object with a schema",
  values: VALUES_OF_SCHEMA,
  ask: (expressions) =>
    answersOfReference(expressions, { about: "schema", files: [SCHEMA, OBJECT] }),
  answer: (expression) => answerOf(expression, ENVIRONMENT_OF_SCHEMA, OBJECT_OF_SCHEMA),
};

const OF_POLICY: Setting = {
  name: "a policy",
  values: VALUES_OF_POLICY,
  ask: (expressions) =>
    answersOfReference(expressions, { about: "policy", files: [POLICY_SUBJECT] }),
  answer: policyAnswerOf,
  overloads: [...OVERLOADS, ...JSON_PATCH_LIBRARY.overloads ?? []],
  written: "written_policies.txt",
};

const OF_CLAIMS: Setting = {
  name: "claims",
  values: VALUES_OF_CLAIMS,
  ask: (expressions) => answersOfReference(expressions, { about: "claims", files: [CLAIMS] }),
  answer: answerOfClaims,
  written: "written_claims.txt",
};

const OF_USER: Setting = {
  name: "a user",
  ask: (expressions) => answersOfReference(expressions, { about: "user", files: [USER] }),
  answer: answerOfUser,
  written: "written_users.txt",
};

const OF_QUESTION: Setting = {
  name: "a question to a webhook",
  ask: (expressions) => answersOfReference(expressions, { about: "question", files: [QUESTION] }),
  answer: answerOfQuestion,
  written: "written_questions.txt",
};

const SEED = Number(Deno.env.get(SEED_VARIABLE) ?? 1);

const DEVICES = new DeviceSubject(SEED);
const OF_DEVICES: Setting = {
  name: "devices",
  values: VALUES_OF_DEVICES,
  results: [BOOL, BOOL, BOOL, DYN],
  ask: (expressions) => answersOfReference(expressions, { about: "devices", files: [DEVICES] }),
  answer: (expression) => DEVICES.answerOf(expression),
  written: "written_devices.txt",
};

const SETTINGS = [
  ...[OF_VALUES, OF_SCHEMA, OF_POLICY, OF_CLAIMS, OF_USER, OF_QUESTION, OF_DEVICES],
];

await CEL_ORACLE.test(NAME, async (context) => {
  for (const setting of SETTINGS) await compareIn(setting, context);
});

async function compareIn(setting: Setting, context: Deno.TestContext): Promise<void> {
  const { name, values, results, overloads = OVERLOADS, written } = setting;
  if (written !== undefined) {
    await context.step(`${name}: as people write them`, async () => {
      const lines = await Deno.readTextFile(new URL(written, import.meta.url));
      assertEquals(await differences(lines.trimEnd().split("\n"), setting), []);
    });
  }
  if (values === undefined) return;
  if (results === undefined) {
    await context.step(`${name}: each function`, async () => {
      const calls = [...everyCall(overloads, deterministicRandom(1), values)];
      assertEquals(await differences(calls.filter((one) => !ENDLESS.test(one)), setting), []);
    });
  }
  await context.step(`${name}: at random, of ${SEED_VARIABLE}=${SEED}`, async () => {
    const random = deterministicRandom(SEED);
    const made = [...randomExpressions(overloads, random, RANDOM_EXPRESSIONS, values, results)];
    // What is spoiled has several problems, which follow from each other in an order of their own.
    const different = await differences(made, setting, false);
    // Types that nothing settles are settled in another order; each such one is looked at by hand.
    if (different.length > MOST_DIFFERENT) assertEquals(different.slice(0, SHOWN), []);
  });
}

/** A line for each expression that is answered in another way. */
async function differences(
  expressions: readonly string[],
  setting: Setting,
  words = true,
): Promise<string[]> {
  const answers = await setting.ask(expressions);
  const found: string[] = [];
  for (const [index, expression] of expressions.entries()) {
    const theirs = answers[index] as OracleAnswer;
    const [answer, ...costs] = await setting.answer(expression);
    const different = difference(answer, costs, theirs, words);
    if (different === undefined || knownDifference(expression, answer, theirs.answer)) continue;
    found.push(`${expression}\n  ${different}`);
  }
  return found;
}

function difference(
  answer: string,
  costs: readonly (number | undefined)[],
  theirs: OracleAnswer,
  words: boolean,
): string | undefined {
  if (comparable(answer, words) !== comparable(theirs.answer, words)) {
    return `ours ${answer}\n  the reference's ${theirs.answer}`;
  }
  // What does not become a program costs nothing.
  if (/^(compile|program):/.test(answer)) return undefined;
  const [cost, min, max] = costs;
  const counted = [
    // After an error costs go on to be counted there, here they don't.
    ["cost", answer.startsWith("error:") ? undefined : cost, theirs.cost],
    ["least", bound(min), bound(theirs.min)],
    ["most", bound(max), bound(theirs.max)],
  ] as const;
  const [what, ours, other] =
    counted.find(([, ours, other]) => ours !== undefined && ours !== other) ?? [];
  return what && `${what}: ours ${ours}, the reference's ${other}`;
}

/** As far as a double is exact; all above is without a bound. */
function bound(cost: number | undefined): number {
  return cost === undefined || cost === -1 || cost > 2 ** 50 ? Infinity : cost;
}
