/**
 * Plugins that ask somebody whom objects configure.
 *
 * @module
 */

import type { Admission, AdmissionRequest } from "./admission.ts";
import type { Candidates } from "./matching/mod.ts";
import { Reinvocations } from "./objects/mod.ts";

/** A plugin that has those judge a request who may be about it. */
export function judging<C>(
  candidates: Candidates<unknown, C>,
  judge: (request: AdmissionRequest, found: readonly C[]) => Promise<void>,
): Admission {
  return {
    validate(request) {
      const found = candidates.find(request);
      if (found.length > 0) return judge(request, found);
    },
  };
}

/**
 * A plugin that has those change a request's object who may be about it, in a second round those
 * that the reinvocations want again.
 */
export function changing<C>(
  candidates: Candidates<unknown, C>,
  change: (
    request: AdmissionRequest,
    found: readonly C[],
    reinvocations: Reinvocations,
  ) => Promise<void>,
): Admission {
  const plugin = {
    mutate(request: AdmissionRequest): void | Promise<void> {
      const found = candidates.find(request);
      if (found.length > 0) return ask(request, found);
    },
  };
  const ask = async (request: AdmissionRequest, found: readonly C[]) => {
    const { rounds } = request;
    const reinvocations = rounds.notesOf(plugin, () => new Reinvocations());
    if (rounds.isSecond) reinvocations.enter(request.object);
    await change(request, found, reinvocations);
    reinvocations.leave(request.object);
  };
  return plugin;
}
