/**
 * The objects that tokens of service accounts stand or fall with.
 *
 * @module
 */

import type { ObjectMeta } from "../../../toolkit/api/meta_v1.ts";
import type { Derived } from "../../../toolkit/client/mod.ts";
import { isNotFound } from "../../../toolkit/errors/mod.ts";
import type { Kind, KubeObject, Ref } from "../../../toolkit/kinds/mod.ts";
import { Node, Pod, Secret, ServiceAccount } from "../../../toolkit/kinds/built_in.ts";
import type { ServerContext } from "../../server_context.ts";

/** What tokens name of an object. */
export interface KnownObject {
  readonly uid: string;
  /** When it was deleted, where it is on its way out. */
  readonly deletedMs: number | undefined;
}

/** An account. */
export interface KnownAccount extends KnownObject {
  /** Names of its secrets. */
  readonly secrets: readonly string[];
}

/** A secret. */
export interface KnownSecret extends KnownObject {
  readonly labels: Readonly<Record<string, string>>;
  /** The token in it, in base64; "" where there is none. */
  readonly token: string;
}

/** Finds an object; undefined where there is none. Rejects where that can't be found out. */
type Find<T> = (ref: { namespace?: string; name: string }, signal: AbortSignal) => Promise<
  T | undefined
>;

/** The objects, by their places. */
export interface AccountObjects {
  readonly account: Find<KnownAccount>;
  readonly pod: Find<KnownObject>;
  readonly node: Find<KnownObject>;
  readonly secret: Find<KnownSecret>;
  /** Writes down that the token in a secret was used on a day. */
  markUsed(
    place: { namespace: string; name: string; uid: string },
    label: string,
    day: string,
    signal: AbortSignal,
  ): Promise<void>;
}

/**
 * The objects of a server. They are read from its caches; one that is not there is looked for in the store:
 * another server may have made it a moment ago.
 */
export function accountObjects(context: ServerContext): AccountObjects {
  const find = <R extends KubeObject, T>(
    kind: Kind<KubeObject, R>,
    make: (object: R) => T,
  ): Find<T> => {
    let derived: Derived<T> | undefined;
    return async (ref, signal) => {
      derived ??= context.lister(kind)?.derive(make);
      if (derived === undefined) return undefined;
      const known = derived.get(ref as Ref);
      if (known !== undefined) return known;
      try {
        return make(await context.client.get(kind, ref as Ref, { signal }) as unknown as R);
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    };
  };
  return {
    account: find(ServiceAccount, (object) => ({
      ...identityOf(object),
      secrets: object.secrets?.map(({ name = "" }) => name) ?? [],
    })),
    pod: find(Pod, identityOf),
    node: find(Node, identityOf),
    secret: find(Secret, (object) => ({
      ...identityOf(object),
      labels: { ...object.metadata.labels },
      token: object.data?.token ?? "",
    })),
    async markUsed({ namespace, name, uid }, label, day, signal) {
      const patch = { metadata: { uid, labels: { [label]: day } } };
      await context.client.patch(Secret, { namespace, name }, patch, { signal });
    },
  };
}

function identityOf({ metadata }: { readonly metadata?: ObjectMeta }): KnownObject {
  const { uid = "", deletionTimestamp } = metadata ?? {};
  return {
    uid,
    deletedMs: deletionTimestamp === undefined ? undefined : Date.parse(deletionTimestamp),
  };
}
