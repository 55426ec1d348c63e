/**
 * The form of controllers that answer requests for certificates.
 *
 * @module
 */

import { CertificateSigningRequest } from "../../toolkit/mod.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "../loop/mod.ts";
import type { CachedRequest } from "./requests.ts";

const WORKERS = 5;
const BACKOFF = { base: 200, max: 1_000_000, jitter: 0 };

/** Has `answer` look at each request that has no certificate yet, whenever it changes. */
export function requestLoop(
  parts: LoopParts,
  { name, answer }: {
    readonly name: string;
    answer(request: CachedRequest): Promise<void>;
  },
): Runnable {
  const requests = parts.informers.of(CertificateSigningRequest);
  return keyedLoop(parts, {
    name,
    queue: "certificate",
    workers: WORKERS,
    backoff: BACKOFF,
    listen: (wake) => [
      requests.subscribe(({ type, key }) => {
        if (type !== "Deleted") wake(key);
      }),
    ],
    async sync(key) {
      const request = requests.lister.get(key);
      if (request !== undefined && !request.status?.certificate) await answer(request);
    },
  });
}
