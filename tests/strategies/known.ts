/**
 * Where what becomes of a write may differ, and why.
 *
 * @module
 */

import { equalJson } from "../../toolkit/values/json.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { comparable, type Outcome } from "./outcome.ts";

/** What somebody else answers. */
export interface Theirs extends Outcome {
  /** Whether it was refused as it could not have the addresses and ports that it needs. */
  readonly lacks: boolean;
}

/** A write, and what becomes of it. */
export interface Compared {
  readonly resource: string;
  /** Whether the object began as one that may break rules. */
  readonly isOlder?: boolean;
  readonly ours: Outcome;
  readonly theirs: Theirs;
}

/** A difference that is no failure. */
export interface KnownDifference {
  /** Default: any. */
  readonly resource?: RegExp;
  readonly why: string;
  is(compared: Compared): boolean;
}

/** The errors that only one of both tells of. */
function onlyOne({ ours, theirs }: Compared): { ours: string[]; theirs: string[] } | undefined {
  if (ours.taken || theirs.taken) return undefined;
  const { errors: own = [], ...rest } = comparable(ours) as { errors?: string[] };
  const { errors: other = [], ...more } = comparable(theirs) as { errors?: string[] };
  if (!equalJson(rest, more)) return undefined;
  return {
    ours: own.filter((error) => !other.includes(error)),
    theirs: other.filter((error) => !own.includes(error)),
  };
}

const OF_METADATA = /^metadata\.(?!annotations\.)/;

/**
 * Both refuse for the same, but for errors that these expressions fit; "": none. The reference looks at metadata
 * only where all else is right, if a kind's rules do not.
 */
function butFor(ours: RegExp | "", theirs: RegExp | ""): KnownDifference["is"] {
  const fit = (errors: string[], form: RegExp | "") =>
    errors.every((error) => form !== "" && form.test(error));
  return (compared) => {
    const only = onlyOne(compared);
    if (only === undefined) return false;
    return fit(only.ours.filter((error) => !OF_METADATA.test(error)), ours) &&
      fit(only.theirs, theirs);
  };
}

function withGenerationOf({ answer: { metadata } }: Outcome, { answer }: Outcome): JsonObject {
  const { generation } = metadata as JsonObject;
  return { ...answer, metadata: { ...answer.metadata as JsonObject, generation } };
}

/** What a refused object is called, or one that is taken. */
function nameIn({ answer }: Outcome): unknown {
  return ((answer.details ?? answer.metadata) as JsonObject | undefined)?.name;
}

/** The first that fits counts. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    why: "the reference looks at metadata only where all else is right, if a kind's rules do not",
    is: butFor("", ""),
  },
  {
    resource: /^events$/,
    why: "a refused event is told with its group",
    is(compared) {
      const answer = structuredClone(compared.ours.answer) as { details?: { group?: string } };
      delete answer.details?.group;
      const ours = { ...compared.ours, answer };
      return equalJson(comparable(ours), comparable(compared.theirs)) ||
        butFor("", "")({ ...compared, ours });
    },
  },
  {
    resource: /^services$/,
    why:
      "addresses and ports are chosen once all else is judged, where the reference has them first",
    is: ({ ours, theirs }) => theirs.lacks && !ours.taken,
  },
  {
    resource: /^services$/,
    why: "ports and addresses that a refused service would have had are not looked at",
    is: butFor(/^spec\.clusterIPs\[0\]: .*'None'/, /^spec\.(ports|clusterIPs|ipFamilies)\b/),
  },
  {
    resource: /^services$/,
    why:
      "one address, sent without the list of them, is in the list too, also where there may be none any more",
    is: ({ ours, theirs }) =>
      theirs.taken && equalJson((comparable(ours) as { errors?: string[] }).errors, [
        "spec.clusterIPs: FieldValueForbidden: Forbidden: may not be set for ExternalName services",
      ]),
  },
  {
    why: "decision 48: parsers' own words are ours",
    is: butFor(
      /: .*(must be a JSON object|must be a list of tolerations, in JSON|PKCS#10|it can't be read)/,
      /: .*(invalid character|cannot unmarshal|unexpected end|asn1: |x509: |valid URL: parse )/,
    ),
  },
  {
    resource: /^validatingadmissionpolicies$/,
    why: "what a warning is about is told by the server itself, and is not read as a path",
    is: butFor("", /^status\.typeChecking\.expressionWarnings.*invalid JSONPath/),
  },
  {
    resource: /^mutatingadmissionpolicies$/,
    why: "the name of a type by itself is nothing that an expression could come to",
    is: butFor(/"JSONPatch": compilation failed/, /"JSONPatch": must evaluate to/),
  },
  {
    resource: /^resourceclaims$/,
    why: "decision 48: devices are shown in one's own way",
    is: butFor(/^status\.devices\[\d+\]: /, /^status\.devices\[\d+\]: /),
  },
  {
    resource: /^poddisruptionbudgets$/,
    why: "the reference looks at no name of a budget that it did not make of another version",
    is(compared) {
      const { ours, theirs } = compared;
      const isOfName = butFor(/^metadata\.(name|generateName)/, /^metadata\.(name|generateName)/);
      if (!theirs.taken) return isOfName(compared);
      const { errors = [] } = comparable(ours) as { errors?: string[] };
      return !ours.taken && errors.every((error) => /^metadata\.(name|generateName)/.test(error));
    },
  },
  {
    resource: /^pods$/,
    why: "the class of a pod whose containers come or go with its size is not what a client says",
    is: butFor(/^spec: .*Pod QOS Class may not change/, /^spec: .*Pod QOS Class may not change/),
  },
  {
    resource: /^customresourcedefinitions$/,
    why: "the version that the reference stores has a scope, and reviews, where none were said",
    is({ ours, isOlder }) {
      if (isOlder !== true || !ours.taken) return false;
      const { scope, conversion } = ours.answer.spec as {
        scope: string;
        conversion: { strategy: string; webhook?: { conversionReviewVersions?: string[] } };
      };
      const { strategy, webhook } = conversion;
      return scope === "" ||
        strategy === "Webhook" && !webhook?.conversionReviewVersions?.length;
    },
  },
  {
    resource: /^customresourcedefinitions$/,
    why: "of what no tree is made a word that means nothing is told of where it is",
    is: butFor(/\.\$schema: .* not supported$/, /openAPIV3Schema: .* 'schema' is not supported$/),
  },
  {
    resource: /^customresourcedefinitions$/,
    why: "what is new in a version of another one's name costs nothing to the reference",
    is: (compared) =>
      /must contain unique version names/.test(String(compared.ours.answer.message)) &&
      butFor(/openAPIV3Schema.*: Forbidden: estimated rule cost exceeds budget/, "")(compared),
  },
  {
    resource: /^customresourcedefinitions$/,
    why: "nobody looks at what is in a word that means nothing",
    is: butFor("", /\.(definitions|dependencies|patternProperties|additionalItems)\b/),
  },
  {
    resource: /^customresourcedefinitions$/,
    why: "schemas that break rules stay as they were, or break none any more",
    is: (compared) => {
      const schemas =
        /^spec\.(validation|versions\[\d+\]\.schema|(versions\[\d+\]\.)?selectableFields)\b/;
      if (compared.isOlder !== true) return false;
      const { ours, theirs } = compared;
      if (!ours.taken && !theirs.taken) return butFor(schemas, schemas)(compared);
      const { errors = [] } = comparable(ours.taken ? theirs : ours) as { errors?: string[] };
      return errors.length > 0 && errors.every((error) => schemas.test(error));
    },
  },
  {
    resource: /^replicationcontrollers$/,
    why: "the reference looks for what to warn of in the template that was there before",
    is: (compared) => {
      const [ours, theirs] = [compared.ours, compared.theirs].map((one) =>
        comparable({ ...one, warnings: [] })
      );
      return compared.ours.taken && equalJson(ours, theirs);
    },
  },
  {
    resource: /^statefulsets$/,
    why: "a map of the reference's decides where volumes of claims stand",
    is(compared) {
      const only = onlyOne(compared);
      const placeless = (errors: readonly string[]) =>
        new Set(errors.map((error) => error.replace(/(?<=volumes)\[\d+\]/, "")));
      return only !== undefined &&
        equalJson([...placeless(only.ours)], [...placeless(only.theirs)]);
    },
  },
  {
    resource: /^resourceslices$/,
    why: "a taint that stays keeps its time",
    is({ ours, theirs }) {
      const timeless = ({ answer }: Outcome) =>
        JSON.stringify(answer, (name, value) => name === "timeAdded" ? undefined : value);
      return ours.taken && theirs.taken &&
        equalJson(
          comparable({ ...ours, answer: JSON.parse(timeless(ours)) }),
          comparable({ ...theirs, answer: JSON.parse(timeless(theirs)) }),
        );
    },
  },
  {
    resource: /^resourceslices$/,
    why: "what is left out as its feature is off is no change",
    is: ({ ours, theirs }) =>
      ours.taken && theirs.taken &&
      equalJson(
        comparable(ours),
        comparable({ ...theirs, answer: withGenerationOf(ours, theirs) }),
      ),
  },
  {
    why: "a generated name is told as it was generated, and is as long as its characters are many",
    is: ({ ours, theirs }) => {
      const isGenerated = /b{5}" is invalid: /.test(String(ours.answer.message));
      return isGenerated && nameIn(ours) !== nameIn(theirs);
    },
  },
  {
    why: "the reference breaks off: it divides by zero, or looks at what is not there",
    is: ({ theirs }) => "broken" in theirs.answer,
  },
];

/** Why a difference is no failure; undefined: it is one. */
export function whyKnown(compared: Compared): string | undefined {
  return KNOWN_DIFFERENCES.find(({ resource, is }) =>
    resource?.test(compared.resource) !== false && is(compared)
  )?.why;
}
