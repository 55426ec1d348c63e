/**
 * Random pods, and what a webhook for images answers about them.
 *
 * @module
 */

import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import type { Random } from "../cel/generated_expressions.ts";
import type { World } from "./question.ts";
import { NAMESPACE, RandomRequests } from "./random_requests.ts";

/** The annotation of a pod in which the answer about it is: what the webhook is told of it. */
export const IMAGE_ANSWER = "answer.image-policy.k8s.io/x";

/** What the webhook answers: members of the review, or a text, or nothing but a status. */
export interface ImageAnswer {
  readonly status?: number;
  readonly text?: string;
  readonly review?: Readonly<Record<string, unknown>>;
}

/** Makes worlds with a webhook for images, whose client config is in a file. */
export class RandomImages extends RandomRequests {
  readonly #file: string;

  constructor(random: Random, file: string) {
    super(random);
    this.#file = file;
  }

  world(): World {
    return {
      configuration: JSON.stringify({
        imagePolicy: {
          kubeConfigFile: this.#file,
          allowTTL: 50,
          denyTTL: 50,
          retryBackoff: 1,
          defaultAllow: this.chance(0.4),
        },
      }),
      objects: [],
      requests: this.many(6, () => {
        if (this.chance(0.6)) return this.create("pods", this.#pod());
        const subresource = this.one(["", "ephemeralcontainers", "status"]);
        return this.update("pods", this.#pod(), this.#pod(), { subresource });
      }),
    };
  }

  #pod(): AnyObject {
    const containers = (name: string) =>
      this.many(2, () => name).map((one, index) => ({
        name: `${one}${index}`,
        ...this.maybe(0.9, "image", () => this.one(["a", "b:1", "c@sha256:0", ""])),
      }));
    return {
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        name: "p",
        namespace: NAMESPACE,
        annotations: {
          [IMAGE_ANSWER]: JSON.stringify(this.#answer()),
          ...this.maybe(
            0.3,
            this.one(["a.image-policy.k8s.io/b", "image-policy.k8s.io/b", "x"]),
            () => this.one(["1", ""]),
          ),
        },
      },
      spec: {
        containers: containers("c"),
        ...this.maybe(0.3, "initContainers", () => containers("i")),
        ...this.maybe(0.3, "ephemeralContainers", () => containers("e")),
      },
    };
  }

  #answer(): ImageAnswer {
    if (this.chance(0.2)) {
      return this.one<ImageAnswer>([
        // A 403 is passed on as it is there; here as any other failure.
        { status: this.one([400, 404, 409, 500, 503]), text: "no" },
        { text: this.one(["", "{", "[]", "7", "null", "{}"]) },
        { review: { kind: "Other" } },
        { review: { apiVersion: "imagepolicy.k8s.io/v2" } },
        { review: { status: null } },
        { review: { status: { allowed: "yes" } } },
        { review: { status: {} } },
        { review: { apiVersion: "", kind: "" } },
      ]);
    }
    return {
      review: {
        status: {
          allowed: this.chance(0.7),
          ...this.maybe(0.5, "reason", () => this.one(["because", "", "ü"])),
          ...this.maybe(0.3, "auditAnnotations", () => ({
            [this.one(["k", "a/b", ""])]: this.one(["v", ""]),
          })),
        },
      },
    };
  }
}
