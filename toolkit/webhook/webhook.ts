/**
 * What an admission webhook is: a kind, and functions that are asked before it is written.
 *
 * @module
 */

import type { authenticationV1, metaV1 } from "../api/mod.ts";
import { type AnyKind, msOfSpan, type ObjectOf, type Span } from "../kinds/mod.ts";

/** An object as it is about to be stored: a new one has no uid yet. */
export type Pending<R> = Omit<R, "metadata"> & { metadata: metaV1.ObjectMeta };

/** What is wrong with a field. */
export interface FieldProblem {
  /** `spec.sizeGiB`. */
  readonly field: string;
  /** Why the field is refused. */
  readonly message: string;
}

/** Nothing: the write is allowed; a text, or a list with something in it: that is why it is not. */
export type Verdict = void | string | readonly FieldProblem[];

/** A write that is asked about. Its functions may be taken out of it. */
export interface Review<K> {
  /** What is about to happen to the object. */
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  /** As it will be. `mutate` edits it. */
  readonly object: Pending<ObjectOf<K>>;
  /** As it is: of an update or a deletion. */
  readonly oldObject?: ObjectOf<K>;
  /** Who asks for it. */
  readonly user: authenticationV1.UserInfo;
  /** Nothing will be stored: have no side effects. */
  readonly dryRun: boolean;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Tells the user something; the write goes on. */
  warn(text: string): void;
  /** Adds to the server's audit record. */
  audit(key: string, value: string): void;
}

/** What {@link defineWebhook} is told. */
export interface WebhookDefinition<K extends AnyKind> {
  /** The kind whose objects it is asked about. */
  readonly for: K;
  /** Default: the kind in lower case. */
  readonly name?: string;
  /** Default: both. */
  readonly operations?: readonly ("CREATE" | "UPDATE")[];
  /** Default: none, the object itself alone. */
  readonly subresources?: readonly string[];
  /** What becomes of a write when the webhook can't be asked. Default `Fail`: it is refused. */
  readonly failurePolicy?: "Fail" | "Ignore";
  /** How long the server waits: from 1 to 30 seconds. Default 10. */
  readonly timeout?: Span;
  /** Labels of the objects that it is asked about. Default: any. */
  readonly objectSelector?: metaV1.LabelSelector;
  /** Labels of the namespaces whose objects it is asked about. Default: any. */
  readonly namespaceSelector?: metaV1.LabelSelector;
  /** Expressions that must all be true for it to be asked. Default: none. */
  readonly matchConditions?: readonly { readonly name: string; readonly expression: string }[];
  /** Edits `review.object`; may be asked more than once. */
  mutate?(review: Review<K>): void | Promise<void>;
  /** May the object be as it is now, after all edits? */
  validate?(review: Review<K>): Verdict | Promise<Verdict>;
  /** May an object be deleted? */
  validateDelete?(
    review: Omit<Review<K>, "object" | "oldObject"> & { readonly oldObject: ObjectOf<K> },
  ): Verdict | Promise<Verdict>;
}

/** A webhook, to be handed to `defineOperator()`. */
export interface Webhook {
  /** Tells it from others of the operator. */
  readonly name: string;
  /** The kind whose objects it is asked about. */
  readonly for: AnyKind;
}

/** A webhook as what runs it sees it. */
export interface ErasedWebhook extends Webhook {
  readonly operations: readonly string[];
  readonly subresources: readonly string[];
  readonly failurePolicy: "Fail" | "Ignore";
  readonly timeoutSeconds: number;
  readonly objectSelector: metaV1.LabelSelector | undefined;
  readonly namespaceSelector: metaV1.LabelSelector | undefined;
  readonly matchConditions: readonly { readonly name: string; readonly expression: string }[];
  readonly mutate: ((review: never) => void | Promise<void>) | undefined;
  readonly validate: ((review: never) => Verdict | Promise<Verdict>) | undefined;
  readonly validateDelete: ((review: never) => Verdict | Promise<Verdict>) | undefined;
}

const NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * An admission webhook: a value without side effects. Certificates, configurations, patches and the
 * server are the operator's. Throws a TypeError for what can't work.
 *
 * ```ts
 * import { ConfigMap, defineWebhook } from "../../mod.ts";
 *
 * const noSecrets = defineWebhook({
 *   for: ConfigMap,
 *   validate({ object }) {
 *     if (object.data?.password !== undefined) {
 *       return [{ field: "data.password", message: "belongs into a Secret" }];
 *     }
 *   },
 * });
 * noSecrets.name; // configmap
 * ```
 */
export function defineWebhook<K extends AnyKind>(definition: WebhookDefinition<K>): Webhook {
  const { name = definition.for.kind.toLowerCase(), timeout = "10s" } = definition;
  const { mutate, validate, validateDelete } = definition;
  if (!NAME.test(name)) {
    throw new TypeError(
      `defineWebhook: the name ${JSON.stringify(name)} has to be lower-case letters, digits and ` +
        "dashes, 63 at most",
    );
  }
  if (mutate === undefined && validate === undefined && validateDelete === undefined) {
    throw new TypeError(`defineWebhook: ${name} has neither mutate, validate nor validateDelete`);
  }
  const timeoutSeconds = msOfSpan(timeout, "timeout") / 1000;
  if (!Number.isInteger(timeoutSeconds) || timeoutSeconds < 1 || timeoutSeconds > 30) {
    throw new TypeError(`defineWebhook: the timeout is ${timeout}: write whole seconds, 1 to 30`);
  }
  const webhook: ErasedWebhook = {
    name,
    for: definition.for,
    operations: definition.operations ?? ["CREATE", "UPDATE"],
    subresources: definition.subresources ?? [],
    failurePolicy: definition.failurePolicy ?? "Fail",
    timeoutSeconds,
    objectSelector: definition.objectSelector,
    namespaceSelector: definition.namespaceSelector,
    matchConditions: definition.matchConditions ?? [],
    mutate: mutate && ((review) => definition.mutate!(review)),
    validate: validate && ((review) => definition.validate!(review)),
    validateDelete: validateDelete && ((review) => definition.validateDelete!(review)),
  };
  return webhook;
}
