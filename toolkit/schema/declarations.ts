/**
 * Reads the lines of the generated tables. A declaration is a line `=Name` (a struct) or `=Name:type` (an
 * alias), then tab-separated markers of a struct, or the markers and the values of an alias. The
 * lines under a struct are its fields: JSON name, type, Protobuf number, flag letters, and extras
 * such as `mergeKey=name`.
 *
 * @module
 */

/** A declaration, with types still as text. */
export interface Declaration {
  readonly name: string;
  /** The aliased type; undefined for a struct. */
  readonly of: string | undefined;
  readonly markers: readonly string[];
  readonly values: readonly string[];
  /** The lines of the fields. */
  readonly fields: readonly string[];
}

/** The line of a field, split. */
export interface FieldDeclaration {
  readonly name: string;
  readonly type: string;
  readonly proto: number;
  readonly flags: string;
  readonly extras: readonly string[];
}

/** Finds the declarations of a package such as `core/v1`. Throws where the table has none. */
export type FindDeclarations = (key: string) => ReadonlyMap<string, Declaration>;

/** The declarations of a table, each package parsed when it is first asked for. */
export function declarationsIn(table: Readonly<Record<string, string>>): FindDeclarations {
  const parsed = new Map<string, ReadonlyMap<string, Declaration>>();
  return (key) => {
    let declarations = parsed.get(key);
    if (declarations === undefined) {
      const text = Object.hasOwn(table, key) ? table[key] : undefined;
      if (text === undefined) throw new Error(`the schema table has no package ${key}`);
      declarations = parsePackage(text);
      parsed.set(key, declarations);
    }
    return declarations;
  };
}

function parsePackage(text: string): Map<string, Declaration> {
  const declarations = new Map<string, Declaration>();
  let fields: string[] = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("=")) {
      fields.push(line);
      continue;
    }
    const [head, ...rest] = line.slice(1).split("\t");
    const [name, of] = head!.split(":");
    fields = [];
    declarations.set(name!, {
      name: name!,
      of,
      markers: of === undefined ? rest : rest[0]?.split(",").filter((marker) => marker) ?? [],
      values: of === undefined ? [] : rest.slice(1),
      fields,
    });
  }
  return declarations;
}

/** Splits the line of a field. */
export function parseField(line: string): FieldDeclaration {
  const [name = "", type = "", proto = "", flags = "", ...extras] = line.split("\t");
  return { name, type, proto: Number(proto), flags, extras };
}
