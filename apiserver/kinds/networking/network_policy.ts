/**
 * Network policies: who may talk with which pods.
 *
 * @module
 */

import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicySpec,
} from "../../../toolkit/api/networking_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { printLabelSelector } from "../../../toolkit/selectors/mod.ts";
import {
  addInvalid,
  checkLegacyCidr,
  checkPortName,
  checkPortNumber,
  type LabelSelectorRules,
  parseCidrSloppy,
  validateLabelSelector,
} from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../validation/choices.ts";
import { warnOfCidr } from "../validation/address_warnings.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";

const SPEC = FieldPath.of("spec");
const TYPES = SPEC.child("policyTypes");
const POLICY_TYPES = ["Ingress", "Egress"] as const;
const PROTOCOLS = ["TCP", "UDP", "SCTP"];
const DIRECTIONS = [["ingress", "from"], ["egress", "to"]] as const;
/** What an update may leave as older rules took it. */
interface Leniency {
  /** Ranges that are taken without being looked at. */
  readonly ranges: ReadonlySet<string>;
  readonly selectors: LabelSelectorRules;
}

const STRICT: Leniency = { ranges: new Set(), selectors: {} };

function specOf(object: JsonObject): NetworkPolicySpec {
  return (object as NetworkPolicy).spec ?? {};
}

/**
 * The rules for network policies. A missing `policyTypes` is filled in from the rules that are
 * given.
 */
export const networkPolicyRules: KindRules = {
  hasGeneration: true,
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Pod-Selector",
      description: "The selector of the pods that the policy applies to",
      cell: (object) => printLabelSelector(specOf(object).podSelector ?? {}),
    },
    AGE_COLUMN,
  ),
  setDefaults(object) {
    const spec = specOf(object);
    for (const { ports = [] } of [...spec.ingress ?? [], ...spec.egress ?? []]) {
      for (const port of ports) port.protocol ??= "TCP";
    }
    if (spec.policyTypes?.length) return;
    spec.policyTypes = spec.egress?.length ? [...POLICY_TYPES] : ["Ingress"];
  },
  validate: (object) => validateSpec(specOf(object), STRICT),
  // Where a rule stands says nothing of where it stood: whatever range was there may be anywhere.
  validateUpdate: (object, old) => validateSpec(specOf(object), leniencyFor(specOf(old))),
  warnings(object) {
    const warnings: string[] = [];
    for (const { peers, at } of rulesOf(specOf(object))) {
      for (const [index, { ipBlock }] of peers.entries()) {
        if (ipBlock === undefined) continue;
        const path = at.index(index).child("ipBlock");
        warnOfCidr(warnings, path.child("cidr"), ipBlock.cidr);
        for (const [place, text] of (ipBlock.except ?? []).entries()) {
          warnOfCidr(warnings, path.child("except").index(place), text);
        }
      }
    }
    return warnings;
  },
};

/** All rules of either direction, with where they stand. */
function* rulesOf(spec: NetworkPolicySpec) {
  for (const [direction, peers] of DIRECTIONS) {
    for (const [index, rule] of (spec[direction] ?? []).entries()) {
      const all = (rule as Record<string, NetworkPolicyPeer[] | undefined>)[peers] ?? [];
      const path = SPEC.child(direction).index(index);
      yield { path, ports: rule.ports ?? [], peers: all, at: path.child(peers) };
    }
  }
}

function leniencyFor(spec: NetworkPolicySpec): Leniency {
  const blocks = [...rulesOf(spec)].flatMap(({ peers }) => peers.map(({ ipBlock }) => ipBlock));
  return {
    ranges: new Set(blocks.flatMap((block) => block ? [block.cidr, ...block.except ?? []] : [])),
    selectors: {
      allowInvalidValues: validateLabelSelector(spec.podSelector, {}, SPEC).length > 0,
    },
  };
}

function validateSpec(spec: NetworkPolicySpec, leniency: Leniency): FieldError[] {
  const errors: FieldError[] = [];
  errors.push(
    ...validateLabelSelector(spec.podSelector, leniency.selectors, SPEC.child("podSelector")),
  );
  for (const { path, ports, peers, at } of rulesOf(spec)) {
    for (const [index, port] of ports.entries()) {
      validatePort(errors, path.child("ports").index(index), port);
    }
    for (const [index, peer] of peers.entries()) {
      validatePeer(errors, at.index(index), peer, leniency);
    }
  }
  const { policyTypes = [] } = spec;
  if (policyTypes.length > POLICY_TYPES.length) {
    const why = "may not specify more than two policyTypes";
    errors.push(FieldError.invalid(TYPES, policyTypes, why));
    return errors;
  }
  for (const [index, type] of policyTypes.entries()) {
    validateChoice(errors, TYPES.index(index), type, POLICY_TYPES);
  }
  return errors;
}

function validatePort(
  errors: FieldError[],
  path: FieldPath,
  { protocol, port, endPort }: NetworkPolicyPort,
): void {
  validateChoice(errors, path.child("protocol"), protocol, PROTOCOLS);
  const end = path.child("endPort");
  if (typeof port === "number") {
    addInvalid(errors, path.child("port"), port, checkPortNumber(port));
    if (endPort === undefined) return;
    if (endPort < port) {
      errors.push(FieldError.invalid(end, port, "must be greater than or equal to `port`"));
    }
    addInvalid(errors, end, endPort, checkPortNumber(endPort));
    return;
  }
  if (endPort !== undefined) {
    const why = port === undefined ? "not specified" : "non-numeric";
    errors.push(FieldError.invalid(end, endPort, `may not be specified when \`port\` is ${why}`));
  }
  if (port !== undefined) addInvalid(errors, path.child("port"), port, checkPortName(port));
}

function validatePeer(
  errors: FieldError[],
  path: FieldPath,
  { podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer,
  leniency: Leniency,
): void {
  const isSelected = podSelector !== undefined || namespaceSelector !== undefined;
  errors.push(
    ...validateLabelSelector(podSelector, leniency.selectors, path.child("podSelector")),
    ...validateLabelSelector(
      namespaceSelector,
      leniency.selectors,
      path.child("namespaceSelector"),
    ),
  );
  if (ipBlock !== undefined) {
    validateBlock(errors, path.child("ipBlock"), ipBlock, leniency.ranges);
    if (!isSelected) return;
    const why = "may not specify both ipBlock and another peer";
    errors.push(FieldError.forbidden(path, why));
  } else if (!isSelected) errors.push(FieldError.required(path, "must specify a peer"));
}

function validateBlock(
  errors: FieldError[],
  path: FieldPath,
  { cidr, except = [] }: IPBlock,
  known: ReadonlySet<string>,
): void {
  if (!cidr) {
    errors.push(FieldError.required(path.child("cidr")));
    return;
  }
  const check = (at: FieldPath, text: string) => {
    if (!known.has(text)) addInvalid(errors, at, text, checkLegacyCidr(text));
    return parseCidrSloppy(text);
  };
  const range = check(path.child("cidr"), cidr);
  if (range === undefined) return;
  for (const [index, text] of except.entries()) {
    const at = path.child("except").index(index);
    const inner = check(at, text);
    if (inner === undefined || (range.contains(inner.first) && range.bits < inner.bits)) continue;
    errors.push(FieldError.invalid(at, text, "must be a strict subset of `cidr`"));
  }
}
