/**
 * Random requests for tokens of service accounts, and what there is to bind them to.
 *
 * @module
 */

import { Choices } from "./choices.ts";
import type { Part } from "./random_nodes.ts";

/** What there is when a token is asked for. */
export interface TokenRequestWorld {
  readonly accounts: readonly Part[];
  readonly pods: readonly Part[];
  readonly secrets: readonly Part[];
  readonly nodes: readonly Part[];
  /** The API's own names. */
  readonly audiences: readonly string[];
  /** 0 for any. */
  readonly maxSeconds: number;
  readonly extends: boolean;
}

/** A request for a token of an account. */
export interface AskedToken {
  readonly namespace: string;
  readonly name: string;
  readonly object: Part;
}

const NAMES = ["a", "b"];

/** Makes requests and what there is. */
export class RandomTokenRequests extends Choices {
  world(): TokenRequestWorld {
    const all = (namespace: string, more: () => Part = () => ({})) =>
      NAMES.filter(() => this.chance(0.9)).map((name) => ({
        metadata: { name, uid: this.#uid(), ...(namespace !== "" && { namespace }) },
        ...more(),
      }));
    return {
      accounts: all("shop"),
      pods: all("shop", () => ({
        spec: {
          containers: [],
          ...(this.chance(0.95) && { serviceAccountName: this.chance(0.9) ? "a" : "b" }),
          ...(this.chance(0.7) && { nodeName: this.one(NAMES) }),
        },
      })),
      secrets: all("shop"),
      nodes: all(""),
      audiences: this.chance(0.5) ? ["api"] : ["api", "kube"],
      maxSeconds: this.one([0, 0, 3600, 600, 100_000]),
      extends: this.chance(0.6),
    };
  }

  request(): AskedToken {
    const name = this.chance(0.9) ? "a" : this.one(["b", "c"]);
    const spec = {
      ...(this.chance(0.7) && {
        audiences: this.chance(0.1)
          ? []
          : this.many(2, () => this.one(["api", "api", "kube", "vault", ""])),
      }),
      ...(this.chance(0.8) && { expirationSeconds: this.#seconds() }),
      ...(this.chance(0.7) && { boundObjectRef: this.#reference() }),
    };
    const metadata = {
      ...(this.chance(0.2) && { name: this.chance(0.8) ? name : "other" }),
      ...(this.chance(0.2) && { uid: this.#uid() }),
    };
    return { namespace: "shop", name, object: { metadata, spec } };
  }

  #seconds(): number {
    if (this.chance(0.5)) return 3607;
    return this.one([3600, 3606, 3608, 600, 599, 0, -1, 86_400, 2 ** 32, 2 ** 32 + 1]);
  }

  #reference(): Part {
    return {
      ...(this.chance(0.97) && {
        kind: this.chance(0.95)
          ? this.one(["Pod", "Pod", "Pod", "Secret", "Node"])
          : this.one(["ConfigMap", "pod", ""]),
      }),
      ...(this.chance(0.97) && {
        apiVersion: this.chance(0.95) ? "v1" : this.one(["v2", "", "apps/v1", "/v1", "a/b/c"]),
      }),
      ...(this.chance(0.98) && {
        name: this.chance(0.9) ? this.one(NAMES) : this.one(["c", "", "a/b", "..", "a%b"]),
      }),
      ...(this.chance(0.5) && { uid: this.#uid() }),
    };
  }

  #uid(): string {
    return this.one(["u1", "u1", "u1", "u2"]);
  }
}
