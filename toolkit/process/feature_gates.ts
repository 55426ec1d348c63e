/**
 * Features that a process can switch (`--feature-gates`): each program declares its own in one table.
 *
 * @module
 */

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
  /** Names that switch nothing here. */
  readonly unknown: readonly string[];
}

/** Names that stand for all features of a stage. */
const WHOLE_STAGES: Readonly<Record<string, Stage>> = { AllAlpha: "alpha", AllBeta: "beta" };

/**
 * Reads the values of `--feature-gates`: a feature's own goes before that of its stage. Throws where
 * one switches a feature that is locked.
 */
export function switchFeatures<T extends FeatureTable>(
  table: T,
  gates: Readonly<Record<string, boolean>>,
): SwitchedFeatures<keyof T & string> {
  const on = new Set<keyof T & string>();
  const stages = new Map(
    Object.entries(WHOLE_STAGES).map(([name, stage]) => [stage, ownGate(gates, name)]),
  );
  for (const [name, feature] of Object.entries(table)) {
    const own = ownGate(gates, name);
    if (feature.locked && own !== undefined && own !== feature.on) {
      throw new Error(
        `--feature-gates: ${name} can't be ${own}: it is locked to ${feature.on}`,
      );
    }
    const chosen = feature.locked ? undefined : own ?? stages.get(feature.stage);
    if (chosen ?? feature.on) on.add(name);
  }
  const isKnown = (name: string) => Object.hasOwn(table, name) || Object.hasOwn(WHOLE_STAGES, name);
  return { on, unknown: Object.keys(gates).filter((name) => !isKnown(name)) };
}

function ownGate(gates: Readonly<Record<string, boolean>>, name: string): boolean | undefined {
  return Object.hasOwn(gates, name) ? gates[name] : undefined;
}

/** What help says of features: name, stage and how it is unless switched, one a line. */
export function describeFeatures(table: FeatureTable): string {
  return Object.entries(table).map(([name, { stage, on, locked }]) =>
    `${name} (${stage}, ${on ? "on" : "off"}${locked ? ", locked" : ""})`
  ).join(", ");
}
