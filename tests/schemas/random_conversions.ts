/**
 * Random objects in several versions, and what the webhook answers that converts them.
 *
 * @module
 */

import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import type { Random } from "../cel/generated_expressions.ts";
import { Choices } from "../decisions/choices.ts";
import type { SchemaQuestion } from "./our_schemas.ts";

/** What a webhook does with the objects that it gets; or a text, a status, members of its review. */
export interface ConversionAnswer {
  readonly status?: number;
  readonly text?: string;
  readonly review?: Readonly<Record<string, unknown>>;
  readonly response?: Readonly<Record<string, unknown>>;
  /** Of each object, by its place, what is put over it; null: it is left out. */
  readonly changes?: readonly (Readonly<Record<string, unknown>> | null)[];
}

/** Objects that are wanted in a version. */
export interface ConversionQuestion extends SchemaQuestion {
  readonly desired: string;
}

/** The annotation of the first object in which the answer is. */
export const CONVERSION_ANSWER = "answer";

const GROUP = "example.com";
const KIND = "Thing";

/** Makes definitions with a webhook, and objects. */
export class RandomConversions extends Choices {
  readonly #clientConfig: AnyObject;

  constructor(
    random: Random,
    { url, authority }: { readonly url: string; readonly authority: string },
  ) {
    super(random);
    this.#clientConfig = { url, caBundle: new TextEncoder().encode(authority).toBase64() };
  }

  question(): ConversionQuestion {
    const version = (name: string) => ({
      name,
      served: true,
      storage: name === "v1",
      schema: {
        openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      },
    });
    const objects = this.many(4, () => KIND).map((kind, index) => this.#object(kind, index));
    const asked = objects.filter(({ apiVersion }) => apiVersion !== `${GROUP}/v2`);
    const [first] = asked.length > 0 ? asked : objects;
    first!.metadata!.annotations = {
      ...first!.metadata!.annotations,
      [CONVERSION_ANSWER]: JSON.stringify(this.#answer(objects.length)),
    };
    return {
      definition: {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: `things.${GROUP}` },
        spec: {
          group: GROUP,
          scope: "Namespaced",
          names: { plural: "things", singular: "thing", kind: KIND, listKind: `${KIND}List` },
          versions: [version("v1"), version("v2"), version("v3")],
          conversion: {
            strategy: "Webhook",
            webhook: {
              clientConfig: this.#clientConfig,
              conversionReviewVersions: this.one([
                ["v1"],
                ["v1", "v1beta1"],
                ["v1beta1"],
                ["v9", "v1"],
              ]),
            },
          },
        },
      },
      objects: objects.map((object) => ({ object })),
      desired: `${GROUP}/v2`,
    };
  }

  #object(kind: string, index: number): AnyObject {
    return {
      apiVersion: `${GROUP}/${this.one(["v1", "v1", "v2", "v3"])}`,
      kind,
      metadata: {
        name: `o${index}`,
        namespace: "n",
        uid: `u${index}`,
        ...(this.chance(0.4) && { labels: { a: this.one(["1", "2"]) } }),
        ...(this.chance(0.3) && { finalizers: ["example.com/f"] }),
      },
      spec: { size: this.below(3) },
    };
  }

  #answer(count: number): ConversionAnswer {
    if (this.chance(0.15)) {
      return this.one<ConversionAnswer>([
        { status: this.one([400, 404, 500, 503]), text: "no" },
        { text: this.one(["", "{", "[]", "7", "null", "{}"]) },
        { review: { kind: "Other" } },
        { review: { apiVersion: "apiextensions.k8s.io/v1beta1" } },
        { review: { apiVersion: "apiextensions.k8s.io/v1" } },
        { review: { apiVersion: "", kind: "" } },
        { review: { response: null } },
        { response: { uid: "other" } },
        { response: { uid: null } },
        { response: { result: { status: "Failure", message: "no" } } },
        { response: { result: { status: "Failure" } } },
        { response: { result: {} } },
        { response: { result: null } },
        { response: { convertedObjects: [] } },
        { response: { convertedObjects: null } },
        { response: { convertedObjects: [{}, 7, null] } },
      ]);
    }
    return { changes: Array.from({ length: count }, () => this.#change()) };
  }

  #change(): Readonly<Record<string, unknown>> | null {
    if (this.chance(0.6)) return {};
    const metadata = (more: object) => ({ metadata: { name: "", namespace: "", ...more } });
    return this.one<Readonly<Record<string, unknown>> | null>([
      null,
      { apiVersion: `${GROUP}/v3` },
      { kind: "Other" },
      { metadata: null },
      { metadata: 7 },
      metadata({ name: "other" }),
      metadata({ namespace: "other" }),
      metadata({ uid: "other" }),
      metadata({ labels: { b: "3" } }),
      metadata({ labels: { a: "1" }, annotations: { x: "y" } }),
      metadata({ labels: { "-": "b" } }),
      metadata({ labels: { a: 1 } }),
      metadata({ labels: 7 }),
      metadata({ labels: null, annotations: null }),
      metadata({ annotations: { "": "x" } }),
      metadata({ finalizers: [], generation: 7 }),
      { spec: { other: 1 } },
      { spec: null },
    ]);
  }
}
