/**
 * Keeps pods and claims within the limit ranges of their namespaces.
 *
 * @module
 */

import type { PersistentVolumeClaim, Pod, PodSpec } from "../../../toolkit/api/core_v1.ts";
import { LimitRange } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { refused, together } from "../refusal.ts";
import { type Amounts, amountsOf } from "../../../toolkit/quota/mod.ts";
import { amountsOfPod } from "./amounts.ts";
import { type Bound, type Bounded, least, most, mostRequested, ratio } from "./bounds.ts";
import { setDefaultAmounts } from "./default_amounts.ts";
import { parseRange, type Range, type RangeItem } from "./range.ts";

/** How long it holds that a namespace has no ranges, whatever other servers do. */
const NONE_HOLDS_MS = 30_000;
/** Namespaces of which that is kept. */
const NONE_LIMIT = 10_000;

/**
 * Fills in what containers do not say, and refuses pods and claims that are out of bounds. A pod that is
 * there is judged when it is resized; what is on its way out is left alone.
 */
export function limitRanger(context: ServerContext): AdmissionPlugin {
  const annotation = `${NAMES[context.dialect].domain}/limit-ranger`;
  const rangesOf = finder(context);
  const each = (
    request: AdmissionRequest,
    what: (range: Range) => void,
  ): void | Promise<void> => {
    const { operation, resource, subresource, old, namespace, signal } = request;
    // What a pod's containers need can't be changed but by resizing it.
    if (operation === "UPDATE" && resource.resource === "pods" && subresource === "") return;
    if ((old as Pod | undefined)?.metadata?.deletionTimestamp !== undefined) return;
    const found = rangesOf(namespace, signal);
    const all = (ranges: readonly Range[]) => ranges.forEach(what);
    return found instanceof Promise ? found.then(all) : all(found);
  };
  return {
    handles: ["CREATE", "UPDATE"],
    about: about("", "pods", "pods/resize", "persistentvolumeclaims"),
    mutate(request) {
      if (request.resource.resource !== "pods") return;
      return each(request, (range) => setDefaultAmounts(request.object as Pod, range, annotation));
    },
    validate(request) {
      return each(request, ({ items }) => {
        const why = request.resource.resource === "pods"
          ? wrongPod((request.object as Pod).spec, items)
          : wrongClaim(request.object as PersistentVolumeClaim, items);
        if (why !== undefined) throw refused(request, why);
      });
    },
  };
}

type Ranges = readonly Range[];

/** Finds the ranges of a namespace: where the cache has none, another server may just have made one. */
function finder({ lister, source, clock }: ServerContext) {
  const known = lister(LimitRange)?.derive(parseRange);
  /** Namespaces without any, and until when that holds. */
  const none = new Map<string, number>();
  return (namespace: string, signal: AbortSignal): Ranges | Promise<Ranges> => {
    const found = known?.list({ namespace }) ?? [];
    const storage = source.find("", "v1", "limitranges")?.storage;
    const now = clock.monotonic();
    if (found.length > 0 || storage === undefined || (none.get(namespace) ?? 0) > now) return found;
    return storage.waitUntilFresh(signal).then(() => {
      none.delete(namespace);
      none.set(namespace, now + NONE_HOLDS_MS);
      const [oldest] = none.keys();
      if (none.size > NONE_LIMIT && oldest !== undefined) none.delete(oldest);
      return known?.list({ namespace }) ?? [];
    });
  };
}

function wrongPod(spec: PodSpec | undefined, items: readonly RangeItem[]): string | undefined {
  const reasons: string[] = [];
  const judge = ({ type, min, max, ratios }: RangeItem, requests: Amounts, limits: Amounts) => {
    const check = (bounds: Amounts, bound: Bound) =>
      checkAll(reasons, bounds, bound, { type, requests, limits });
    check(min, least);
    check(max, most);
    check(ratios, ratio);
  };
  for (const item of items) {
    if (item.type === "Container") {
      for (const { resources } of [...spec?.containers ?? [], ...spec?.initContainers ?? []]) {
        judge(item, amountsOf(resources?.requests), amountsOf(resources?.limits));
      }
    } else if (item.type === "Pod" && spec !== undefined) {
      judge(item, amountsOfPod(spec, "requests"), amountsOfPod(spec, "limits"));
    }
  }
  return together(reasons);
}

function wrongClaim(
  { spec }: PersistentVolumeClaim,
  items: readonly RangeItem[],
): string | undefined {
  const reasons: string[] = [];
  const requests = amountsOf(spec?.resources?.requests);
  for (const { type, min, max } of items) {
    if (type !== "PersistentVolumeClaim") continue;
    const claim = { type, requests, limits: new Map() };
    checkAll(reasons, min, least, claim);
    checkAll(reasons, max, mostRequested, claim);
  }
  return together(reasons);
}

function checkAll(
  reasons: string[],
  bounds: Amounts,
  bound: Bound,
  bounded: Omit<Bounded, "resource">,
): void {
  for (const [resource, amount] of bounds) {
    const why = bound(amount, { ...bounded, resource });
    if (why !== undefined) reasons.push(why);
  }
}
