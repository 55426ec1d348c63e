/**
 * Features that a process can switch (`--feature-gates`): each program declares its own in one table.
 *
 * @module
 */

import { REFERENCE_GATES } from "./reference_gates.ts";

/** How far features have come. */
type Stage = "alpha" | "beta" | "stable" | "deprecated";

/** A feature as it is unless somebody switches it. */
export interface FeatureDeclaration {
  readonly stage: Stage;
  /** Whether it is on unless switched. */
  readonly on: boolean;
  /** Whether it can't be switched any more. Default false. */
  readonly locked?: boolean;
}

/** The features of a program, by name. */
export type FeatureTable = Readonly<Record<string, FeatureDeclaration>>;

/** What the values of `--feature-gates` come to. */
export interface SwitchedFeatures<F extends string> {
  /** The features that are on. */
  readonly on: ReadonlySet<F>;
  /** What to tell of those that were named: a gate, and why it has no effect or soon has none. */
  readonly notices: readonly string[];
}

/** Names that stand for all features of a stage. */
const WHOLE_STAGES: Readonly<Record<string, Stage>> = { AllAlpha: "alpha", AllBeta: "beta" };

/** Whose features are meant may stand before a name: there is one component a process. */
const COMPONENT = /^(?:kube|orch):/;

/**
 * Reads the values of `--feature-gates`: a feature's own goes before that of its stage. Throws where one
 * names nothing that is in `table` or in `others`, of which nothing is here, or switches what is locked.
 */
export function switchFeatures<T extends FeatureTable>(
  table: T,
  gates: Readonly<Record<string, boolean>>,
  others: FeatureTable = REFERENCE_GATES,
): SwitchedFeatures<keyof T & string> {
  const asked = askedOf(gates);
  const notices: string[] = [];
  for (const [name, value] of asked) {
    if (Object.hasOwn(WHOLE_STAGES, name)) continue;
    const isHere = Object.hasOwn(table, name);
    const feature = isHere ? table[name] : Object.hasOwn(others, name) ? others[name] : undefined;
    if (feature === undefined) {
      throw new Error(`--feature-gates: unrecognized feature gate: ${name}`);
    }
    if (feature.locked && value !== feature.on) {
      throw new Error(
        `--feature-gates: cannot set feature gate ${name} to ${value}, feature is locked to ${feature.on}`,
      );
    }
    if (!isHere) notices.push(`${name} has no effect: nothing here depends on it`);
    else if (feature.stage === "stable" || feature.stage === "deprecated") {
      notices.push(`${name} is ${feature.stage}: the gate will go away`);
    }
  }
  const stages = new Map(
    Object.entries(WHOLE_STAGES).map(([name, stage]) => [stage, asked.get(name)]),
  );
  const on = Object.entries(table).filter(([name, feature]) => {
    const chosen = feature.locked ? undefined : asked.get(name) ?? stages.get(feature.stage);
    return chosen ?? feature.on;
  });
  return { on: new Set(on.map(([name]) => name)), notices };
}

/** The gates without the component before them. No gate is said in two ways, of which only one could hold. */
function askedOf(gates: Readonly<Record<string, boolean>>): Map<string, boolean> {
  const names = Object.keys(gates);
  const withComponent = names.filter((name) => COMPONENT.test(name));
  if (withComponent.length > 0 && withComponent.length < names.length) {
    throw new Error(
      `--feature-gates: ${
        withComponent[0]
      } has its component before it, and others have not: write all in one way`,
    );
  }
  const asked = new Map<string, boolean>();
  for (const [given, value] of Object.entries(gates)) {
    const name = given.replace(COMPONENT, "");
    if (asked.has(name)) throw new Error(`--feature-gates: ${name} is there for two components`);
    asked.set(name, value);
  }
  return asked;
}

/** What help says of features: name, stage and how it is unless switched, one a line. */
export function describeFeatures(table: FeatureTable): string {
  return Object.entries(table).map(([name, { stage, on, locked }]) =>
    `${name} (${stage}, ${on ? "on" : "off"}${locked ? ", locked" : ""})`
  ).join(", ");
}
