import { assert, assertEquals } from "../../deps/assert.ts";
import fc from "../../deps/fast_check.ts";
import { docComment, fieldKey, quoted } from "./source_text.ts";
import { Identifiers, pascalCase } from "./identifiers.ts";
import ts from "../../deps/typescript.ts";

Deno.test("docComment() is one comment, whatever is in it", () => {
  const cases: [paragraphs: string[], comment: string][] = [
    [[], ""],
    [["", "\n"], ""],
    [["short"], "/** short */\n"],
    [["a */ b"], "/** a *\\/ b */\n"],
    [["@ts-ignore"], "/** \\@ts-ignore */\n"],
    [["a\n @deprecated b\n\nc "], "/**\n * a\n *  \\@deprecated b\n *\n * c\n */\n"],
    [["\u001b\u2028x"], "/** \\u001b\\u2028x */\n"],
  ];
  for (const [paragraphs, comment] of cases) assertEquals(docComment({ paragraphs }), comment);
  assertEquals(
    docComment({ paragraphs: ["a"], deprecated: "x\n@ts-ignore */", indent: "  " }),
    "  /**\n   * a\n   *\n   * @deprecated x\\n@ts-ignore *\\/\n   */\n",
  );
  const long = docComment({ paragraphs: ["word ".repeat(100)] });
  assert(long.split("\n").every((line) => line.length <= 100), long);
});

Deno.test("texts of anybody make one comment, one key and one literal", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(
      fc.constantFrom("*/", "/*", "@", "\n", "\r", "\\", '"', "`", "\u2028", "ts-ignore", " "),
    )
      .map((parts) => parts.join("")),
  );
  fc.assert(fc.property(text, text, (one, other) => {
    const source = docComment({ paragraphs: [one, other], deprecated: one }) +
      `export interface A {\n  ${fieldKey(one)}?: ${quoted(other)};\n}\n`;
    const file = ts.createSourceFile("a.ts", source, ts.ScriptTarget.Latest, true);
    const [declaration, ...more] = file.statements;
    assertEquals(more.length, 0, source);
    assert(declaration !== undefined && ts.isInterfaceDeclaration(declaration), source);
    const [member, ...others] = declaration.members;
    assert(member !== undefined && ts.isPropertySignature(member) && others.length === 0, source);
    const { name, type } = member;
    assert(ts.isIdentifier(name) || ts.isStringLiteral(name));
    assertEquals(name.text, one.toWellFormed() === one ? one : name.text);
    assert(type !== undefined && ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal));
    assertEquals(type.literal.text, other);
  }));
});

Deno.test("Identifiers hands out each name once, and none that is too long", () => {
  const names = new Identifiers(["Kind"]);
  assertEquals(["Kind", "Kind", "A", "A", "A2"].map((name) => names.take(name)), [
    "Kind2",
    "Kind3",
    "A",
    "A2",
    "A22",
  ]);
  const live = (name: string) => [`Live${name}`];
  assertEquals([names.take("LiveB"), names.take("B", live), names.take("LiveB2")], [
    "LiveB",
    "B2",
    "LiveB22",
  ]);
  assert(names.take("x".repeat(5000)).length < 100);
  assertEquals(["my-kind", "a.b/c", "é", "1a", "", "aB"].map(pascalCase), [
    "MyKind",
    "ABC",
    "",
    "1a",
    "",
    "AB",
  ]);
});
