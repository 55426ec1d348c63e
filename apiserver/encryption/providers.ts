/**
 * Providers, as the file of `--encryption-provider-config` says them.
 *
 * @module
 */

import { aesCbc } from "./aes_cbc.ts";
import { aesGcm } from "./aes_gcm.ts";
import type { NamedKey, ProviderSettings } from "./configuration.ts";
import { type KmsOptions, KmsProvider } from "./kms/kms_provider.ts";
import { ENCRYPTED, type Provider } from "./provider.ts";
import { secretBox } from "./secret_box.ts";
import { unencrypted } from "./unencrypted.ts";

const CIPHERS = { aescbc: aesCbc, aesgcm: aesGcm, secretbox: secretBox };

/** One for each key; those whose keys are kept elsewhere go into `keepers` too, not started yet. */
export function providersOf(
  settings: ProviderSettings,
  { clock, logger, measures, uid }: Pick<KmsOptions, "clock" | "logger" | "measures" | "uid">,
  keepers: KmsProvider[],
): Provider[] {
  if (settings.type === "identity") return [unencrypted];
  if (settings.type === "kms") {
    const { name, socket, timeoutMs } = settings;
    const keeper = new KmsProvider({ name, socket, timeoutMs, clock, logger, measures, uid });
    keepers.push(keeper);
    return [keeper];
  }
  const { type, keys } = settings;
  return keys.map(({ name, secret }: NamedKey) => {
    // A cipher and a key are two layers to the reference, each of which counts.
    const countedAs = [`${ENCRYPTED}${type}:v1:`, `${name}:`];
    return { ...CIPHERS[type](countedAs.join(""), secret), countedAs };
  });
}
