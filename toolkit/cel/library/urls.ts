/**
 * URLs: absolute ones, and absolute paths.
 *
 * @module
 */

import { scaled, TEXT_FACTOR } from "../cost.ts";
import { type CallCost, type CelLibrary, overload } from "../declarations.ts";
import { CelError } from "../source.ts";
import { OpaqueValue, ValueList } from "../values.ts";
import { ValueMap } from "../value_map.ts";
import { workOfRun } from "../work.ts";
import { countCompared, counted } from "./counted.ts";
import { overTarget } from "./text.ts";
import { TYPE_NAMES } from "./type_names.ts";
import { hostNameOf, parseUrl, portOf, queryOf, type UrlParts, UrlTextError } from "./url_text.ts";

const { url: URL_TYPE } = TYPE_NAMES;

class Url extends OpaqueValue {
  override readonly typeName = URL_TYPE;

  constructor(readonly parts: UrlParts) {
    super();
  }

  override equals(other: OpaqueValue): boolean {
    if (!(other instanceof Url)) return false;
    const theirs = Object.entries(other.parts);
    return Object.values(this.parts).every((part, index) => {
      const [, their = ""] = theirs[index] ?? [];
      countCompared(part.length, their.length);
      return part === their;
    });
  }
}

function url(text: string): Url {
  try {
    return new Url(parseUrl(text));
  } catch (error) {
    if (!(error instanceof UrlTextError)) throw error;
    throw new CelError(`URL parse error during conversion from string: ${error.message}`);
  }
}

/** What is wrong with a text that is no URL. */
export function urlProblem(text: string): string | undefined {
  try {
    parseUrl(text);
    return undefined;
  } catch (error) {
    if (error instanceof UrlTextError) return error.message;
    throw error;
  }
}

function query({ parts }: Url): ValueMap {
  workOfRun(1 + parts.rawQuery.length * QUERY_STEPS);
  const map = new ValueMap();
  for (const [key, values] of queryOf(parts.rawQuery)) map.set(key, new ValueList(values));
  return map;
}

const reading: CallCost = {
  actual: overTarget.actual,
  estimate: (sizes) => ({ ...scaled(sizes.size(0), TEXT_FACTOR), size: sizes.size(0) }),
};

/** A URL is taken apart, and each character that isn't plain ASCII encoded. */
const READ = { call: 200, unit: 5 };
/** Of a character of a query, which may be a key by itself. */
const QUERY_STEPS = 8;

/** A host, counted: it is searched for its port. */
function walked(host: string): string {
  workOfRun(1 + host.length / 4);
  return host;
}

export const URL_LIBRARY: CelLibrary = {
  overloads: [
    overload(`url(string): ${URL_TYPE}`, counted(READ, url), reading),
    overload(
      "isURL(string): bool",
      counted(READ, (text: string) => urlProblem(text) === undefined),
    ),
    overload(`${URL_TYPE}.getScheme(): string`, ({ parts }: Url) => parts.scheme),
    overload(`${URL_TYPE}.getHost(): string`, ({ parts }: Url) => parts.host),
    overload(
      `${URL_TYPE}.getHostname(): string`,
      ({ parts }: Url) => hostNameOf(walked(parts.host)),
    ),
    overload(`${URL_TYPE}.getPort(): string`, ({ parts }: Url) => portOf(walked(parts.host)) ?? ""),
    overload(`${URL_TYPE}.getEscapedPath(): string`, ({ parts }: Url) => parts.escapedPath),
    overload(`${URL_TYPE}.getQuery(): map<string, list<string>>`, query),
  ],
};
