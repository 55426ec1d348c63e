/**
 * Encryption of stored values, by resource: what the store holds of them, and what of that can be read.
 *
 * @module
 */

import { type Clock, sleep } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import { type Dialect, groupInDialect } from "../../toolkit/names.ts";
import { configurationMetrics } from "../../toolkit/process/configuration_metrics.ts";
import { followFile } from "../../toolkit/process/followed_file.ts";
import type { Decoded, ValueTransformer } from "../storage/mod.ts";
import { type EncryptionRule, placeOf, readEncryptionRules } from "./configuration.ts";
import { declareTransformationMetrics, type TransformationMeasures } from "./encryption_metrics.ts";
import { KmsMetrics } from "./kms/kms_metrics.ts";
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
  /** Tells servers apart that encrypt for one store; metrics show its digest. */
  readonly serverId: string;
  /** How soon a change of the file is seen. Default 10 seconds. */
  readonly intervalMs?: number;
  uid(): string;
}

/** How long providers of an old file are still asked at least, for what is under way. */
const GRACE_MS = 10_000;
/** How many times the time that all keepers of keys have to answer, where that is longer. */
const GRACE_FACTOR = 2;

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
  readonly text: string;
  readonly rules: ReadonlyMap<string, readonly Provider[]>;
  /** Made as keys come, by the prefix of the keys of a resource. */
  readonly lists: Map<string, ProviderList>;
  readonly keepers: readonly KmsProvider[];
  /** How long what is under way may take once another text is in force. */
  readonly graceMs: number;
}

/**
 * Reads the file, and follows it: what is written after a change is encrypted as that says. Rejects
 * where the file can't be used; a later one that can't be used, or whose keepers of keys are not well,
 * leaves all as it was.
 */
export async function openEncryption(options: EncryptionOptions): Promise<Encryption> {
  const { path, clock, logger, metrics } = options;
  const stop = new AbortController();
  const files = configurationMetrics({
    metrics,
    clock,
    prefix: "apiserver_encryption_config_controller",
    what: "encryption",
    serverId: options.serverId,
  });
  const transformations = new Transformations(metrics, clock, options.storePrefix);
  const measures = new KmsMetrics(metrics, clock, options.serverId);
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
      const made = await inForce(text, rules, { ...options, measures });
      // At the start all goes on without them; a change waits until they are well.
      const problem = isFirst ? undefined : problemOf(made);
      if (problem === undefined) return made;
      closeKeepers(made);
      throw new Error(problem);
    },
    changed(value) {
      const old = current;
      current = value;
      files.inForce(value.text);
      if (old === undefined) return;
      const close = () => closeKeepers(old);
      sleep(clock, old.graceMs, stop.signal).then(close, close);
    },
    looked: (outcome) => files.reloaded(outcome),
  });
  isFirst = false;
  current = file.current;
  files.inForce(current.text);
  const listFor = (key: string) => transformations.listOf(current!, key);
  return {
    encode: (key, value) => listFor(key).encode(key, value),
    decode: (key, stored): Promise<Decoded> => listFor(key).decode(key, stored),
    forget(prefix) {
      current!.lists.delete(prefix);
      transformations.forget(prefix);
    },
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

/** The transformations of each resource, which are counted whatever rules are in force. */
class Transformations {
  readonly #storePrefix: string;
  readonly #declared: ReturnType<typeof declareTransformationMetrics>;
  /** By the prefix of the keys of a resource. */
  readonly #measures = new Map<string, TransformationMeasures>();

  constructor(metrics: Registry, clock: Clock, storePrefix: string) {
    this.#storePrefix = storePrefix;
    this.#declared = declareTransformationMetrics(metrics, clock);
  }

  /** The providers of a key's resource. Resources of the store's own, without a group, have none. */
  listOf({ rules, lists }: InForce, key: string): ProviderList {
    const group = this.#storePrefix.length + 1;
    const resource = key.indexOf("/", group) + 1;
    const end = key.indexOf("/", resource) + 1;
    if (resource === 0 || end === 0) return PLAIN;
    const prefix = key.slice(0, end);
    const known = lists.get(prefix);
    if (known !== undefined) return known;
    const list = this.#made(rules, key.slice(group, resource - 1), key.slice(resource, end - 1));
    lists.set(prefix, list);
    return list;
  }

  #made(rules: InForce["rules"], group: string, resource: string): ProviderList {
    const where = group === "core" ? "" : group;
    const providers = rules.get(`${resource}.${where}`) ?? rules.get(`*.${where}`) ??
      rules.get("*.*");
    if (providers === undefined) return PLAIN;
    const prefix = `${this.#storePrefix}/${group}/${resource}/`;
    let measures = this.#measures.get(prefix);
    if (measures === undefined) {
      measures = this.#declared(where === "" ? resource : `${resource}.${where}`);
      this.#measures.set(prefix, measures);
    }
    return new ProviderList(providers, measures);
  }

  /** Takes away what is shown of a resource. */
  forget(prefix: string): void {
    this.#measures.get(prefix)?.remove();
    this.#measures.delete(prefix);
  }
}

async function inForce(
  text: string,
  settings: readonly EncryptionRule[],
  options: EncryptionOptions & { readonly measures: KmsMetrics },
): Promise<InForce> {
  const keepers: KmsProvider[] = [];
  const rules = new Map<string, readonly Provider[]>();
  for (const { resources, providers } of settings) {
    const made = providers.flatMap((one) => providersOf(one, options, keepers));
    for (const text of resources) {
      const { resource, group } = placeOf(text);
      const name = `${resource}.${groupInDialect(group, options.dialect)}`;
      // Of a resource in several rules, the first one's provider writes.
      rules.set(name, [...rules.get(name) ?? [], ...made]);
    }
  }
  await Promise.all(keepers.map((keeper) => keeper.start()));
  const patienceMs = settings.flatMap(({ providers }) => providers)
    .reduce((sum, one) => one.type === "kms" ? sum + one.timeoutMs : sum, 0);
  const graceMs = Math.max(GRACE_MS, GRACE_FACTOR * patienceMs);
  return { text, rules, lists: new Map(), keepers, graceMs };
}
