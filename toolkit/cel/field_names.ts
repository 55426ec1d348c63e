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

/** How an expression spells the name of a field; undefined: it has no way to. */
export function escapeField(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  if (!/^[a-zA-Z_.\-/][a-zA-Z0-9_.\-/]*$/.test(name)) return undefined;
  return name.replaceAll(/__|[.\-/]/g, (part) => ESCAPES[part] ?? part);
}
