/**
 * The OpenAPI documents of extension servers.
 *
 * @module
 */

import {
  convertPart,
  cutPart,
  type ForeignDescriptions,
  runInOwnSlices,
  VERSION_2_PATH,
  VERSION_3_PATH,
} from "../openapi/mod.ts";
import type { RemoteService, RemoteServices } from "./remote_service.ts";

/** Asks a server for one of its documents. */
export type Ask = (path: string, headers: Readonly<Record<string, string>>) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}>;

/** Characters of all parts that are kept: the document is made in memory, and sent to clients whole. */
const ALL_PARTS_LIMIT = 32 * 1024 * 1024;
const HASH_LIMIT = 256;

interface Described {
  /** Where its document of version 3 is; undefined: it has none. */
  readonly url: string | undefined;
  /** Its part of version 2; undefined: none that could be used. */
  readonly part: string | undefined;
  /** {@link part} in the words of version 3, where the server has no document of that; undefined: none. */
  readonly converted: string | undefined;
  /** What tells whether {@link part} is still right; undefined: it was not told. */
  readonly etag: string | undefined;
  /** Whether the server answered when it was last asked. */
  readonly there: boolean;
}

/**
 * The OpenAPI documents of extension servers, asked for with each check of them. For version 3 only
 * the URL is kept, as clients fetch each document by itself; for version 2 the server's part is
 * kept, as clients want one document of everything. Of a server that has no version 3 the part is shown in
 * its place. All parts together are bounded.
 */
export class RemoteDescriptions implements ForeignDescriptions {
  readonly #remotes: RemoteServices;
  readonly #known = new Map<string, Described>();
  #generation = 0;

  constructor(remotes: RemoteServices) {
    this.#remotes = remotes;
  }

  get generation(): number {
    this.forgetOthers();
    return this.#generation;
  }

  version3(): ReadonlyMap<string, string> {
    return new Map(
      this.#present().flatMap(([remote, { url }]) =>
        url === undefined ? [] : [[pathOf(remote), url] as const]
      ),
    );
  }

  converted(): ReadonlyMap<string, string> {
    let length = 0;
    return new Map(
      this.#present().flatMap(([remote, { converted }]) => {
        if (converted === undefined) return [];
        length += converted.length;
        return length <= ALL_PARTS_LIMIT ? [[pathOf(remote), converted] as const] : [];
      }),
    );
  }

  version2(): readonly string[] {
    let length = 0;
    const parts = this.#present().flatMap(([, { part }]) => part ?? []);
    return parts.filter((part) => (length += part.length) <= ALL_PARTS_LIMIT);
  }

  /** Whether a server has a document of version 3. */
  has(remote: RemoteService): boolean {
    return this.#known.get(remote.name)?.url !== undefined;
  }

  /**
   * Asks a server that is there. What can't be had or used is told to `refused`: until it can, what
   * the server said before stands, or nothing, as its resources work without.
   */
  async learn(
    remote: RemoteService,
    ask: Ask,
    refused: (path: string, error: unknown) => void,
  ): Promise<void> {
    const before = this.#known.get(remote.name);
    const tried = async <T>(path: string, make: Promise<T>, known: T): Promise<T> => {
      try {
        return await make;
      } catch (error) {
        refused(path, error);
        return known;
      }
    };
    const [url, version2] = await Promise.all([
      tried(VERSION_3_PATH, urlOf(remote, ask), before?.url),
      tried(VERSION_2_PATH, partOf(remote, ask, before), before),
    ]);
    const { part, etag } = version2 ?? { part: undefined, etag: undefined };
    const convert = async (): Promise<string | undefined> => {
      if (url !== undefined || part === undefined) return undefined;
      // What could not be converted can't be now either.
      if (before?.url === undefined && before?.part === part) return before.converted;
      try {
        return await runInOwnSlices(convertPart(part));
      } catch (error) {
        refused(VERSION_2_PATH, error);
        return undefined;
      }
    };
    this.#known.set(remote.name, { url, part, converted: await convert(), etag, there: true });
    const same = before?.there === true && before.url === url && before.part === part;
    if (!same) this.#generation++;
  }

  /** Notes that a server does not answer: its documents are not to be had. */
  lose(name: string): void {
    const before = this.#known.get(name);
    if (before === undefined || !before.there) return;
    this.#known.set(name, { ...before, there: false });
    this.#generation++;
  }

  /** Forgets servers that nobody names any more. */
  forgetOthers(): void {
    const names = new Set(this.#remotes.all().map(({ name }) => name));
    for (const name of this.#known.keys()) {
      if (names.has(name)) continue;
      this.#known.delete(name);
      this.#generation++;
    }
  }

  /** In the order of their names, which decides whose definitions get suffixes. */
  #present(): (readonly [RemoteService, Described])[] {
    return this.#remotes.all()
      .flatMap((remote) => {
        const described = this.#known.get(remote.name);
        return described?.there === true ? [[remote, described] as const] : [];
      })
      .sort(([left], [right]) => left.name < right.name ? -1 : 1);
  }
}

function pathOf({ group, version }: RemoteService): string {
  return `apis/${group}/${version}`;
}

const JSON_ONLY = { accept: "application/json" };

/** Where the document of version 3 is; undefined: the server has none. Throws for nonsense. */
async function urlOf(remote: RemoteService, ask: Ask): Promise<string | undefined> {
  const { status, body } = await ask(VERSION_3_PATH, JSON_ONLY);
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`bad status ${status}`);
  const { paths } = JSON.parse(new TextDecoder().decode(body)) ?? {};
  const path = pathOf(remote);
  if (typeof paths !== "object" || paths === null || !Object.hasOwn(paths, path)) return undefined;
  const given: unknown = paths[path]?.serverRelativeURL;
  if (typeof given !== "string") throw new Error(`no URL is given for ${path}`);
  // Only what makes clients keep a document is the other server's to say: where it is, is not.
  const hash = new URLSearchParams(given.split("?", 2)[1]).get("hash") ?? "";
  if (hash.length > HASH_LIMIT) throw new Error(`a hash of more than ${HASH_LIMIT} characters`);
  return `${VERSION_3_PATH}/${path}${hash === "" ? "" : `?hash=${encodeURIComponent(hash)}`}`;
}

/** The part of version 2; undefined: the server has none. Throws for what can't be used. */
async function partOf(
  remote: RemoteService,
  ask: Ask,
  before: Described | undefined,
): Promise<Pick<Described, "part" | "etag"> | undefined> {
  const known = before?.etag !== undefined && before.part !== undefined;
  const { status, headers, body } = await ask(VERSION_2_PATH, {
    ...JSON_ONLY,
    ...(known && { "if-none-match": before.etag }),
  });
  if (status === 304 && known) return before;
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`bad status ${status}`);
  const { etag } = headers;
  const document: unknown = JSON.parse(new TextDecoder().decode(body));
  const part = await runInOwnSlices(cutPart(document, `/${pathOf(remote)}`));
  return { part, etag: typeof etag === "string" ? etag : undefined };
}
