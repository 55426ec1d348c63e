/**
 * The configuration of the webhook that judges images.
 *
 * @module
 */

import { Fields, type PluginConfiguration } from "../configuration/mod.ts";

/** What it says, completed. */
export interface ImagePolicySettings {
  /** Where the webhook is, and who asks it. */
  readonly clientConfigFile: string;
  /** How long it is remembered that images are allowed; 0: not at all. */
  readonly allowMs: number;
  /** The same of images that are not. */
  readonly denyMs: number;
  /** Before the second attempt to ask. */
  readonly retryMs: number;
  /** Whether images are allowed while nobody answers. */
  readonly isOpen: boolean;
}

/** A length of time: 0 stands for the default, and -1 for none at all. */
interface Span {
  readonly name: string;
  /** Of the unit that the file has. */
  readonly unitMs: number;
  readonly defaultMs: number;
  readonly leastMs: number;
  readonly mostMs: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const KEPT = { unitMs: SECOND_MS, leastMs: SECOND_MS, mostMs: 30 * MINUTE_MS } as const;
const ALLOW: Span = { name: "allowTTL", ...KEPT, defaultMs: 5 * MINUTE_MS };
const DENY: Span = { name: "denyTTL", ...KEPT, defaultMs: 30 * SECOND_MS };
const RETRY: Span = {
  name: "retryBackoff",
  unitMs: 1,
  defaultMs: 500,
  leastMs: 1,
  mostMs: 5 * MINUTE_MS,
};

/** Reads it. Throws, naming the field, where that says what can't be. */
export function readImagePolicySettings(
  { value, where }: PluginConfiguration,
): ImagePolicySettings {
  const file = new Fields(value, where);
  // A file of old may hold this, too.
  file.skip("podNodeSelectorPluginConfig");
  const fields = new Fields(file.object("imagePolicy") ?? {}, `${where}: imagePolicy`);
  file.end();
  const clientConfigFile = fields.text("kubeConfigFile");
  if (clientConfigFile === "") {
    throw fields.wrong("kubeConfigFile", "must name a client config file");
  }
  const settings = {
    clientConfigFile,
    allowMs: spanIn(fields, ALLOW),
    denyMs: spanIn(fields, DENY),
    retryMs: spanIn(fields, RETRY),
    isOpen: fields.flag("defaultAllow"),
  };
  fields.end();
  return settings;
}

function spanIn(fields: Fields, { name, unitMs, defaultMs, leastMs, mostMs }: Span): number {
  const value = fields.whole(name);
  if (value === -1) return 0;
  if (value === 0) return defaultMs;
  const ms = value * unitMs;
  if (ms >= leastMs && ms <= mostMs) return ms;
  throw fields.wrong(
    name,
    `is ${value}: must be from ${leastMs / unitMs} to ${
      mostMs / unitMs
    }, 0 for the default or -1 ` +
      "for none",
  );
}
