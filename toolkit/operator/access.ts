/**
 * What a program did with a server, and the roles that allow no more than that.
 *
 * @module
 */

import type { rbacV1 } from "../api/mod.ts";
import { type Asked, askedOf } from "../client/asked.ts";
import type { Client } from "../client/client.ts";
import type { RequestSender } from "../client/sender.ts";
import { ServerClient } from "../client/server_client.ts";
import { ClusterRole, Role } from "../kinds/built_in.ts";
import { groupOfKinds, groupOnServer } from "../kinds/mod.ts";
import type { Dialect } from "../names.ts";
import { joined } from "./roles.ts";

/** One kind of request, and how often it was made. */
export interface AccessCall {
  /** As roles have it: an apply is a patch. */
  readonly verb: string;
  /** As kinds spell it. */
  readonly group: string;
  /** The plural, in lower case. */
  readonly resource: string;
  /** `status`, `scale` and others. Undefined: the object itself. */
  readonly subresource?: string;
  /** Undefined: of no namespace, or of all together. */
  readonly namespace?: string;
  /** How often it was made. */
  readonly count: number;
}

/** What a client did. */
export interface Access {
  /** Each kind of request that was made, once. */
  readonly calls: readonly AccessCall[];
  /** Other servers that were asked, where that was recorded. */
  readonly hosts: readonly string[];
  /** Roles that allow it: of each namespace, and of the cluster where that was needed. */
  roles(name: string, dialect?: Dialect): (rbacV1.Role | rbacV1.ClusterRole)[];
}

/** Counts requests. */
export class AccessRecord implements Access {
  readonly #calls = new Map<string, AccessCall>();
  readonly #hosts = new Set<string>();

  get calls(): readonly AccessCall[] {
    return [...this.#calls.values()];
  }

  get hosts(): readonly string[] {
    return [...this.#hosts].sort();
  }

  add({ verb, group, resource, subresource, namespace }: Asked): void {
    const call = {
      verb: verb === "apply" ? "patch" : verb,
      group: groupOfKinds(group),
      resource,
      ...(subresource !== "" && { subresource }),
      ...(namespace !== "" && { namespace }),
    };
    const key = JSON.stringify(call);
    this.#calls.set(key, { ...call, count: (this.#calls.get(key)?.count ?? 0) + 1 });
  }

  addHost(host: string): void {
    this.#hosts.add(host);
  }

  /** Whether nothing was recorded. */
  clear(): void {
    this.#calls.clear();
    this.#hosts.clear();
  }

  roles(name: string, dialect: Dialect = "kubernetes"): (rbacV1.Role | rbacV1.ClusterRole)[] {
    const byNamespace = Map.groupBy(this.#calls.values(), ({ namespace }) => namespace ?? "");
    const apiVersion = `${groupOnServer(Role.group, dialect)}/${Role.version}`;
    return [...byNamespace].sort(([one], [other]) => one < other ? -1 : 1).map((
      [namespace, calls],
    ) => ({
      apiVersion,
      ...(namespace === ""
        ? { kind: ClusterRole.kind as "ClusterRole", metadata: { name } }
        : { kind: Role.kind as "Role", metadata: { name, namespace } }),
      rules: joined(calls.map(({ verb, group, resource, subresource }) => ({
        group: groupOnServer(group, dialect),
        resource: subresource === undefined ? resource : `${resource}/${subresource}`,
        verbs: [verb],
      }))),
    }));
  }
}

/** A client over the same connections whose requests are counted. */
export function recordAccess(client: Client): { readonly client: Client; readonly access: Access } {
  if (!(client instanceof ServerClient)) {
    throw new TypeError("recordAccess: the client was not made by createClient()");
  }
  const access = new AccessRecord();
  const { sender } = client.options;
  return { client: client.derived({ sender: recordingSender(sender, access) }), access };
}

function recordingSender(sender: RequestSender, access: AccessRecord): RequestSender {
  const record = (request: Parameters<typeof askedOf>[0]) => {
    const asked = askedOf(request);
    if (asked !== undefined) access.add(asked);
  };
  return {
    async send(request) {
      record(request);
      return await sender.send(request);
    },
    async webSocket(request) {
      // Roles call it so, although it is a GET.
      record({ method: "POST", path: request.path });
      return await sender.webSocket(request);
    },
  };
}
