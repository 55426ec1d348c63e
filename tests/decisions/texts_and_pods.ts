/**
 * Decisions about texts and objects: what a path means, what selectors select, and what pods a level allows.
 *
 * @module
 */

import { checkedPod } from "../../apiserver/admission/podsecurity/checks/mod.ts";
import { judge, printDetails } from "../../apiserver/admission/podsecurity/judge.ts";
import { parseLevel, parsePolicyVersion } from "../../apiserver/admission/podsecurity/level.ts";
import { BadPath, requestInfoOf } from "../../apiserver/http/request_info.ts";
import type { metaV1 } from "../../toolkit/api/meta_v1.ts";
import { decodeJson } from "../../toolkit/codec/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { findKind } from "../../toolkit/schema/mod.ts";
import {
  FieldSelector,
  parseSelector,
  printLabelSelector,
  SelectorError,
  selectorOf,
} from "../../toolkit/selectors/mod.ts";
import { type Decision, madeBy } from "./decision.ts";
import { RandomPods } from "./random_pods.ts";
import { RandomTexts } from "./random_texts.ts";

const REFUSED = "refused";
const POD = findKind("", "v1", "Pod", "kubernetes")!.type;

export const TEXT_DECISIONS: readonly Decision[] = [
  {
    kind: "path",
    questions: madeBy(RandomTexts, (of) => ({ given: null, asked: of.path() })),
    decide: infoOf,
    known({ asked }, _ours, theirs) {
      const { url } = asked as { readonly url: string };
      // A list whose options can't be read is refused, whatever it is of.
      if (url.includes("limit=x")) return "the name in options that can't be read";
      return theirs === REFUSED
        ? "a verb without a resource is a resource that nobody has"
        : undefined;
    },
  },
  {
    kind: "labels",
    questions: madeBy(RandomTexts, (of) => ({ given: of.labelSelector(), asked: of.labels() })),
    decide: (text: string, labels: Record<string, string>) =>
      orRefused(() => {
        const selector = parseSelector(text);
        return `${selector.matches(labels)} ${selector}`;
      }),
  },
  {
    kind: "fields",
    questions: madeBy(RandomTexts, (of) => ({ given: of.fieldSelector(), asked: of.fields() })),
    decide: (text: string, fields: Record<string, string>) =>
      orRefused(() => {
        const selector = FieldSelector.parse(text);
        return `${selector.matches(fields)} ${selector}`;
      }),
  },
  {
    kind: "object selector",
    questions: madeBy(RandomTexts, (of) => ({ given: of.objectSelector(), asked: of.labels() })),
    decide: (object: metaV1.LabelSelector | null, labels: Record<string, string>) =>
      orRefused(() =>
        `${selectorOf(object ?? undefined).matches(labels)} ${
          printLabelSelector(object ?? undefined)
        }`
      ),
  },
  {
    kind: "pod",
    questions: madeBy(RandomPods, (of) => ({ given: of.pod(), asked: of.level() })),
    decide(given: unknown, asked: { level: string; version: string }) {
      // As a request has it, in its one spelling.
      const pod = decodeJson(POD, JSON.stringify(given)) as Parameters<typeof checkedPod>[0];
      const level = parseLevel(asked.level)!;
      const version = parsePolicyVersion(asked.version)!;
      const violations = judge({ level, version }, checkedPod(pod, NAMES.kubernetes));
      return violations.length === 0 ? "allowed" : printDetails(violations);
    },
  },
];

function orRefused(decide: () => string): string {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return REFUSED;
  }
}

function infoOf(_: null, { method, url }: { method: string; url: string }): string {
  const [path = "", ...query] = url.split("?");
  try {
    const info = requestInfoOf(method, path, query.join("?"));
    const { isResource, verb, group, version, namespace, resource, subresource, name } = info;
    return [isResource, verb, info.path, group, version, namespace, resource, subresource, name]
      .join("|");
  } catch (error) {
    if (!(error instanceof BadPath)) throw error;
    return REFUSED;
  }
}
