/**
 * How the objects of a definition come from one version to another: by its webhook, by what it
 * declares, or by their name alone.
 *
 * @module
 */

import { internalError } from "../../toolkit/errors/mod.ts";
import {
  conversionAnnotation,
  type Converter,
  DeclaredConversion,
  declaredConverter,
  SAME_FIELDS,
  type WebhookCaller,
  webhookConverter,
} from "./conversion/mod.ts";
import type { Definition } from "./definition.ts";

/** Finds the converter of a definition. */
export function converters(caller: WebhookCaller): (definition: Definition) => Converter {
  const annotation = conversionAnnotation(caller.group);
  return (definition) => {
    const { conversion, group, object, versions } = definition;
    if (conversion.strategy === "Webhook") {
      return webhookConverter(definition.name, conversion, caller);
    }
    const text = object.metadata?.annotations?.[annotation];
    if (text === undefined) return SAME_FIELDS;
    const names = versions.map(({ name }) => name);
    const declared = DeclaredConversion.read(text, names);
    if (declared.conversion !== undefined) return declaredConverter(group, declared.conversion);
    // It was checked when it was written, perhaps by a server that knew more.
    const [problem = ""] = declared.problems;
    return failing(`the declared conversion of ${definition.name} can't be read: ${problem}`);
  };
}

function failing(why: string): Converter {
  const fail = () => {
    throw internalError(why);
  };
  return { convertOne: fail, convert: () => Promise.reject(internalError(why)) };
}
