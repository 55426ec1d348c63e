/**
 * Who may see a thing: the nodes that need it, counted by the ways in which they do.
 *
 * @module
 */

/**
 * One thing. It is needed by nodes, and may itself need others, which are then needed by the same nodes: a
 * volume needs its secrets. Each thing knows all its nodes, so that to ask is one look.
 */
export class Reach {
  readonly key: string;
  /** In how many ways each node needs it. */
  readonly #nodes = new Map<string, number>();
  /** What it needs itself. */
  readonly #needs = new Set<Reach>();
  /** What needs it, other than nodes. */
  #neededBy = 0;

  constructor(key: string) {
    this.key = key;
  }

  /** Nobody needs it, and it needs nothing: whoever keeps it may forget it. */
  get isIdle(): boolean {
    return this.#nodes.size === 0 && this.#needs.size === 0 && this.#neededBy === 0;
  }

  /** Whether a node needs it in any way. */
  has(node: string): boolean {
    return this.#nodes.has(node);
  }

  /** A node needs it in one way more. */
  add(node: string): void {
    const ways = this.#nodes.get(node) ?? 0;
    this.#nodes.set(node, ways + 1);
    if (ways > 0) return;
    for (const other of this.#needs) other.add(node);
  }

  /** A node needs it in one way less. */
  remove(node: string): void {
    const ways = this.#nodes.get(node);
    if (ways === undefined) return;
    if (ways > 1) {
      this.#nodes.set(node, ways - 1);
      return;
    }
    this.#nodes.delete(node);
    for (const other of this.#needs) other.remove(node);
  }

  /** It needs `other`, from now on: so do all its nodes. A second time is nothing new. */
  need(other: Reach): void {
    if (this.#needs.has(other)) return;
    this.#needs.add(other);
    other.#neededBy++;
    for (const node of this.#nodes.keys()) other.add(node);
  }

  /** It does not need `other` any more. */
  release(other: Reach): void {
    if (!this.#needs.delete(other)) return;
    other.#neededBy--;
    for (const node of this.#nodes.keys()) other.remove(node);
  }
}
