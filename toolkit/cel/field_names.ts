/**
 * Names of fields as expressions spell them: `my-field` is `my__dash__field`.
 *
 * @module
 */

/** Words that can't be names in expressions. */
const RESERVED: ReadonlySet<string> = new Set(
  ("true false null in as break const continue else for function if import let loop package " +
    "namespace return var void while").split(" "),
);

const ESCAPES: Readonly<Record<string, string>> = {
  "__": "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

/** Whether a name is a word of the language: behind a dot it may stand as it is, too. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name);
}

/** What spellings mean. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ESCAPES).map(([name, spelled]) => [spelled, name] as const),
  ...Array.from(RESERVED, (word) => [`__${word}__`, word] as const),
]);

/** The name of a field that is spelled so; undefined: no field is. */
export function unescapeField(spelled: string): string | undefined {
  let isSpelling = true;
  const name = spelled.replaceAll(/__[^_]+__/g, (part) => {
    const meant = MEANT.get(part);
    // A word of the language is escaped as a whole.
    if (meant === undefined || (isReserved(meant) && part !== spelled)) isSpelling = false;
    return meant ?? "";
  });
  return isSpelling ? name : undefined;
}

/** How an expression spells the name of a field; undefined: it has no way to. */
export function escapeField(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  if (!/^[a-zA-Z_.\-/][a-zA-Z0-9_.\-/]*$/.test(name)) return undefined;
  return name.replaceAll(/__|[.\-/]/g, (part) => ESCAPES[part] ?? part);
}
