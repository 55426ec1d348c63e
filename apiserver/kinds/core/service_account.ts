/**
 * Service accounts: who the programs of a namespace are.
 *
 * @module
 */

import type { ServiceAccount } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";

/** Secrets are those of the account's own namespace: only their names count. */
function keepNamesOfSecrets(object: JsonObject): void {
  const account = object as unknown as ServiceAccount;
  if (account.secrets !== undefined) {
    account.secrets = account.secrets.map(({ name }) => name === undefined ? {} : { name });
  }
}

/** The rules for service accounts, with the subresource `token`. */
export function serviceAccountRules({ domain }: Names): KindRules {
  const annotation = `${domain}/enforce-mountable-secrets`;
  const has = (object: JsonObject) => metadataOf(object).annotations?.[annotation] !== undefined;
  return {
    returnsDeleted: true,
    handlers: { token: "token request" },
    gatedSubresources: { token: "TokenRequest" },
    columns: columnsOf(NAME_COLUMN, AGE_COLUMN),
    prepareForCreate: keepNamesOfSecrets,
    prepareForUpdate: keepNamesOfSecrets,
    warnings(object, old) {
      if (!has(object) || (old !== undefined && has(old))) return [];
      return [
        `metadata.annotations[${annotation}]: deprecated in v1.32+; prefer separate namespaces ` +
        "to isolate access to mounted secrets",
      ];
    },
  };
}
