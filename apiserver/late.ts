/**
 * Parts that others are handed before they are there: a circle between them is closed once, and
 * nobody has to know of it.
 *
 * @module
 */

/** A part, and how it comes to be. */
export interface Late<T> {
  /** Stands for the part from the start. Its methods throw until {@link bind}. */
  readonly part: T;
  /** Puts the part in its place, once. */
  bind(part: T): void;
}

/**
 * A part with these methods, to be bound later. A method that the bound part does not have is not
 * there; before that nobody knows, and each of them is.
 */
export function late<T extends object>(...methods: readonly (keyof T & string)[]): Late<T> {
  let bound: T | undefined;
  const part = {} as T;
  for (const name of methods) {
    Object.defineProperty(part, name, {
      enumerable: true,
      get() {
        if (bound === undefined) {
          return () => {
            throw new Error(`${name}() was called while the server was being put together`);
          };
        }
        const method = bound[name];
        return typeof method === "function" ? method.bind(bound) : method;
      },
    });
  }
  return {
    part,
    bind(part) {
      if (bound !== undefined) throw new Error("bound twice");
      bound = part;
    },
  };
}
