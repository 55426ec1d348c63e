/**
 * Reinvocation: plugins that changed an object before the last change may want to see it again, and
 * are called a second time, but never a third.
 *
 * @module
 */

/** What plugins that mutate one object know of each other. One for each write that is admitted. */
export class ReinvocationContext {
  #requested = false;
  #isReinvocation = false;
  #states: Map<object, unknown> | undefined;

  /** Whether plugins are being called for the second time. */
  get isReinvocation(): boolean {
    return this.#isReinvocation;
  }

  /** Asks for a second time. */
  request(): void {
    this.#requested = true;
  }

  /** Begins the second time; false where nobody asked for it. */
  begin(): boolean {
    this.#isReinvocation = this.#requested;
    return this.#isReinvocation;
  }

  /** What a plugin has to remember from one time to the next; made when it is first asked for. */
  stateOf<T>(plugin: object, make: () => T): T {
    this.#states ??= new Map();
    if (!this.#states.has(plugin)) this.#states.set(plugin, make());
    return this.#states.get(plugin) as T;
  }
}
