/**
 * What the binder counts.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import { GroupedGauge } from "../loop/mod.ts";
import type { KnownVolumes } from "./known_volumes.ts";
import type { Volume } from "./needs.ts";

const SECONDS: readonly number[] = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 25, 50, 120, 300, 600];

/** Counts what was done, and what there is. */
export type BinderMetrics = ReturnType<typeof binderMetrics>;

/** Declares the metrics. */
export function binderMetrics(registry: Registry) {
  const classes = registry.counter({
    name: "retroactive_storageclass_total",
    help: "Claims that were to be given the default class after they were made.",
    stability: "ALPHA",
  }).with({});
  const failures = registry.counter({
    name: "retroactive_storageclass_errors_total",
    help: "Claims that could not be given the default class.",
    stability: "ALPHA",
  }).with({});
  const ofOperations = ["plugin_name", "operation_name"] as const;
  const errors = registry.counter({
    name: "volume_operation_errors_total",
    help: "What failed about volumes, by plugin and operation.",
    labels: ofOperations,
    stability: "ALPHA",
  });
  const formerErrors = registry.counter({
    name: "volume_operation_total_errors",
    help: "The same as volume_operation_errors_total.",
    labels: ofOperations,
    stability: "ALPHA",
    deprecatedSince: "1.36",
  });
  const durations = registry.histogram({
    name: "volume_operation_total_seconds",
    help: "From when a volume was to be made, or deleted, until it was bound, or gone.",
    labels: ofOperations,
    buckets: SECONDS,
    stability: "ALPHA",
  });
  const volumes = registry.gauge({
    name: "pv_collector_total_pv_count",
    help: "Volumes.",
    labels: ["plugin_name", "volume_mode"],
    stability: "ALPHA",
  });
  const ofVolumes = (isBound: boolean) =>
    registry.gauge({
      name: `pv_collector_${isBound ? "bound" : "unbound"}_pv_count`,
      help: `Volumes that are ${isBound ? "" : "not "}bound, by class.`,
      labels: ["storage_class"],
      stability: "ALPHA",
    });
  const ofClaims = (isBound: boolean) =>
    registry.gauge({
      name: `pv_collector_${isBound ? "bound" : "unbound"}_pvc_count`,
      help: `Claims that are ${isBound ? "" : "not "}bound, by namespace and classes.`,
      labels: ["namespace", "storage_class", "volume_attributes_class"],
      stability: "ALPHA",
    });
  const counts = {
    volumes: new GroupedGauge(volumes),
    boundVolumes: new GroupedGauge(ofVolumes(true)),
    unboundVolumes: new GroupedGauge(ofVolumes(false)),
    boundClaims: new GroupedGauge(ofClaims(true)),
    unboundClaims: new GroupedGauge(ofClaims(false)),
  };
  return {
    /** A claim was given the default class, or could not be. */
    classed(isDone: boolean): void {
      classes.inc();
      if (!isDone) failures.inc();
    },
    /** An operation has failed, and is tried again. */
    failed(plugin: string, operation: string): void {
      const labels = { plugin_name: plugin, operation_name: operation };
      errors.with(labels).inc();
      formerErrors.with(labels).inc();
    },
    /** An operation has come to its end. */
    took: (plugin: string, operation: string, ms: number): void =>
      durations.with({ plugin_name: plugin, operation_name: operation }).observe(ms / 1000),
    /** Counts what there is whenever metrics are shown, until what it returns is disposed of. */
    observe(known: KnownVolumes, builtIn: string): Disposable {
      const inShort = known.volumes.lister.derive((volume) => ({
        plugin_name: pluginOf(volume, builtIn),
        volume_mode: volume.spec?.volumeMode ?? "Filesystem",
        storage_class: volume.spec?.storageClassName ?? "",
        isBound: volume.status?.phase === "Bound",
      }));
      const phases = known.claims.lister.derive(({ metadata: { namespace = "" }, status }) => ({
        namespace,
        isBound: status?.phase === "Bound",
      }));
      return registry.beforeRender(() => {
        for (const { isBound, plugin_name, volume_mode, storage_class } of inShort.list()) {
          counts.volumes.add({ plugin_name, volume_mode });
          (isBound ? counts.boundVolumes : counts.unboundVolumes).add({ storage_class });
        }
        for (const key of known.claims.lister.keys()) {
          const needs = known.needs(key);
          const phase = phases.get(key);
          if (needs === undefined || phase === undefined) continue;
          (phase.isBound ? counts.boundClaims : counts.unboundClaims).add({
            namespace: phase.namespace,
            storage_class: needs.className,
            volume_attributes_class: needs.attributesClass,
          });
        }
        for (const one of Object.values(counts)) one.show();
      });
    },
  };
}

/** The plugin of a volume, of those that the reference's controller manager has. */
function pluginOf({ spec }: Volume, builtIn: string): string {
  if (spec?.hostPath) return `${builtIn}host-path`;
  return spec?.nfs ? `${builtIn}nfs` : "N/A";
}
