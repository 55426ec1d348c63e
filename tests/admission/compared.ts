/**
 * Asks the reference's plugins and ours the same, and shows what they answer in another way.
 *
 * @module
 */

import { GoOracle } from "../../testing/go_oracle.ts";
import { decodeJson } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { findKind } from "../../toolkit/schema/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { comparable } from "./cases.ts";
import type { PluginAnswer, PluginQuestion } from "./question.ts";

/** The reference's own plugins. */
export const ADMISSION_ORACLE = new GoOracle(new URL("oracle/", import.meta.url));

/** Names what worlds and requests are made of. */
export const ADMISSION_SEED = "ORCH_ADMISSION_SEED";
/** What is shown of those that are answered in another way. */
const SHOWN = 5;

/**
 * Throws where ours and theirs answer in different ways, or there is nothing to compare. `inOtherWords`: a message
 * without what both say in words of their own.
 */
export function assertSameAnswers(
  questions: readonly PluginQuestion[],
  ours: readonly (readonly PluginAnswer[])[],
  theirs: readonly (readonly PluginAnswer[])[],
  inOtherWords: (message: string) => string = (message) => message,
): void {
  const different: unknown[] = [];
  const said = new Map<string, number>();
  for (const [index, { requests, ...question }] of questions.entries()) {
    for (const [number, request] of requests.entries()) {
      const [own, other] = [ours, theirs].map((all) => {
        const answer = comparable(inOneSpelling(all[index]![number]!));
        const { message } = answer;
        return message === undefined ? answer : { ...answer, message: inOtherWords(message) };
      }) as [PluginAnswer, PluginAnswer];
      const what = other.message ?? JSON.stringify(other.object);
      said.set(what, (said.get(what) ?? 0) + 1);
      if (!equalJson(own, other)) {
        different.push({ ...question, request, ours: own, theirs: other });
      }
    }
  }
  assertEquals(different.slice(0, SHOWN), []);
  // Worlds in which nothing ever happens would show nothing.
  const asked = [...said.values()].reduce((sum, of) => sum + of, 0);
  assert(said.size > 1 && Math.max(...said.values()) < 0.95 * asked, JSON.stringify([...said]));
}

function inOneSpelling(answer: PluginAnswer): PluginAnswer {
  const { object } = answer;
  if (object === undefined) return answer;
  const { apiVersion = "", kind = "" } = object;
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const { type } = findKind(group, version, kind, "kubernetes")!;
  return { ...answer, object: decodeJson(type, JSON.stringify(object)) };
}
