/**
 * Brings the roles and bindings of the bootstrap policy into a store: those that are missing, and what is
 * missing in those that are there.
 *
 * @module
 */

import type { Writer } from "../../../toolkit/client/mod.ts";
import { retryOnConflict } from "../../../toolkit/client/conflicts.ts";
import { isAlreadyExists, isConflict, isNotFound } from "../../../toolkit/errors/mod.ts";
import {
  ClusterRole,
  ClusterRoleBinding,
  Namespace,
  Role,
  RoleBinding,
} from "../../../toolkit/kinds/built_in.ts";
import type { AnyKind, AnyObject, Draft, Ref } from "../../../toolkit/kinds/mod.ts";
import { NAMES, type Names } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import { bootstrapPolicy } from "./policy/mod.ts";
import {
  type AnyBinding,
  type AnyRole,
  bindsAnotherRole,
  isProtected,
  reconciledBinding,
  reconciledRole,
} from "./reconciled.ts";
import { BINDING_ORIGINS, type Origins, ROLE_ORIGINS } from "./successors.ts";

/** How objects of one kind are reconciled. */
interface Sort<O extends AnyRole | AnyBinding> {
  readonly kind: AnyKind;
  readonly expected: readonly O[];
  /** The object with what is missing; the same one where nothing is. */
  reconcile(current: O, expected: O): O;
  /** Whether another object has to take its place. Default: never. */
  replaces?(current: O, expected: O): boolean;
  /** Older objects that missing ones follow from. Default: none. */
  readonly origins?: Origins<O>;
}

/**
 * Makes it so, once: goes through what is cached, and writes only what differs, all of it at the same time.
 * Several servers may do so at once. Rejects with what failed first, when all the rest is done.
 */
export async function ensurePolicy(context: ServerContext, signal: AbortSignal): Promise<void> {
  const names = NAMES[context.dialect];
  const policy = bootstrapPolicy(names);
  const namespaces = new Set(
    [...policy.roles, ...policy.roleBindings].map(({ metadata }) => metadata.namespace ?? ""),
  );
  await all([
    ...works(context, signal, {
      kind: ClusterRole,
      expected: policy.clusterRoles,
      reconcile: reconciledRole,
      origins: ROLE_ORIGINS,
    }),
    ...works(context, signal, {
      kind: ClusterRoleBinding,
      expected: policy.clusterRoleBindings,
      reconcile: reconciledBinding,
      replaces: bindsAnotherRole,
      origins: BINDING_ORIGINS,
    }),
    ...[...namespaces].map(async (namespace) => {
      const inNamespace = (one: { metadata: { namespace?: string } }) =>
        one.metadata.namespace === namespace;
      await ensureNamespace(context, namespace, signal);
      await all([
        ...works(context, signal, {
          kind: Role,
          expected: policy.roles.filter(inNamespace),
          reconcile: reconciledRole,
        }),
        ...works(context, signal, {
          kind: RoleBinding,
          expected: policy.roleBindings.filter(inNamespace),
          reconcile: reconciledBinding,
          replaces: bindsAnotherRole,
        }),
      ]);
    }),
  ]);
}

async function ensureNamespace(
  { client, lister }: ServerContext,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  if (lister(Namespace)?.get(name) !== undefined) return;
  try {
    await client.create(Namespace, { metadata: { name } }, { signal });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

function works<O extends AnyRole | AnyBinding>(
  context: ServerContext,
  signal: AbortSignal,
  sort: Sort<O>,
): Promise<void>[] {
  const cached = context.lister(sort.kind);
  if (cached === undefined) return [];
  const names = NAMES[context.dialect];
  const get = (ref: Ref) => cached.get(ref) as O | undefined;
  return sort.expected.map(async (expected) => {
    const current = get(refOf(expected));
    const isThere = current !== undefined &&
      (isProtected(current, names) ||
        !sort.replaces?.(current, expected) && sort.reconcile(current, expected) === current);
    if (isThere) return;
    const first = current === undefined ? firstOf(sort, expected, get, names) : expected;
    await ensure(context, sort, { expected, first, wasThere: current !== undefined }, signal);
  });
}

/** What a missing object is made as: as what an older one has become, where it follows from one. */
function firstOf<O extends AnyRole | AnyBinding>(
  { origins, reconcile }: Sort<O>,
  expected: O,
  get: (ref: Ref) => O | undefined,
  names: Names,
): O {
  const origin = origins?.nameOf(expected.metadata?.name ?? "");
  const older = origin === undefined ? undefined : get({ name: origin });
  const first = older && origins?.succeed(older, expected);
  if (first === undefined) return expected;
  return isProtected(first, names) ? first : reconcile(first, expected);
}

/** Reconciles one object with what the store has of it, however often somebody else is faster. */
async function ensure<O extends AnyRole | AnyBinding>(
  { client, dialect }: ServerContext,
  { kind, reconcile, replaces }: Sort<O>,
  { expected, first, wasThere }: { expected: O; first: O; wasThere: boolean },
  signal: AbortSignal,
): Promise<void> {
  const names = NAMES[dialect];
  let isThere = wasThere;
  const attempt = async () => {
    if (!isThere) {
      await client.create(kind, draftOf(first), { signal });
      return;
    }
    let replaced: O | undefined;
    await client.update(kind, refOf(expected), (object) => {
      const current = object as unknown as O;
      replaced = undefined;
      if (isProtected(current, names)) return;
      if (!replaces?.(current, expected)) return reconcile(current, expected) as typeof object;
      replaced = current;
    }, { signal });
    if (replaced !== undefined) await replace(client, kind, replaced, expected, signal);
  };
  const isLost = (error: unknown) => {
    if (isAlreadyExists(error)) isThere = true;
    else if (isNotFound(error)) isThere = false;
    else return isConflict(error);
    return true;
  };
  await retryOnConflict(attempt, isLost, signal);
}

/** The role of a binding can't change: the binding goes, and another comes. */
async function replace(
  client: Writer,
  kind: AnyKind,
  current: AnyRole | AnyBinding,
  expected: AnyRole | AnyBinding,
  signal: AbortSignal,
): Promise<void> {
  const { uid } = current.metadata ?? {};
  await client.delete(kind, refOf(expected), {
    signal,
    ignoreNotFound: true,
    ...(uid !== undefined && { uid }),
  });
  await client.create(kind, draftOf(expected), { signal });
}

function refOf({ metadata }: AnyRole | AnyBinding): Ref {
  const { name = "", namespace = "" } = (metadata ?? {}) as { name?: string; namespace?: string };
  return { name, namespace };
}

function draftOf(object: AnyRole | AnyBinding): Draft<AnyObject> {
  return structuredClone(object) as unknown as Draft<AnyObject>;
}

/** Waits for all; rejects with the first that failed. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
}
