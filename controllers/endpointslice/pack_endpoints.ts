/**
 * Endpoints of one set of ports, put into slices with as few writes as can be.
 *
 * @module
 */

import {
  type Endpoint,
  endpointKey,
  sameEndpoint,
  type SliceDraft,
  type SlicePlan,
} from "../slices/mod.ts";

/** How slices are filled. */
export interface Packing {
  /** A slice has so many endpoints at most. */
  readonly most: number;
  /** The labels that all slices should have. */
  readonly labels: Readonly<Record<string, string>>;
  /** Whether a slice has them. */
  isLabelled(draft: SliceDraft): boolean;
  /** A slice that is new. */
  fresh(): SliceDraft;
}

/** How many endpoints came and went. */
export interface PackingCount {
  readonly added: number;
  readonly removed: number;
}

/**
 * Endpoints stay in their slices. Those that are new go to slices that change anyhow, the fullest first; what is
 * left over into one slice that has room for all of it, as little as can be, or else into new slices. Slices
 * are never joined.
 */
export function packEndpoints(
  existing: readonly SliceDraft[],
  wanted: ReadonlyMap<string, Endpoint>,
  packing: Packing,
  plan: SlicePlan,
): PackingCount {
  const { most } = packing;
  const left = new Map(wanted);
  const changed: SliceDraft[] = [];
  const unchanged: SliceDraft[] = [];
  let removed = 0;
  for (const draft of existing) {
    const { endpoints, isOther } = keptOf(draft, left);
    removed += draft.endpoints.length - endpoints.length;
    const isCut = endpoints.length !== draft.endpoints.length;
    if (isCut && endpoints.length === 0) plan.remove.push(draft.slice!);
    else if (isCut || isOther) changed.push({ ...draft, labels: packing.labels, endpoints });
    else if (!packing.isLabelled(draft)) changed.push({ ...draft, labels: packing.labels });
    else unchanged.push(draft);
  }
  const added = left.size;
  const rest = [...left.values()];
  for (const draft of changed.toSorted((a, b) => b.endpoints.length - a.endpoints.length)) {
    draft.endpoints.push(...rest.splice(0, most - draft.endpoints.length));
  }
  while (rest.length > 0) {
    const roomy = rest.length < most ? tightest(unchanged, rest.length, most) : undefined;
    if (roomy === undefined) {
      plan.create.push({ ...packing.fresh(), endpoints: rest.splice(0, most) });
    } else {
      unchanged.splice(unchanged.indexOf(roomy), 1);
      changed.push({ ...roomy, endpoints: [...roomy.endpoints, ...rest.splice(0)] });
    }
  }
  plan.update.push(...changed);
  plan.unchanged.push(...unchanged);
  return { added, removed };
}

/** The endpoints of a slice that are wanted, as they should be; they are taken from `left`. */
function keptOf(
  { endpoints }: SliceDraft,
  left: Map<string, Endpoint>,
): { readonly endpoints: Endpoint[]; readonly isOther: boolean } {
  let isOther = false;
  const kept = endpoints.flatMap((endpoint) => {
    const key = endpointKey(endpoint);
    const wanted = left.get(key);
    if (wanted === undefined) return [];
    left.delete(key);
    isOther ||= !sameEndpoint(wanted, endpoint);
    return [wanted];
  });
  return { endpoints: kept, isOther };
}

/** The slice that so many more fill the most; undefined: none has room for all of them. */
function tightest(
  drafts: readonly SliceDraft[],
  count: number,
  most: number,
): SliceDraft | undefined {
  const fitting = drafts.filter(({ endpoints }) => endpoints.length + count <= most);
  return fitting.toSorted((a, b) => b.endpoints.length - a.endpoints.length)[0];
}
