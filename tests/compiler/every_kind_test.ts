/** What the compiler knows of each built-in kind: written as a program of some lines a kind, and checked. */
import { slowTests } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Resource, schemaOf } from "../../toolkit/schema/mod.ts";
import * as operators from "../../mod.ts";
import { check } from "./checked.ts";

interface BuiltIn {
  /** `appsV1`. */
  readonly namespace: string;
  readonly kind: string;
  readonly resource: Resource;
  readonly hasSpec: boolean;
  /** Answered, never stored. */
  readonly isReview: boolean;
  /** By itself, without its group version. */
  readonly isFlat: boolean;
}

const HEAD = `
import { type Apply, type Draft, type Kind, type Live, type MergePatch, type ObjectOf, type WriteOf } from "../../mod.ts";
import * as operators from "../../mod.ts";
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
export function same<_Holds extends true>(): void {}
export function takes<T>(_value: T): void {}
`;

function builtInKinds(): BuiltIn[] {
  const schema = schemaOf("kubernetes");
  return schema.resources.map((resource) => {
    const { group, version, kind } = resource;
    const first = group === "" ? "core" : group.split(".")[0]!;
    const namespace = first + version.charAt(0).toUpperCase() + version.slice(1);
    const fields = schema.kind(group, version, kind)!.fields.map(({ name }) => name);
    const own = (operators as unknown as Record<string, Record<string, unknown>>)[namespace]
      ?.[kind];
    return {
      namespace,
      kind,
      resource,
      hasSpec: fields.includes("spec"),
      isReview: resource.verbs.join() === "create" && fields.includes("status"),
      isFlat: (operators as unknown as Record<string, unknown>)[kind] === own,
    };
  });
}

function linesOf({ namespace, kind, resource, hasSpec, isReview, isFlat }: BuiltIn): string[] {
  const type = `operators.${namespace}.${kind}`;
  const other = kind === "Pod" ? "Service" : "Pod";
  const refused = (line: string) => [`  // @ts-expect-error`, `  ${line}`];
  return [
    `{`,
    `  const kind = ${type};`,
    `  type W = ${type};`,
    `  type R = ObjectOf<typeof kind>;`,
    `  same<Equal<typeof kind, Kind<W>>>();`,
    `  same<Equal<R, Live<W>>>();`,
    `  same<Equal<WriteOf<typeof kind>, W>>();`,
    `  same<Equal<R["kind"], "${kind}">>();`,
    `  same<Equal<R["apiVersion"], string>>();`,
    ...(hasSpec ? [`  same<Equal<undefined extends R["spec"] ? true : false, false>>();`] : []),
    ...(isFlat
      ? [
        `  same<Equal<typeof operators.${kind}, typeof kind>>();`,
        `  same<Equal<operators.${kind}, W>>();`,
      ]
      : []),
    `  const rest = {} as Omit<W, "apiVersion" | "kind" | "metadata">;`,
    ...refused(`takes<Draft<W>>({ ...rest, kind: "${other}", metadata: { name: "a" } });`),
    `  takes<MergePatch<W>>({});`,
    ...refused(`takes<MergePatch<W>>({ nothing: 1 });`),
    ...(isReview ? reviewLines(resource, refused) : storedLines(resource, refused)),
    `}`,
  ];
}

function storedLines(
  { namespaced }: Resource,
  refused: (line: string) => string[],
): string[] {
  const placed = `takes<Draft<W>>({ ...rest, metadata: { name: "a", namespace: "b" } });`;
  return [
    `  same<Equal<R["metadata"]["name" | "uid" | "resourceVersion"], string>>();`,
    `  same<Equal<"namespace" extends keyof R["metadata"] ? true : false, ${namespaced}>>();`,
    ...(namespaced ? [`  same<Equal<R["metadata"]["namespace"], string>>();`] : []),
    `  takes<Draft<W>>({ ...rest, metadata: { name: "a" } });`,
    `  takes<Draft<W>>({ ...rest, metadata: { generateName: "a-", labels: { a: "b" } } });`,
    ...(namespaced ? [`  ${placed}`] : refused(placed)),
    ...refused(`takes<Draft<W>>({ ...rest, metadata: {} });`),
    ...refused(`takes<Draft<W>>({ ...rest });`),
    `  takes<Apply<W>>({ metadata: { name: "a" } });`,
    ...refused(`takes<Apply<W>>({ metadata: {} });`),
    ...refused(`takes<Apply<W>>({ metadata: { name: "a", uid: "b" } });`),
    ...refused(`takes<Apply<W>>({ metadata: { name: "a" }, nothing: 1 });`),
  ];
}

function reviewLines({ namespaced }: Resource, refused: (line: string) => string[]): string[] {
  const placed = `takes<Draft<W>>({ ...rest, metadata: { namespace: "b" } });`;
  return [
    `  same<Equal<undefined extends R["status"] ? true : false, false>>();`,
    `  takes<Draft<W>>({ ...rest });`,
    ...(namespaced ? [`  ${placed}`] : refused(placed)),
    ...refused(`takes<Draft<W>>({ ...rest, metadata: { name: "a" } });`),
  ];
}

/** Each kind beside each other one: none passes for another. */
function pairLines(kinds: readonly BuiltIn[]): string[] {
  return [
    "interface Kinds {",
    ...kinds.map(({ namespace, kind }) =>
      `  "${namespace}.${kind}": typeof operators.${namespace}.${kind};`
    ),
    "}",
    "type Passing<A extends keyof Kinds> = { [B in keyof Kinds]: Kinds[A] extends Kinds[B] ? B : never }[keyof Kinds];",
    "type Confused = { [A in keyof Kinds]: Equal<Passing<A>, A> extends true ? never : [A, Passing<A>] }[keyof Kinds];",
    "same<Equal<Confused, never>>();",
  ];
}

const NAME = "of each built-in kind the compiler knows what is written and what is read";

// A short run sees what all code of this project does with them.
Deno.test(NAME, { ignore: !slowTests() }, async () => {
  const kinds = builtInKinds();
  assertEquals(kinds.filter(({ isReview }) => isReview).length, 6);
  const lines = [HEAD, ...kinds.flatMap(linesOf), ...pairLines(kinds)];
  const program = lines.join("\n");
  const shown = program.split("\n");
  const base = new URL(import.meta.url);
  const errors = [
    ...await check(program, base, "project"),
    ...await check(program, base, "default"),
  ];
  // Where a refusal is missing, the error is of the directive: the next line says what compiled.
  assertEquals(
    errors.map(({ line, message }) => `${message} ${shown.slice(line - 1, line + 1).join(" ")}`),
    [],
  );
});
