/**
 * Random claims, volumes, classes, services and ingresses.
 *
 * @module
 */

import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import type { World } from "./question.ts";
import { NAMESPACE, RandomRequests } from "./random_requests.ts";

const CLASSES = ["fast", "slow", "none", ""];
const TRUTHS = ["true", "false", "True", ""];
const TIMES = ["2020-01-01T00:00:00Z", "2020-01-01T00:00:01Z", "2021-01-01T00:00:00Z"];

/** Makes worlds for plugins, by their names. */
export class RandomVolumes extends RandomRequests {
  DefaultStorageClass(): World {
    const annotations = [
      "storageclass.kubernetes.io/is-default-class",
      "storageclass.beta.kubernetes.io/is-default-class",
    ];
    return {
      objects: this.#classes("storage.k8s.io/v1", "StorageClass", annotations, () => ({
        provisioner: "p",
      })),
      requests: this.many(
        4,
        () =>
          this.chance(0.8)
            ? this.create("persistentvolumeclaims", this.#claim())
            : this.update("persistentvolumeclaims", this.#claim(), this.#claim()),
      ),
    };
  }

  DefaultIngressClass(): World {
    const ingress = (): AnyObject => ({
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata: {
        name: "i",
        namespace: NAMESPACE,
        ...this.maybe(0.3, "annotations", () => ({
          [this.one(["kubernetes.io/ingress.class", "a"])]: this.one(["x", ""]),
        })),
      },
      spec: this.maybe(0.3, "ingressClassName", () => this.one(CLASSES)),
    });
    const annotation = "ingressclass.kubernetes.io/is-default-class";
    return {
      objects: this.#classes("networking.k8s.io/v1", "IngressClass", [annotation], () => ({
        spec: { controller: "c" },
      })),
      requests: this.many(
        4,
        () =>
          this.chance(0.8)
            ? this.create("ingresses", ingress())
            : this.update("ingresses", ingress(), ingress()),
      ),
    };
  }

  PersistentVolumeClaimResize(): World {
    const claim = () => ({
      ...this.#claim(),
      ...this.maybe(
        0.7,
        "status",
        () => ({ phase: this.one(["Bound", "Bound", "Pending", "Lost"]) }),
      ),
    });
    return {
      objects: ["fast", "slow"].map((name) => ({
        apiVersion: "storage.k8s.io/v1",
        kind: "StorageClass",
        metadata: { name },
        provisioner: "p",
        ...this.maybe(0.7, "allowVolumeExpansion", () => this.chance(0.7)),
      })),
      requests: this.many(8, () =>
        this.update("persistentvolumeclaims", claim(), claim(), {
          subresource: this.chance(0.9) ? "" : "status",
        })),
    };
  }

  StorageObjectInUseProtection(): World {
    const object = (apiVersion: string, kind: string, more: AnyObject = {}): AnyObject => ({
      apiVersion,
      kind,
      metadata: {
        name: "o",
        ...this.maybe(0.6, "finalizers", () =>
          this.many(3, () =>
            this.one([
              ...["kubernetes.io/pv-protection", "kubernetes.io/pvc-protection", "example.com/a"],
              "kubernetes.io/vac-protection",
            ]))),
      },
      ...more,
    });
    return {
      objects: [],
      requests: this.many(4, () => {
        const [resource, made] = this.one(
          [
            ["persistentvolumes", () => object("v1", "PersistentVolume", { spec: {} })],
            ["persistentvolumeclaims", () => object("v1", "PersistentVolumeClaim", { spec: {} })],
            [
              "volumeattributesclasses",
              () => object("storage.k8s.io/v1", "VolumeAttributesClass", { driverName: "d" }),
            ],
          ] as const,
        );
        return this.chance(0.8)
          ? this.create(resource, made())
          : this.update(resource, made(), made());
      }),
    };
  }

  DenyServiceExternalIPs(): World {
    const addresses = ["192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:DB8::1"];
    const service = (): AnyObject => ({
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "s", namespace: NAMESPACE },
      spec: {
        ports: [{ port: 80 }],
        ...this.maybe(0.6, "externalIPs", () => this.many(3, () => this.one(addresses))),
      },
    });
    return {
      objects: [],
      requests: this.many(
        6,
        () =>
          this.chance(0.4)
            ? this.create("services", service())
            : this.update("services", service(), service(), {
              subresource: this.chance(0.9) ? "" : "status",
            }),
      ),
    };
  }

  #claim(): AnyObject {
    return {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: {
        name: "c",
        namespace: NAMESPACE,
        ...this.maybe(0.2, "annotations", () => ({
          "volume.beta.kubernetes.io/storage-class": this.one(CLASSES),
        })),
      },
      spec: {
        ...this.maybe(0.5, "storageClassName", () => this.one(CLASSES)),
        ...this.maybe(0.8, "resources", () => ({
          requests: {
            [this.one(["storage", "storage", "cpu"])]: this.one(["1Gi", "2Gi", "1", "1024Mi"]),
          },
        })),
      },
    };
  }

  #classes(
    apiVersion: string,
    kind: string,
    annotations: readonly string[],
    more: () => AnyObject,
  ): AnyObject[] {
    return ["fast", "slow", "other"].filter(() => this.chance(0.8)).map((name) => ({
      apiVersion,
      kind,
      metadata: {
        name,
        ...this.maybe(0.8, "creationTimestamp", () => this.one(TIMES)),
        ...this.maybe(0.8, "annotations", () => ({ [this.one(annotations)]: this.one(TRUTHS) })),
      },
      ...more(),
    }));
  }
}
