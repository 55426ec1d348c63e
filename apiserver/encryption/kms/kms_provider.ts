/**
 * Encrypts with keys of which a keeper outside knows the secret (KMS version 2): a seed is made here and
 * encrypted there, and stands beside each value that a key was derived for.
 *
 * @module
 */

import { createHash, randomBytes } from "node:crypto";
import { repeatedly } from "../../../toolkit/backoff.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import { unseal } from "../aes_gcm.ts";
import { type Decrypted, ENCRYPTED, type Provider } from "../provider.ts";
import { KeyService } from "./key_service.ts";
import { decodeObject, encodeObject, type EncryptedObject, SOURCE } from "./messages.ts";
import { shownDigest } from "../../../toolkit/process/shown_digest.ts";
import type { KmsMetrics } from "./kms_metrics.ts";
import { checkKeyId, checkObject } from "./rules.ts";
import { sealBySeed, SEED_BYTES, unsealBySeed } from "./seed.ts";

/** What a provider is made of. */
export interface KmsOptions {
  readonly name: string;
  readonly socket: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly measures: KmsMetrics;
  uid(): string;
}

/** How often the keeper is asked how it is. */
const WELL_MS = 60_000;
const UNWELL_MS = 10_000;
/** How long what was last heard is good for writing. */
const WRITES_MS = 3 * 60_000;
/** Secrets of values that are remembered: as many as there were keys and starts of servers. */
const SECRETS = 1000;
const VERSIONS = ["v2", "v2beta1"];

/** What values are encrypted with now. */
interface Current {
  readonly seed: Uint8Array;
  readonly head: Omit<EncryptedObject, "data">;
  /** When writing by it ends, by the clock's steady time. */
  readonly until: number;
}

/**
 * A provider that asks its keeper once a minute. Writes fail when that has not been well for three
 * minutes; reads go on as long as it decrypts. {@link close} ends it.
 */
export class KmsProvider implements Provider {
  readonly name: string;
  readonly prefix: string;
  readonly #options: KmsOptions;
  readonly #service: KeyService;
  readonly #stop = new AbortController();
  /** By what stands beside values; those used last at the end. */
  readonly #secrets = new Map<string, Promise<Uint8Array>>();
  #current: Current | undefined;
  #version = "";
  #problem: string | undefined = "the provider was not asked yet";

  constructor(options: KmsOptions) {
    const { name } = options;
    this.name = name;
    this.prefix = `${ENCRYPTED}kms:v2:${name}:`;
    this.#options = options;
    this.#service = new KeyService(options);
  }

  /** Asks for the first time, and from then on. Never rejects: see {@link problem}. */
  async start(): Promise<void> {
    const { clock, logger, name } = this.#options;
    const look = async () => {
      const before = this.#problem;
      await this.look();
      if (this.#problem === undefined) return;
      if (this.#problem !== before) {
        logger.error("A KMS provider is not well", new Error(this.#problem), { provider: name });
      }
      return UNWELL_MS;
    };
    const firstMs = await look() ?? WELL_MS;
    repeatedly(look, {
      clock,
      signal: this.#stop.signal,
      firstMs,
      intervalMs: WELL_MS,
      failed() {},
    })
      .catch(() => {});
  }

  /** What is wrong with it; undefined while it is well. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Ends it: nothing is encrypted or decrypted any more. */
  close(): void {
    this.#stop.abort();
    this.#service.close();
  }

  /** Asks how the keeper is, and goes over to its key where that is another. Never rejects. */
  async look(): Promise<void> {
    try {
      await this.#look();
      this.#problem = undefined;
    } catch (error) {
      this.#problem = `kmsv2 Provider ${this.name} is not healthy, error: ${
        (error as Error).message
      }`;
    }
  }

  async #look(): Promise<void> {
    const { clock } = this.#options;
    const until = clock.monotonic() + WRITES_MS;
    const { version, healthz, keyId } = await this.#service.status();
    const problems: string[] = [];
    if (healthz !== "ok") problems.push(`got unexpected healthz status: ${healthz}`);
    if (!VERSIONS.includes(version)) {
      problems.push(`expected KMSv2 API version v2, got ${version}`);
    } else if (this.#version !== "" && this.#version !== version) {
      problems.push(
        `KMSv2 API version should not change after the initial status response version ${this.#version}, got ${version}`,
      );
    } else this.#version = version;
    try {
      this.#checkNamed(keyId);
      await this.#turnTo(keyId, until);
    } catch (error) {
      problems.push((error as Error).message);
    }
    if (problems.length > 0) throw new Error(problems.join(", "));
  }

  /** Throws on a key that can't be. */
  #checkNamed(keyId: string): void {
    const { measures } = this.#options;
    try {
      checkKeyId(keyId);
    } catch (error) {
      measures.badKeyNamed(this.name, keyId);
      throw error;
    }
    measures.keyNamed(this.name, keyId);
  }

  /** Encrypts with a key from now on. Throws, and leaves all as it was, where that can't be. */
  async #turnTo(keyId: string, until: number): Promise<void> {
    const current = this.#current;
    if (current?.head.keyId === keyId) {
      this.#current = { ...current, until };
      return;
    }
    const { clock, measures } = this.#options;
    const start = clock.monotonic();
    const seed = randomBytes(SEED_BYTES);
    measures.seedMade(start);
    const answer = await this.#service.encrypt(seed, this.#options.uid());
    const { ciphertext: source, annotations } = answer;
    const head = { keyId: answer.keyId, source, annotations, sourceType: SOURCE.seed };
    checkObject(head);
    if (answer.keyId !== keyId) {
      throw new Error(
        `the provider's status names the key ${shownDigest(keyId)}, but it encrypts with ${
          shownDigest(answer.keyId)
        }`,
      );
    }
    this.#current = { seed, head, until };
    this.#remember(nameOf(head), Promise.resolve(seed));
  }

  encrypt(key: string, value: Uint8Array): Uint8Array {
    const current = this.#current;
    if (current === undefined) {
      throw new Error(`nothing can be encrypted: ${this.#problem}`);
    }
    if (this.#options.clock.monotonic() > current.until) {
      throw new Error(
        `the key ${shownDigest(current.head.keyId)} is too old to encrypt with: ${this.#problem}`,
      );
    }
    const data = sealBySeed(current.seed, key, value);
    this.#options.measures.keyUsed(this.name, current.head.keyId, "to_storage");
    return encodeObject({ ...current.head, data });
  }

  async decrypt(key: string, bytes: Uint8Array): Promise<Decrypted> {
    const object = decodeObject(bytes);
    if (object.data.length === 0) throw new Error("encrypted data is empty");
    checkObject(object);
    const secret = await this.#secretOf(object);
    this.#options.measures.keyUsed(this.name, object.keyId, "from_storage");
    const open = object.sourceType === SOURCE.seed ? unsealBySeed : unseal;
    const head = this.#current?.head;
    return {
      value: open(secret, key, object.data),
      stale: object.keyId !== head?.keyId || object.sourceType !== head.sourceType,
    };
  }

  async #secretOf(object: EncryptedObject): Promise<Uint8Array> {
    const name = nameOf(object);
    const known = this.#secrets.get(name);
    if (known === undefined) this.#options.measures.asksForSecret();
    const asked = known ?? this.#service.decrypt({
      ciphertext: object.source,
      uid: this.#options.uid(),
      keyId: object.keyId,
      annotations: object.annotations,
    });
    this.#remember(name, asked);
    try {
      return await asked;
    } catch (error) {
      // It may be answered another time.
      if (this.#secrets.get(name) === asked) this.#secrets.delete(name);
      throw new Error(`failed to decrypt DEK, error: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  #remember(name: string, secret: Promise<Uint8Array>): void {
    this.#secrets.delete(name);
    this.#secrets.set(name, secret);
    const [oldest] = this.#secrets.keys();
    if (this.#secrets.size > SECRETS && oldest !== undefined) this.#secrets.delete(oldest);
    this.#options.measures.remembers(this.name, this.#secrets.size);
  }
}

/** A name for a secret, by all that it was encrypted with. */
function nameOf({ keyId, source, annotations, sourceType }: Omit<EncryptedObject, "data">): string {
  const data = Uint8Array.of(0);
  const sorted = new Map([...annotations].sort(([a], [b]) => a < b ? -1 : 1));
  const whole = encodeObject({ keyId, source, annotations: sorted, sourceType, data });
  return createHash("sha256").update(whole).digest("base64");
}
