/**
 * Which controllers run.
 *
 * @module
 */

import type { ProcessController } from "../process_controller.ts";
import { NOT_BUILT } from "./not_built.ts";

/** What of a controller the choice depends on. */
export type Choosable = Pick<ProcessController, "name" | "aliases" | "isOptional">;

/** What `--controllers` comes to. */
export interface Choice<C extends Choosable> {
  readonly chosen: readonly C[];
  /** What to tell of names that have no effect. */
  readonly notices: readonly string[];
}

/**
 * The controllers that a list chooses: `*` stands for all that are on by default, `name` enables one, `-name`
 * disables it; of several that name the same one the first decides. Throws for a name that nobody knows.
 */
export function chooseControllers<C extends Choosable>(
  list: readonly string[],
  controllers: readonly C[],
): Choice<C> {
  const names = namesOf(controllers);
  const built = new Set(controllers.map(({ name }) => name));
  const asked = list.map((entry) => {
    const isOff = entry.startsWith("-");
    const given = isOff ? entry.slice(1) : entry;
    if (entry === "*") return { name: "*", isOff };
    const name = names.get(given);
    if (name === undefined) {
      const known = [...new Set(names.values())].sort().join(", ");
      throw new Error(
        `--controllers: ${JSON.stringify(given)} is not in the list of known controllers: ${known}`,
      );
    }
    return { name, isOff };
  });
  const hasStar = asked.some(({ name }) => name === "*");
  return {
    chosen: controllers.filter(({ name, isOptional = false }) => {
      const first = asked.find((one) => one.name === name);
      return first === undefined ? hasStar && !isOptional : !first.isOff;
    }),
    notices: asked.filter(({ name, isOff }) => !isOff && name !== "*" && !built.has(name))
      .map(({ name }) => `${name} is not built yet: it does not run`),
  };
}

/** The name of a controller by any of its names. */
export function namesOf(controllers: readonly Choosable[]): ReadonlyMap<string, string> {
  const all = [
    ...Object.entries(NOT_BUILT),
    ...controllers.map(({ name, aliases = [] }) => [name, aliases] as const),
  ];
  return new Map(all.flatMap(([name, aliases]) => [name, ...aliases].map((one) => [one, name])));
}
