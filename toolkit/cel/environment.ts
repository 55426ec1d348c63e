/**
 * What expressions can name.
 *
 * @module
 */

import type { CelLibrary, Overload } from "./declarations.ts";
import type { CelType, ObjectType } from "./type.ts";
import type { Value } from "./values.ts";

/** What an environment adds to the one that it extends. */
export interface EnvironmentOptions {
  readonly libraries?: readonly CelLibrary[];
  readonly variables?: Readonly<Record<string, CelType>>;
  /** Types that expressions can make values of: `Name{field: value}`. */
  readonly objects?: readonly Constructible[];
  /** Finds more of them by their names. */
  readonly findObject?: (name: string) => Constructible | undefined;
  /** Whether `cel.bind(name, value, expression)` names a value. Default: as in what it extends. */
  readonly hasBind?: boolean;
}

/** A type with how a value of it is made. */
export interface Constructible {
  readonly type: ObjectType;
  create(fields: ReadonlyMap<string, Value>): Value;
}

/**
 * What an expression can name: variables, functions, constants and object types. Immutable;
 * `extend` makes another one that shares what it extends.
 */
export class CelEnvironment {
  readonly #parent: CelEnvironment | undefined;
  readonly #variables: Readonly<Record<string, CelType>>;
  readonly #functions = new Map<string, Overload[]>();
  readonly #constants = new Map<string, { readonly type: CelType; readonly value: Value }>();
  readonly #objects = new Map<string, Constructible>();
  readonly #findObject: EnvironmentOptions["findObject"];
  readonly hasBind: boolean;

  constructor(options: EnvironmentOptions, parent?: CelEnvironment) {
    this.#parent = parent;
    this.#variables = options.variables ?? {};
    this.#findObject = options.findObject;
    this.hasBind = options.hasBind ?? parent?.hasBind ?? false;
    for (const { overloads = [], constants = {} } of options.libraries ?? []) {
      for (const one of overloads) {
        const named = this.#functions.get(one.name);
        if (named === undefined) this.#functions.set(one.name, [one]);
        else named.push(one);
      }
      for (const [name, constant] of Object.entries(constants)) this.#constants.set(name, constant);
    }
    for (const one of options.objects ?? []) this.#objects.set(one.type.name, one);
  }

  /** This one, and more. */
  extend(options: EnvironmentOptions): CelEnvironment {
    return new CelEnvironment(options, this);
  }

  variable(name: string): CelType | undefined {
    const own = Object.hasOwn(this.#variables, name) ? this.#variables[name] : undefined;
    return own ?? this.#parent?.variable(name);
  }

  constant(name: string): { readonly type: CelType; readonly value: Value } | undefined {
    return this.#constants.get(name) ?? this.#parent?.constant(name);
  }

  object(name: string): Constructible | undefined {
    return this.#objects.get(name) ?? this.#findObject?.(name) ?? this.#parent?.object(name);
  }

  /** All ways to call a function, the older ones first. */
  overloads(name: string): readonly Overload[] {
    const inherited = this.#parent?.overloads(name) ?? [];
    const own = this.#functions.get(name);
    if (own === undefined) return inherited;
    return inherited.length === 0 ? own : [...inherited, ...own];
  }
}

/** An object type of fixed fields. */
export function objectType(name: string, fields: Readonly<Record<string, CelType>>): ObjectType {
  const known = new Map(Object.entries(fields));
  return { kind: "object", name, field: (field) => known.get(field) };
}
