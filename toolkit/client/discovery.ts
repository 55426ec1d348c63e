/**
 * Which kinds a server has, and how it calls them.
 *
 * @module
 */

import { isNotFound } from "../errors/mod.ts";
import {
  type AnyKind,
  type AnyObject,
  dynamicKind,
  groupOfKinds,
  groupOnServer,
  type Kind,
} from "../kinds/mod.ts";
import { BUILT_IN_GROUPS } from "../kinds/built_in_groups.ts";
import { type Dialect, dialectOfGroup } from "../names.ts";
import { failureOf, wholeBody } from "../wire/failure.ts";
import { decodeObject } from "../wire/json_form.ts";
import type { RequestSender } from "./sender.ts";

/** An entry of the list of a group version. */
interface ServedResource {
  readonly name?: string;
  readonly kind?: string;
  readonly namespaced?: boolean;
}

/** Asks a server for its kinds, for each group version once unless something is missing in it. */
export class Discovery {
  readonly #sender: RequestSender;
  readonly #dialect: Dialect;
  readonly #known = new Map<string, readonly ServedResource[]>();

  constructor(sender: RequestSender, dialect: Dialect) {
    this.#sender = sender;
    this.#dialect = dialect;
  }

  /**
   * The kind of that name; undefined where the server has none. `group` is spelled in either dialect.
   */
  async find(
    names: Pick<AnyKind, "group" | "version" | "kind">,
    signal?: AbortSignal,
  ): Promise<Kind<AnyObject> | undefined> {
    const group = groupOnServer(names.group, this.#dialect);
    const path = group === "" ? `/api/${names.version}` : `/apis/${group}/${names.version}`;
    const isIt = ({ name, kind }: ServedResource) =>
      kind === names.kind && name !== undefined && !name.includes("/");
    let found = this.#known.get(path)?.find(isIt);
    if (found === undefined) {
      const resources = await this.#ask(path, signal);
      this.#known.set(path, resources);
      found = resources.find(isIt);
    }
    if (found?.name === undefined) return undefined;
    const { name: plural, namespaced = false } = found;
    return dynamicKind({ ...names, group, plural, namespaced });
  }

  async #ask(path: string, signal?: AbortSignal): Promise<readonly ServedResource[]> {
    const headers = { accept: "application/json" };
    const encoded = path.split("/").map(encodeURIComponent).join("/");
    const response = await this.#sender.send({ method: "GET", path: encoded, headers, signal });
    const body = await wholeBody(response.body);
    if (response.status === 200) {
      return (decodeObject(body) as { resources?: readonly ServedResource[] }).resources ?? [];
    }
    const failure = failureOf(body, "GET", {
      code: response.status,
      retryAfter: response.headers["retry-after"],
      resource: { group: "", resource: path },
      name: "",
    });
    if (isNotFound(failure)) return [];
    throw failure;
  }
}

/**
 * The dialect of a server: that of the first built-in group it lists. Groups that are somebody's own say
 * nothing, whatever they look like. A server without any built-in group speaks `kubernetes`.
 */
export async function findDialect(sender: RequestSender, signal?: AbortSignal): Promise<Dialect> {
  const response = await sender.send({
    method: "GET",
    path: "/apis",
    headers: { accept: "application/json" },
    signal,
  });
  const body = await wholeBody(response.body);
  if (response.status !== 200) {
    throw failureOf(body, "GET", {
      code: response.status,
      retryAfter: response.headers["retry-after"],
      resource: { group: "", resource: "" },
      name: "",
    });
  }
  const { groups } = decodeObject(body) as { groups?: readonly { readonly name?: string }[] };
  for (const { name = "" } of groups ?? []) {
    if (BUILT_IN_GROUPS.has(groupOfKinds(name))) return dialectOfGroup(name) ?? "kubernetes";
  }
  return "kubernetes";
}
