/**
 * Webhooks of the program that a control plane is a part of: its server asks them without a connection.
 *
 * @module
 */

import type { apiextensionsV1 } from "../toolkit/api/apiextensions_v1.ts";
import type { JsonObject } from "../toolkit/codec/mod.ts";
import { addAll } from "../toolkit/add_all.ts";
import type { FieldError } from "../toolkit/errors/mod.ts";
import type { AnyKind } from "../toolkit/kinds/mod.ts";
import { groupOnServer } from "../toolkit/kinds/mod.ts";
import type { Logger } from "../toolkit/logger.ts";
import { type Dialect, NAMES } from "../toolkit/names.ts";
import { needsConversion } from "../toolkit/operator/resources.ts";
import type { Resource } from "../toolkit/resource/mod.ts";
import {
  clientConfigOf,
  configurationsOf,
  CONVERSION_PATH,
} from "../toolkit/webhook/configurations.ts";
import { WebhookDispatch } from "../toolkit/webhook/dispatch.ts";
import type { ErasedWebhook, Webhook } from "../toolkit/webhook/mod.ts";
import { isAdmissionConfiguration } from "./admission/matching/mod.ts";
import { programPlugins } from "./admission/plugins.ts";
import { webhooksOf } from "./admission/webhooks/mod.ts";
import { InProcessCalls } from "./callout/mod.ts";
import type { DefinedResource } from "./control_plane_options.ts";
import {
  mutatingWebhookRules,
  validatingWebhookRules,
} from "./kinds/admissionregistration/webhook.ts";
import type { ApiServerOptions } from "./server.ts";

/** Where a server asks its own program. No such host is ever there. */
const URL_OF_PROGRAM = "https://program.invalid";
/** As what audit records know the webhooks: no stored configuration can have this name. */
const CONFIGURATION = "startApiServer()";

/** What a program brings along. */
export interface ProgramWebhooks {
  readonly webhooks: readonly Webhook[];
  readonly resources: readonly DefinedResource[];
  readonly dialect: Dialect;
  readonly logger: Logger;
}

/**
 * What a server needs to ask a program's webhooks and to have its resources converted: nothing where there
 * is nothing to ask. Throws a TypeError that says which webhook is wrong, and how.
 */
export function programWebhooks(
  { webhooks, resources, dialect, logger }: ProgramWebhooks,
): Pick<ApiServerOptions, "admission" | "webhookCalls"> {
  const converted = resources.filter(isConverted);
  if (webhooks.length + converted.length === 0) return {};
  const erased = checked(webhooks, dialect);
  const address = { url: URL_OF_PROGRAM };
  const own = { mutating: [], validating: [] } as Record<string, ReturnType<typeof webhooksOf>>;
  for (
    const { kind, object } of configurationsOf(CONFIGURATION, erased, {
      address,
      authority: "",
      dialect,
    })
  ) {
    const mutates = kind.kind === "MutatingWebhookConfiguration";
    const { validate } = mutates ? mutatingWebhookRules : validatingWebhookRules;
    refuse(validate?.(object as unknown as JsonObject) ?? []);
    addAll(own[mutates ? "mutating" : "validating"]!, webhooksOf(object));
  }
  const dispatch = new WebhookDispatch({ webhooks: erased, resources: converted, logger });
  return {
    admission: programPlugins({ mutating: own.mutating!, validating: own.validating! }),
    webhookCalls: (network) =>
      new InProcessCalls({
        url: URL_OF_PROGRAM,
        answer: (request) => dispatch.fetch(request),
        others: network,
      }),
  };
}

/** The definition of a resource of the program, whose functions convert its versions. */
export function definitionIn(
  resource: DefinedResource,
  dialect: Dialect,
): apiextensionsV1.CustomResourceDefinition {
  if (!isConverted(resource)) return resource.definition(dialect);
  return resource.definition(dialect, clientConfigOf({ url: URL_OF_PROGRAM }, CONVERSION_PATH, ""));
}

/** Whether functions convert its versions. */
// deno-lint-ignore no-explicit-any -- of any objects
function isConverted(resource: DefinedResource): resource is Resource<any, any, any> {
  // What is no kind is a manifest with a function around it.
  return "conversions" in resource && needsConversion(resource as never);
}

function checked(webhooks: readonly Webhook[], dialect: Dialect): readonly ErasedWebhook[] {
  const names = new Set<string>();
  for (const webhook of webhooks) {
    const { name, for: kind } = webhook;
    if (!("failurePolicy" in webhook)) {
      throw new TypeError(
        `webhooks holds ${name ?? "something"}, which is none of defineWebhook()`,
      );
    }
    if (names.has(name)) {
      throw new TypeError(`two webhooks are called ${name}: name one of them otherwise`);
    }
    names.add(name);
    if (isConfiguration(kind, dialect)) {
      throw new TypeError(
        `the webhook ${name} is for ${kind.kind}, of which no webhook is asked: a mistake in one ` +
          "could not be mended; have `authorize` decide who may write them",
      );
    }
  }
  return webhooks as readonly ErasedWebhook[];
}

function isConfiguration(kind: AnyKind, dialect: Dialect): boolean {
  const group = groupOnServer(kind.group, dialect);
  return isAdmissionConfiguration(
    { ...kind, group },
    NAMES[dialect].group("admissionregistration"),
  );
}

function refuse(problems: readonly FieldError[]): void {
  if (problems.length === 0) return;
  throw new TypeError(`webhooks can't be asked so: ${problems.map(String).join("; ")}`);
}
