/**
 * How large objects are, without writing them out: parts that stand in one several times take their
 * place in memory once.
 *
 * @module
 */

import { DEPTH_LIMIT } from "../../../toolkit/codec/mod.ts";

/**
 * Why nobody could read this JSON, or would want to: it takes more than about so many bytes, or is
 * too deep. Looks at no more of it than that.
 */
export function sizeProblem(json: unknown, bytes: number): string | undefined {
  const left = new Left(bytes);
  left.count(json, 0);
  if (left.isTooDeep) return `more than ${DEPTH_LIMIT} levels deep`;
  return left.bytes < 0 ? `larger than ${bytes} bytes` : undefined;
}

class Left {
  isTooDeep = false;

  constructor(public bytes: number) {}

  get #mayGoOn(): boolean {
    return !this.isTooDeep && this.bytes >= 0;
  }

  count(json: unknown, depth: number): void {
    if (depth > DEPTH_LIMIT) this.isTooDeep = true;
    // A comma goes with each.
    this.bytes -= typeof json === "string" ? json.length + 2 : 2;
    if (!this.#mayGoOn || typeof json !== "object" || json === null) return;
    if (Array.isArray(json)) {
      for (const one of json) {
        if (!this.#mayGoOn) return;
        this.count(one, depth + 1);
      }
      return;
    }
    for (const [name, value] of Object.entries(json)) {
      if (!this.#mayGoOn) return;
      this.bytes -= name.length + 3;
      this.count(value, depth + 1);
    }
  }
}
