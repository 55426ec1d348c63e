/**
 * What was applied already, so that what is so is not sent.
 *
 * @module
 */

import { isObject } from "../values/json.ts";

/** What one apply said, and what became of that. */
interface Applied {
  readonly said: string;
  readonly became: string;
}

/**
 * Remembers applies by object. A server writes values in its own way (`1000m` as `1`): so what counts
 * is whether what it made of the configuration is still there, not whether that equals the
 * configuration.
 */
export class AppliedChildren {
  readonly #applied = new Map<string, Applied>();

  /** The object that an apply of `configuration` led to. */
  remember(id: string, configuration: object, object: object): void {
    const said = JSON.stringify(configuration);
    const became = JSON.stringify(shapeOf(configuration, object));
    this.#applied.set(id, { said, became });
  }

  /** Whether an apply would change nothing, as far as this process knows. */
  isSo(id: string, configuration: object, object: object): boolean {
    const applied = this.#applied.get(id);
    return applied !== undefined && applied.said === JSON.stringify(configuration) &&
      applied.became === JSON.stringify(shapeOf(configuration, object));
  }

  /** The object is gone, or somebody wants to be sure. */
  forget(id: string): void {
    this.#applied.delete(id);
  }
}

/** The fields of an object that a configuration has; of a list, all of it. */
function shapeOf(configuration: unknown, object: unknown): unknown {
  if (!isObject(configuration)) return object;
  if (!isObject(object)) return undefined;
  return Object.fromEntries(
    Object.entries(configuration)
      // What a server calls a group is its own.
      .filter(([name, value]) => value !== undefined && name !== "apiVersion" && name !== "kind")
      .map(([name, value]) => [name, shapeOf(value, object[name])]),
  );
}
