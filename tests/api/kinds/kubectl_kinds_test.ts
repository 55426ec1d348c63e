/** Every kind through a stock kubectl: made, shown in its columns, described, deleted. */

import { testWith } from "../../../testing/requirements.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";
import { BOOTSTRAP, withKubectl } from "../with_kubectl.ts";
import { everyKind, type KindCase } from "./every_kind.ts";

Deno.test("everyKind() leaves no kind out that holds objects", async () => {
  const listed = new Set((await everyKind()).map(({ resource }) => resource));
  const held = schemaOf("kubernetes").resources.filter(({ verbs }) => verbs.includes("watch"));
  assertEquals([...new Set(held.map(({ resource }) => resource))].sort(), [...listed].sort());
});

testWith(
  ["kubectl"],
  "kubectl makes, shows in columns, describes and deletes every kind",
  () =>
    withKubectl("kubernetes", async (kubectl) => {
      const kinds = await everyKind();
      await kubectl.ok("create -f -", kinds.map(documentOf).join("\n---\n"));
      const wrong: string[] = [];
      for (const flag of ["", "-o wide"]) {
        const all = await kubectl.ok(`get ${kinds.map(({ resource }) => resource)} ${flag}`);
        const tables = all.trim().split("\n\n");
        assertEquals(tables.length, kinds.length, all);
        for (const [index, { resource, columns }] of kinds.entries()) {
          const [plain = "", wide = ""] = columns.split("|");
          const expected = flag === "" ? headings(plain) : wideHeadings(plain, wide);
          const [first = ""] = tables[index]!.split("\n");
          const shown = first.trim().split(/ {2,}/);
          if (shown.join() !== expected.join()) {
            wrong.push(`${resource} ${flag}: ${shown.join()} instead of ${expected.join()}`);
          }
        }
      }
      const describable = kinds.filter(({ resource }) => !OLD_DESCRIBERS.has(resource));
      const described = await kubectl.run([
        "describe",
        ...describable.map((kind) => `${kind.resource}/${nameOf(kind)}`),
      ]);
      wrong.push(...described.err.split("\n").filter((line) => !/^(Warning: .*)?$/.test(line)));
      const names = [...described.out.matchAll(/^Name: +(\S+)$/gm)].map(([, name]) => name);
      assertEquals(names, describable.map(nameOf), described.out);
      assertEquals(wrong, []);
      const namespaced = kinds.filter(({ resource }) => resource !== "namespaces");
      await kubectl.ok(
        "delete --wait=false --grace-period=0 --force -f -",
        namespaced.map(documentOf).join("\n---\n"),
      );
    }, { isServed: () => true, bootstrap: BOOTSTRAP }),
);

/** kubectl of before 1.34 describes these in a version that is gone. */
const OLD_DESCRIBERS = new Set(["ipaddresses", "servicecidrs", "volumeattributesclasses"]);

function nameOf({ name = "sample" }: KindCase): string {
  return name;
}

function documentOf(kind: KindCase): string {
  const metadata = kind.resource === "endpointslices"
    ? `{name: ${nameOf(kind)}, labels: {kubernetes.io/service-name: sample}}`
    : `{name: ${nameOf(kind)}}`;
  return `${kind.yaml.trim()}\nmetadata: ${metadata}\n`;
}

/** Headings with blanks in them are told apart by commas. */
function headings(text: string): string[] {
  if (text === "") return [];
  return text.includes(",") ? text.split(",") : text.split(" ");
}

/** Events show more between their columns; all others, and these, in the order of the declaration. */
function wideHeadings(plain: string, wide: string): string[] {
  if (plain.startsWith("LAST SEEN")) {
    return headings("LAST SEEN,TYPE,REASON,OBJECT,SUBOBJECT,SOURCE,MESSAGE,FIRST SEEN,COUNT,NAME");
  }
  return [...headings(plain), ...headings(wide)];
}
