/**
 * Plugins that ask somebody whom objects configure.
 *
 * @module
 */

import type { AdmissionPlugin, AdmissionRequest } from "./admission.ts";
import type { Candidates } from "./matching/mod.ts";
import { Reinvocations } from "./objects/mod.ts";

/** A plugin that asks those about a request who may refuse it. */
export function validatingPlugin<C>(
  candidates: Candidates<unknown, C>,
  judge: (request: AdmissionRequest, found: readonly C[]) => Promise<void>,
): AdmissionPlugin {
  return {
    validate(request) {
      const found = candidates.find(request);
      if (found.length > 0) return judge(request, found);
    },
  };
}

/**
 * A plugin that asks those about a request who may change its object; when it is called again, those
 * that the reinvocations want again.
 */
export function mutatingPlugin<C>(
  candidates: Candidates<unknown, C>,
  change: (
    request: AdmissionRequest,
    found: readonly C[],
    reinvocations: Reinvocations,
  ) => Promise<void>,
): AdmissionPlugin {
  const plugin = {
    mutate(request: AdmissionRequest): void | Promise<void> {
      const found = candidates.find(request);
      if (found.length > 0) return ask(request, found);
    },
  };
  const ask = async (request: AdmissionRequest, found: readonly C[]) => {
    const { reinvocation } = request;
    const reinvocations = reinvocation.stateOf(plugin, () => new Reinvocations());
    if (reinvocation.isReinvocation) reinvocations.enter(request.object);
    await change(request, found, reinvocations);
    reinvocations.leave(request.object);
  };
  return plugin;
}
