/**
 * Questions to the authorizer: `authorizer.group("apps").resource("deployments").check("create")`.
 *
 * Expressions run to their end in one go, and an authorizer may take its time: a question whose
 * answer isn't there stops the run with {@link Suspended}. Who runs the expression waits, and runs
 * it again; the answer is remembered then. `CelProgram.runAsync` does so.
 *
 * @module
 */

import { checkDns1123Label, checkDns1123Subdomain } from "../../validation/mod.ts";
import { exactly, LIST_COST, scaled, STRUCT_COST, sumOf, TEXT_FACTOR } from "../cost.ts";
import type { Range } from "../cost.ts";
import { type CallCost, type CelLibrary, overload } from "../declarations.ts";
import { CelError, Suspended } from "../source.ts";
import { type CelType, opaque } from "../type.ts";
import { OpaqueValue, sizeOf, type Value } from "../values.ts";
import { counted } from "./counted.ts";
import { TYPE_NAMES } from "./type_names.ts";

/** What an expression asks. Of the user of the request, unless it names a service account. */
export interface AuthorizationQuestion {
  readonly serviceAccount?: { readonly namespace: string; readonly name: string } | undefined;
  readonly verb: string;
  /** Of something that is no resource; the rest is not there then. */
  readonly path?: string | undefined;
  readonly group?: string | undefined;
  readonly resource?: string | undefined;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly labelSelector?: string | undefined;
}

/** What the authorizer says. */
export interface AuthorizationAnswer {
  readonly allowed: boolean;
  readonly reason: string;
  /** Why it could not tell. */
  readonly error?: string | undefined;
}

type Ask = (
  question: AuthorizationQuestion,
) => AuthorizationAnswer | Promise<AuthorizationAnswer>;

/** Questions of one request, each asked once. */
export class AuthorizationQuestions {
  readonly #ask: Ask;
  readonly #answers = new Map<string, AuthorizationAnswer>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Throws {@link Suspended} while the answer isn't there. */
  answer(question: AuthorizationQuestion): AuthorizationAnswer {
    const key = JSON.stringify(question);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#ask(question);
    if (!(answer instanceof Promise)) {
      this.#answers.set(key, answer);
      return answer;
    }
    throw new Suspended(
      answer.then((made) => {
        this.#answers.set(key, made);
      }, (error) => {
        const message = error instanceof Error ? error.message : String(error);
        this.#answers.set(key, { allowed: false, reason: "", error: message });
      }),
    );
  }
}

/** A question that is being put together, or the answer to it. */
abstract class Part extends OpaqueValue {
  override get isComparable(): boolean {
    return false;
  }

  override equals(): boolean {
    return false;
  }
}

/** The value of the variable `authorizer`. */
export class AuthorizerValue extends Part {
  override readonly typeName = TYPE_NAMES.authorizer;

  constructor(
    readonly questions: AuthorizationQuestions,
    readonly serviceAccount?: AuthorizationQuestion["serviceAccount"],
  ) {
    super();
  }
}

class PathCheck extends Part {
  override readonly typeName = TYPE_NAMES.pathCheck;

  constructor(readonly authorizer: AuthorizerValue, readonly path: string) {
    super();
  }
}

class GroupCheck extends Part {
  override readonly typeName = TYPE_NAMES.groupCheck;

  constructor(readonly authorizer: AuthorizerValue, readonly group: string) {
    super();
  }
}

type ResourceQuestion = Omit<AuthorizationQuestion, "serviceAccount" | "verb" | "path">;

/** A question about a resource; the value of the variable `authorizer.requestResource`, too. */
export class ResourceCheckValue extends Part {
  override readonly typeName = TYPE_NAMES.resourceCheck;

  constructor(readonly authorizer: AuthorizerValue, readonly question: ResourceQuestion) {
    super();
  }

  with(more: ResourceQuestion): ResourceCheckValue {
    return new ResourceCheckValue(this.authorizer, { ...this.question, ...more });
  }
}

class DecisionValue extends Part {
  override readonly typeName = TYPE_NAMES.decision;

  constructor(readonly answer: AuthorizationAnswer) {
    super();
  }
}

function nonEmpty(what: string, text: string): string {
  if (text.trim() === "") throw new CelError(`${what} must not be empty`);
  return text;
}

/** Of names that are checked. */
const CHECK = { call: 10, unit: 0.5 };

function asServiceAccount(from: AuthorizerValue, namespace: string, name: string): Value {
  if (checkDns1123Subdomain(name).length > 0) throw new CelError("Invalid service account name");
  if (checkDns1123Label(namespace).length > 0) {
    throw new CelError("Invalid service account namespace");
  }
  return new AuthorizerValue(from.questions, { namespace, name });
}

function decide(
  { questions, serviceAccount }: AuthorizerValue,
  question: Omit<AuthorizationQuestion, "serviceAccount">,
): DecisionValue {
  return new DecisionValue(questions.answer({ serviceAccount, ...question }));
}

/** The most of them that an expression can pay for are two. */
const CHECK_COST = 350_000;
const check: CallCost = { actual: () => CHECK_COST, estimate: () => exactly(CHECK_COST) };

/** A requirement has two characters at least: a structure and a list each. */
const selectorCost = (text: Range): Range =>
  sumOf(
    sumOf(exactly(LIST_COST), scaled(text, TEXT_FACTOR)),
    scaled(scaled(text, 0.5), LIST_COST + STRUCT_COST),
  );
const selector: CallCost = {
  actual: ([, text]) => selectorCost(exactly(sizeOf(text as Value))).max,
  estimate: (sizes) => selectorCost(sizes.size(1)),
};

const {
  authorizer: AUTHORIZER,
  pathCheck: PATH,
  groupCheck: GROUP,
  resourceCheck: RESOURCE,
  decision: DECISION,
} = TYPE_NAMES;

/** The types of the variables `authorizer` and `authorizer.requestResource`. */
export const AUTHORIZER_TYPE: CelType = opaque(AUTHORIZER);
export const RESOURCE_CHECK_TYPE: CelType = opaque(RESOURCE);

/** `resource.name(text)` and its like: the same question with one thing more. */
const adding = (part: keyof ResourceQuestion, cost: CallCost = {}) =>
  overload(
    `${RESOURCE}.${part}(string): ${RESOURCE}`,
    (resource: ResourceCheckValue, text: string) => resource.with({ [part]: text }),
    cost,
  );

export const AUTHORIZER_LIBRARY: CelLibrary = {
  overloads: [
    overload(
      `${AUTHORIZER}.path(string): ${PATH}`,
      counted(
        CHECK,
        (from: AuthorizerValue, path: string) => new PathCheck(from, nonEmpty("path", path)),
      ),
    ),
    overload(
      `${AUTHORIZER}.group(string): ${GROUP}`,
      (from: AuthorizerValue, group: string) => new GroupCheck(from, group),
    ),
    overload(
      `${AUTHORIZER}.serviceAccount(string, string): ${AUTHORIZER}`,
      counted(CHECK, asServiceAccount),
    ),
    overload(
      `${GROUP}.resource(string): ${RESOURCE}`,
      counted(
        CHECK,
        ({ authorizer, group }: GroupCheck, resource: string) =>
          new ResourceCheckValue(authorizer, { group, resource: nonEmpty("resource", resource) }),
      ),
    ),
    adding("subresource"),
    adding("namespace"),
    adding("name"),
    adding("fieldSelector", selector),
    adding("labelSelector", selector),
    overload(
      `${PATH}.check(string): ${DECISION}`,
      ({ authorizer, path }: PathCheck, verb: string) => decide(authorizer, { verb, path }),
      check,
    ),
    overload(
      `${RESOURCE}.check(string): ${DECISION}`,
      ({ authorizer, question }: ResourceCheckValue, verb: string) =>
        decide(authorizer, { verb, ...question }),
      check,
    ),
    overload(`${DECISION}.allowed(): bool`, ({ answer }: DecisionValue) => answer.allowed),
    overload(`${DECISION}.reason(): string`, ({ answer }: DecisionValue) => answer.reason),
    overload(
      `${DECISION}.errored(): bool`,
      ({ answer }: DecisionValue) => answer.error !== undefined,
    ),
    overload(`${DECISION}.error(): string`, ({ answer }: DecisionValue) => answer.error ?? ""),
  ],
};
