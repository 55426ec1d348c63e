/**
 * Which objects belong to a parent: what matches is adopted, what does not is let go.
 *
 * @module
 */

import {
  type AnyKind,
  type Client,
  type DerivedValues,
  type Index,
  isInvalid,
  isNotFound,
  type metaV1,
} from "../../toolkit/mod.ts";
import type { Selector } from "../../toolkit/selectors/mod.ts";
import type { Doubts } from "./doubts.ts";
import type { SharedInformer } from "./shared_informers.ts";

/** What is looked at of an object that may belong to a parent. */
export interface ChildView {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly isDeleting: boolean;
}

/** What the objects are, and how they are found. */
export interface ClaimParts<R, T extends ChildView> {
  readonly kind: AnyKind;
  readonly client: Client;
  readonly informer: SharedInformer<R>;
  readonly views: DerivedValues<R, T>;
  /** Finds them by the uid of their controller. */
  readonly byController: Index<R>;
  /** Finds those without a controller by their namespace. */
  readonly orphans: Index<R>;
  readonly doubts: Doubts;
}

/** A parent as it claims. */
export interface ClaimingParent {
  readonly kind?: string;
  readonly metadata: {
    readonly namespace?: string;
    readonly name: string;
    readonly uid: string;
    readonly deletionTimestamp?: string;
  };
}

/** A parent, and what it takes for its own. */
export interface ChildClaim<T extends ChildView> {
  readonly parent: ClaimingParent;
  readonly selector: Selector;
  /** How children name the parent as their controller. */
  readonly reference: metaV1.OwnerReference;
  /** Others are none of its business: neither adopted, nor let go, nor returned. Default: none are. */
  readonly considers?: (child: T) => boolean;
  /** What adopted ones get along with the reference, and lose when they are let go. Default: none. */
  readonly finalizer?: string;
  /** Others don't match, whatever their labels. Default: all that have the labels do. */
  readonly wants?: (child: T) => boolean;
  /** The parent as the server has it now. */
  live(): Promise<ClaimingParent>;
}

/**
 * All children of a parent, as they are after that. Rejects with what kept it from adopting or letting go any
 * of them. A parent that is on its way out does neither. Before the first adoption the parent is read anew.
 */
export async function claimChildren<R, T extends ChildView>(
  claim: ChildClaim<T>,
  { kind, client, informer, views, byController, orphans, doubts }: ClaimParts<R, T>,
): Promise<T[]> {
  const { parent, selector, reference, wants = () => true, considers = () => true, finalizer } =
    claim;
  const { namespace = "", name, uid, deletionTimestamp } = parent.metadata;
  const isEnding = deletionTimestamp !== undefined;
  const matches = (child: T) => selector.matches(child.labels) && wants(child);
  const claimed: T[] = [];
  const errors: unknown[] = [];
  const change = (child: T, references: object[], finalizers: object = {}) =>
    doubts.during(
      `${namespace}/${name}`,
      informer as SharedInformer<unknown>,
      child,
      () =>
        client.patch(
          kind,
          { namespace, name: child.name },
          { metadata: { uid: child.uid, ownerReferences: references, ...finalizers } } as never,
          { strategic: true },
        ),
    );
  for (const child of views.by(byController, uid)) {
    if (child.namespace !== namespace || !considers(child)) continue;
    if (matches(child)) {
      claimed.push(child);
    } else if (!isEnding) {
      try {
        const lost = finalizer && { "$deleteFromPrimitiveList/finalizers": [finalizer] };
        await change(child, [{ $patch: "delete", uid }], lost || {});
      } catch (error) {
        if (!isNotFound(error) && !isInvalid(error)) errors.push(error);
      }
    }
  }
  if (isEnding) return done(claimed, errors);
  let mayAdopt: Promise<void> | undefined;
  for (const child of views.by(orphans, namespace)) {
    if (child.isDeleting || !considers(child) || !matches(child)) continue;
    try {
      await (mayAdopt ??= checkAdoption(claim));
    } catch (error) {
      const what = `can't adopt ${kind.kind} ${child.namespace}/${child.name} (${child.uid})`;
      errors.push(new Error(`${what}: ${(error as Error).message}`, { cause: error }));
      continue;
    }
    try {
      await change(child, [reference], finalizer ? { finalizers: [finalizer] } : {});
      claimed.push(views.get(child.key) ?? child);
    } catch (error) {
      if (!isNotFound(error)) errors.push(error);
    }
  }
  return done(claimed, errors);
}

/** Throws where the parent that wants to adopt is not there any more. */
async function checkAdoption({ parent, live }: ChildClaim<never>): Promise<void> {
  const { namespace, name, uid } = parent.metadata;
  const now = await live();
  if (now.metadata.uid !== uid) {
    const { uid: other } = now.metadata;
    throw new Error(
      `original ${parent.kind} ${namespace}/${name} is gone: got uid ${other}, wanted ${uid}`,
    );
  }
  const { deletionTimestamp } = now.metadata;
  if (deletionTimestamp !== undefined) {
    throw new Error(`${namespace}/${name} has just been deleted at ${deletionTimestamp}`);
  }
}

function done<T>(claimed: T[], errors: readonly unknown[]): T[] {
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join(", "));
  if (errors.length === 1) throw errors[0];
  return claimed;
}
