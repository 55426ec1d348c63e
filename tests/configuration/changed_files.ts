/**
 * Files that differ from one that is right in one place.
 *
 * @module
 */

/** A change, and what it makes of a file. */
export interface ChangedFile {
  readonly name: string;
  readonly content: unknown;
}

/** What is put in any place. */
const VALUES: readonly unknown[] = [
  null,
  "",
  " ",
  "x",
  "X Y",
  "https://taken.example.com",
  "http://example.com",
  "https://a:b@example.com",
  "https://example.com?a=b",
  "https://example.com#a",
  "unix:///tmp/x",
  "/tmp/x",
  "v1",
  "v1beta1",
  "*",
  "a.b",
  "1s",
  "-1s",
  "0s",
  "1h1m",
  "1d",
  "é".repeat(20),
  "a".repeat(300),
  "claims.sub",
  "claims.email",
  "claims.?email.orValue('')",
  "has(claims.email) ? claims.email : claims.sub",
  "claims.emails + 'claims.email'",
  "claims.email_verified ? claims.email : ''",
  "claims.email + 'email_verified'",
  "[claims.email][0] + string(claims.?email_verified.orValue(true))",
  "claims.",
  "true",
  0,
  1,
  -1,
  1.5,
  2 ** 40,
  true,
  false,
  [],
  {},
  [""],
  ["x"],
  ["x", "x"],
  [null],
  [1],
  [{}],
  { x: "y" },
];

/** Each place of a file: without it, with each of the values, under another name, twice, and with something besides. */
export function* changedFiles(file: unknown, path = ""): Generator<ChangedFile> {
  if (Array.isArray(file)) {
    for (const [index, one] of file.entries()) {
      const at = `${path}[${index}]`;
      const others = (...put: unknown[]) => file.toSpliced(index, 1, ...put);
      yield { name: `${at} is missing`, content: others() };
      yield { name: `${at} is there twice`, content: others(one, one) };
      yield* each(at, one, (value) => others(value));
    }
    return;
  }
  if (typeof file !== "object" || file === null) return;
  const fields = file as Readonly<Record<string, unknown>>;
  yield { name: `${path}.unknown is there`, content: { ...fields, unknown: "x" } };
  for (const [name, one] of Object.entries(fields)) {
    const at = `${path}.${name}`;
    const { [name]: _, ...others } = fields;
    yield { name: `${at} is missing`, content: others };
    const other = name[0]!.toUpperCase() + name.slice(1);
    yield { name: `${at} is called ${other}`, content: { ...others, [other]: one } };
    yield* each(at, one, (value) => ({ ...fields, [name]: value }));
  }
}

/** With each of the values in a place, and with each change of what is there. */
function* each(
  path: string,
  there: unknown,
  put: (value: unknown) => unknown,
): Generator<ChangedFile> {
  for (const value of VALUES) {
    yield { name: `${path} is ${JSON.stringify(value)}`, content: put(value) };
  }
  for (const { name, content } of changedFiles(there, path)) yield { name, content: put(content) };
}
