/**
 * Metrics APIs that answer what a test wants, in front of a client of a server that has none.
 *
 * @module
 */

import type { Client } from "../../mod.ts";

/** What one request is answered: an object, or a response as it is. */
export type MetricsAnswer = (url: URL) => unknown;

/** See the module. Paths are without `/apis/` and the group's suffix: `metrics/v1beta1/…`. */
export class FakeMetrics {
  /** By the beginnings of paths; the longest that fits answers. */
  readonly answers: Map<string, MetricsAnswer> = new Map();
  /** How often the client replaced an object, or its status. */
  replaced = 0;
  /** Called before each replacement that is not one of an object. */
  beforePut: () => Promise<unknown> = () => Promise.resolve();
  /** Called before each reading of a scale is over. */
  beforeScale: () => Promise<unknown> = () => Promise.resolve();
  /** What was asked. */
  readonly asked: string[] = [];

  /** A client whose questions for metrics are answered here, and whose others go on. */
  inFrontOf(client: Client): Client {
    return new Proxy(client, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        if (name === "replace") this.replaced++;
        if (name === "scale") {
          return async (...given: Parameters<Client["scale"]>) => {
            const scale = await target.scale(...given);
            await this.beforeScale();
            return scale;
          };
        }
        if (name !== "fetch") return value.bind(target);
        return async (path: string, init?: RequestInit) => {
          if (init?.method === "PUT") await this.beforePut();
          return await this.#answer(path) ?? await target.fetch(path, init);
        };
      },
    });
  }

  async #answer(path: string): Promise<Response | undefined> {
    const match = /^\/apis\/((?:custom\.|external\.)?metrics)\.(?:orch|k8s)\.io(.*)$/.exec(path);
    if (match === null) return undefined;
    const asked = `${match[1]}${match[2]}`;
    this.asked.push(decodeURIComponent(asked));
    const [found] = [...this.answers]
      .filter(([start]) => asked.startsWith(start))
      .sort(([one], [other]) => other.length - one.length);
    const answer = await found?.[1](new URL(`http://metrics/${asked}`));
    if (answer instanceof Response) return answer;
    return answer === undefined ? undefined : Response.json(answer);
  }
}
