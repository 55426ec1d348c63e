/**
 * The kinds that a server has, with the types of their objects: built-in ones as the toolkit knows them, all others
 * as the server describes them.
 *
 * @module
 */

import type { CelSchema } from "../../toolkit/cel/mod.ts";
import type { Client } from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { objectTypeOf } from "../../toolkit/policies/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { parseApiVersion } from "../../toolkit/schema/resource.ts";
import { withoutReferences } from "./references.ts";
import type { KindSource, NamedKind } from "./type_check.ts";

interface Listed {
  readonly name: string;
  readonly kind: string;
}

interface Described {
  readonly components?: { readonly schemas?: Readonly<Record<string, CelSchema>> };
}

/** Asks a server, once for each group version. */
export class ServedKinds implements KindSource {
  readonly #client: Pick<Client, "fetch" | "dialect">;
  readonly #signal: AbortSignal;
  readonly #listed = new Map<string, Promise<readonly Listed[]>>();
  readonly #described = new Map<string, Promise<Described>>();

  constructor(client: Pick<Client, "fetch" | "dialect">, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  async ofResource(
    group: string,
    version: string,
    resource: string,
  ): Promise<NamedKind | undefined> {
    const listed = await this.#listedIn(group, version);
    const found = listed.find(({ name }) => name === resource);
    return found && await this.#named(group, version, found.kind);
  }

  async ofKind(apiVersion: string, kind: string): Promise<NamedKind | undefined> {
    const { group, version } = parseApiVersion(apiVersion);
    const listed = await this.#listedIn(group, version);
    const isThere = listed.some((one) => one.kind === kind && !one.name.includes("/"));
    return isThere ? await this.#named(group, version, kind) : undefined;
  }

  async #named(group: string, version: string, kind: string): Promise<NamedKind> {
    const { dialect } = this.#client;
    const type = schemaOf(dialect).kind(group, version, kind);
    const schema = type === undefined ? await this.#schemaOf(group, version, kind) : undefined;
    return { group, version, kind, type: objectTypeOf({ kind, type, schema }, dialect) };
  }

  async #listedIn(group: string, version: string): Promise<readonly Listed[]> {
    const path = pathOf(group, version);
    let listed = this.#listed.get(path);
    if (listed === undefined) {
      listed = this.#get<{ resources?: readonly Listed[] }>(`/${path}`)
        .then((list) => list?.resources ?? []);
      this.#listed.set(path, listed);
    }
    return await listed;
  }

  async #schemaOf(group: string, version: string, kind: string): Promise<CelSchema | undefined> {
    const path = pathOf(group, version);
    let described = this.#described.get(path);
    if (described === undefined) {
      described = this.#get<Described>(`/openapi/v3/${path}`).then((answer) => answer ?? {});
      this.#described.set(path, described);
    }
    const { components: { schemas = {} } = {} } = await described;
    const field = `${NAMES[this.#client.dialect].definitionExtensionPrefix}group-version-kind`;
    const found = Object.values(schemas).find((schema) => {
      const names = (schema as Record<string, unknown>)[field];
      return Array.isArray(names) &&
        names.some((name) =>
          name?.group === group && name?.version === version && name?.kind === kind
        );
    });
    return found && withoutReferences(found, schemas);
  }

  /** Undefined: the server has no such path. Throws where it can't say. */
  async #get<T>(path: string): Promise<T | undefined> {
    const response = await this.#client.fetch(path, {
      headers: { accept: "application/json" },
      signal: this.#signal,
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return undefined;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`GET ${path}: the server answered ${response.status}`);
    }
    return await response.json();
  }
}

function pathOf(group: string, version: string): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}
