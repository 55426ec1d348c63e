/**
 * Decisions about who somebody is, and about how much a pod may have.
 *
 * @module
 */

import type { AdmissionRequest } from "../../apiserver/admission/admission.ts";
import { limitRanger } from "../../apiserver/admission/limits/limit_ranger.ts";
import { parseRange } from "../../apiserver/admission/limits/range.ts";
import { parseTokens } from "../../apiserver/authentication/token_file.ts";
import { limitRangeRules } from "../../apiserver/kinds/core/limit_range.ts";
import type { ServerContext } from "../../apiserver/server_context.ts";
import type { LimitRange, Pod } from "../../toolkit/api/core_v1.ts";
import { identityInHeaders } from "../../toolkit/authentication/request_header.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { decodeJson, type JsonObject } from "../../toolkit/codec/mod.ts";
import { StatusError } from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { findKind } from "../../toolkit/schema/mod.ts";
import { type Decision, madeBy } from "./decision.ts";
import { RandomPods } from "./random_pods.ts";
import { RandomTexts } from "./random_texts.ts";

/** A file with a user of no name. */
const NAMELESS = "nameless";

export const USER_DECISIONS: readonly Decision[] = [
  {
    kind: "tokens",
    questions: madeBy(RandomTexts, (of) => ({ given: of.tokens(), asked: "t" })),
    decide: userOfToken,
    comparable: comparableUser,
    known: ({ given }, ours) =>
      ours === NAMELESS
        ? "a user without a name is nobody"
        : /^#|\n#/.test(given as string)
        ? "lines that begin so may be remarks"
        : undefined,
  },
  {
    kind: "headers",
    questions: madeBy(RandomTexts, (of) => ({ given: null, asked: of.headers() })),
    decide: userOfHeaders,
    comparable: comparableUser,
  },
  {
    kind: "range",
    questions: madeBy(RandomPods, (of) => ({ given: of.range(), asked: of.podWithAmounts() })),
    decide: ranged,
    comparable: comparableAmounts,
  },
];

/** In the words of the reference's program. */
function shownUser({ name, uid, groups, extra }: User): string {
  return JSON.stringify([name, uid, groups, extra]);
}

/** Groups and attributes may be none or not there, and attributes have no order. */
function comparableUser(said: string): string {
  if (!said.startsWith("[")) return said;
  const [name, uid, groups, extra] = JSON.parse(said);
  const named = (groups ?? []).filter((group: string) => group !== "");
  return JSON.stringify([name, uid, named, Object.entries(extra ?? {}).sort()]);
}

/** Nothing has an order but the containers: what is wrong is told in that of a map. */
function comparableAmounts(said: string): string {
  const [containers, note, problem] = JSON.parse(said) as [unknown[], string, string];
  const problems = problem.replace(/^\[(.*)\]$/, "$1").split(", ").sort();
  return JSON.stringify([containers, note, problems], sortedKeys);
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort());
}

function userOfToken(text: string, token: string): string {
  let users;
  try {
    users = parseTokens(text, "file", () => {});
  } catch (error) {
    return /has no user name/.test(String(error)) ? NAMELESS : "refused";
  }
  const user = users.get(token);
  return user === undefined ? "absent" : shownUser(user);
}

function userOfHeaders(_: null, sent: readonly (readonly [name: string, value: string])[]): string {
  const headers: Record<string, string[]> = {};
  for (const [name, value] of sent) (headers[name.toLowerCase()] ??= []).push(value);
  const identity = identityInHeaders(headers, {
    username: ["x-remote-user", "x-other-user"],
    uid: ["x-remote-uid"],
    group: ["x-remote-group", "x-other-group"],
    extraPrefixes: ["x-remote-extra-", "x-other-"],
  });
  return identity.is === "known" ? shownUser(identity.user) : identity.is;
}

const [RANGE, POD] = ["LimitRange", "Pod"]
  .map((kind) => findKind("", "v1", kind, "kubernetes")!.type) as [
    Parameters<typeof decodeJson>[0],
    Parameters<typeof decodeJson>[0],
  ];
const { setDefaults } = limitRangeRules(NAMES.kubernetes);

/** What a range makes of a pod's containers, what it notes of that, and what is wrong with it. */
async function ranged(given: unknown, asked: unknown): Promise<string> {
  const limits = decodeJson(RANGE, JSON.stringify(given));
  setDefaults?.(limits);
  const range = parseRange(limits as unknown as LimitRange);
  const object = decodeJson(POD, JSON.stringify(asked));
  const plugin = limitRanger({
    dialect: "kubernetes",
    clock: systemClock,
    lister: () => ({ derive: () => ({ list: () => [range] }) }),
    source: { find: () => undefined },
  } as unknown as ServerContext);
  const request = {
    operation: "CREATE",
    resource: { group: "", resource: "pods" },
    subresource: "",
    namespace: "shop",
    name: "pod",
    object,
  } as unknown as AdmissionRequest;
  await plugin.mutate?.(request);
  let problem = "";
  try {
    await plugin.validate?.(request);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    problem = error.message.replace(/^pods "pod" is forbidden: /, "");
  }
  const { metadata, spec } = object as unknown as Pod & { readonly metadata: JsonObject };
  const containers = [...spec?.initContainers ?? [], ...spec?.containers ?? []];
  const all = containers.map(({ name, resources }) => ({ Name: name, Resources: resources ?? {} }));
  const annotations = metadata.annotations as Record<string, string> | undefined;
  const note = annotations?.["kubernetes.io/limit-ranger"] ?? "";
  return JSON.stringify([all, note, problem]);
}
