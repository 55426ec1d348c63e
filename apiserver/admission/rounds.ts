/**
 * The rounds in which plugins change an object: those that were called before the last change may
 * want to see it, and get a second round, but never a third.
 *
 * @module
 */

/** See the module's comment. One for each write that is admitted. */
export class Rounds {
  #asked = false;
  #second = false;
  #notes: Map<object, unknown> | undefined;

  /** Whether this is the second round. */
  get isSecond(): boolean {
    return this.#second;
  }

  /** Asks for a second round. */
  askForSecond(): void {
    this.#asked = true;
  }

  /** Begins the second round; false where nobody asked for it. */
  beginSecond(): boolean {
    this.#second = this.#asked;
    return this.#second;
  }

  /** What a plugin has to remember from one round to the next; made when it is first asked for. */
  notesOf<T>(plugin: object, make: () => T): T {
    this.#notes ??= new Map();
    if (!this.#notes.has(plugin)) this.#notes.set(plugin, make());
    return this.#notes.get(plugin) as T;
  }
}
