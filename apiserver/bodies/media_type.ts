/**
 * Media types as `Accept` and `Content-Type` headers name them.
 *
 * @module
 */

/** A media type with its parameters. */
export interface MediaType {
  /** `application/json`, in lower case. */
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Reads one media type; undefined for a text that is none. */
function parseMediaType(text: string): MediaType | undefined {
  const [first = "", ...rest] = text.split(";");
  const name = first.trim().toLowerCase();
  if (!/^[!-.0-~]+\/[!-~]+$/.test(name)) return undefined;
  const parameters: Record<string, string> = {};
  for (const part of rest) {
    const equals = part.indexOf("=");
    if (equals < 0) continue;
    const value = part.slice(equals + 1).trim();
    parameters[part.slice(0, equals).trim().toLowerCase()] = value.replace(/^"(.*)"$/, "$1");
  }
  return { name, parameters };
}

/** How much of a type is left open: nothing, what comes after the slash, or all. */
function openness({ name }: MediaType): number {
  if (name === "*/*") return 2;
  return name.endsWith("/*") ? 1 : 0;
}

/**
 * Reads an `Accept` header: what the client likes best comes first, of what it likes as well what it names. Texts
 * that are none are left out.
 */
export function parseAccept(header: string): MediaType[] {
  const clauses = header.split(",").flatMap((text) => {
    const type = parseMediaType(text);
    if (type === undefined) return [];
    const quality = Number(type.parameters.q ?? 1);
    return [{ type, quality: Number.isFinite(quality) ? quality : 0 }];
  });
  return clauses
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || openness(a.type) - openness(b.type))
    .map(({ type }) => type);
}
