/**
 * Answers that differ from the reference's on purpose, or where it fails itself.
 *
 * @module
 */

/**
 * What makes answers that are the same in all that counts the same text. `words`: those count with which expressions are
 * refused.
 */
export function comparable(answer: string, words: boolean): string {
  if (!words && answer.startsWith("compile:")) return "refused";
  if (PARSERS_OWN.test(answer)) return "the parser's own words";
  // Of several problems, the first: after it, each goes on in its own way.
  if (answer.startsWith("compile:")) return answer.split("\n", 1)[0] as string;
  return answer
    // Its types are told by their names in Go there.
    .replace(/invalid qualifier type: .*/s, "invalid qualifier type")
    .replace(/(unsupported comprehension range type:|got) .*/, "$1")
    .replace(/map\(dyn, dyn\)\.flatten/, "map.flatten")
    .replace(/unexpected type .* for JSONPatchType/, "unexpected type for JSONPatchType");
}

const PARSERS_OWN = /Syntax error|unable to unescape|invalid (int|uint|double) literal/;

/** Why the reference's answer is not to be had. */
const REFERENCE_FAILS: readonly (readonly [why: string, answer: RegExp])[] = [
  ["what can't be a key of a map ends its run", /hash of unhashable type/],
  ["it takes the error of an argument for a list", /interface conversion/],
  [
    "its check of lists with optional elements that are none ends its run",
    /^panic: .*out of range/,
  ],
  [
    "what a condition or a macro gives as an optional is converted by way of Go's own types, " +
    "which those of libraries don't survive",
    /unsupported conversion to ref\.Val/,
  ],
  ["as before: an object becomes its JSON", /string:(__x|q|z): int/],
  ["as before: a type becomes its name", /(^|\()string:(int|type|bool|string)\)?$/],
];

/** Other differences, by what both say. */
const ON_PURPOSE: readonly {
  readonly why: string;
  readonly expression?: RegExp;
  readonly ours?: RegExp;
  readonly theirs?: RegExp;
}[] = [
  {
    why: "keys that are told twice are shown by the names of their types",
    ours: /insert failed: key google\.protobuf/,
    theirs: /insert failed: key/,
  },
  {
    why: "types that Protobuf knows can be called, but not written down field by field",
    expression: /^google\.protobuf\.Duration\{/,
  },
  {
    why: "what is no type is not declared",
    expression: /^self\{\}$/,
  },
  {
    why: "which of several types a list is said to be of",
    expression: /optional\.of\(type\(1u\)\)/,
    ours: /expected type/,
    theirs: /expected type/,
  },
  {
    why: "differences of amounts that 64 bits don't hold overflow there",
    expression: /sub\(-9223372036854775808\)/,
  },
  {
    why: "doubles of many digits differ in the last",
    expression: /asApproximateFloat/,
    ours: /^double:/,
    theirs: /^double:/,
  },
  {
    why: "after an error costs are counted no more, until somebody makes up for it",
    expression: /^(1\/0|variables\.broken) == 1 (&&|\|\|)/,
  },
  {
    why: "times of a namespace are declared as times, and are texts there when they are asked for",
    expression: /namespaceObject\)?\.metadata\.creationTimestamp/,
  },
  {
    why:
      "claims can't be walked through: what they are told by is neither there nor here, and there it is asked for as a key",
    expression: /claims\.(all|exists|map)\(/,
    ours: /expected iterable type/,
    theirs: /no such key/,
  },
  {
    why: "a list in a claim is never of no value there, an empty one neither",
    expression: /ofNonZeroValue\(claims\.none\)/,
  },
  {
    why: "an object with a declared type is one, not a map",
    expression: /type\(namespaceObject\)/,
  },
  {
    why: "what an expression makes has a type of its own",
    ours: /^type:(Object|JSONPatch)/,
    theirs: /^type:type$/,
  },
  {
    why: "objects that expressions made are never equal there where they have lists",
    expression: /Object.*[!=]= Object/,
    ours: /^bool/,
    theirs: /^bool/,
  },
  {
    why: "what no schema tells of costs by what is in it there",
    expression: /\[self\.spec\.any\]\.(i|lastI)ndexOf/,
  },
  {
    why: "a list that a name in a map leads to is not known to have numbers",
    expression: /self\.spec\.m3\.a\[0\]/,
  },
  {
    why: "what is no object, and no list, is not in a list of such",
    expression: /in self\.spec\.(lo|lm|nested)\)/,
    ours: /^bool:false/,
    theirs: /no such overload/,
  },
  {
    why:
      "a map of texts is asked for a number, which an optional of it takes for one that is missing",
    expression: /^optional\.of\(self\.spec\.m\)\[\??dyn\(1\)\]$/,
  },
  {
    why: "of elements that fail the first is told, not the last, and none after it is looked at",
    expression: /\.(filter|transformMap|transformMapEntry|transformList|exists_one|existsOne)\(/,
    ours: /^error:/,
    theirs: /^error:/,
  },
  {
    why: "which of two constants that are wrong is told",
    ours: /^program: /,
    theirs: /^program: /,
  },
  {
    why: "which of several calls spends the last of what it may cost",
    theirs: /actual cost limit exceeded/,
  },
  {
    why: "patterns that are constants are compiled before, and say less of what is no text",
    expression: /find|matches/,
    ours: /no such overload/,
    theirs: /no such overload/,
  },
];

/** Why the answers to an expression may differ; undefined: they may not. */
export function knownDifference(
  expression: string,
  ours: string,
  theirs: string,
): string | undefined {
  const fails = REFERENCE_FAILS.find(([, answer]) => answer.test(theirs));
  if (fails !== undefined) return fails[0];
  return ON_PURPOSE.find((one) =>
    (one.expression?.test(expression) ?? true) && (one.ours?.test(ours) ?? true) &&
    (one.theirs?.test(theirs) ?? true)
  )?.why;
}
