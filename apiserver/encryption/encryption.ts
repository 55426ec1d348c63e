/**
 * Encryption of stored values, by resource: what the store holds of them, and what of that can be read.
 *
 * @module
 */

import { type Clock, sleep } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import { type Dialect, groupInDialect } from "../../toolkit/names.ts";
import { followFile } from "../../toolkit/process/followed_file.ts";
import type { Decoded, ValueTransformer } from "../storage/mod.ts";
import { type EncryptionRule, placeOf, readEncryptionRules } from "./configuration.ts";
import type { KmsProvider } from "./kms/kms_provider.ts";
import type { Provider } from "./provider.ts";
import { ProviderList } from "./provider_list.ts";
import { providersOf } from "./providers.ts";
import { unencrypted } from "./unencrypted.ts";

/** What encryption is opened with. */
export interface EncryptionOptions {
  /** The file of `--encryption-provider-config`. */
  readonly path: string;
  readonly dialect: Dialect;
  /** `--store-prefix`, completed: what keys begin with. */
  readonly storePrefix: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** How soon a change of the file is seen. Default 10 seconds. */
  readonly intervalMs?: number;
  uid(): string;
}

/** How long providers of an old file are still asked, for what is under way. */
const GRACE_MS = 10_000;

/** Encryption that is in force. */
export interface Encryption extends ValueTransformer {
  /** Throws an error with what is wrong with those who keep keys. */
  check(): void;
  /** Reads the file again, if it has changed. Never rejects. */
  look(): Promise<void>;
  close(): void;
}

/** All that one text of the file says. */
interface InForce {
  readonly lists: ReadonlyMap<string, ProviderList>;
  readonly keepers: readonly KmsProvider[];
}

/**
 * Reads the file, and follows it: what is written after a change is encrypted as that says. Rejects
 * where the file can't be used; a later one that can't be used, or whose keepers of keys are not well,
 * leaves all as it was.
 */
export async function openEncryption(options: EncryptionOptions): Promise<Encryption> {
  const { path, clock, logger, metrics } = options;
  const stop = new AbortController();
  const reloads = metrics.counter({
    name: "apiserver_encryption_config_controller_automatic_reloads_total",
    help:
      "Number of times that a changed encryption configuration was read, by whether it is in force.",
    stability: "ALPHA",
    labels: ["status"],
  });
  let isFirst = true;
  let current: InForce | undefined;
  const file = await followFile<InForce>({
    flag: "encryption-provider-config",
    path,
    clock,
    logger,
    signal: stop.signal,
    ...(options.intervalMs !== undefined && { intervalMs: options.intervalMs }),
    read: async (text) => {
      const rules = readEncryptionRules(text, options.dialect);
      const made = await inForce(rules, options);
      // At the start all goes on without them; a change waits until they are well.
      const problem = isFirst ? undefined : problemOf(made);
      if (problem === undefined) return made;
      closeKeepers(made);
      throw new Error(problem);
    },
    changed(value) {
      const old = current;
      current = value;
      if (old === undefined) return;
      const close = () => closeKeepers(old);
      sleep(clock, GRACE_MS, stop.signal).then(close, close);
    },
    looked: (outcome) => reloads.with({ status: outcome }).inc(),
  });
  isFirst = false;
  current = file.current;
  const listFor = (key: string) => listOf(current!, key, options.storePrefix);
  return {
    encode: (key, value) => listFor(key).encode(key, value),
    decode: (key, stored): Promise<Decoded> => listFor(key).decode(key, stored),
    check() {
      const problem = problemOf(current!);
      if (problem !== undefined) throw new Error(problem);
    },
    look: () => file.look(),
    close() {
      stop.abort();
      closeKeepers(current!);
    },
  };
}

function problemOf({ keepers }: InForce): string | undefined {
  const problems = keepers.map(({ problem }) => problem).filter((one) => one !== undefined);
  return problems.length === 0 ? undefined : problems.join("; ");
}

function closeKeepers({ keepers }: InForce): void {
  for (const keeper of keepers) keeper.close();
}

/** As they are: of resources that no rule has. */
const PLAIN = new ProviderList([unencrypted]);

/** The providers of a key's resource. Resources of the store's own, without a group, have none. */
function listOf({ lists }: InForce, key: string, storePrefix: string): ProviderList {
  const [group = "", resource = "", name] = key.slice(storePrefix.length + 1).split("/", 3);
  if (name === undefined) return PLAIN;
  const where = group === "core" ? "" : group;
  return lists.get(`${resource}.${where}`) ?? lists.get(`*.${where}`) ?? lists.get("*.*") ?? PLAIN;
}

async function inForce(
  rules: readonly EncryptionRule[],
  options: EncryptionOptions,
): Promise<InForce> {
  const keepers: KmsProvider[] = [];
  const byResource = new Map<string, Provider[]>();
  for (const { resources, providers } of rules) {
    const made = providers.flatMap((settings) => providersOf(settings, options, keepers));
    for (const text of resources) {
      const { resource, group } = placeOf(text);
      const name = `${resource}.${groupInDialect(group, options.dialect)}`;
      // Of a resource in several rules, the first one's provider writes.
      byResource.set(name, [...byResource.get(name) ?? [], ...made]);
    }
  }
  await Promise.all(keepers.map((keeper) => keeper.start()));
  const lists = [...byResource].map(([name, all]) => [name, new ProviderList(all)] as const);
  return { lists: new Map(lists), keepers };
}
