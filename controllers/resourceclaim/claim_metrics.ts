/**
 * What the controller of claims on devices counts.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { resourceV1 } from "../../toolkit/mod.ts";
import { GroupedGauge } from "../loop/mod.ts";
import type { claimNames } from "./claim_names.ts";
import type { KnownClaims } from "./known_claims.ts";

/** Counts what was made, and what there is. */
export type ClaimMetrics = ReturnType<typeof claimMetrics>;

/** Declares the metrics. */
export function claimMetrics(registry: Registry) {
  const creates = registry.counter({
    name: "resourceclaim_controller_creates_total",
    help: "Claims on devices that were made for pods, and that could not be made.",
    labels: ["status", "admin_access"],
    stability: "ALPHA",
  });
  const claims = new GroupedGauge(registry.gauge({
    name: "resourceclaim_controller_resource_claims",
    help: "Claims on devices, by whether they are allocated and where they come from.",
    labels: ["allocated", "admin_access", "source"],
    stability: "ALPHA",
  }));
  return {
    made: (spec: resourceV1.ResourceClaimSpec, isDone: boolean) =>
      creates.with({ status: isDone ? "success" : "failure", admin_access: adminAccess(spec) })
        .inc(),
    /** Counts what there is whenever metrics are shown, until what it returns is disposed of. */
    observe(known: KnownClaims, names: ReturnType<typeof claimNames>): Disposable {
      const labels = known.claims.lister.derive((
        { metadata: { annotations = {} }, spec, status },
      ) => ({
        allocated: String(status?.allocation !== undefined),
        admin_access: adminAccess(spec),
        source: annotations[names.extended] === "true"
          ? "extended_resource"
          : annotations[names.podClaim]
          ? "resource_claim_template"
          : "",
      }));
      return registry.beforeRender(() => {
        for (const one of labels.list()) claims.add(one);
        claims.show();
      });
    },
  };
}

function adminAccess({ devices }: resourceV1.ResourceClaimSpec): string {
  return String(devices?.requests?.some(({ exactly }) => exactly?.adminAccess === true) ?? false);
}
