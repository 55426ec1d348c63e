/**
 * The resources that an operator defines.
 *
 * @module
 */

import { isDefined, kindId } from "../controller/mod.ts";
import type { AnyKind } from "../kinds/mod.ts";
import type { Resource } from "../resource/mod.ts";
import { declaredKinds, type DefinedOperator } from "./operator.ts";

// deno-lint-ignore no-explicit-any -- of any objects
type AnyResource = Resource<any, any, any>;

/** Those that its controllers and webhooks name, each once. */
export function resourcesOf({ controllers, webhooks }: DefinedOperator): AnyResource[] {
  const kinds: AnyKind[] = [
    ...declaredKinds(controllers).map(({ kind }) => kind),
    ...webhooks.map((webhook) => webhook.for),
  ];
  const found = kinds.filter(isDefined) as unknown as AnyResource[];
  return found.filter((one, at) =>
    found.findIndex((other) => kindId(other) === kindId(one)) === at
  );
}

/** Whether servers ask it anything. */
export function servesWebhooks(operator: DefinedOperator): boolean {
  return operator.webhooks.length > 0 || resourcesOf(operator).some(needsConversion);
}

/** Whether its versions are converted by functions, which servers ask a webhook for. */
export function needsConversion({ conversions }: AnyResource): boolean {
  return Object.values(conversions).some(({ rules }) => rules === undefined);
}
