/**
 * Priority levels: how much of the server requests share, and what becomes of those beyond it.
 *
 * @module
 */

import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from "../../../toolkit/api/flowcontrol_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { requireChoice } from "../validation/choices.ts";
import { AGE_COLUMN, type Column, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateConditionTypes } from "../validation/conditions.ts";
import { EXEMPT, MANDATORY_LEVELS } from "../../flowcontrol/mandatory.ts";

const SPEC = FieldPath.of("spec");
const CONDITIONS = FieldPath.of("status", "conditions");

const DEFAULT_SHARES = 30;
const DEFAULT_QUEUES = 64;
const DEFAULT_HAND_SIZE = 8;
const DEFAULT_QUEUE_LENGTH = 50;
const MAX_QUEUES = 10_000_000;
/** Bits of the hash that deals queues to flows: more hands than it has values can't be told apart. */
const MAX_HASH_BITS = 60;

const view = (object: JsonObject) => object as unknown as PriorityLevelConfiguration;

function validateSpec(
  errors: FieldError[],
  name: string,
  { type, limited, exempt }: PriorityLevelConfigurationSpec,
): void {
  if ((name === EXEMPT) !== (type === "Exempt")) {
    const why = "must be 'Exempt' if and only if `name` is 'exempt'";
    errors.push(FieldError.invalid(SPEC.child("type"), type, why));
  }
  if (type === "Exempt") {
    if (limited !== undefined) {
      const why = "must be nil if the type is not Limited";
      errors.push(FieldError.forbidden(SPEC.child("limited"), why));
    }
    if (exempt !== undefined) validateShares(errors, SPEC.child("exempt"), exempt);
  } else if (type === "Limited") {
    if (exempt !== undefined) {
      errors.push(FieldError.forbidden(SPEC.child("exempt"), "must be nil if the type is Limited"));
    }
    const path = SPEC.child("limited");
    if (limited === undefined) {
      errors.push(FieldError.required(path, "must not be empty when type is Limited"));
    } else validateLimited(errors, path, limited);
  } else requireChoice(errors, SPEC.child("type"), type, ["Exempt", "Limited"]);
}

function validateLimited(
  errors: FieldError[],
  path: FieldPath,
  limited: LimitedPriorityLevelConfiguration,
): void {
  validateCount(errors, path, limited, "nominalConcurrencyShares");
  validateResponse(errors, path.child("limitResponse"), limited.limitResponse);
  validateLendable(errors, path, limited.lendablePercent);
  validateCount(errors, path, limited, "borrowingLimitPercent", "if specified, ");
}

function validateShares(
  errors: FieldError[],
  path: FieldPath,
  exempt: ExemptPriorityLevelConfiguration,
): void {
  validateCount(errors, path, exempt, "nominalConcurrencyShares");
  validateLendable(errors, path, exempt.lendablePercent);
}

function validateCount<K extends string>(
  errors: FieldError[],
  path: FieldPath,
  object: { readonly [F in K]?: number | null },
  field: K,
  hint = "",
): void {
  const value = object[field] ?? 0;
  if (value >= 0) return;
  const why = `${hint}must be a non-negative integer`;
  errors.push(FieldError.invalid(path.child(field), value, why));
}

function validateLendable(errors: FieldError[], path: FieldPath, percent = 0): void {
  if (percent >= 0 && percent <= 100) return;
  const why = "must be between 0 and 100, inclusive";
  errors.push(FieldError.invalid(path.child("lendablePercent"), percent, why));
}

function validateResponse(
  errors: FieldError[],
  path: FieldPath,
  { type, queuing }: LimitResponse = { type: "" },
): void {
  const at = path.child("queuing");
  if (type === "Reject") {
    if (queuing === undefined) return;
    const why = "must be nil if limited.limitResponse.type is not Limited";
    errors.push(FieldError.forbidden(at, why));
  } else if (type === "Queue") {
    if (queuing !== undefined) return validateQueuing(errors, at, queuing);
    const why = "must not be empty if limited.limitResponse.type is Limited";
    errors.push(FieldError.required(at, why));
  } else requireChoice(errors, path.child("type"), type, ["Queue", "Reject"]);
}

function validateQueuing(
  errors: FieldError[],
  path: FieldPath,
  { queues = 0, handSize = 0, queueLengthLimit = 0 }: QueuingConfiguration,
): void {
  const wrong = (field: string, value: number, why: string) =>
    errors.push(FieldError.invalid(path.child(field), value, why));
  if (queueLengthLimit <= 0) wrong("queueLengthLimit", queueLengthLimit, "must be positive");
  if (queues <= 0) wrong("queues", queues, "must be positive");
  else if (queues > MAX_QUEUES) {
    wrong("queues", queues, `must not be greater than ${MAX_QUEUES}`);
  }
  if (handSize <= 0) wrong("handSize", handSize, "must be positive");
  else if (handSize > queues) {
    wrong("handSize", handSize, `should not be greater than queues (${queues})`);
  } else if (Math.ceil(Math.log2(queues) * handSize) > MAX_HASH_BITS) {
    const why = `required entropy bits of deckSize ${queues} and handSize ${handSize} should not ` +
      `be greater than ${MAX_HASH_BITS}`;
    wrong("handSize", handSize, why);
  }
}

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { spec = { type: "" }, status } = view(object);
  const { name = "" } = metadataOf(object);
  validateSpec(errors, name, spec);
  validateFixed(errors, name, spec);
  validateConditionTypes(errors, CONDITIONS, status?.conditions);
  return errors;
}

/** Of the mandatory levels only the exempt one's shares can be chosen. */
function validateFixed(
  errors: FieldError[],
  name: string,
  spec: PriorityLevelConfigurationSpec,
): void {
  const fixed = MANDATORY_LEVELS.get(name);
  if (fixed === undefined) return;
  const part = ({ exempt: _, ...others }: PriorityLevelConfigurationSpec) => others;
  const isFixed = name === EXEMPT ? equalStored(part(spec), part(fixed)) : equalStored(spec, fixed);
  if (isFixed) return;
  const but = name === EXEMPT ? " except the 'spec.exempt' field" : "";
  const why = `spec of '${name}'${but} must equal the fixed value`;
  errors.push(FieldError.invalid(SPEC, spec, why));
}

function validateStatus(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  validateConditionTypes(errors, CONDITIONS, view(object).status?.conditions);
  return errors;
}

function queueColumn(name: string, field: keyof QueuingConfiguration, description: string): Column {
  return {
    name,
    description,
    cell: (object) => view(object).spec?.limited?.limitResponse?.queuing?.[field] ?? "<none>",
  };
}

/** The rules for priority level configurations. */
export const priorityLevelRules: KindRules = {
  hasGeneration: true,
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Type",
      description: "Whether requests of this level are limited or exempt",
      cell: (object) => view(object).spec?.type ?? "",
    },
    {
      name: "NominalConcurrencyShares",
      description: "The share of the server's concurrency that the level is limited to",
      cell: (object) => view(object).spec?.limited?.nominalConcurrencyShares ?? "<none>",
    },
    queueColumn("Queues", "queues", "The number of queues"),
    queueColumn("HandSize", "handSize", "The number of queues that each flow is dealt"),
    queueColumn(
      "QueueLengthLimit",
      "queueLengthLimit",
      "The maximum number of requests that wait in a queue",
    ),
    AGE_COLUMN,
  ),
  setDefaults(object) {
    const { limited, exempt } = view(object).spec ?? {};
    if (exempt !== undefined) {
      exempt.nominalConcurrencyShares ??= 0;
      exempt.lendablePercent ??= 0;
    }
    if (limited === undefined) return;
    limited.nominalConcurrencyShares ??= DEFAULT_SHARES;
    limited.lendablePercent ??= 0;
    const queuing = limited.limitResponse?.queuing;
    if (queuing === undefined) return;
    queuing.handSize ||= DEFAULT_HAND_SIZE;
    queuing.queues ||= DEFAULT_QUEUES;
    queuing.queueLengthLimit ||= DEFAULT_QUEUE_LENGTH;
  },
  validate,
  validateUpdate: validate,
  subresources: { status: { keepsMetadata: true, validateUpdate: validateStatus } },
};
