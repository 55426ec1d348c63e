/**
 * The file of `--authorization-config`: which authorizers there are, in which order.
 *
 * @module
 */

import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
} from "../../../toolkit/api/config/apiserver_config_v1.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import {
  readConfiguration,
  refuseConfiguration,
} from "../../../toolkit/process/configuration_text.ts";
import { checkDns1123Subdomain } from "../../../toolkit/validation/mod.ts";
import type { WebhookSettings } from "../webhook/mod.ts";
import { checkWebhook, settingsOfWebhook } from "./webhook_configuration.ts";

/** One authorizer of the file. */
export interface AuthorizerSettings {
  /** As `--authorization-mode` calls it. */
  readonly type: string;
  readonly name: string;
  /** Of a webhook. */
  readonly webhook?: WebhookSettings | undefined;
}

/** What the file is read with. */
export interface ConfigurationOptions {
  readonly dialect: Dialect;
  /** The types that there are. */
  readonly types: readonly string[];
}

/** The type that there may be several of. */
export const WEBHOOK = "Webhook";

/** Reads the text of a file, and looks at the files that it names. Rejects with all that is wrong. */
export async function readAuthorizers(
  text: string,
  { dialect, types }: ConfigurationOptions,
): Promise<AuthorizerSettings[]> {
  const { object } = readConfiguration(text, {
    dialect,
    group: NAMES[dialect].configGroupApiServer,
    versions: ["v1", "v1beta1", "v1alpha1"],
    kind: "AuthorizationConfiguration",
  });
  const { authorizers } = object as unknown as AuthorizationConfiguration;
  const root = FieldPath.of("authorizers");
  const errors: FieldError[] = [];
  if (authorizers.length === 0) {
    errors.push(FieldError.required(root, "at least one authorization mode must be defined"));
  }
  const seen = { types: new Set<string>(), names: new Set<string>() };
  for (const [index, authorizer] of authorizers.entries()) {
    const at = root.index(index);
    const problems = checkAuthorizer(authorizer, at, seen, types);
    errors.push(...problems);
    const isKnown = authorizer.type === WEBHOOK && authorizer.webhook !== undefined;
    if (isKnown) errors.push(...await checkWebhook(authorizer.webhook!, at));
  }
  refuseConfiguration(errors);
  refuseNames(authorizers);
  return authorizers.map(({ type, name, webhook }) => ({
    type,
    name,
    ...(webhook && { webhook: settingsOfWebhook(name, webhook) }),
  }));
}

function checkAuthorizer(
  { type, name, webhook }: AuthorizerConfiguration,
  path: FieldPath,
  seen: { readonly types: Set<string>; readonly names: Set<string> },
  types: readonly string[],
): FieldError[] {
  if (!type) return [FieldError.required(path.child("type"))];
  if (!types.includes(type)) {
    return [FieldError.notSupported(path.child("type"), type, [...types].sort())];
  }
  if (seen.types.has(type) && type !== WEBHOOK) {
    return [FieldError.duplicate(path.child("type"), type)];
  }
  seen.types.add(type);
  const errors: FieldError[] = [];
  const at = path.child("name");
  if (!name) errors.push(FieldError.required(at));
  else if (seen.names.has(name)) errors.push(FieldError.duplicate(at, name));
  else {
    const problems = checkDns1123Subdomain(name);
    if (problems.length > 0) {
      const why = `authorizer name is invalid: ${problems.join(", ")}`;
      errors.push(FieldError.invalid(at, name, why));
    }
  }
  seen.names.add(name);
  if (type === WEBHOOK && !webhook) {
    errors.push(FieldError.required(path.child("webhook"), "required when type=Webhook"));
  }
  if (type !== WEBHOOK && webhook) {
    const why = "may only be specified when type=Webhook";
    errors.push(FieldError.invalid(path.child("webhook"), "non-null", why));
  }
  return errors;
}

/** All but webhooks are called as their type is, in lower case. */
function refuseNames(authorizers: readonly AuthorizerConfiguration[]): void {
  const problems = authorizers
    .filter(({ type, name }) => type !== WEBHOOK && name !== type.toLowerCase())
    .map(({ type, name }) =>
      `expected name ${type.toLowerCase()} for authorizer ${type} instead of ${name}`
    );
  if (problems.length > 0) throw new Error(problems.join(", "));
}
